package read

// The types of what is gathered as a script and is the value of an attribute.
const (
	typeInertia = "data-page"
	typeAstro   = "astro-island"
)

// unwrapped gives the value that the property of an Astro island stands for. Each is
// written as a list: the number of its kind, and the value.
func (s *stop) unwrapped() *stop {
	if s.up == nil || s.inner {
		return nil // the properties themselves; a value that was unwrapped
	}
	n := s.node
	if n.kind != isList || len(n.members) != 2 || !n.members[0].bare {
		return s.instead(&node{})
	}
	m := s.member(1)
	m.inner = true
	ok := false
	switch n.members[0].text {
	case "0": // a value as it stands
		ok = m.node.kind != isList
	case "1", "4", "5": // a list, a map, a set; once each was a text of JSON
		ok = m.node.kind == isList
	case "3", "6", "7": // a date, a large number, an address
		ok = m.node.kind == isText
	}
	if !ok {
		return s.instead(&node{})
	}
	return m
}

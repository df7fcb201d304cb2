package read

import "strings"

// A stop is a value in a state, and the way there.
type stop struct {
	node  *node
	state *state
	up    *stop  // what it was reached from as a member; nil of a root, and of what a reference led to
	token string // its name in up, when that is an object
	index int    // its number in up, when that is a list
	base  string // its pointer, when up is nil
	depth int
	crowd bool  // it stands among three or more of its shape, or in one that does
	inner bool  // it is what a wrapping holds
	aside aside // it stands in a part of the state that serves the page
}

// pointer gives the JSON pointer of a stop within its state.
func (s *stop) pointer() string {
	var way []*stop
	length := 0
	for at := s; ; at = at.up {
		way = append(way, at)
		length += len(at.token) + 8
		if at.up == nil {
			break
		}
	}
	b := make([]byte, 0, length+len(way[len(way)-1].base))
	b = append(b, way[len(way)-1].base...)
	for i := len(way) - 2; i >= 0; i-- {
		b = append(b, '/')
		if way[i+1].node.kind == isList {
			b = append(b, itoa(way[i].index)...)
		} else {
			b = appendToken(b, way[i].token)
		}
	}
	return string(b)
}

// member gives a member as it stands.
func (s *stop) member(i int) *stop {
	m := &stop{node: s.node.members[i], state: s.state, up: s, index: i, depth: s.depth + 1, crowd: s.crowd}
	if s.node.kind == isObject {
		m.token = s.node.names[i]
	}
	return m
}

// get gives the member of a name, with what it refers to in its place; nil when there
// is none.
func (s *stop) get(caches []cache, name string) *stop {
	for i, own := range s.node.names {
		if own == name {
			return s.member(i).resolved(caches)
		}
	}
	return nil
}

// maxLeads is how many references may lead to one another.
const maxLeads = 8

// resolved gives what a value stands for: in a flat state the value whose number it
// is, in a cache the entry that it names; or the value itself.
func (s *stop) resolved(caches []cache) *stop {
	for range maxLeads {
		next := s.linked(caches)
		if next == nil {
			return s
		}
		next.depth, next.crowd = s.depth, s.crowd
		s = next
	}
	if s.state.rows != nil { // a text that leads to itself
		return s.instead(&node{})
	}
	return s
}

// linked gives what a reference leads to; nil of a value that is no reference.
func (s *stop) linked(caches []cache) *stop {
	switch {
	case s.state.wrapped:
		return s.unwrapped()
	case s.state.stream:
		return s.linkedStream()
	case s.state.flat != nil:
		return s.linkedFlat()
	}
	if s.state.rows != nil {
		if to := s.linkedFlight(); to != nil {
			return to
		}
	}
	if key := entryName(s.node); key != "" {
		for i := range caches {
			if c := &caches[i]; c.at.state == s.state {
				if entry, ok := c.entry(key); ok {
					return c.at.member(entry)
				}
			}
		}
	}
	return nil
}

// linkedFlat follows a flat state, which is written as a list of its values in which
// members are numbers of values, and lists that begin with a text say of what kind
// their value is (the form of the devalue library, which Nuxt writes).
func (s *stop) linkedFlat() *stop {
	n := s.node
	direct := s.up == nil // it is a value of the list, not the number of one
	switch {
	case !direct && n.kind == isText && n.bare:
		return s.numbered(n)
	case n.kind != isList || len(n.members) == 0 || n.members[0].kind != isText || n.members[0].bare || !direct:
		return nil
	}
	tag, rest := n.members[0].text, n.members[1:]
	switch {
	case tag == "Set" || tag == "Map":
		return s.instead(&node{kind: isList, members: rest})
	case tag == "null":
		object := &node{kind: isObject}
		for i := 0; i+1 < len(rest); i += 2 {
			object.names, object.members = append(object.names, rest[i].text), append(object.members, rest[i+1])
		}
		return s.instead(object)
	case len(rest) == 0:
		return s.instead(&node{})
	case rest[0].kind == isText && rest[0].bare:
		return s.numbered(rest[0])
	}
	m := s.member(1) // a date, an address, a large number: the text itself
	m.up, m.base = nil, s.base+"/1"
	return m
}

func (s *stop) numbered(number *node) *stop {
	i, ok := 0, len(number.text) > 0 && len(number.text) < 9
	for _, c := range []byte(number.text) {
		ok = ok && '0' <= c && c <= '9'
		i = i*10 + int(c-'0')
	}
	if !ok || i >= len(s.state.flat) {
		return &stop{node: &node{}, state: s.state, base: s.pointer()} // undefined, a hole, what is no number to JSON
	}
	list := s.state.pointer[:strings.LastIndexByte(s.state.pointer, '/')]
	return &stop{node: s.state.flat[i], state: s.state, base: list + "/" + itoa(i)}
}

// instead gives a value at the place of this one: the same each time, so that a list
// that holds itself is known again.
func (s *stop) instead(n *node) *stop {
	if made, ok := s.state.made[s.node]; ok {
		n = made
	} else {
		if s.state.made == nil {
			s.state.made = map[*node]*node{}
		}
		s.state.made[s.node] = n
	}
	return &stop{node: n, state: s.state, base: s.pointer()}
}

// A cache is an object whose members are things by their names, as Apollo keeps them.
type cache struct {
	at    *stop
	names map[string]int
}

func (c *cache) entry(key string) (int, bool) {
	if c.names == nil {
		c.names = make(map[string]int, len(c.at.node.names))
		for i, name := range c.at.node.names {
			c.names[name] = i
		}
	}
	i, ok := c.names[key]
	return i, ok
}

// entryName gives the name of the entry that a value refers to: {"__ref": name}, or
// as Apollo wrote it before, {"type": "id", "id": name, "generated": ...}.
func entryName(n *node) string {
	if n.kind != isObject || len(n.names) > 4 {
		return ""
	}
	if ref := n.member("__ref"); ref != nil {
		return ref.text
	}
	kind, id := n.member("type"), n.member("id")
	if kind != nil && kind.text == "id" && id != nil && n.member("generated") != nil {
		return id.text
	}
	return ""
}

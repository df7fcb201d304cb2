package read

import "slices"

// A thing is what JSON-LD makes of an object.
type thing struct {
	names  []string // of its members, as the contexts in force spell them
	types  []string
	id     string // its name in one spelling; "" when it has none
	idAt   int    // which member that is
	place  string // where it stands; only of a thing with a name
	says   bool   // something besides its name, and its types where those may be a reference's
	graph  bool   // it is no more than a holder of a @graph
	top    bool   // it stands in a script, a list or a @graph, not in another thing
	group  *group // of a thing with a name that says something
	values int    // that it holds, itself included
	octets int    // of their texts
	height int    // objects and lists inside one another, itself included
}

// A group is the things of one name that can be one.
type group struct {
	defs    []*node
	types   []string
	marks   map[string]string // texts by which one thing is told from another
	inverse []inverse         // what other things say of it from their side
	told    int               // the number of the record it was last told in, from 1
	shown   bool              // it stands as a record of its own
}

// An inverse says that under a name a group has a thing: that thing said so itself,
// by @reverse.
type inverse struct {
	name string
	of   *node
}

// An index knows the things of a page by their names.
type index struct {
	pointer
	places     placeList
	origin     *scope
	contexts   int // that may still be learnt
	script     int
	defs       []*node
	groups     map[string][]*group
	names      map[*node]string // texts that a context says are names of nodes
	inverses   []pendingInverse
	values     int // seen so far
	octets     int
	referenced int // values that may still be told again
	texts      int // octets of their texts, likewise
	unfollowed int // references that were not followed
}

type pendingInverse struct {
	target string
	inverse
}

// maxSameName is the most different things that may go by one name and still be found
// by it: past it they stand where they are, and nothing refers to them.
const maxSameName = 16

func newIndex(s *Source) *index {
	return &index{
		places: placeList{octets: MaxJSONPlaces}, origin: &scope{base: s.Base}, contexts: maxContexts,
		referenced: MaxJSONReferenced, texts: MaxJSONScript,
	}
}

// look finds the things in a value and how their names are spelled, and gives the
// value's height.
func (x *index) look(n *node, in *scope, top bool) (height int) {
	x.values++
	x.octets += len(n.text)
	switch n.kind {
	case isList:
		for i, member := range n.members {
			x.inside(itoa(i), func() { height = max(height, x.look(member, in, top)) })
		}
		return height + 1
	case isObject:
		return x.thing(n, in, top)
	}
	return 0
}

func (x *index) thing(n *node, in *scope, top bool) int {
	t := &thing{top: top}
	n.thing = t
	values, octets := x.values, x.octets
	if context := n.member("@context"); context != nil {
		in = in.with(context, &x.contexts)
	}
	t.names = spell(n, in)
	members := 0
	for i, member := range n.members {
		switch name := t.names[i]; name {
		case "@context":
			continue
		case "@type":
			t.addTypes(member, in)
		case "@id":
			if member.kind == isText {
				t.id, t.idAt = in.id(member.text, x.script), i
			}
			x.inside(n.names[i], func() { x.look(member, in, false) })
		case "@graph", "@included":
			t.graph = true
			before, beforeOctets := x.values, x.octets
			x.inside(n.names[i], func() { x.look(member, in, true) })
			if top { // its members are records of their own
				x.values, x.octets = before, beforeOctets
			}
		default:
			members++
			x.inside(n.names[i], func() { t.height = max(t.height, x.look(member, in, false)) })
			t.says = t.says || member.kind != isNull
			if len(in.terms) > 0 {
				x.learnTerm(n, i, in)
			}
		}
	}
	t.graph = t.graph && members == 0 && len(t.types) == 0
	t.height++
	t.values, t.octets = x.values-values+1, x.octets-octets
	t.says = t.says || top && len(t.types) > 0
	if t.id != "" {
		t.place = x.places.of(n, &x.pointer)
		if t.says {
			x.defs = append(x.defs, n)
		}
		x.learnReverse(n)
	}
	return t.height
}

// spell writes an object's names as schema.org lists them. "type" and "id" are what
// schema.org's own context calls @type and @id; an object that has those too means
// something else by them.
func spell(n *node, in *scope) []string {
	names := n.names
	for i, name := range n.names {
		spelled := in.of(name)
		if (name == "type" || name == "id") && spelled == name && n.member("@"+name) == nil && onlyTexts(n.members[i]) {
			spelled = "@" + name
		}
		if spelled != name {
			if &names[0] == &n.names[0] {
				names = slices.Clone(n.names)
			}
			names[i] = spelled
		}
	}
	return names
}

// onlyTexts says whether a value is a text in quotes, or a list of such.
func onlyTexts(n *node) bool {
	if n.kind == isList {
		return len(n.members) > 0 && !slices.ContainsFunc(n.members, func(m *node) bool { return m.kind != isText || m.bare })
	}
	return n.kind == isText && !n.bare
}

func (t *thing) addTypes(n *node, in *scope) {
	switch n.kind {
	case isText:
		if name := in.of(tidy(n.text)); name != "" {
			t.types = append(t.types, name)
		}
	case isList:
		for _, member := range n.members {
			if member.kind == isText {
				t.addTypes(member, in)
			}
		}
	}
}

// learnTerm takes what a context says of a member besides its spelling.
func (x *index) learnTerm(n *node, i int, in *scope) {
	t := in.terms[n.names[i]]
	if t.names {
		eachText(n.members[i], func(text *node) {
			if x.names == nil {
				x.names = map[*node]string{}
			}
			x.names[text] = in.id(text.text, x.script)
		})
	}
	if t.reverse {
		x.reverse(n, in.meant(n.names[i]), n.members[i])
	}
}

func eachText(n *node, each func(*node)) {
	switch n.kind {
	case isText:
		if !n.bare {
			each(n)
		}
	case isList:
		for _, member := range n.members {
			eachText(member, each)
		}
	}
}

// learnReverse takes what a thing says of others from their side (JSON-LD 1.1
// section 4.8).
func (x *index) learnReverse(n *node) {
	for i, name := range n.thing.names {
		if member := n.members[i]; name == "@reverse" && member.kind == isObject && member.thing != nil {
			for j, field := range member.thing.names {
				x.reverse(n, field, member.members[j])
			}
		}
	}
}

func (x *index) reverse(n *node, name string, targets *node) {
	switch targets.kind {
	case isList:
		for _, member := range targets.members {
			x.reverse(n, name, member)
		}
	case isObject:
		if targets.thing != nil && targets.thing.id != "" && n.thing.id != "" {
			x.inverses = append(x.inverses, pendingInverse{targets.thing.id, inverse{name, n}})
		}
	}
}

// gather puts the things of one name together that can be one.
func (x *index) gather() {
	for _, n := range x.defs {
		if x.groups == nil {
			x.groups = map[string][]*group{}
		}
		of := x.groups[n.thing.id]
		at := slices.IndexFunc(of, func(g *group) bool { return g.admits(n) })
		if at < 0 {
			if len(of) >= maxSameName {
				continue
			}
			at = len(of)
			of = append(of, &group{})
			x.groups[n.thing.id] = of
		}
		of[at].add(n)
	}
	for _, p := range x.inverses {
		if of := x.groups[p.target]; len(of) > 0 {
			of[0].inverse = append(of[0].inverse, p.inverse)
		}
	}
}

// admits says whether a definition can be of the same thing as those of a group. Pages
// give one name to many things by mistake, "#product" to every product of a list, or
// call a page and what it is about by the page's address.
func (g *group) admits(n *node) bool {
	if len(g.types) > 0 && len(n.thing.types) > 0 && !shareOne(g.types, n.thing.types) {
		return false
	}
	for i, name := range n.thing.names {
		if member := n.members[i]; member.kind == isText && tellsApart(name) {
			if mark, ok := g.marks[name]; ok && mark != tidy(member.text) {
				return false
			}
		}
	}
	return true
}

func (g *group) add(n *node) {
	t := n.thing
	t.group = g
	g.defs = append(g.defs, n)
	for _, kind := range t.types {
		if !slices.Contains(g.types, kind) && len(g.types) < maxSameName {
			g.types = append(g.types, kind)
		}
	}
	for i, name := range t.names {
		if member := n.members[i]; member.kind == isText && tellsApart(name) && g.marks[name] == "" {
			if g.marks == nil {
				g.marks = map[string]string{}
			}
			g.marks[name] = tidy(member.text)
		}
	}
}

// tellsApart says whether two things that differ in a field cannot be one.
func tellsApart(field string) bool {
	switch field {
	case "name", "headline", "sku", "mpn", "gtin", "gtin8", "gtin12", "gtin13", "gtin14", "isbn", "productID", "price", "lowPrice",
		"position", "startDate", "datePublished", "ratingValue", "value", "text", "contentUrl", "streetAddress":
		return true
	}
	return false
}

func shareOne(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}

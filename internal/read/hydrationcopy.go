package read

import (
	"strings"

	"curtsy/page"
)

// A copier makes records of what stands in a state: of what is nearest first, so that
// a long list of pictures does not take the place of a price.
type copier struct {
	*hydrator
	left int // values that may still be given
}

// A twig is what a copier gives of one value.
type twig struct {
	kind    nodeKind
	text    string
	where   string
	types   []string
	names   []string
	members []*twig
}

// A cutting is an object or a list whose members are to be copied.
type cutting struct {
	at    *stop
	to    *twig
	outer *cutting
	depth int
}

// holds says whether a node is being copied already, around what is being copied.
func (c *cutting) holds(n *node) bool {
	for ; c != nil; c = c.outer {
		if c.at.node == n {
			return true
		}
	}
	return false
}

func (c *copier) copy(at *stop) *twig {
	top := c.twig(at)
	if at.node.kind != isObject && at.node.kind != isList {
		return top
	}
	queue := []*cutting{{at, top, nil, 1}}
	for i, most := 0, maxHydrationObjects*c.left; i < len(queue); i++ {
		if i >= most {
			c.cut += len(queue) - i
			break
		}
		queue = append(queue, c.members(queue[i])...)
	}
	return top
}

func (c *copier) twig(at *stop) *twig {
	w := &twig{kind: at.node.kind}
	p := pointer{[]byte(at.state.where + "#" + at.pointer())}
	if len(p.text) > c.places.octets {
		c.places.left++
		return w
	}
	c.places.octets -= len(p.text)
	w.where = string(p.text)
	return w
}

// members copies the texts of an object or a list, and gives the objects and lists in
// it, to be copied next.
func (c *copier) members(q *cutting) (inner []*cutting) {
	for i, member := range q.at.node.members {
		if q.at.node.kind == isObject && isTypeName(q.at.node.names[i]) && (q.at.state.flat != nil || q.at.state.wrapped || onlyTexts(member)) {
			q.to.addTypes(q.at.member(i).resolved(c.caches))
			continue
		}
		m := q.at.member(i)
		if to := m.resolved(c.caches); !q.holds(to.node) {
			m = to
		} else if m.up != nil && m.node.kind == isText {
			continue // a flat state's number of what is around it
		}
		n := m.node
		switch {
		case n.kind == isNull, n.kind == isText && strings.TrimSpace(n.text) == "":
			continue
		case n.kind == isText && (c.left <= 0 || len(n.text) > c.octets):
			c.cut++
			continue
		case n.kind != isText && q.depth >= MaxJSONDepth:
			c.deep++
			continue
		}
		w := c.twig(m)
		if n.kind == isText {
			w.text = n.text
			c.left--
			c.octets -= len(n.text)
		} else {
			inner = append(inner, &cutting{m, w, q, q.depth + 1})
		}
		if q.to.members = append(q.to.members, w); q.at.node.kind == isObject {
			q.to.names = append(q.to.names, q.at.node.names[i])
		}
	}
	return inner
}

// addTypes takes what an object says it is: a type of a graph's schema as written,
// one of schema.org's bare.
func (w *twig) addTypes(at *stop) {
	eachText(at.node, func(text *node) {
		if name := tidy(text.text); name != "" && len(w.types) < MaxJSONDepth {
			w.types = append(w.types, schemaName(name, strings.TrimPrefix(name, "schema:")))
		}
	})
}

// value gives what was copied, without what holds nothing.
func (w *twig) value() (v page.Value, ok bool) {
	switch w.kind {
	case isText:
		return page.Value{Value: w.text, Source: "hydration", Where: w.where}, w.text != ""
	case isList:
		list := make([]page.Value, 0, len(w.members))
		for _, member := range w.members {
			if v, ok := member.value(); ok {
				list = append(list, v)
			}
		}
		return page.Value{Value: list}, len(list) > 0
	case isObject:
		record := &page.Record{Types: append([]string{}, w.types...), Fields: make(page.Fields, 0, len(w.members)), Source: "hydration", Where: w.where}
		for i, member := range w.members {
			if v, ok := member.value(); ok {
				record.Fields = append(record.Fields, page.Field{Name: w.names[i], Value: v})
			}
		}
		if len(record.Types) > 0 {
			record.Type = record.Types[0]
		}
		return page.Value{Value: record}, len(record.Types) > 0 || len(record.Fields) > 0
	}
	return page.Value{}, false
}

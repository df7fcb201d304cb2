package read

import (
	"slices"
	"strings"

	"curtsy/page"
)

// A collector turns values into records.
//
// References are followed after the record that holds them is whole, the nearest
// first, so that what a bound cuts is what is farthest. A node is told in full at each
// field of a record that names it; further in, where nodes name one another in all
// directions, once in each record.
type collector struct {
	*index
	pointer
	records []page.Record
	queue   []reached
	number  int // of the present record
	left    int // values that may still be told again in the present record
	hops    int // references that led to what is being told
	around  *ring
}

// maxReferencedBy is the most values told again in one record.
const maxReferencedBy = 1000

// A ring is a group that is being told, and those around it.
type ring struct {
	group *group
	outer *ring
}

func (r *ring) holds(g *group) bool {
	for ; r != nil; r = r.outer {
		if r.group == g {
			return true
		}
	}
	return false
}

// A reached is a reference to be followed, and the record that stands for it until
// then.
type reached struct {
	record *page.Record
	group  *group
	around *ring
	hops   int
	depth  int
}

// top looks at a value of a script or of a @graph: each object in it is a record.
func (c *collector) top(n *node) {
	switch n.kind {
	case isList:
		for i, member := range n.members {
			c.inside(itoa(i), func() { c.top(member) })
		}
	case isObject:
		c.stand(n)
		for i, member := range n.members {
			if name := n.thing.names[i]; name == "@graph" || name == "@included" {
				c.inside(n.names[i], func() { c.top(member) })
			}
		}
	}
}

// stand makes an object a record, unless it is part of one that stands already.
func (c *collector) stand(n *node) {
	g := n.thing.group
	if g != nil && g.shown {
		return
	}
	c.number++
	c.left = maxReferencedBy
	record, any := c.record(n, g, true, 1)
	if !any {
		return
	}
	c.follow()
	c.records = append(c.records, *record)
	if g != nil {
		g.shown = true
	}
}

// find gives the group that a name stands for: the first that shares a type, or else
// the first that is not being told already.
func (c *collector) find(id string, types []string) *group {
	of := c.groups[id]
	for _, g := range of {
		if len(types) > 0 && shareOne(g.types, types) {
			return g
		}
	}
	for _, g := range of {
		if !c.around.holds(g) {
			return g
		}
	}
	return nil
}

// follow tells what the present record's references lead to.
func (c *collector) follow() {
	saved := c.pointer
	for i := 0; i < len(c.queue); i++ {
		r := c.queue[i]
		if r.hops > 1 && r.group.told == c.number {
			continue
		}
		first := r.group.defs[0]
		if r.depth+first.thing.height > MaxJSONDepth+1 || !c.afford(first.thing.values, first.thing.octets) {
			c.unfollowed++
			continue
		}
		c.around, c.hops = r.around, r.hops
		c.pointer.text = []byte(first.thing.place)
		types := r.record.Types
		record, _ := c.record(first, r.group, false, r.depth)
		for _, kind := range types {
			if !slices.Contains(record.Types, kind) {
				record.Types = append(record.Types, kind)
			}
		}
		*r.record = *record
	}
	c.queue, c.around, c.hops, c.pointer = c.queue[:0], nil, 0, saved
}

// afford takes what is told again from the bounds on that, if they allow it.
func (c *collector) afford(values, octets int) bool {
	if values > c.left || values > c.referenced || octets > c.texts {
		return false
	}
	c.left, c.referenced, c.texts = c.left-values, c.referenced-values, c.texts-octets
	return true
}

// record gives an object's type and fields, and those that others of its group add.
// any: it declares something besides a name for itself.
func (c *collector) record(n *node, g *group, top bool, depth int) (record *page.Record, any bool) {
	if g != nil {
		c.around = &ring{g, c.around}
		g.told = c.number
		defer func() { c.around = c.around.outer }()
	}
	record = &page.Record{Types: append([]string{}, n.thing.types...), Source: "jsonld", Where: c.places.of(n, &c.pointer)}
	f := fieldList{Fields: make(page.Fields, 0, len(n.members))}
	any = c.fields(&f, n, top, depth)
	if g != nil && (len(g.defs) > 1 || len(g.inverse) > 0) {
		any = c.fill(record, &f, n, g, depth) || any
	}
	record.Fields = f.Fields
	if len(record.Types) > 0 {
		record.Type, any = record.Types[0], true
	}
	return record, any
}

func (c *collector) fields(f *fieldList, n *node, top bool, depth int) (any bool) {
	for i, member := range n.members {
		name := n.thing.names[i]
		switch {
		case name == "@context", name == "@type", top && (name == "@graph" || name == "@included"), f.closed(name):
			continue
		}
		c.inside(n.names[i], func() {
			if value, ok := c.value(member, depth+1); ok {
				f.add(name, value)
				any = any || name != "@id"
			}
		})
	}
	return any
}

// fill adds to a record what other definitions under its name say that its own does
// not, and what other things say of it.
func (c *collector) fill(record *page.Record, f *fieldList, own *node, g *group, depth int) (any bool) {
	saved := c.pointer
	for _, d := range g.defs {
		if d == own {
			continue
		}
		if depth+d.thing.height > MaxJSONDepth+1 || !c.afford(d.thing.values, d.thing.octets) {
			c.unfollowed++
			continue
		}
		for _, kind := range d.thing.types {
			if !slices.Contains(record.Types, kind) {
				record.Types = append(record.Types, kind)
			}
		}
		f.close()
		c.pointer.text = []byte(d.thing.place)
		any = c.fields(f, d, true, depth) || any
	}
	f.close()
	for _, inverse := range g.inverse {
		t := inverse.of.thing
		if f.closed(inverse.name) || t.group == nil || depth >= MaxJSONDepth || c.around.holds(t.group) || !c.afford(1, 0) {
			continue
		}
		c.pointer.text = []byte(t.place)
		if value, ok := c.refer(t.place, c.nameOf(inverse.of), t.id, t.types, depth+1); ok {
			f.add(inverse.name, value)
			any = true
		}
	}
	c.pointer = saved
	return any
}

// refer gives a record that stands for a reference, and is told in full later if what
// it names is known. at is where the reference stands, name its text.
func (c *collector) refer(at string, name page.Value, id string, types []string, depth int) (page.Value, bool) {
	record := &page.Record{Types: append([]string{}, types...), Fields: page.Fields{}, Source: "jsonld", Where: at}
	if len(types) > 0 {
		record.Type = types[0]
	}
	if name.Value != nil {
		record.Fields = append(record.Fields, page.Field{Name: "@id", Value: name})
	}
	if g := c.find(id, types); g != nil && !c.around.holds(g) {
		c.queue = append(c.queue, reached{record, g, c.around, c.hops + 1, depth})
	}
	return page.Value{Value: record}, len(record.Fields) > 0
}

// nameOf gives the text by which an object names itself.
func (c *collector) nameOf(n *node) (name page.Value) {
	c.inside(n.names[n.thing.idAt], func() { name, _ = c.leaf(n.members[n.thing.idAt]) })
	return name
}

// value gives a member's value: a text, a list, or a record. Nulls, blanks and what
// holds nothing but them are no value.
func (c *collector) value(n *node, depth int) (v page.Value, ok bool) {
	switch n.kind {
	case isText:
		if id, is := c.names[n]; is && len(c.groups[id]) > 0 && depth <= MaxJSONDepth {
			name, _ := c.leaf(n)
			return c.refer(name.Where, name, id, nil, depth)
		}
		return c.leaf(n)
	case isList:
		list := make([]page.Value, 0, len(n.members))
		for i, member := range n.members {
			c.inside(itoa(i), func() {
				if v, ok := c.value(member, depth+1); ok {
					list = append(list, v)
				}
			})
		}
		return page.Value{Value: list}, len(list) > 0
	case isObject:
		return c.object(n, depth)
	}
	return page.Value{}, false
}

// object gives a member that is an object: what a value object, list, set or graph
// holds, the thing that a reference names, or a record.
func (c *collector) object(n *node, depth int) (v page.Value, ok bool) {
	t := n.thing
	for i, name := range t.names {
		if name == "@value" || name == "@list" || name == "@set" || name == "@graph" && t.graph {
			c.inside(n.names[i], func() { v, ok = c.value(n.members[i], depth+1) })
			return v, ok
		}
	}
	if t.id != "" && !t.says && !t.graph {
		return c.refer(c.places.of(n, &c.pointer), c.nameOf(n), t.id, t.types, depth)
	}
	record, _ := c.record(n, t.group, false, depth)
	return page.Value{Value: record}, len(record.Types) > 0 || len(record.Fields) > 0
}

func (c *collector) leaf(n *node) (page.Value, bool) {
	if strings.TrimSpace(n.text) == "" || n.kind != isText {
		return page.Value{}, false
	}
	return page.Value{Value: n.text, Source: "jsonld", Where: c.places.of(n, &c.pointer)}, true
}

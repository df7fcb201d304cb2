package read

import (
	"bytes"
	"cmp"
	"fmt"

	"curtsy/page"
)

// Bounds on JSON-LD.
const (
	MaxJSONDepth  = 16      // objects and lists inside one another, from the script's own value
	MaxJSONValues = 10_000  // of all the page's scripts
	MaxJSONScript = 2 << 20 // octets of one script
)

// jsonldReader reads JSON-LD 1.1 as pages use it: typed things and their fields.
// It is no JSON-LD processor: contexts are only looked at for the spelling of
// names, remote ones never fetched, and @id is not followed.
func jsonldReader() Reader {
	return Reader{
		Name:  "jsonld",
		Doc:   "application/ld+json scripts: every thing they declare, nested, with the place of every leaf",
		Takes: TakesGathered,
		Read:  readJSONLD,
	}
}

func readJSONLD(s *Source) (found Findings) {
	budget := jsonBudget{values: MaxJSONValues}
	for i := range s.Scripts {
		script := &s.Scripts[i]
		if script.Type != "application/ld+json" {
			continue
		}
		if len(script.Text) > MaxJSONScript {
			s.LeaveOut("jsonld_scripts", 1)
			continue
		}
		where := script.String()
		nodes, repaired, err := parseJSON(script.Text, &budget)
		if err != nil {
			s.Fail("jsonld", fmt.Sprintf("%s: the script is no JSON: %v", cmp.Or(where, "a script"), err))
		}
		if repaired && len(nodes) > 0 {
			s.Repaired("jsonld", where, "mended")
		}
		found.Records = append(found.Records, recordsOf(nodes, where)...)
	}
	s.LeaveOut("jsonld_values", budget.left)
	s.LeaveOut("jsonld_depth", budget.deep)
	return found
}

// recordsOf gives the things that a script's values declare. Several values one
// after another, which is no JSON but is seen, are placed as if in a list.
func recordsOf(nodes []*node, where string) []page.Record {
	c := collector{spelling: newSpelling()}
	c.place = append(append(c.place, where...), '#')
	if len(nodes) == 1 {
		c.top(nodes[0])
		return c.records
	}
	for i, n := range nodes {
		c.inside(itoa(i), func() { c.top(n) })
	}
	return c.records
}

// A collector turns values into records.
type collector struct {
	records  []page.Record
	place    []byte // XPath, "#" and the pointer of what is being looked at
	spelling spelling
}

// inside looks at a member: its pointer is one token longer.
func (c *collector) inside(token string, look func()) {
	before := len(c.place)
	c.place = appendToken(append(c.place, '/'), token)
	look()
	c.place = c.place[:before]
}

// appendToken writes a reference token (RFC 6901 section 3).
func appendToken(b []byte, token string) []byte {
	for i := range len(token) {
		switch token[i] {
		case '~':
			b = append(b, "~0"...)
		case '/':
			b = append(b, "~1"...)
		default:
			b = append(b, token[i])
		}
	}
	return b
}

// top looks at a value of a script or of a @graph: each object in it is a record.
func (c *collector) top(n *node) {
	switch n.kind {
	case isList:
		for i, member := range n.members {
			c.inside(itoa(i), func() { c.top(member) })
		}
	case isObject:
		c.spelling.learn(n)
		at := len(c.records)
		c.records = append(c.records, page.Record{})
		record, any := c.record(n, true)
		if any {
			c.records[at] = *record
		} else {
			c.records = c.records[:at]
		}
		for i, member := range n.members {
			if c.spelling.of(n.names[i]) == "@graph" {
				c.inside(n.names[i], func() { c.top(member) })
			}
		}
	}
}

// record gives an object's type and fields. any: it declares something besides a
// name for itself.
func (c *collector) record(n *node, top bool) (record *page.Record, any bool) {
	record = &page.Record{Types: []string{}, Fields: make(page.Fields, 0, len(n.members)), Source: "jsonld", Where: string(c.place)}
	for i, member := range n.members {
		name := c.spelling.of(n.names[i])
		switch name {
		case "@context":
			continue
		case "@graph":
			if top {
				continue
			}
		case "@type":
			c.types(record, member)
			continue
		}
		c.inside(n.names[i], func() {
			if value, ok := c.value(member); ok {
				record.Fields = addField(record.Fields, name, value)
				any = any || name != "@id"
			}
		})
	}
	if len(record.Types) > 0 {
		record.Type, any = record.Types[0], true
	}
	return record, any
}

func (c *collector) types(record *page.Record, n *node) {
	switch n.kind {
	case isText:
		if name := c.spelling.of(tidy(n.text)); name != "" {
			record.Types = append(record.Types, name)
		}
	case isList:
		for _, member := range n.members {
			if member.kind == isText {
				c.types(record, member)
			}
		}
	}
}

// value gives a member's value: a text, a list, or a record. Nulls, blanks and what
// holds nothing but them are no value.
func (c *collector) value(n *node) (v page.Value, ok bool) {
	switch n.kind {
	case isText:
		return c.leaf(n)
	case isList:
		list := make([]page.Value, 0, len(n.members))
		for i, member := range n.members {
			c.inside(itoa(i), func() {
				if v, ok := c.value(member); ok {
					list = append(list, v)
				}
			})
		}
		return page.Value{Value: list}, len(list) > 0
	case isObject:
		for _, keyword := range []string{"@value", "@list", "@set"} {
			if member := c.member(n, keyword); member != nil {
				c.inside(keyword, func() { v, ok = c.value(member) })
				return v, ok
			}
		}
		record, _ := c.record(n, false)
		return page.Value{Value: record}, len(record.Types) > 0 || len(record.Fields) > 0
	}
	return page.Value{}, false
}

func (c *collector) leaf(n *node) (page.Value, bool) {
	if len(bytes.TrimSpace([]byte(n.text))) == 0 {
		return page.Value{}, false
	}
	return page.Value{Value: n.text, Source: "jsonld", Where: string(c.place)}, true
}

func (c *collector) member(n *node, name string) *node {
	for i, own := range n.names {
		if own == name {
			return n.members[i]
		}
	}
	return nil
}

// addField adds a value; two spellings of one name make a list.
func addField(fields page.Fields, name string, value page.Value) page.Fields {
	for i := range fields {
		if fields[i].Name == name {
			fields[i].Value = page.Value{Value: append(asList(fields[i].Value), asList(value)...)}
			return fields
		}
	}
	return append(fields, page.Field{Name: name, Value: value})
}

func asList(v page.Value) []page.Value {
	if list, ok := v.Value.([]page.Value); ok {
		return list
	}
	return []page.Value{v}
}

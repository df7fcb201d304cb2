package read

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"curtsy/internal/summary"
	"curtsy/internal/tree"
	"curtsy/page"
)

// Bounds on itemref, by which an element may belong to many items.
const (
	MaxItemRefs  = 10_000    // that are followed on one page
	maxItemReach = 1_000_000 // elements looked at behind them
	// An item may have properties that come to nothing: more elements than values.
	maxItemElements = 4 * MaxThingValues
)

// microdataReader reads microdata (WHATWG HTML section 5). An itemprop that belongs to
// no item is a tag of the page.
func microdataReader() Reader {
	return Reader{
		Name:  "microdata",
		Doc:   "itemscope and itemprop: every item, nested, with the place of every value; an itemprop outside of any item speaks of the page",
		Takes: TakesTree,
		Read:  readMicrodata,
	}
}

func readMicrodata(s *Source) (found Findings) {
	if s.Hints&HintMicrodata == 0 {
		return found
	}
	t, err := s.Tree()
	if err != nil {
		s.Fail("microdata", err.Error())
		return found
	}
	m := &microdata{leafer: newLeafer(s, "microdata", t), said: map[*html.Node]string{}, reach: maxItemReach}
	m.collect()
	m.collectRefs()
	for i := range m.elements {
		if m.elements[i].scope {
			m.associate(int32(i))
		}
	}
	for i := range m.elements {
		e := &m.elements[i]
		switch {
		case e.scope && (len(e.names) == 0 || !e.owned):
			if !m.may() {
				continue
			}
			if r, ok := m.item(int32(i), 0); ok && says(r) {
				found.Records = append(found.Records, *r)
			}
		case !e.scope && !e.owned:
			found.Tags = m.orphan(found.Tags, e)
		}
	}
	m.account()
	s.LeaveOut("microdata_refs", m.refsLeft)
	s.LeaveOut("microdata_tags", m.tagsLeft)
	return found
}

// microdata is one page's items.
//
// Its elements are those of the tree that are an item or a property, in document
// order, each knowing where what stands inside it ends: so an item's properties are
// found without walking the tree again for every itemref.
type microdata struct {
	leafer
	elements []itemElement
	said     map[*html.Node]string // the texts of properties, which may be of several items
	refs     int                   // itemrefs kept
	targets  map[string]span       // of the ids that they name
	reach    int                   // elements that may still be looked at behind them
	refsLeft int
	tagsLeft int
}

type itemElement struct {
	node  *html.Node
	names []string // of its itemprop: it is a property
	types []string // of its itemtype
	id    string   // its itemid, resolved
	refs  []string // its itemref
	props []int32  // the properties of an item, in document order
	end   int32    // the first element that does not stand inside it
	scope bool     // it is an item
	owned bool     // it is a property of an item
	open  bool     // it is an item that is being written
}

// A span is a run of elements.
type span struct{ from, to int32 }

// collect fills elements. An itemprop without a name is none.
func (m *microdata) collect() {
	var open []int32
	tree.Walk(m.tree.Root, func(n *html.Node) tree.Step {
		if n.Type != html.ElementNode || n.Namespace != "" {
			return tree.Into
		}
		if n.DataAtom == atom.Template {
			return tree.Over
		}
		prop, is := tree.Attr(n, "itemprop")
		if _, scope := tree.Attr(n, "itemscope"); !is && !scope {
			return tree.Into
		}
		if len(m.elements) >= maxItemElements {
			m.lost++
			return tree.Into
		}
		e := itemElement{node: n}
		e.names = m.names(prop)
		if _, e.scope = tree.Attr(n, "itemscope"); e.scope {
			kind, _ := tree.Attr(n, "itemtype")
			id, _ := tree.Attr(n, "itemid")
			refs, _ := tree.Attr(n, "itemref")
			e.types, e.id, e.refs = m.names(kind), m.addressOf(id), m.keepRefs(refs)
		}
		if e.scope || len(e.names) > 0 {
			open = append(open, int32(len(m.elements)))
			m.elements = append(m.elements, e)
		}
		return tree.Into
	}, func(n *html.Node) {
		if last := len(open) - 1; last >= 0 && m.elements[open[last]].node == n {
			m.elements[open[last]].end = int32(len(m.elements))
			open = open[:last]
		}
	})
}

// names gives the words of an attribute, those of schema.org bare, once each.
func (m *microdata) names(list string) []string {
	var names []string
	for _, word := range m.terms(list) {
		if name := m.Cut(schemaName(word, word)); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func (m *microdata) keepRefs(list string) (refs []string) {
	for id := range strings.FieldsSeq(list) {
		if m.refs == MaxItemRefs {
			m.refsLeft++
			continue
		}
		m.refs++
		refs = append(refs, id)
	}
	return refs
}

// collectRefs finds the elements that itemrefs name: of two with one id, the first.
func (m *microdata) collectRefs() {
	if m.refs == 0 {
		return
	}
	wanted := map[string]bool{}
	for i := range m.elements {
		for _, id := range m.elements[i].refs {
			wanted[id] = true
		}
	}
	m.targets = map[string]span{}
	open, next := []*html.Node{}, int32(0)
	tree.Walk(m.tree.Root, func(n *html.Node) tree.Step {
		if tree.Is(n, atom.Template) {
			return tree.Over
		}
		if id, ok := tree.Attr(n, "id"); ok && wanted[id] {
			if _, known := m.targets[id]; !known {
				m.targets[id] = span{next, next}
				open = append(open, n)
			}
		}
		if int(next) < len(m.elements) && m.elements[next].node == n {
			next++
		}
		return tree.Into
	}, func(n *html.Node) {
		if last := len(open) - 1; last >= 0 && open[last] == n {
			id, _ := tree.Attr(n, "id")
			m.targets[id] = span{m.targets[id].from, next}
			open = open[:last]
		}
	})
}

// associate finds an item's properties: those inside it, and those inside or at what
// its itemref names, but not those of items among them (WHATWG HTML section 5.2.5).
func (m *microdata) associate(item int32) {
	e := &m.elements[item]
	m.properties(item, span{item + 1, e.end}, false)
	for _, id := range e.refs {
		target, ok := m.targets[id]
		if m.reach <= 0 {
			m.refsLeft++
		} else if m.reach--; ok {
			m.properties(item, target, true)
		}
	}
	if len(e.refs) > 0 {
		slices.Sort(e.props)
		e.props = slices.Compact(e.props)
	}
	for _, i := range e.props {
		m.elements[i].owned = true
	}
}

func (m *microdata) properties(item int32, in span, referred bool) {
	e := &m.elements[item]
	for i := in.from; i < in.to; {
		if referred {
			if m.reach <= 0 {
				m.refsLeft++
				return
			}
			m.reach--
		}
		p := &m.elements[i]
		if len(p.names) > 0 && i != item {
			e.props = append(e.props, i)
		}
		if p.scope {
			i = p.end
		} else {
			i++
		}
	}
}

// item gives the thing that an item declares, and whether it may be given: it may not
// inside itself.
func (m *microdata) item(i int32, depth int) (*page.Record, bool) {
	e := &m.elements[i]
	if e.open {
		return nil, false
	}
	if depth == MaxThingDepth {
		m.deep++
		return nil, false
	}
	e.open = true
	defer func() { e.open = false }()

	r := &page.Record{Types: []string{}, Source: m.reader, Where: m.tree.Where(e.node)}
	r.Types = append(r.Types, e.types...)
	if len(r.Types) > 0 {
		r.Type = r.Types[0]
	}
	var fields fieldList
	if v, ok := m.leaf(e.id, e.node); ok {
		fields.add("@id", v)
	}
	for _, p := range e.props {
		for _, name := range m.elements[p].names {
			if v, ok := m.value(p, depth); ok {
				fields.add(name, v)
			}
		}
	}
	r.Fields = fields.Fields
	if r.Fields == nil {
		r.Fields = page.Fields{}
	}
	return r, true
}

// value gives a property's value: the item it is, else a text. It is made anew for
// each name and each item that has it, so that each is counted.
func (m *microdata) value(i int32, depth int) (page.Value, bool) {
	e := &m.elements[i]
	if !m.may() {
		return page.Value{}, false
	}
	if !e.scope {
		return m.leaf(m.property(e.node), e.node)
	}
	r, ok := m.item(i, depth+1)
	if !ok || !says(r) && len(r.Fields) == 0 {
		return page.Value{}, false
	}
	return page.Value{Value: r}, true
}

// orphan adds what a property outside of any item says of the page.
func (m *microdata) orphan(tags []summary.Tag, e *itemElement) []summary.Tag {
	value := m.property(e.node)
	if value == "" {
		return tags
	}
	for _, name := range e.names {
		if len(tags) == MaxThingTags {
			m.tagsLeft++
			continue
		}
		tags = append(tags, summary.Tag{
			Source: m.reader,
			Name:   "itemprop:" + strings.ToLower(name),
			Key:    "<" + e.node.Data + " itemprop=" + name + ">",
			Value:  value,
			Where:  m.tree.Where(e.node),
		})
	}
	return tags
}

package read

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"curtsy/internal/summary"
	"curtsy/internal/tree"
	"curtsy/page"
)

// rdfaReader reads RDFa Lite 1.1, and of RDFa Core 1.1 what pages use beyond it:
// about, rel, content, datetime, and prefixes declared as xmlns. What is said of the
// page itself, where it has no type, is a tag.
//
// A plain link around a property does not make it one of what is linked to, though
// RDFa Core section 7.5 step 5.2 has it so: authors who write one mean the thing
// around the link. It takes a typeof, a resource or an about for that.
func rdfaReader() Reader {
	return Reader{
		Name:  "rdfa",
		Doc:   "typeof, property and resource: every thing, nested, with the place of every value; a property of the page itself speaks of the page",
		Takes: TakesTree,
		Read:  readRDFa,
	}
}

func readRDFa(s *Source) (found Findings) {
	if !needsRDFa(s) {
		return found
	}
	t, err := s.Tree()
	if err != nil {
		s.Fail("rdfa", err.Error())
		return found
	}
	r := newRDFa(s, t)
	tree.Walk(t.Root, r.enter, r.leave)
	found.Records = r.records()
	found.Tags = r.tags()
	r.account()
	s.LeaveOut("rdfa_prefixes", r.prefixesLeft)
	return found
}

// needsRDFa says whether a page may speak RDFa: a typeof, a vocabulary or a property
// in its body does, and so does a meta whose property has a prefix that means something
// and that no other reader takes.
func needsRDFa(s *Source) bool {
	if s.Hints&HintRDFa != 0 {
		return true
	}
	for i := range s.Metas {
		for word := range strings.FieldsSeq(s.Metas[i].Property) {
			name, local, ok := strings.Cut(word, ":")
			if name = strings.ToLower(name); !ok || isGraphPrefix(name) {
				continue
			}
			if _, known := initial(name); known || s.Hints&HintPrefixes != 0 || strings.HasPrefix(local, "//") {
				return true
			}
		}
	}
	return false
}

// A resource is a subject or an object of statements.
type resource struct {
	iri   string     // "" for one without a name
	named *html.Node // the element that names it with resource or about
	node  *html.Node // the element that gives its first type, else makes its first statement
	types []string
	says  []statement

	within *resource // what it is a value of, by the very element that gives its type
	object *resource // what it was first said to be a value of
	open   bool      // it is being written
	given  bool      // it was written
}

// A statement gives a thing a property: a text, or another thing.
type statement struct {
	name  string
	text  string
	thing *resource
	node  *html.Node
	rel   bool
}

// rdfa is one page's things.
type rdfa struct {
	leafer
	page         *resource
	things       map[string]*resource // by name
	defined      []*resource          // those with a type or a statement, in document order
	contexts     []rdfaContext        // of the open elements that change it
	completed    map[completion]bool
	made         int // things and statements kept so far
	prefixes     int
	prefixesLeft int
}

// An rdfaContext is what holds for what stands inside an element (RDFa Core 1.1
// section 7.2).
type rdfaContext struct {
	node     *html.Node
	subject  *resource
	object   *resource
	vocab    string
	prefixes *prefix
	waiting  []string // relations of subject whose object is yet to come
}

// A completion is a relation whose object came.
type completion struct {
	subject, object *resource
	name            string
}

func newRDFa(s *Source, t *tree.Tree) *rdfa {
	p := &resource{iri: s.Base.String()}
	return &rdfa{
		leafer: newLeafer(s, "rdfa", t), page: p, things: map[string]*resource{p.iri: p}, completed: map[completion]bool{},
		contexts: []rdfaContext{{node: t.Root, subject: p, object: p}},
	}
}

func (r *rdfa) leave(n *html.Node) {
	if last := len(r.contexts) - 1; last > 0 && r.contexts[last].node == n {
		r.contexts = r.contexts[:last]
	}
}

// rdfaAttributes are the attributes of one element that RDFa knows. A nil one is not there.
type rdfaAttributes struct {
	typeof, property, rel, about, resource, href, src, content, datatype, datetime, vocab, prefix *string

	xmlns bool
}

func rdfaAttributesOf(n *html.Node) (a rdfaAttributes) {
	for i := range n.Attr {
		at := &n.Attr[i]
		var slot **string
		switch at.Key {
		case "typeof":
			slot = &a.typeof
		case "property":
			slot = &a.property
		case "rel":
			slot = &a.rel
		case "about":
			slot = &a.about
		case "resource":
			slot = &a.resource
		case "href":
			slot = &a.href
		case "src":
			slot = &a.src
		case "content":
			slot = &a.content
		case "datatype":
			slot = &a.datatype
		case "datetime":
			slot = &a.datetime
		case "vocab":
			slot = &a.vocab
		case "prefix":
			slot = &a.prefix
		default:
			a.xmlns = a.xmlns || strings.HasPrefix(at.Key, "xmlns:")
			continue
		}
		if *slot == nil {
			*slot = &at.Val
		}
	}
	return a
}

// enter reads one element (RDFa Core 1.1 section 7.5).
func (r *rdfa) enter(n *html.Node) tree.Step {
	if n.Type != html.ElementNode {
		return tree.Into
	}
	if tree.Is(n, atom.Template) {
		return tree.Over
	}
	a := rdfaAttributesOf(n)
	outer := &r.contexts[len(r.contexts)-1]
	if a.typeof == nil && a.property == nil && a.rel == nil && a.about == nil && a.resource == nil && a.vocab == nil &&
		a.prefix == nil && !a.xmlns && (len(outer.waiting) == 0 || a.href == nil && a.src == nil) {
		return tree.Into
	}
	if r.made == MaxThingValues {
		if a.property != nil || a.typeof != nil {
			r.lost++
		}
		return tree.Into
	}
	c := *outer
	c.node = n
	r.declare(&c, &a, n)
	e := rdfaElement{rdfa: r, rdfaAttributes: &a, node: n, outer: *outer, inner: &c}
	e.establish()
	e.typed()
	e.relate()
	e.describe()
	e.complete()
	if !e.skip {
		c.subject, c.object = e.subject, e.subject
		if e.object != nil {
			c.object = e.object
		}
		c.waiting = e.waiting
	}
	r.contexts = append(r.contexts, c)
	return tree.Into
}

// declare hears the vocabulary and the prefixes that hold inside an element.
func (r *rdfa) declare(c *rdfaContext, a *rdfaAttributes, n *html.Node) {
	if a.vocab != nil {
		c.vocab = vocabulary(*a.vocab)
	}
	if a.xmlns {
		for i := range n.Attr {
			if name, ok := strings.CutPrefix(n.Attr[i].Key, "xmlns:"); ok {
				r.define(c, name, n.Attr[i].Val)
			}
		}
	}
	if a.prefix != nil {
		name := ""
		for word := range strings.FieldsSeq(*a.prefix) {
			if name == "" {
				name, _ = strings.CutSuffix(word, ":")
				continue
			}
			r.define(c, name, word)
			name = ""
		}
	}
}

func (r *rdfa) define(c *rdfaContext, name, meaning string) {
	if r.prefixes == MaxPrefixes {
		r.prefixesLeft++
		return
	}
	r.prefixes++
	c.prefixes = &prefix{name: strings.ToLower(name), meaning: vocabulary(meaning), outer: c.prefixes}
}

// tags gives what is said of the page itself, where no type makes a record of it.
func (r *rdfa) tags() (tags []summary.Tag) {
	if len(r.page.types) > 0 {
		return nil
	}
	left := 0
	for i := range r.page.says {
		s := &r.page.says[i]
		text := s.text
		if s.thing != nil && len(s.thing.types) == 0 && len(s.thing.says) == 0 {
			text = s.thing.iri
		}
		if text == "" {
			continue
		}
		if len(tags) == MaxThingTags {
			left++
			continue
		}
		key := "property=" + s.name
		if s.rel {
			key = "rel=" + s.name
		}
		tags = append(tags, summary.Tag{Source: r.reader, Name: strings.ToLower(s.name), Key: key, Value: text, Where: r.tree.Where(s.node)})
	}
	r.LeaveOut("rdfa_tags", left)
	return tags
}

// records gives the things that are no part of another, in document order. One that
// others refer to by name stands for itself too.
func (r *rdfa) records() (records []page.Record) {
	give := func(t *resource) {
		if !r.may() {
			return
		}
		if record, ok := r.record(t, 0); ok && says(record) {
			records = append(records, *record)
		}
	}
	for _, t := range r.defined {
		holder := t.within
		if len(t.types) == 0 {
			holder = t.object
		}
		if len(t.types) == 0 && t == r.page || holder != nil && (holder != r.page || len(r.page.types) > 0) {
			continue
		}
		give(t)
	}
	if r.deep > 0 || r.lost > 0 {
		return records
	}
	for _, t := range r.defined { // those that are part of each other, and of nothing else
		if len(t.types) > 0 && !t.given {
			give(t)
		}
	}
	return records
}

// record writes a thing, and whether it may be written: it may not inside itself.
func (r *rdfa) record(t *resource, depth int) (*page.Record, bool) {
	if t.open {
		return nil, false
	}
	if depth == MaxThingDepth {
		r.deep++
		return nil, false
	}
	t.open, t.given = true, true
	defer func() { t.open = false }()

	record := &page.Record{Types: append([]string{}, t.types...), Fields: page.Fields{}, Source: r.reader, Where: r.tree.Where(t.node)}
	if len(t.types) > 0 {
		record.Type = t.types[0]
	}
	var fields fieldList
	if t.named != nil {
		if v, ok := r.leaf(t.iri, t.named); ok {
			fields.add("@id", v)
		}
	}
	for i := range t.says {
		if v, ok := r.value(&t.says[i], depth); ok {
			fields.add(t.says[i].name, v)
		}
	}
	record.Fields = append(record.Fields, fields.Fields...)
	return record, true
}

// value gives what a statement says: a text, a thing, or the name of one that the page
// does not describe, or that is being written.
func (r *rdfa) value(s *statement, depth int) (page.Value, bool) {
	if !r.may() {
		return page.Value{}, false
	}
	if s.thing == nil {
		return r.leaf(s.text, s.node)
	}
	if !s.thing.open && (len(s.thing.types) > 0 || len(s.thing.says) > 0) && (s.thing != r.page || len(s.thing.types) > 0) {
		if record, ok := r.record(s.thing, depth+1); ok {
			return page.Value{Value: record}, true
		}
		return page.Value{}, false
	}
	return r.leaf(s.thing.iri, s.node)
}

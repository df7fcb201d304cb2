package read

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"curtsy/internal/tree"
)

// An rdfaElement is one element being read.
type rdfaElement struct {
	*rdfa
	*rdfaAttributes
	node    *html.Node
	outer   rdfaContext  // what holds around it
	inner   *rdfaContext // its own vocabulary and prefixes
	rels    []string     // the relations it gives, as names
	subject *resource
	object  *resource // what stands inside is about this, when it is not about subject
	types   *resource // what its typeof speaks of
	waiting []string
	skip    bool // it is about nothing new
}

// establish finds what the element is about (RDFa Core 1.1 section 7.5, steps 5 and 6;
// HTML+RDFa 1.1 section 3.1 for html, head and body).
func (e *rdfaElement) establish() {
	e.rels = e.relations()
	root := e.node.Parent != nil && e.node.Parent.Type == html.DocumentNode
	part := tree.Is(e.node, atom.Head, atom.Body)
	about := e.resourceOf(e.about)
	switch {
	case len(e.rels) > 0:
		e.subject = e.outer.object
		if about != nil {
			e.subject = about
		}
		if e.object = e.target(); e.object == nil && e.typeof != nil && about == nil {
			e.object = e.blank()
		}
		if e.types = e.object; about != nil {
			e.types = about
		}
	case e.property != nil && e.content == nil && e.datatype == nil:
		e.subject = e.outer.object
		if about != nil {
			e.subject = about
		}
		if e.typeof == nil {
			return
		}
		switch {
		case about != nil, root, part:
			e.types = e.subject
		default:
			if e.types = e.target(); e.types == nil {
				e.types = e.blank()
			}
		}
		e.object = e.types
	default:
		e.subject = about
		if e.subject == nil {
			e.subject = e.resourceOf(e.resource)
		}
		if e.subject == nil && (e.typeof != nil || len(e.outer.waiting) > 0) {
			e.subject = e.target()
		}
		switch {
		case e.subject != nil:
		case root, part:
			e.subject = e.outer.object
		case e.typeof != nil:
			e.subject = e.blank()
		default:
			e.subject, e.skip = e.outer.object, e.property == nil
		}
		e.types = e.subject
	}
}

// target gives the thing that the element points at, nil when it does not.
func (e *rdfaElement) target() *resource {
	if t := e.resourceOf(e.resource); t != nil {
		return t
	}
	for _, reference := range []*string{e.href, e.src} {
		if reference != nil {
			return e.thingOf(e.absolute(*reference))
		}
	}
	return nil
}

// resourceOf gives the thing that a resource or about names: by an address, a compact
// name, one in brackets, or "_:" and a name that holds on this page.
func (e *rdfaElement) resourceOf(name *string) *resource {
	if name == nil {
		return nil
	}
	text := strings.TrimSpace(*name)
	if inner, ok := strings.CutPrefix(text, "["); ok {
		text = strings.TrimSuffix(inner, "]")
	}
	if strings.HasPrefix(text, "_:") {
		return e.keep(text, "")
	}
	if strings.Contains(text, ":") {
		if iri, known := e.inner.expand(text); known {
			text = iri
		}
	}
	t := e.thingOf(e.absolute(text))
	if t.named == nil && text != "" {
		t.named = e.node
	}
	return t
}

func (r *rdfa) thingOf(iri string) *resource { return r.keep(iri, iri) }

func (r *rdfa) keep(key, iri string) *resource {
	t, ok := r.things[key]
	if !ok {
		t = &resource{iri: iri}
		r.things[key] = t
	}
	return t
}

func (r *rdfa) blank() *resource { return &resource{} }

// names gives the names that the words of an attribute mean.
func (e *rdfaElement) names(list string, relation bool) []string {
	var names []string
	meta, link := tree.Is(e.node, atom.Meta), tree.Is(e.node, atom.Link)
	for _, word := range e.terms(list) {
		name, _, compact := strings.Cut(word, ":")
		if relation && !compact && (link || e.property != nil || isLinkType(strings.ToLower(word))) {
			continue
		}
		if name = strings.ToLower(name); compact && isGraphPrefix(name) {
			if _, declared := e.inner.prefixes.find(name); meta || !declared {
				continue
			}
		}
		iri, known := e.inner.expand(word)
		if iri == "" || meta && !known {
			continue
		}
		if name := e.Cut(termName(iri)); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// relations gives the element's rel. Words without a prefix beside a property are the
// link's own (HTML+RDFa 1.1 section 3.1), and so are HTML's link types wherever they stand.
func (e *rdfaElement) relations() []string {
	if e.rel == nil {
		return nil
	}
	return e.names(*e.rel, true)
}

func isLinkType(word string) bool {
	switch word {
	case "alternate", "author", "bookmark", "canonical", "dns-prefetch", "expect", "external", "help", "icon", "license",
		"manifest", "me", "modulepreload", "next", "nofollow", "noopener", "noreferrer", "opener", "pingback", "preconnect",
		"prefetch", "preload", "prev", "privacy-policy", "search", "shortcut", "sponsored", "stylesheet", "tag",
		"terms-of-service", "ugc", "home", "up", "start", "index", "shortlink", "amphtml", "lightbox":
		return true
	}
	return false
}

// typed gives the thing that typeof speaks of its types.
func (e *rdfaElement) typed() {
	t := e.types
	if e.typeof == nil || t == nil {
		return
	}
	names := e.names(*e.typeof, false)
	if len(names) == 0 {
		return
	}
	if len(t.types) == 0 {
		if !e.room() {
			return
		}
		if len(t.says) == 0 {
			e.defined = append(e.defined, t)
		}
		t.node = e.node
		if t.named != nil || t.iri != "" && t != e.page { // an href or src names what it types
			t.named = e.node
		}
		if e.about == nil && e.subject != t && (e.property != nil || len(e.rels) > 0) {
			t.within = e.subject
		} else if len(e.outer.waiting) > 0 && t != e.outer.subject {
			t.within = e.outer.subject
		}
	}
	for _, name := range names {
		switch {
		case slices.Contains(t.types, name):
		case len(t.types) == maxWords:
			e.words++
		default:
			t.types = append(t.types, name)
		}
	}
}

// room counts a thing or a statement, and says whether the page may make it.
func (r *rdfa) room() bool {
	if r.made == MaxThingValues {
		r.lost++
		return false
	}
	r.made++
	return true
}

// say makes a statement.
func (e *rdfaElement) say(subject *resource, s statement) {
	if s.text == "" && s.thing == nil || !e.room() {
		return
	}
	s.node = e.node
	if s.thing != nil && s.thing.object == nil {
		s.thing.object = subject
	}
	if len(subject.types) == 0 && len(subject.says) == 0 {
		e.defined = append(e.defined, subject)
		if subject.node == nil {
			subject.node = e.node
		}
	}
	subject.says = append(subject.says, s)
}

// relate makes the statements of rel (steps 9 and 10): without an object, it is what
// stands inside.
func (e *rdfaElement) relate() {
	for _, name := range e.rels {
		if e.object != nil {
			e.say(e.subject, statement{name: name, thing: e.object, rel: true})
		}
	}
	if len(e.rels) > 0 && e.object == nil {
		e.waiting, e.object = e.rels, e.blank()
	}
}

// describe makes the statements of property (step 11).
func (e *rdfaElement) describe() {
	if e.property == nil {
		return
	}
	names := e.names(*e.property, false)
	if len(names) == 0 {
		return
	}
	var s statement
	literal := e.datatype != nil && *e.datatype != ""
	switch {
	case e.content != nil:
		s.text = e.Cut(*e.content)
	case e.datetime != nil:
		s.text = e.Cut(*e.datetime)
	case !literal && len(e.rels) == 0 && (e.resource != nil || e.href != nil || e.src != nil):
		if s.thing = e.target(); e.typeof != nil && e.about == nil {
			s.thing = e.types
		}
	case !literal && e.typeof != nil && e.about == nil && e.types != e.subject:
		s.thing = e.types
	default:
		s.text = e.text(e.node)
	}
	for _, name := range names {
		s.name = name
		e.say(e.subject, s)
	}
}

// complete gives the relations around the element the object they wait for (step 12).
func (e *rdfaElement) complete() {
	if e.skip {
		return
	}
	for _, name := range e.outer.waiting {
		done := completion{e.outer.subject, e.subject, name}
		if e.subject == e.outer.subject || e.completed[done] {
			continue
		}
		e.completed[done] = true
		e.say(e.outer.subject, statement{name: name, thing: e.subject, rel: true})
	}
}

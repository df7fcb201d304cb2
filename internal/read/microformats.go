package read

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"curtsy/internal/tree"
	"curtsy/page"
)

// Bounds on microformats.
const (
	MaxMicroformatsDepth = 16        // items inside one another
	MaxMicroformats      = 10_000    // items and properties of one page
	maxMicroformatsSteps = 2_000_000 // nodes looked at for values: properties may stand inside one another
	maxProperties        = 20        // properties that one element is
)

// microformatsReader reads microformats2 (microformats.org/wiki/microformats2-parsing)
// and the classic microformats that it maps to itself.
func microformatsReader() Reader {
	return Reader{
		Name:  "microformats",
		Doc:   "microformats2 (h-entry, h-card, ...) and classic microformats (hentry, vcard, ...): every item, nested, with the place of every leaf",
		Takes: TakesTree,
		Read:  readMicroformats,
	}
}

func readMicroformats(s *Source) (found Findings) {
	if s.Hints&HintMicroformats == 0 {
		return found
	}
	t, err := s.Tree()
	if err != nil {
		s.Fail("microformats", err.Error())
		return found
	}
	p := microformats{Source: s, tree: t, values: MaxMicroformats, octets: MaxThingText, steps: maxMicroformatsSteps}
	for e := range tree.Elements(t.Root) {
		if class, ok := tree.Attr(e, "class"); ok && strings.Contains(class, "value") {
			p.valued = true
			break
		}
	}
	tree.Walk(t.Root, p.enter, p.leave)
	s.LeaveOut("microformats_values", p.left)
	s.LeaveOut("microformats_depth", p.deep)
	found.Records = p.records
	return found
}

// isRootClass lists the classes that make an element an item. Style sheets have many more
// that begin with "h-" and mean a height.
func isRootClass(class string) bool {
	switch class {
	case "h-adr", "h-card", "h-cite", "h-entry", "h-event", "h-feed", "h-geo", "h-item", "h-listing", "h-product", "h-recipe",
		"h-resume", "h-review", "h-review-aggregate":
		return true
	}
	return false
}

// A classProperty is what an element is of the item around it.
type classProperty struct {
	prefix string // "p", "u", "dt" or "e": how its value is read
	name   string
}

// propertyOf reads a class of microformats2: a prefix, and a name of letters and
// single hyphens. Names that style sheets use are none.
func propertyOf(class string) (p classProperty, ok bool) {
	prefix, name, ok := strings.Cut(class, "-")
	if !ok || len(class) > maxMetaName {
		return p, false
	}
	switch prefix {
	case "p", "u", "dt", "e":
	default:
		return p, false
	}
	for word := range strings.SplitSeq(name, "-") {
		if word == "" || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") != "" {
			return p, false
		}
	}
	first, _, _ := strings.Cut(name, "-")
	return classProperty{prefix, name}, !isStyleWord(first)
}

// isStyleWord lists the words that class names of style sheets go on with behind a
// prefix that looks like one of ours ("u-flex", "p-auto"), and no property begins with.
func isStyleWord(word string) bool {
	switch word {
	case "absolute", "align", "auto", "bg", "block", "border", "bottom", "center", "clear", "clearfix", "color", "display", "fixed",
		"flex", "float", "font", "full", "grid", "hidden", "hide", "inline", "invisible", "left", "margin", "max", "mb", "min", "ml",
		"mr", "mt", "none", "overflow", "padding", "pb", "pl", "position", "pr", "pt", "pull", "px", "relative", "right", "safe",
		"screen", "show", "size", "space", "sr", "static", "sticky", "text", "top", "vertical", "visible", "visually", "width":
		return true
	}
	return false
}

// A microformat is one item whose element is open.
type microformat struct {
	node    *html.Node
	record  *page.Record
	fields  fieldList
	props   []classProperty // what its element is of the item around it
	classic string          // the classic class that made it one; "" for microformats2

	named, pictured, linked bool   // it says its name, photo, url
	texts, urls, nested     bool   // it has properties of text, of addresses, and items in it: nothing is implied
	date                    string // the day last told, for a time that stands alone
}

// microformats makes records of a tree's items in one walk.
type microformats struct {
	*Source
	tree    *tree.Tree
	open    []*microformat
	records []page.Record
	valued  bool // some class has "value" in it
	values  int  // that may still be taken
	octets  int  // of texts and addresses that may still be taken
	steps   int  // nodes that may still be looked at for values
	left    int  // values not taken
	deep    int  // items that stand too deep
}

// inner is the innermost open item; nil outside of any.
func (p *microformats) inner() *microformat {
	if len(p.open) == 0 {
		return nil
	}
	return p.open[len(p.open)-1]
}

// take counts one item or property against the bound.
func (p *microformats) take() bool {
	if p.values <= 0 {
		p.left++
		return false
	}
	p.values--
	return true
}

// spend counts a text against the bound on all of them; one that is too much is none.
func (p *microformats) spend(text string) string {
	if len(text) > p.octets {
		p.left++
		return ""
	}
	p.octets -= len(text)
	return text
}

func (p *microformats) enter(n *html.Node) tree.Step {
	if n.Type != html.ElementNode {
		return tree.Into
	}
	if tree.Is(n, atom.Template) {
		return tree.Over
	}
	outer := p.inner()
	roots, props, classic := classesOf(n, outer)
	if len(roots) > 0 {
		switch {
		case len(p.open) >= MaxMicroformatsDepth:
			p.deep++
			return tree.Over
		case !p.take():
			return tree.Over
		}
		p.open = append(p.open, &microformat{node: n, props: props, classic: classic,
			record: &page.Record{Type: roots[0], Types: roots, Source: "microformats", Where: p.tree.Where(n)}})
		return tree.Into
	}
	if len(props) > 0 {
		p.say(outer, n, props)
	}
	return tree.Into
}

// classesOf says what an element's classes make it. Classes of microformats2 make an
// item one of microformats2, whatever classic ones stand beside them; and an item has
// the properties of its own kind only.
func classesOf(n *html.Node, outer *microformat) (roots []string, props []classProperty, classic string) {
	class, _ := tree.Attr(n, "class")
	add := func(prop classProperty, ok bool) {
		if ok && len(props) < maxProperties && !slices.Contains(props, prop) {
			props = append(props, prop)
		}
	}
	old := ""
	for word := range strings.FieldsSeq(class) {
		switch {
		case isRootClass(word):
			if !slices.Contains(roots, word) {
				roots = append(roots, word)
			}
		case outer == nil:
		case outer.classic != "":
			add(classicProperty(outer.classic, word))
		default:
			add(propertyOf(word))
		}
		if old == "" && classicRoot(word, outer) != "" {
			old = word
		}
	}
	if outer != nil && outer.classic == "hentry" && tree.Is(n, atom.A) {
		rel, _ := tree.Attr(n, "rel")
		switch {
		case tree.HasWord(rel, "bookmark"):
			add(classProperty{"u", "url"}, true)
		case tree.HasWord(rel, "tag"):
			add(classProperty{"p", "category"}, true)
		}
	}
	if len(roots) == 0 && old != "" {
		return []string{classicRoot(old, outer)}, props, old
	}
	return roots, props, ""
}

// say takes an element's text for each property it is.
func (p *microformats) say(it *microformat, n *html.Node, props []classProperty) {
	where := ""
	for i, prop := range props {
		it.note(prop)
		if !p.take() {
			continue
		}
		text := p.spend(p.valueOf(n, prop.prefix, it))
		if text == "" {
			continue
		}
		if i == 0 || where == "" {
			where = p.tree.Where(n)
		}
		it.fields.add(prop.name, page.Value{Value: text, Source: "microformats", Where: where})
	}
}

// note remembers what is said of an item, since that much is not implied.
func (it *microformat) note(prop classProperty) {
	switch prop.prefix {
	case "p", "e":
		it.texts = true
	case "u":
		it.urls = true
	}
	switch prop.name {
	case "name":
		it.named = true
	case "photo":
		it.pictured = true
	case "url":
		it.linked = true
	}
}

// leave closes an item: it becomes a property of the item around it, or a child of
// it, or a record of its own. One that says nothing is none; as a property, it is
// its text.
func (p *microformats) leave(n *html.Node) {
	it := p.inner()
	if it == nil || it.node != n {
		return
	}
	p.open = p.open[:len(p.open)-1]
	outer := p.inner()
	if it.classic == "" {
		p.imply(it)
	}
	it.record.Fields = it.fields.Fields
	switch {
	case len(it.record.Fields) == 0:
		if outer != nil {
			p.say(outer, n, it.props)
		}
	case outer == nil:
		p.records = append(p.records, *it.record)
	default:
		outer.nested = true
		for _, prop := range it.props {
			outer.note(prop)
			outer.fields.add(prop.name, page.Value{Value: it.record})
		}
		if len(it.props) == 0 {
			outer.fields.add("children", page.Value{Value: it.record})
		}
	}
}

package read

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"curtsy/internal/tree"
	"curtsy/page"
)

// imply gives an item of microformats2 the name, photo and url that its element says
// by itself, where nothing else is said ("Parsing for implied properties").
func (p *microformats) imply(it *microformat) {
	add := func(name, text string, n *html.Node) {
		if text != "" && p.take() && p.spend(text) != "" {
			it.fields.add(name, page.Value{Value: text, Source: "microformats", Where: p.tree.Where(n)})
		}
	}
	if !it.named && !it.texts && !it.nested {
		text, n := p.impliedName(it.node)
		add("name", text, n)
	}
	if !it.pictured && !it.urls && !it.nested {
		if text, n := impliedAddress(it.node, atom.Img, atom.Object); n != nil {
			add("photo", p.addressOf(text), n)
		}
	}
	if !it.linked && !it.urls && !it.nested {
		if text, n := impliedAddress(it.node, atom.A, atom.Area); n != nil {
			add("url", p.addressOf(text), n)
		}
	}
}

// impliedName looks at the element, at its only child and at that one's only child
// for what they are called by, and then takes the element's text.
func (p *microformats) impliedName(n *html.Node) (string, *html.Node) {
	for e, depth := n, 0; e != nil && depth < 3; e, depth = onlyChild(e, 0), depth+1 {
		if depth > 0 && isMicroformat(e) {
			break
		}
		key := ""
		switch {
		case tree.Is(e, atom.Img, atom.Area):
			key = "alt"
		case tree.Is(e, atom.Abbr):
			key = "title"
		}
		if key == "" {
			continue
		}
		if text, ok := tree.Attr(e, key); ok {
			if text = p.Cut(text); text != "" {
				return text, e
			}
		}
	}
	return p.text(n), n
}

// impliedAddress looks for an address at the element, at its one child of a kind, and
// at the one of its only child; kinds in order.
func impliedAddress(n *html.Node, kinds ...atom.Atom) (string, *html.Node) {
	take := func(e *html.Node, kind atom.Atom) (string, bool) {
		if !tree.Is(e, kind) {
			return "", false
		}
		return referenceOf(e)
	}
	for _, kind := range kinds {
		if text, ok := take(n, kind); ok {
			return text, n
		}
	}
	within := n
	for range 2 {
		for _, kind := range kinds {
			if e := onlyChild(within, kind); e != nil && !isMicroformat(e) {
				if text, ok := take(e, kind); ok {
					return text, e
				}
			}
		}
		if within = onlyChild(within, 0); within == nil || isMicroformat(within) {
			break
		}
	}
	return "", nil
}

// onlyChild gives the one child element there is, or the one of a kind; nil when
// there is none or more than one.
func onlyChild(n *html.Node, kind atom.Atom) (only *html.Node) {
	for e := n.FirstChild; e != nil; e = e.NextSibling {
		if e.Type != html.ElementNode || kind != 0 && !tree.Is(e, kind) {
			continue
		}
		if only != nil {
			return nil
		}
		only = e
	}
	return only
}

func isMicroformat(n *html.Node) bool {
	roots, _, _ := classesOf(n, nil)
	return len(roots) > 0
}

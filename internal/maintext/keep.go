package maintext

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"curtsy/internal/tree"
)

// fewLabel is how much a paragraph says that is but the label of the list after it.
const fewLabel = 100

// A keeper takes out of the copy what the library chose, as the copy has it, and what
// the library should not have left out: it takes short lists, tables and quotations
// between paragraphs for furniture.
type keeper struct {
	copied  *copied
	sizes   map[*html.Node]size
	own     map[*html.Node]bool // of the copy: the library gave it
	held    map[*html.Node]int  // how many of those are in it, itself included
	kinds   map[*html.Node]int  // octets in it that stand in lists, tables and their like
	loose   bool                // the library gave texts that stand in no element of theirs
	body    *html.Node          // the innermost element that holds all the library gave
	heading *html.Node          // the page's, where it stands before body
	whole   map[*html.Node]bool // elements given back
	outer   map[*html.Node]bool // elements around body, or around the heading of the page where it is outside of body
	beyond  bool                // one of those given back stands in them
}

// kept gives what the library found, made anew from the copy.
func (c *copied) kept(found *html.Node, sizes map[*html.Node]size) *html.Node {
	k := &keeper{copied: c, sizes: sizes, own: map[*html.Node]bool{}, held: map[*html.Node]int{}, kinds: map[*html.Node]int{}, whole: map[*html.Node]bool{}, outer: map[*html.Node]bool{}}
	if !k.look(found) {
		return found
	}
	top := k.body
	if heading := c.onlyHeading(); heading != nil && k.held[heading] == 0 {
		for top != c.body && !isIn(heading, top) {
			top = top.Parent
		}
		for n := heading; n != top.Parent; n = n.Parent {
			k.held[n]++
			k.outer[n] = n != heading
		}
		k.own[heading] = true
		if c.number(heading) < c.number(k.body) {
			k.heading = heading
		}
		if k.choose(top); !k.beyond {
			for n := heading; n != top.Parent; n = n.Parent {
				k.held[n]--
			}
			top = k.body
		}
	} else {
		k.choose(top)
	}
	return k.take(top)
}

// isIn says whether a node is another or stands in it.
func isIn(n, in *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if n == in {
			return true
		}
	}
	return false
}

// look reads from what was found which elements of the copy it holds.
func (k *keeper) look(found *html.Node) bool {
	given := map[string]bool{}
	tree.Walk(found, func(n *html.Node) tree.Step {
		if number := markedNumber(n); number != "" {
			given[number] = true
		} else if n.Type == html.TextNode && strings.TrimSpace(n.Data) != "" && n.Parent != nil {
			k.loose = k.loose || markedNumber(n.Parent) == "" && markedNumber(n.Parent.Parent) == ""
		}
		return tree.Into
	}, nil)
	kind := 0
	tree.Walk(k.copied.body, func(n *html.Node) tree.Step {
		if isKind(n) {
			kind++
		}
		return tree.Into
	}, func(n *html.Node) {
		if n.Type != html.ElementNode {
			return
		}
		if number, _ := tree.Attr(n, numberKey); given[number] {
			k.own[n] = true
			k.held[n]++
		}
		if k.held[n] == len(given) && k.body == nil {
			k.body = n
		}
		if isKind(n) {
			if kind--; kind == 0 {
				k.kinds[n] = max(k.sizes[n].text, 1) // a figure may hold no words
			}
		}
		if held := k.held[n]; held > 0 && n != k.copied.body {
			k.held[n.Parent] += held
		}
		if octets := k.kinds[n]; octets > 0 && n != k.copied.body {
			k.kinds[n.Parent] += octets
		}
	})
	for ; tree.Is(k.body, atom.Tr, atom.Tbody, atom.Thead, atom.Tfoot); k.body = k.body.Parent {
		k.own[k.body.Parent] = true
	}
	return k.body != nil && len(given) > 0
}

// idMark divides the id an element has from its number.
const idMark = "~"

// mark puts an element's number behind its id too: where the library takes the one
// paragraph in a block for the block itself, it keeps nothing else of the block.
func mark(n *html.Node) {
	number, ok := tree.Attr(n, numberKey)
	if !ok {
		return
	}
	for i := range n.Attr {
		if n.Attr[i].Key == "id" {
			n.Attr[i].Val += idMark + number
			return
		}
	}
	n.Attr = append(n.Attr, html.Attribute{Key: "id", Val: idMark + number})
}

// markedNumber gives the number an element of the library's bears, "" for none.
func markedNumber(n *html.Node) string {
	if n == nil {
		return ""
	}
	if number, ok := tree.Attr(n, numberKey); ok {
		return number
	}
	id, _ := tree.Attr(n, "id")
	if i := strings.LastIndex(id, idMark); i >= 0 {
		return id[i+len(idMark):]
	}
	return ""
}

// isKind says whether an element is of the kinds that are given back.
func isKind(n *html.Node) bool {
	return tree.Is(n, atom.Ul, atom.Ol, atom.Dl, atom.Table, atom.Pre, atom.Blockquote, atom.Figure, atom.Menu)
}

// isChosen says whether the library took a kept element as what holds content, and did
// not only pick some of what is in it.
func (k *keeper) isChosen(n *html.Node) bool {
	return k.own[n] || !k.outer[n] && n != k.body
}

// choose marks what is given back.
func (k *keeper) choose(top *html.Node) {
	for n := k.body; n != top; n = n.Parent {
		k.outer[n.Parent] = true
	}
	tree.Walk(top, func(n *html.Node) tree.Step {
		if n.Type != html.ElementNode || k.whole[n] || n != top && k.held[n] == 0 {
			return tree.Over
		}
		k.chooseAmong(n, k.isChosen(n))
		k.beyond = k.beyond || k.outer[n] && k.anyWhole(n)
		return tree.Into
	}, nil)
}

func (k *keeper) anyWhole(n *html.Node) bool {
	for e := n.FirstChild; e != nil; e = e.NextSibling {
		if k.whole[e] {
			return true
		}
	}
	return false
}

// chooseAmong marks what is given back of the children of an element. In one that the
// library did not choose, it must stand between what is kept, be a table or its like,
// or follow a heading.
func (k *keeper) chooseAmong(n *html.Node, chosen bool) {
	var last *html.Node // that holds what is kept
	for e := n.FirstChild; e != nil; e = e.NextSibling {
		if k.held[e] > 0 {
			last = e
		}
	}
	if last == nil {
		return
	}
	// The rest of the page is around an element that holds its heading or its text alone.
	begun, open := false, false
	if k.outer[n] && k.heading != nil {
		begun = !isIn(k.heading, n)
		open = !isIn(k.body, n)
	}
	ended := false
	var before *html.Node // the element before, unless it says nothing
	for e := n.FirstChild; e != nil; e = e.NextSibling {
		if e.Type == html.TextNode && strings.TrimSpace(e.Data) != "" {
			before = nil
		}
		if e.Type != html.ElementNode {
			continue
		}
		switch {
		case k.held[e] > 0:
			begun, ended = true, e == last && !open
		case k.isGivable(e):
			labelled := k.isLabel(before)
			if chosen || begun && (!ended || labelled && k.held[before] > 0 || tree.Is(e, atom.Dl, atom.Table, atom.Pre)) {
				k.whole[e] = true
				if labelled && k.held[before] == 0 {
					k.whole[before] = true
				}
			}
		}
		if k.sizes[e].text > 0 {
			before = e
		}
	}
}

// isLabel says whether an element can be the heading of the list after it.
func (k *keeper) isLabel(n *html.Node) bool {
	return n != nil && (isHeading(n) || tree.Is(n, atom.P) && k.sizes[n].text < fewLabel) && k.sizes[n].linked*2 <= k.sizes[n].text
}

// isGivable says whether an element may be given back: a list or its like, or a block
// that holds little else.
func (k *keeper) isGivable(n *html.Node) bool {
	own := k.sizes[n]
	if k.kinds[n]*3 < own.text || k.kinds[n] == 0 || own.linked*2 > own.text || isFurniture(n) {
		return false
	}
	if own.text == 0 && !holds(n, atom.Img) {
		return false
	}
	return isKind(n) || tree.Is(n, atom.Div, atom.Section, atom.Article, atom.Center, atom.Details)
}

// isFurniture says whether an element is called what is beside the content, however
// much it says.
func isFurniture(n *html.Node) bool {
	return hasName(names(n), "sidebar", "footer", "menu", "nav", "navbar", "navigation", "related", "recommended", "recommendations", "newsletter",
		"subscribe", "signup", "promo", "promotion", "ad", "ads", "advert", "advertisement", "sponsor", "sponsored", "share", "sharing", "social",
		"tags", "taglist", "categories", "comments", "comment", "pagination", "pager", "breadcrumb", "breadcrumbs", "banner", "teaser", "teasers",
		"popup", "modal", "lang", "language", "languages", "rss", "login", "filters", "toc", "tabs", "toolbar", "byline")
}

// take copies what is kept of an element.
func (k *keeper) take(top *html.Node) *html.Node {
	content := element(atom.Div)
	open := []*html.Node{content}
	whole := 0
	tree.Walk(top, func(n *html.Node) tree.Step {
		if n != top && whole == 0 && !k.isKept(n) {
			open = append(open, nil)
			return tree.Over
		}
		if k.whole[n] {
			whole++
		}
		to := &html.Node{Type: n.Type, DataAtom: n.DataAtom, Data: n.Data, Attr: append([]html.Attribute(nil), n.Attr...)}
		open[len(open)-1].AppendChild(to)
		open = append(open, to)
		return tree.Into
	}, func(n *html.Node) {
		if open = open[:len(open)-1]; k.whole[n] {
			whole--
		}
	})
	only := content.FirstChild
	switch only.DataAtom {
	case atom.Ul, atom.Ol: // a list of what the page is made of
		for e := only.FirstChild; e != nil; e = e.NextSibling {
			if tree.Is(e, atom.Li) {
				setName(e, atom.Div)
			}
		}
		setName(only, atom.Div)
	case atom.Body, atom.Td, atom.Th, atom.Li:
		setName(only, atom.Div)
	}
	return content
}

// isKept says whether a node is kept whose parent is.
func (k *keeper) isKept(n *html.Node) bool {
	if k.held[n] > 0 || k.whole[n] {
		return true
	}
	around := n.Parent
	open := k.isChosen(around) || around == k.body && k.loose
	if _, numbered := tree.Attr(n, numberKey); !numbered || tree.Is(n, atom.Br, atom.Hr) {
		return open // a text is not numbered
	}
	// Of blocks that hold one block alone the library keeps the outer one's number.
	return open && k.sizes[around].text > 0 && k.sizes[n].text == k.sizes[around].text && k.held[around] <= 1
}

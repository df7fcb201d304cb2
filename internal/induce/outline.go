package induce

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"curtsy/internal/tree"
)

// An outline is a page's elements in document order, without what is hidden and
// without navigation. What stands inside an element follows it without a gap, so
// that nothing needs to recurse.
type outline struct {
	t       *tree.Tree
	e       []element
	resolve func(string) (string, bool)
	classes map[string][]string // class attribute → its stable words
	claimed []bool              // what stands in a table or a list of facts that was understood
	left    map[string]int
	steps   int // nodes that may still be gone through for texts
}

// An element is one element of the outline.
type element struct {
	node                *html.Node
	up                  int32 // the element around it; -1 for none
	end                 int32 // one past what stands inside it
	depth               int32
	text, links, images int32  // held by it and what stands inside
	path                uint64 // the tags from the root to it
	blocks              bool   // it is a block, or holds one
	own                 bool   // it says something itself, not only by what is inside
	main                bool   // it is or holds the page's main element or first heading
	mute                bool   // a person hears nothing of its text, for it stands beside the same in other words
	furniture           bool   // no list begins in it
}

func outlineOf(t *tree.Tree, resolve func(string) (string, bool)) *outline {
	o := &outline{t: t, resolve: resolve, classes: map[string][]string{}, steps: maxSteps}
	at, beyond := int32(-1), 0
	tree.Walk(t.Root, func(n *html.Node) tree.Step {
		switch n.Type {
		case html.TextNode:
			if at >= 0 && !o.e[at].mute {
				o.e[at].text += int32(len(strings.TrimSpace(n.Data)))
				o.e[at].own = o.e[at].own || n.Parent == o.e[at].node && says(n.Data)
			}
		case html.ElementNode:
			switch {
			case isGone(n):
				return tree.Over
			case len(o.e) == MaxElements:
				beyond++
			default:
				at = o.add(n, at)
			}
		}
		return tree.Into
	}, func(n *html.Node) {
		if at < 0 || o.e[at].node != n {
			return
		}
		own := &o.e[at]
		own.end = int32(len(o.e))
		at = own.up
		if at >= 0 {
			around := &o.e[at]
			around.text, around.links, around.images = around.text+own.text, around.links+own.links, around.images+own.images
			around.blocks, around.main = around.blocks || own.blocks, around.main || own.main
		}
	})
	o.leaveOut("induced_elements", beyond)
	o.claimed = make([]bool, len(o.e))
	for i := range o.e {
		e := &o.e[i]
		e.furniture = e.up >= 0 && o.e[e.up].furniture || isFurniture(e.node) || !e.main && o.isNamedFurniture(e.node)
	}
	return o
}

func (o *outline) add(n *html.Node, up int32) int32 {
	e := element{node: n, up: up, blocks: tree.IsBlock(n), main: tree.Is(n, atom.Main, atom.H1), path: seed}
	if up >= 0 {
		e.depth, e.path, e.mute = o.e[up].depth+1, o.e[up].path, o.e[up].mute
	}
	e.path = mix(e.path, n.Data)
	e.mute = e.mute || tree.IsMute(n)
	switch n.DataAtom {
	case atom.A:
		if _, ok := tree.Attr(n, "href"); ok {
			e.links = 1
		}
	case atom.Img:
		e.images = 1
	}
	o.e = append(o.e, e)
	return int32(len(o.e) - 1)
}

// inner gives the elements right inside one, in order.
func (o *outline) inner(i int32) func(yield func(int32) bool) {
	return func(yield func(int32) bool) {
		for j := i + 1; j < o.e[i].end; j = o.e[j].end {
			if !yield(j) {
				return
			}
		}
	}
}

func (o *outline) is(i int32, names ...atom.Atom) bool { return tree.Is(o.e[i].node, names...) }

// weight is how much an element holds: a link and an image count as so many octets of
// text, and a long text as no more than a screen of it.
func (o *outline) weight(i int32) int {
	e := &o.e[i]
	return min(int(e.text), 1000) + 50*min(int(e.links), 20) + 80*min(int(e.images), 20)
}

// isGone says whether nothing inside an element is looked at: what a browser does not
// show, and what leads about the site (WAI-ARIA 1.2 section 5.3).
func isGone(n *html.Node) bool {
	if n.Namespace != "" || tree.IsHidden(n) || tree.Is(n, atom.Nav, atom.Select, atom.Datalist, atom.Textarea, atom.Noscript, atom.Canvas, atom.Object) {
		return true
	}
	if tree.HidesItself(n) {
		return true
	}
	role, _ := tree.Attr(n, "role")
	switch strings.ToLower(strings.TrimSpace(role)) {
	case "navigation", "menu", "menubar", "listbox", "tablist", "toolbar", "search", "tree", "dialog", "alertdialog", "tooltip":
		return true
	}
	return false
}

// isFurniture says whether lists inside an element are about the site or beside the
// matter. Its texts are kept: a card may have a header.
func isFurniture(n *html.Node) bool {
	if tree.Is(n, atom.Header, atom.Footer, atom.Aside) {
		return true
	}
	role, _ := tree.Attr(n, "role")
	switch strings.ToLower(role) {
	case "banner", "contentinfo", "complementary":
		return true
	}
	return false
}

// isNamedFurniture does it by the last part of a class or the id.
func (o *outline) isNamedFurniture(n *html.Node) bool {
	if tree.Is(n, atom.Html, atom.Body, atom.Main) {
		return false
	}
	id, _ := tree.Attr(n, "id")
	class, _ := tree.Attr(n, "class")
	words := 0
	for word := range strings.FieldsSeq(id + " " + class) {
		if words++; words > maxWords || len(word) > maxWord {
			break
		}
		first, last := word, word
		if i := strings.IndexAny(word, "-_"); i >= 0 {
			first, last = word[:i], word[strings.LastIndexAny(word, "-_")+1:]
		}
		switch strings.ToLower(first) {
		case "with", "has", "no", "is":
			continue
		}
		switch strings.ToLower(last) {
		case "footer", "sidebar", "nav", "navbar", "navigation", "breadcrumb", "breadcrumbs", "pagination", "pager", "paginator",
			"paging", "tagcloud", "cookies":
			return true
		case "cloud":
			return strings.EqualFold(first, "tag")
		}
	}
	return false
}

// The hash is FNV-1a: it must not differ from one process to the next.
const seed uint64 = 14695981039346656037

func mix(h uint64, text string) uint64 {
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	return (h ^ 0xff) * 1099511628211
}

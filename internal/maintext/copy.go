package maintext

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"curtsy/address"
	"curtsy/internal/tree"
)

// numberKey is the attribute that says which element of the page one of the copy was
// made from. A library keeps attributes where it moves and renames elements.
const numberKey = "data-curtsy"

// copied is a part of a page that may be changed: bounded, with nothing hidden.
type copied struct {
	body    *html.Node
	sources []*html.Node // the page's elements, by the number their copies bear
	text    *Text
	most    bounds
	posts   *html.Node // what holds the comments of a page that is about them

	base  address.Address
	open  []pair
	lists int // lists and quotations open
	nodes int
	left  int // octets that may still be read
	cells int // of tables that may still be written
}

type pair struct{ from, to *html.Node }

// copyBody copies a page's body; nil is a page without one.
func copyBody(t *tree.Tree, base address.Address, text *Text, most bounds) *copied {
	c := &copied{text: text, base: base, left: most.octets, most: most}
	var body *html.Node
	for n := range tree.Elements(t.Root) {
		if tree.Is(n, atom.Body) {
			body = n
			break
		}
	}
	if body == nil {
		return nil
	}
	c.body = c.element(body)
	c.open = []pair{{body, c.body}}
	tree.Walk(body, func(n *html.Node) tree.Step { return c.enter(n, body) }, c.leave)
	return c
}

func (c *copied) source(n *html.Node) *html.Node {
	if i := c.number(n); i >= 0 {
		return c.sources[i]
	}
	return nil
}

// number gives the number an element bears, -1 for none. What stands later in the page
// bears a higher one.
func (c *copied) number(n *html.Node) int {
	value, _ := tree.Attr(n, numberKey)
	if i, err := strconv.Atoi(value); err == nil && 0 <= i && i < len(c.sources) {
		return i
	}
	return -1
}

func (c *copied) enter(n, body *html.Node) tree.Step {
	if n == body {
		return tree.Into
	}
	into := c.open[len(c.open)-1].to
	switch n.Type {
	case html.TextNode:
		c.words(into, n.Data)
		return tree.Over
	case html.ElementNode:
	default:
		return tree.Over
	}
	if tree.Is(n, atom.Noscript) {
		c.lazyImage(into, n)
		return tree.Over
	}
	if isUnseen(n) {
		return tree.Over
	}
	if c.nodes++; c.nodes > c.most.nodes || c.left <= 0 {
		c.text.leaveOut("nodes", 1)
		return tree.Into // its texts are counted
	}
	nests := tree.Is(n, atom.Ul, atom.Ol, atom.Blockquote)
	if len(c.open) >= MaxDepth || nests && c.lists >= MaxNested {
		c.text.leaveOut("depth", 1)
		if tree.IsBlock(n) {
			into.AppendChild(&html.Node{Type: html.TextNode, Data: " "})
		}
		return tree.Into
	}
	if tree.Is(n, atom.Math) || n.Namespace == "math" && n.Data == "math" {
		code := &html.Node{Type: html.ElementNode, DataAtom: atom.Code, Data: "code"}
		into.AppendChild(code)
		c.words(code, formula(n))
		return tree.Over
	}
	to := c.element(n)
	into.AppendChild(to)
	c.open = append(c.open, pair{n, to})
	if nests {
		c.lists++
	}
	if tree.Is(n, atom.Pre) {
		c.code(n, to)
		return tree.Over
	}
	return tree.Into
}

func (c *copied) leave(n *html.Node) {
	if last := len(c.open) - 1; c.open[last].from == n {
		c.open = c.open[:last]
		if tree.Is(n, atom.Ul, atom.Ol, atom.Blockquote) {
			c.lists--
		}
	}
}

// words copies a text, within what may still be read.
func (c *copied) words(into *html.Node, text string) {
	if c.nodes++; c.nodes > c.most.nodes {
		c.left = 0
	}
	text = plainText(text)
	if len(text) > c.left {
		kept := strings.ToValidUTF8(text[:max(c.left, 0)], "")
		c.text.leaveOut("octets", len(text)-len(kept))
		text = kept
	}
	c.left -= len(text)
	if text != "" {
		into.AppendChild(&html.Node{Type: html.TextNode, Data: text})
	}
}

// plainText leaves out what is no text: control characters, marks of where a word may
// be broken, and the characters by which this package and the Markdown library mark places.
func plainText(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\r' || r == '\f' || r == '\u2028' || r == '\u2029':
			return '\n'
		case r == '\u00AD' || r == '\u200B' || r == '\uFEFF' || r == '\uF002' || r == escapeMark || unicode.IsControl(r):
			return -1
		case 0x202A <= r && r <= 0x202E || 0x2066 <= r && r <= 0x2069:
			return -1 // they order what is shown, and outlive the line they stand in
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// element copies an element without what is inside it, and of its attributes what is
// needed to judge and to write it.
func (c *copied) element(n *html.Node) *html.Node {
	to := &html.Node{Type: html.ElementNode, DataAtom: n.DataAtom, Data: n.Data, Namespace: n.Namespace}
	if n.Namespace != "" {
		to.Namespace, to.Data, to.DataAtom = "", "span", atom.Span
	}
	to.Attr = append(to.Attr, html.Attribute{Key: numberKey, Val: strconv.Itoa(len(c.sources))})
	c.sources = append(c.sources, n)
	for i := range n.Attr {
		a := &n.Attr[i]
		most := 0
		switch a.Key {
		case "class", "id", "title", "alt":
			most = 1 << 10
		case "role", "itemprop", "itemtype", "rel", "colspan", "rowspan", "start", "type", "data-lang", "data-language", "scope":
			most = 64
		}
		if most > 0 && a.Namespace == "" {
			value := strings.ToValidUTF8(a.Val[:min(most, len(a.Val))], "")
			c.left -= len(value)
			to.Attr = append(to.Attr, html.Attribute{Key: a.Key, Val: value})
		}
	}
	switch to.DataAtom {
	case atom.A:
		href, _ := tree.Attr(n, "href")
		c.setAddress(to, "href", c.link(href))
	case atom.Img:
		if !isPixel(n) {
			c.setAddress(to, "src", c.image(n))
		}
	}
	return to
}

func (c *copied) setAddress(n *html.Node, key, value string) {
	if c.left -= len(value); value != "" && c.left > 0 {
		n.Attr = append(n.Attr, html.Attribute{Key: key, Val: value})
	}
}

// lazyImage takes the image a noscript repeats for a picture that a script would have
// put in place; the rest of a noscript is said elsewhere.
func (c *copied) lazyImage(into, noscript *html.Node) {
	for n := noscript.FirstChild; n != nil; n = n.NextSibling {
		if !tree.Is(n, atom.Img) {
			continue
		}
		src := c.image(n)
		last := into.LastChild
		if last != nil && last.Type == html.TextNode && strings.TrimSpace(last.Data) == "" {
			last = last.PrevSibling
		}
		if tree.Is(last, atom.Img) {
			if _, ok := tree.Attr(last, "src"); !ok {
				c.setAddress(last, "src", src)
			}
		} else if last == nil && src != "" {
			into.AppendChild(c.element(n))
		}
		return
	}
}

// isUnseen says whether nobody sees an element: hidden by its attributes, or a control
// whose content is no text.
func isUnseen(n *html.Node) bool {
	if tree.IsHidden(n) || n.Namespace != "" && n.Data == "svg" {
		return true
	}
	if tree.Is(n, atom.Input, atom.Select, atom.Textarea, atom.Datalist, atom.Canvas, atom.Audio, atom.Video, atom.Object,
		atom.Embed, atom.Applet, atom.Map, atom.Meter, atom.Progress, atom.Link, atom.Meta, atom.Title) {
		return true
	}
	return tree.HidesItself(n) || tree.IsMute(n)
}

// formula gives what a formula says: its TeX where the page gives it, or its text.
func formula(n *html.Node) string {
	if text, ok := tree.Attr(n, "alttext"); ok && strings.TrimSpace(text) != "" {
		return text
	}
	text := ""
	tree.Walk(n, func(e *html.Node) tree.Step {
		if e.Type == html.ElementNode && e.Data == "annotation" {
			if encoding, _ := tree.Attr(e, "encoding"); encoding == "application/x-tex" {
				text = tree.Text(e, MaxOctets)
				return tree.Stop
			}
			return tree.Over
		}
		return tree.Into
	}, nil)
	if text == "" {
		text = tree.Text(n, MaxOctets)
	}
	return text
}

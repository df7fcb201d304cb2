package maintext

import (
	"strings"

	"golang.org/x/net/html"

	"curtsy/address"
	"curtsy/internal/tree"
)

// Bounds on one page.
const (
	MaxNodes  = 200_000 // elements and texts that are read
	MaxDepth  = 100     // elements inside one another; what is deeper is read as if it stood higher
	MaxNested = 20      // lists and quotations inside one another
	MaxOctets = 4 << 20 // of the texts and addresses read, and again of the Markdown
	MaxSpan   = 20      // columns or rows one cell reaches over
	MaxCells  = 100_000 // of all tables, gaps included; what is larger is written as lines of text
)

// bounds are those of one page that its size can reach.
type bounds struct{ nodes, octets, cells int }

func usualBounds() bounds { return bounds{nodes: MaxNodes, octets: MaxOctets, cells: MaxCells} }

// What a text was taken from.
const (
	FromArticle = "article" // what the main-text library found
	FromMain    = "main"    // the page's main element, where the library found nothing better
	FromOnly    = "only"    // the page's one article element, likewise
	FromThread  = "thread"  // what the page calls its comments, where they are what it is about, likewise
	FromBody    = "body"    // everything
)

// A Text is what a page says, as Markdown. The zero value is that of a page that
// says nothing.
type Text struct {
	Markdown string         // ends in a newline, or is ""
	From     string         // what it was taken from; "" when there is none
	Where    string         // the place of the element that holds all of it
	LeftOut  map[string]int // what a bound cut: "octets", "nodes", "depth", "cells"; nil for nothing
}

func (t *Text) leaveOut(what string, n int) {
	if n <= 0 {
		return
	}
	if t.LeftOut == nil {
		t.LeftOut = map[string]int{}
	}
	t.LeftOut[what] += n
}

// Full gives all a page shows, navigation and comments included. References are
// resolved against base; on the zero address only whole ones are links. The tree is
// not changed. The error is the writer's; a page that shows nothing is none.
func Full(t *tree.Tree, base address.Address) (Text, error) { return full(t, base, usualBounds()) }

func full(t *tree.Tree, base address.Address, most bounds) (Text, error) {
	var text Text
	c := copyBody(t, base, &text, most)
	if c == nil {
		return text, nil
	}
	c.unwrapLayout(c.body)
	text.From, text.Where = FromBody, t.Where(c.source(c.body))
	err := text.write(c, c.body)
	return text, err
}

// Main gives a page's main content: its article, its documentation, the posts of its
// thread; without navigation, comments, banners and what leads elsewhere. A page
// that has none gives the zero Text. What holds of base and tree holds as for [Full].
func Main(t *tree.Tree, base address.Address) (Text, error) { return mainText(t, base, usualBounds()) }

func mainText(t *tree.Tree, base address.Address, most bounds) (Text, error) {
	var text Text
	c := copyBody(t, base, &text, most)
	if c == nil {
		return text, nil
	}
	c.unwrapLayout(c.body)
	c.prune()
	content, from := c.mainContent()
	if content == nil {
		return text, nil
	}
	text.From, text.Where = from, t.Where(c.sourceOfAll(content))
	c.head(content)
	err := text.write(c, content)
	return text, err
}

// write cleans what was chosen and writes it as Markdown.
func (t *Text) write(c *copied, content *html.Node) error {
	c.clean(content)
	markdown, err := convert(content)
	if err != nil {
		return err
	}
	markdown = strings.TrimSpace(strings.ToValidUTF8(markdown, "\uFFFD"))
	if len(markdown) > c.most.octets {
		cut := strings.LastIndexByte(markdown[:c.most.octets], '\n') // so that no link or row is cut in two
		if cut <= 0 {
			cut = len(strings.ToValidUTF8(markdown[:c.most.octets], "")) // one line alone
		}
		t.leaveOut("octets", len(markdown)-cut)
		markdown = strings.TrimSpace(markdown[:cut])
	}
	if markdown == "" {
		t.From, t.Where = "", ""
		return nil
	}
	t.Markdown = markdown + "\n"
	return nil
}

// isHeading says whether an element is h1 to h6.
func isHeading(n *html.Node) bool {
	return n.Type == html.ElementNode && tree.IsHeading(n.DataAtom)
}

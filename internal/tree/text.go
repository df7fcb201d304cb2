package tree

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Text gives what a node says, at most most octets of it (0: all): the text inside
// it without scripts, styles and templates, blanks run together, and a blank where
// a block or a line ends.
func Text(n *html.Node, most int) string {
	steps := math.MaxInt
	return TextWithin(n, most, &steps)
}

// TextWithin is [Text] for those who ask for the text of many elements, some of which
// stand inside others: it looks at no more nodes than steps, which it counts down. At
// 0 steps the text is what was found until then.
func TextWithin(n *html.Node, most int, steps *int) string {
	var b words
	b.most = most
	Walk(n, func(e *html.Node) Step {
		if *steps <= 0 {
			return Stop
		}
		*steps--
		switch {
		case b.full():
			return Stop
		case e.Type == html.TextNode:
			b.add(e.Data)
		case e != n && IsHidden(e):
			return Over
		case breaksText(e):
			b.gap = true
		}
		return Into
	}, func(e *html.Node) {
		if breaksText(e) {
			b.gap = true
		}
	})
	return b.String()
}

// words collects text, its blanks run together.
type words struct {
	strings.Builder
	gap  bool // a blank comes before the next word
	most int
}

func (w *words) full() bool { return w.most > 0 && w.Len() > w.most }

func (w *words) add(text string) {
	first, _ := utf8.DecodeRuneInString(text)
	w.gap = w.gap || unicode.IsSpace(first)
	for word := range strings.FieldsSeq(text) {
		if w.gap && w.Len() > 0 {
			w.WriteByte(' ')
		}
		w.WriteString(word)
		w.gap = true
		if w.full() {
			return
		}
	}
	last, _ := utf8.DecodeLastRuneInString(text)
	w.gap = unicode.IsSpace(last)
}

// String gives the text, cut at a rune's end.
func (w *words) String() string {
	text := w.Builder.String()
	if w.full() {
		text = strings.TrimSpace(strings.ToValidUTF8(text[:w.most], ""))
	}
	return text
}

func breaksText(n *html.Node) bool { return Is(n, atom.Br, atom.Img, atom.Input) || IsBlock(n) }

// IsBlock says whether an element's text stands apart from what is around it, as
// browsers draw it by default (WHATWG HTML 15.3).
func IsBlock(n *html.Node) bool {
	if n.Type != html.ElementNode || n.Namespace != "" {
		return false
	}
	switch n.DataAtom {
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Button, atom.Caption, atom.Center,
		atom.Dd, atom.Details, atom.Dialog, atom.Dir, atom.Div, atom.Dl, atom.Dt, atom.Fieldset, atom.Figcaption, atom.Figure,
		atom.Footer, atom.Form, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Header, atom.Hgroup, atom.Hr,
		atom.Html, atom.Legend, atom.Li, atom.Listing, atom.Main, atom.Menu, atom.Nav, atom.Ol, atom.Optgroup, atom.Option,
		atom.P, atom.Pre, atom.Search, atom.Section, atom.Select, atom.Summary, atom.Table, atom.Tbody, atom.Td, atom.Tfoot,
		atom.Th, atom.Thead, atom.Title, atom.Tr, atom.Ul, atom.Xmp:
		return true
	}
	return false
}

package induce

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"curtsy/internal/tree"
)

// text gives what an element says, blanks run together, within [MaxText]: without
// what is hidden, and without the blocks inside when blocks says no. "" when it says
// nothing.
func (o *outline) text(n *html.Node, blocks bool) string {
	var b strings.Builder
	full := false
	tree.Walk(n, func(e *html.Node) tree.Step {
		o.steps--
		switch {
		case o.steps < 0 || b.Len() > 2*MaxText:
			full = true
			return tree.Stop
		case e.Type == html.TextNode:
			data := e.Data
			if len(data) > 4*MaxText {
				data, full = data[:4*MaxText], true
			}
			b.WriteString(data)
		case e.Type != html.ElementNode || e == n:
		case isGone(e) || tree.IsMute(e) || !blocks && tree.IsBlock(e):
			b.WriteByte(' ')
			return tree.Over
		case tree.IsBlock(e) || tree.Is(e, atom.Br, atom.Img):
			b.WriteByte(' ')
		}
		return tree.Into
	}, func(e *html.Node) {
		if e != n && tree.IsBlock(e) {
			b.WriteByte(' ')
		}
	})
	text, cut := tidy(b.String(), MaxText)
	if full || cut {
		o.leaveOut("induced_text", 1)
	}
	return text
}

// tidy makes text fit for a value of at most most octets; one without a letter, a
// figure or a sign that stands for something is none.
func tidy(text string, most int) (tidied string, cut bool) {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
	if len(text) > most {
		for most > 0 && !utf8.RuneStart(text[most]) {
			most--
		}
		text, cut = strings.TrimSpace(text[:most]), true
	}
	if !says(text) {
		return "", cut
	}
	return text, cut
}

// says tells a value from what only parts values: bars, dots and brackets.
func says(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		return unicode.In(r, unicode.L, unicode.N, unicode.So, unicode.Sc)
	})
}

func isText(s string) bool { return utf8.ValidString(s) && strings.IndexFunc(s, unicode.IsControl) < 0 }

package maintext

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"curtsy/internal/tree"
)

// code copies a pre: its text as it stands, without the numbers of its lines, and the
// language it says it is in.
func (c *copied) code(from, to *html.Node) {
	var b strings.Builder
	tree.Walk(from, func(n *html.Node) tree.Step {
		switch {
		case n.Type == html.TextNode:
			b.WriteString(n.Data)
		case n.Type == html.ElementNode && n != from && (isUnseen(n) || isLineNumber(n)):
			return tree.Over
		case tree.Is(n, atom.Br):
			b.WriteByte('\n')
		}
		if b.Len() > c.left {
			return tree.Stop
		}
		return tree.Into
	}, func(n *html.Node) {
		if tree.Is(n, atom.Div, atom.Li, atom.Tr, atom.P) && !strings.HasSuffix(b.String(), "\n") {
			b.WriteByte('\n')
		}
	})
	language := language(from)
	to.Attr = to.Attr[:1] // the number alone: a class like "comment" is the language's
	inner := &html.Node{Type: html.ElementNode, DataAtom: atom.Code, Data: "code"}
	if language != "" {
		inner.Attr = []html.Attribute{{Key: "class", Val: "language-" + language}}
	}
	to.AppendChild(inner)
	c.words(inner, c.linesWithin(b.String()))
}

// linesWithin cuts a text of many lines where the marks before each of them, one for
// every list and quotation it stands in, come to more than may still be read.
func (c *copied) linesWithin(text string) string {
	const mark = 3 // octets, of a list's indent; a quotation's are 2
	kept := 0
	for kept < len(text) {
		line := strings.IndexByte(text[kept:], '\n') + 1
		if line == 0 {
			line = len(text) - kept
		}
		if c.left -= mark * c.lists; c.left < kept+line {
			if mark*c.lists > 0 {
				c.text.leaveOut("octets", len(text)-kept)
				return text[:kept]
			}
			break // words cuts it
		}
		kept += line
	}
	return text
}

// isLineNumber says whether an element in a pre counts its lines.
func isLineNumber(n *html.Node) bool {
	if _, ok := tree.Attr(n, "data-line-number"); ok && isEmpty(n) {
		return true
	}
	return hasToken(n, "lineno", "linenos", "linenumber", "linenumbers", "line-number", "line-numbers", "line-numbers-rows", "ln", "hljs-ln-numbers",
		"gutter", "blob-num", "linenodiv")
}

// language gives the language a pre is in: its class or that of the code in it, or of
// what is drawn around it.
func language(pre *html.Node) string {
	asked := []*html.Node{pre}
	for n := pre.FirstChild; n != nil && len(asked) < 4; n = n.NextSibling {
		if tree.Is(n, atom.Code) {
			asked = append(asked, n)
		}
	}
	for n := pre.Parent; len(asked) < 10 && tree.Is(n, atom.Div, atom.Figure, atom.Td, atom.Tr, atom.Tbody, atom.Table); n = n.Parent {
		asked = append(asked, n)
	}
	for _, n := range asked {
		for _, key := range []string{"data-lang", "data-language"} {
			if value, ok := tree.Attr(n, key); ok && isLanguage(value) {
				return strings.ToLower(value)
			}
		}
		class, _ := tree.Attr(n, "class")
		for token := range strings.FieldsSeq(class[:min(len(class), 1<<10)]) {
			for _, prefix := range []string{"language-", "lang-", "highlight-source-", "highlight-"} {
				if name, ok := strings.CutPrefix(token, prefix); ok && isLanguage(name) {
					return strings.ToLower(name)
				}
			}
		}
	}
	return ""
}

func isLanguage(s string) bool {
	for i := range len(s) {
		c := s[i]
		if !('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("+#_.-", c) >= 0) {
			return false
		}
	}
	return s != "" && len(s) <= 30 && s != "wrapper" && s != "none"
}

// hasToken says whether an element's class holds one of some words, whatever its case.
func hasToken(n *html.Node, words ...string) bool {
	class, _ := tree.Attr(n, "class")
	for token := range strings.FieldsSeq(class[:min(len(class), 1<<10)]) {
		for _, word := range words {
			if strings.EqualFold(token, word) {
				return true
			}
		}
	}
	return false
}

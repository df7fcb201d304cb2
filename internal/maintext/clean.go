package maintext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"curtsy/internal/tree"
)

// clean makes of the chosen content what Markdown can say. What is inside an element
// is cleaned before it.
func (c *copied) clean(content *html.Node) {
	var all []*html.Node
	tree.Walk(content, func(*html.Node) tree.Step { return tree.Into }, func(n *html.Node) {
		if n != content && n.Type == html.ElementNode {
			all = append(all, n)
		}
	})
	c.cells = c.most.cells
	for _, n := range all {
		if n.Parent != nil {
			c.cleanOne(n)
		}
	}
	setName(content, atom.Div)
	mergeTexts(content)
	escapeStarts(content)
}

// mergeTexts makes one text of those that stand next to one another. The library would
// too, in time that grows with the square of their number.
func mergeTexts(content *html.Node) {
	tree.Walk(content, func(*html.Node) tree.Step { return tree.Into }, func(n *html.Node) {
		for first := n.FirstChild; first != nil; first = first.NextSibling {
			if first.Type != html.TextNode || first.NextSibling == nil || first.NextSibling.Type != html.TextNode {
				continue
			}
			var b strings.Builder
			b.WriteString(first.Data)
			for next := first.NextSibling; next != nil && next.Type == html.TextNode; next = first.NextSibling {
				b.WriteString(next.Data)
				n.RemoveChild(next)
			}
			first.Data = b.String()
		}
	})
}

func (c *copied) cleanOne(n *html.Node) {
	switch n.DataAtom {
	case atom.A:
		cleanLink(n)
	case atom.Img:
		if src, _ := tree.Attr(n, "src"); src == "" {
			n.Parent.RemoveChild(n)
		}
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		flatten(n, " ")
		if isEmpty(n) {
			n.Parent.RemoveChild(n)
		}
	case atom.B, atom.Strong, atom.Em, atom.I, atom.Del, atom.S, atom.Strike:
		if find(n, tree.IsBlock) != nil {
			unwrap(n) // Markdown can only mark what is in one line
		}
	case atom.Code, atom.Kbd, atom.Samp, atom.Tt, atom.Var:
		if n.Parent.DataAtom != atom.Pre {
			flatten(n, " ")
		}
	case atom.Li:
		if isEmpty(n) {
			n.Parent.RemoveChild(n)
		}
	case atom.Sup:
		raise(n)
	case atom.Dt, atom.Summary, atom.Legend, atom.Caption:
		embolden(n)
	case atom.Dl, atom.Dd, atom.Details, atom.Figure, atom.Fieldset, atom.Form, atom.Hgroup, atom.Search, atom.Dialog, atom.Menu,
		atom.Address, atom.Center:
		if n.DataAtom == atom.Menu {
			setName(n, atom.Ul)
			return
		}
		setName(n, atom.Div)
	case atom.Figcaption:
		setName(n, atom.P)
	case atom.Q:
		n.InsertBefore(text("“"), n.FirstChild)
		n.AppendChild(text("”"))
		unwrap(n)
	case atom.Rt:
		if !hasSibling(n, atom.Rp) {
			n.InsertBefore(text("("), n.FirstChild)
			n.AppendChild(text(")"))
		}
	case atom.Pre, atom.Ul, atom.Ol, atom.P:
		if isEmpty(n) {
			n.Parent.RemoveChild(n)
		}
	case atom.Button, atom.Label, atom.Sub, atom.Font, atom.Small, atom.Span:
		unwrap(n)
	case atom.Table:
		c.table(n)
	}
}

// cleanLink unwraps what leads nowhere, leaves out the marks that lead to the heading
// they stand in, and makes a link one line.
func cleanLink(n *html.Node) {
	if strings.TrimSpace(textOf(n)) == "" && !holds(n, atom.Img) {
		unwrap(n)
		return
	}
	switch href, _ := tree.Attr(n, "href"); strings.TrimSpace(textOf(n)) {
	case "#", "¶", "§", "🔗":
		if href == "" || strings.Contains(href, "#") {
			n.Parent.RemoveChild(n)
			return
		}
	}
	href, _ := tree.Attr(n, "href")
	if href == "" {
		unwrap(n)
		return
	}
	heading := find(n, isHeading)
	if heading == nil {
		flatten(n, " ")
		return
	}
	// A card that is a link: its heading is the link, the rest is text.
	link := element(atom.A)
	link.Attr = n.Attr
	move(heading, link)
	heading.AppendChild(link)
	setName(n, atom.Div)
	n.Attr = nil
}

// raise writes a raised text in a line: x² is x^2, 1st is 1st.
func raise(n *html.Node) {
	text := strings.TrimSpace(textOf(n))
	before := lastOf(n.PrevSibling)
	if next := n.NextSibling; unicode.IsDigit(before) && next != nil && next.Type == html.TextNode && strings.ContainsAny(firstOf(next.Data), "/⁄") {
		n.InsertBefore(&html.Node{Type: html.TextNode, Data: " "}, n.FirstChild) // 1 1/2
		unwrap(n)
		return
	}
	power := text != "" && !holds(n, atom.A) && (unicode.IsLetter(before) || unicode.IsDigit(before) || before == ')')
	digits := strings.Trim(text, "0123456789+-−") == ""
	ordinal := unicode.IsDigit(before) && !digits && utf8.RuneCountInString(text) >= 2 && isLetters(text)
	if power && !ordinal && !isMark(text) {
		if digits || utf8.RuneCountInString(text) == 1 {
			n.InsertBefore(&html.Node{Type: html.TextNode, Data: "^"}, n.FirstChild)
		} else {
			n.InsertBefore(&html.Node{Type: html.TextNode, Data: "^("}, n.FirstChild)
			n.AppendChild(&html.Node{Type: html.TextNode, Data: ")"})
		}
	}
	unwrap(n)
}

// isMark says whether a raised text is the mark of a note or of a name, and no power.
func isMark(s string) bool {
	switch s {
	case "*", "†", "‡", "®", "™", "©", "°":
		return true
	}
	return strings.HasPrefix(s, "[")
}

func isLetters(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

func firstOf(s string) string {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, " "))
	return string(r)
}

// lastOf gives the last character of what stands before, 0 for none.
func lastOf(n *html.Node) rune {
	if n == nil {
		return 0
	}
	r, _ := utf8.DecodeLastRuneInString(textOf(n))
	return r
}

// embolden makes a paragraph of a term, or of a heading in its place.
func embolden(n *html.Node) {
	if heading := find(n, isHeading); heading != nil {
		setName(n, atom.Div)
		return
	}
	flatten(n, " ")
	if isEmpty(n) {
		n.Parent.RemoveChild(n)
		return
	}
	setName(n, atom.P)
	if only := n.FirstChild; only == n.LastChild && tree.Is(only, atom.Strong, atom.B) {
		return
	}
	strong := element(atom.Strong)
	move(n, strong)
	n.AppendChild(strong)
}

// flatten makes one line of what is inside an element: blocks and line breaks become
// blanks, items of lists are divided by a separator.
func flatten(n *html.Node, between string) {
	var all []*html.Node
	tree.Walk(n, func(*html.Node) tree.Step { return tree.Into }, func(e *html.Node) {
		if e != n && e.Type == html.ElementNode {
			all = append(all, e)
		}
	})
	for _, e := range all {
		switch {
		case e.Parent == nil:
		case tree.Is(e, atom.Br):
			e.Parent.InsertBefore(text(" "), e)
			e.Parent.RemoveChild(e)
		case tree.Is(e, atom.Hr):
			e.Parent.RemoveChild(e)
		case tree.IsBlock(e):
			divider := " "
			if tree.Is(e, atom.Li, atom.Tr) && follows(e) {
				divider = between
			}
			e.Parent.InsertBefore(text(" "), e)
			e.Parent.InsertBefore(text(divider), e.NextSibling)
			unwrap(e)
		}
	}
}

// follows says whether an element of the same name comes after.
func follows(n *html.Node) bool {
	for e := n.NextSibling; e != nil; e = e.NextSibling {
		if e.Type == html.ElementNode {
			return e.Data == n.Data
		}
	}
	return false
}

// move moves all that is inside an element into another.
func move(from, to *html.Node) {
	for from.FirstChild != nil {
		child := from.FirstChild
		from.RemoveChild(child)
		to.AppendChild(child)
	}
}

// unwrap puts what is inside an element in its place.
func unwrap(n *html.Node) {
	for n.FirstChild != nil {
		child := n.FirstChild
		n.RemoveChild(child)
		n.Parent.InsertBefore(child, n)
	}
	n.Parent.RemoveChild(n)
}

func setName(n *html.Node, name atom.Atom) { n.DataAtom, n.Data = name, name.String() }

func text(s string) *html.Node { return &html.Node{Type: html.TextNode, Data: s} }

// textOf gives all the text inside a node as it stands.
func textOf(n *html.Node) string {
	var b strings.Builder
	tree.Walk(n, func(e *html.Node) tree.Step {
		if e.Type == html.TextNode {
			b.WriteString(e.Data)
		}
		return tree.Into
	}, nil)
	return b.String()
}

func isEmpty(n *html.Node) bool {
	return find(n, func(e *html.Node) bool {
		return e.Type == html.TextNode && strings.TrimSpace(e.Data) != "" || tree.Is(e, atom.Img)
	}) == nil
}

func holds(n *html.Node, name atom.Atom) bool {
	return find(n, func(e *html.Node) bool { return tree.Is(e, name) }) != nil
}

// find gives the first node inside another of which something is true.
func find(n *html.Node, is func(*html.Node) bool) (found *html.Node) {
	tree.Walk(n, func(e *html.Node) tree.Step {
		if e != n && is(e) {
			found = e
			return tree.Stop
		}
		return tree.Into
	}, nil)
	return found
}

func hasSibling(n *html.Node, name atom.Atom) bool {
	return tree.Is(n.PrevSibling, name) || tree.Is(n.NextSibling, name)
}

package maintext

import (
	"log/slog"

	"codeberg.org/readeck/go-readability/v2"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"curtsy/internal/tree"
)

// fewOctets is what the library's answer must hold to be believed by itself: it gives
// a sentence of a page's footer rather than nothing.
const fewOctets = 140

// mainContent finds the page's main content. What it gives may be changed; nil is none.
//
// The library is believed unless it gives far less than the element in which the page
// itself says its content is, or little more than links.
func (c *copied) mainContent() (*html.Node, string) {
	sizes := measure(c.body)
	named, from := c.named(sizes)
	found := c.article()
	if found == nil {
		return named, from
	}
	found = c.kept(found, sizes)
	got := measure(found)[found]
	switch {
	case named != nil && got.text*3 < sizes[named].text*2:
		return named, from
	case named == nil && (got.linked*10 > got.text*8 || got.text < fewOctets && got.text*2 < sizes[c.body].text):
		return nil, ""
	}
	return found, FromArticle
}

// head puts the page's heading in front of content that has none: many pages write
// it above the element that holds the rest.
func (c *copied) head(content *html.Node) {
	if only := c.onlyHeading(); only != nil && !holds(content, atom.H1) {
		content.InsertBefore(cloneOf(only), content.FirstChild)
	}
}

// onlyHeading gives the one heading of the first level, nil for none or several.
func (c *copied) onlyHeading() (only *html.Node) {
	for n := range tree.Elements(c.body) {
		if tree.Is(n, atom.H1) && !isEmpty(n) {
			if only != nil {
				return nil
			}
			only = n
		}
	}
	return only
}

// named gives the element the page itself calls its content: main, or else the one
// article it has.
func (c *copied) named(sizes map[*html.Node]size) (*html.Node, string) {
	var main, only *html.Node
	articles := 0
	for n := range tree.Elements(c.body) {
		role, _ := tree.Attr(n, "role")
		switch {
		case sizes[n].text == 0:
		case main == nil && (tree.Is(n, atom.Main) || role == "main"):
			main = n
		case tree.Is(n, atom.Article):
			if articles++; only == nil {
				only = n
			}
		}
	}
	switch {
	case main != nil:
		return main, FromMain
	case articles == 1:
		return only, FromOnly
	case c.posts != nil:
		return c.posts, FromThread
	}
	return nil, ""
}

// article asks the library, of a document with the copy for its body; the copy itself
// stays as it is. The title and the author it is told keep it from leaving out of the
// text the heading and the name of the author, which it takes for metadata.
func (c *copied) article() (found *html.Node) {
	document := &html.Node{Type: html.DocumentNode}
	top := &html.Node{Type: html.ElementNode, DataAtom: atom.Html, Data: "html"}
	head := &html.Node{Type: html.ElementNode, DataAtom: atom.Head, Data: "head"}
	title := &html.Node{Type: html.ElementNode, DataAtom: atom.Title, Data: "title"}
	title.AppendChild(&html.Node{Type: html.TextNode, Data: "qqxz wqxj zzqk kxqv jqxw"})
	head.AppendChild(title)
	head.AppendChild(&html.Node{Type: html.ElementNode, DataAtom: atom.Meta, Data: "meta", Attr: []html.Attribute{
		{Key: "name", Val: "author"}, {Key: "content", Val: "qqxz"},
	}})
	top.AppendChild(head)
	body := cloneOf(c.body)
	for n := range tree.Elements(body) {
		mark(n)
	}
	top.AppendChild(body)
	document.AppendChild(top)
	parser := readability.NewParser()
	parser.KeepClasses, parser.DisableJSONLD = true, true
	parser.Logger = slog.New(slog.DiscardHandler)
	article, err := parser.ParseAndMutate(document, nil)
	if err != nil || article.Node == nil || isEmpty(article.Node) {
		return nil
	}
	c.restore(article.Node)
	return article.Node
}

// restore gives back what the library changes for its own display: headings of the
// first level, which it writes as those of the second, and the names that it does not
// keep in step with their numbers.
func (c *copied) restore(content *html.Node) {
	for n := range tree.Elements(content) {
		n.DataAtom = atom.Lookup([]byte(n.Data))
		if source := c.source(n); source != nil && tree.Is(source, atom.H1) && n.Data == "h2" {
			n.DataAtom, n.Data = atom.H1, "h1"
		}
	}
}

// cloneOf copies a part of the copy.
func cloneOf(top *html.Node) *html.Node {
	var clone *html.Node
	var open []*html.Node
	tree.Walk(top, func(n *html.Node) tree.Step {
		to := &html.Node{Type: n.Type, DataAtom: n.DataAtom, Data: n.Data, Attr: append([]html.Attribute(nil), n.Attr...)}
		if len(open) == 0 {
			clone = to
		} else {
			open[len(open)-1].AppendChild(to)
		}
		open = append(open, to)
		return tree.Into
	}, func(*html.Node) { open = open[:len(open)-1] })
	return clone
}

// sourceOfAll gives the innermost element of the page that holds all that was chosen.
func (c *copied) sourceOfAll(content *html.Node) *html.Node {
	if own := c.source(content); own != nil {
		return own
	}
	var path []*html.Node // from the body inwards, common to all
	tree.Walk(content, func(n *html.Node) tree.Step {
		source := c.source(n)
		if source == nil {
			return tree.Into
		}
		path = common(path, source)
		return tree.Over // what is inside it stood inside it
	}, nil)
	if len(path) == 0 {
		return c.sources[0]
	}
	return path[len(path)-1]
}

// common gives the part of a path (nil: any) that leads to an element too.
func common(path []*html.Node, n *html.Node) []*html.Node {
	var own []*html.Node
	for ; n != nil && n.Type == html.ElementNode; n = n.Parent {
		own = append(own, n)
	}
	for i, k := 0, len(own)-1; i < k; i, k = i+1, k-1 {
		own[i], own[k] = own[k], own[i]
	}
	if path == nil {
		return own
	}
	for i := range path {
		if i >= len(own) || own[i] != path[i] {
			return path[:i]
		}
	}
	return path
}

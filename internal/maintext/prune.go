package maintext

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"curtsy/internal/tree"
)

// A size is how much an element says.
type size struct {
	text, linked int // octets of text that are not blank, and of those that lead elsewhere
	h1           bool
}

// measure gives the size of every element of a part of the copy.
func measure(top *html.Node) map[*html.Node]size {
	sizes := map[*html.Node]size{}
	links := 0
	tree.Walk(top, func(n *html.Node) tree.Step {
		if tree.Is(n, atom.A) {
			links++
		}
		return tree.Into
	}, func(n *html.Node) {
		own := sizes[n]
		switch {
		case n.Type == html.TextNode:
			for word := range strings.FieldsSeq(n.Data) {
				own.text += len(word)
			}
			if links > 0 {
				own.linked = own.text
			}
		case tree.Is(n, atom.A):
			links--
		case tree.Is(n, atom.H1):
			own.h1 = true
		}
		if n.Type == html.ElementNode {
			sizes[n] = own
		}
		if n != top {
			around := sizes[n.Parent]
			around.text += own.text
			around.linked += own.linked
			around.h1 = around.h1 || own.h1
			sizes[n.Parent] = around
		}
	})
	return sizes
}

// prune leaves out of the copy what is about the site or about the page, and not what
// the page is about. An element that holds more than half of all the page says is
// never left out, whatever it is called: in a thread, the comments are the page.
func (c *copied) prune() {
	sizes := measure(c.body)
	all := sizes[c.body]
	c.thread(sizes)
	var out []*html.Node
	tree.Walk(c.body, func(n *html.Node) tree.Step {
		if n == c.body || n.Type != html.ElementNode {
			return tree.Into
		}
		own := sizes[n]
		if c.leads(n) || own.text*2 <= all.text && c.isBeside(n, own, all) {
			out = append(out, n)
			return tree.Over
		}
		return tree.Into
	}, nil)
	for _, n := range out {
		n.Parent.RemoveChild(n)
	}
	for n := range tree.Elements(c.body) {
		switch {
		case tree.Is(n, atom.Aside), tree.Is(n, atom.Footer) && n.Parent.DataAtom == atom.Blockquote:
			setName(n, atom.Div) // the library leaves out every one
		case tree.Is(n, atom.Button):
			setName(n, atom.Span)
		}
	}
}

// thread looks whether what the page calls comments is more than half of what it says.
// Then they are what it is about, and lose the names by which they would be left out.
func (c *copied) thread(sizes map[*html.Node]size) {
	said := 0
	var comments, outer []*html.Node
	inside := 0
	isComment := func(n *html.Node) bool {
		return n.Type == html.ElementNode && tree.IsBlock(n) && hasName(names(n), commentNames()...)
	}
	tree.Walk(c.body, func(n *html.Node) tree.Step {
		if n != c.body && isComment(n) {
			if inside++; inside == 1 {
				said += sizes[n].text
				outer = append(outer, n)
			}
			comments = append(comments, n)
		}
		return tree.Into
	}, func(n *html.Node) {
		if n != c.body && isComment(n) {
			inside--
		}
	})
	if said*2 <= sizes[c.body].text || len(outer) == 0 {
		return
	}
	for _, n := range comments {
		n.Attr = n.Attr[:1] // the number alone
	}
	if c.posts = outer[0]; len(outer) > 1 {
		c.posts = outer[0].Parent
		for _, n := range outer {
			if n.Parent != c.posts {
				c.posts = nil
				break
			}
		}
	}
}

func commentNames() []string {
	return []string{"comments", "comment", "commentlist", "disqus", "respond", "usercomments"}
}

// names gives the words of an element's class and id, with a blank around each.
func names(n *html.Node) string {
	class, _ := tree.Attr(n, "class")
	id, _ := tree.Attr(n, "id")
	return " " + wordsIn(class) + " " + wordsIn(id) + " "
}

func hasName(names string, words ...string) bool {
	if strings.TrimSpace(names) == "" {
		return false // most elements, and there can be many
	}
	for _, word := range words {
		if strings.Contains(names, " "+word+" ") {
			return true
		}
	}
	return false
}

// leads says whether an element is there to lead elsewhere, however much of the page
// it is.
func (c *copied) leads(n *html.Node) bool {
	if tree.Is(n, atom.Nav) {
		return true
	}
	switch role, _ := tree.Attr(n, "role"); strings.ToLower(role) {
	case "navigation", "search", "menu", "menubar", "toolbar", "contentinfo", "dialog", "alertdialog", "tablist":
		return true
	}
	return false
}

// isBeside says whether an element is beside what the page is about, by its kind, its
// role or what its class and id call it.
func (c *copied) isBeside(n *html.Node, own, all size) bool {
	switch {
	case tree.Is(n, atom.Footer), tree.Is(n, atom.Aside):
		if !c.inContent(n) || own.linked*2 > own.text {
			return true
		}
	case tree.Is(n, atom.Header):
		if !c.inContent(n) && !own.h1 {
			return true
		}
	case tree.Is(n, atom.Button):
		return !c.opens(n)
	}
	if role, _ := tree.Attr(n, "role"); !own.h1 && (role == "banner" || role == "complementary" && !c.inContent(n)) {
		return true
	}
	if tree.Is(n, atom.Article, atom.Main, atom.Table, atom.Tbody, atom.Tr, atom.H1) || own.h1 {
		return false
	}
	return calledBeside(names(n), own, tree.IsBlock(n))
}

// inContent says whether an element stands in an article or the main element: what a
// footer or an aside there says is part of it.
func (c *copied) inContent(n *html.Node) bool {
	for p := n.Parent; p != nil; p = p.Parent {
		if tree.Is(p, atom.Article, atom.Main, atom.Blockquote) {
			return true
		}
	}
	return false
}

// opens says whether a button is the heading of what it shows.
func (c *copied) opens(n *html.Node) bool {
	for p := n.Parent; p != nil; p = p.Parent {
		if isHeading(p) || tree.Is(p, atom.Dt, atom.Summary) {
			return true
		}
	}
	return false
}

// wordsIn gives the words of a class or an id: "commentList post-12" is "comment list
// post 12".
func wordsIn(s string) string {
	var b strings.Builder
	lower := false
	for _, r := range s {
		switch {
		case unicode.IsUpper(r):
			if lower {
				b.WriteByte(' ')
			}
			b.WriteRune(unicode.ToLower(r))
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
		lower = unicode.IsLower(r)
	}
	return b.String()
}

// calledBeside judges by the words a page's author gave an element. What is named by
// a word with another meaning too (a recipe for cookies) must be small, or full of
// links, or named twice.
func calledBeside(names string, own size, block bool) bool {
	has := func(words ...string) bool { return hasName(names, words...) }
	switch {
	case has("breadcrumb", "breadcrumbs", "pagination", "pager", "skip link", "skiplink", "skip to content", "editsection", "mw editsection"):
		return true
	case has("screen reader text", "sr only", "visually hidden", "visuallyhidden"):
		return own.text < 200
	case !block:
		return false
	case has(commentNames()...):
		return true
	case has("share", "sharing", "sharebar", "sharedaddy", "social", "addthis", "addtoany", "socials"):
		return own.text < 200
	case has("consent", "gdpr", "onetrust", "cookiebar", "cookiebanner", "cookieconsent", "cookienotice"):
		return true
	case has("cookie", "cookies"):
		return has("banner", "bar", "notice", "popup", "overlay", "modal", "policy", "law", "message", "dialog", "wall", "warning")
	case has("related", "recommended", "recommendations", "outbrain", "taboola", "you may like", "more stories", "read next"):
		return own.linked*2 > own.text
	case has("newsletter", "subscribe", "signup"):
		return own.text < 400
	case has("advert", "advertisement", "ads", "adsbygoogle", "sponsored", "ad"):
		return own.text < 600
	case has("toc", "tableofcontents", "table of contents"):
		return own.linked*2 > own.text
	case has("sidebar", "footer", "menu", "navbar", "nav", "navigation", "site header", "masthead"):
		return own.linked*2 > own.text || own.text < 100
	}
	return false
}

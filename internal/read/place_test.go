package read

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

var plainName = regexp.MustCompile(`^[a-z_][a-z0-9_.-]*$`)

// xpath is the place of a node in the tree, the slow way.
func xpath(n *html.Node) string {
	if n.Parent == nil || n.Type != html.ElementNode {
		return ""
	}
	path := xpath(n.Parent)
	number := 1
	for s := n.PrevSibling; s != nil; s = s.PrevSibling {
		if s.Type == html.ElementNode && s.Data == n.Data {
			number++
		}
	}
	switch {
	case n.Data == "html" || n.Data == "head" || n.Data == "body":
		return path + "/" + n.Data
	case n.Namespace != "" || !plainName.MatchString(n.Data):
		return fmt.Sprintf("%s/*[name()='%s'][%d]", path, n.Data, number)
	}
	return fmt.Sprintf("%s/%s[%d]", path, n.Data, number)
}

// places gives the place of every JSON script of a page, in document order: of the
// stream, and of the tree.
func places(t testing.TB, body string) (stream, tree string) {
	t.Helper()
	s := &Source{Document: &Document{}, Text: []byte(body), reading: &Reading{}}
	gather(s)
	for _, script := range s.Scripts {
		stream += script.ID + " " + script.String() + "\n"
	}
	root, err := s.Tree()
	if err != nil {
		t.Fatal(err)
	}
	walk(root.Root, func(n *html.Node) {
		if n.Data == "script" && n.Namespace == "" && len(n.Attr) == 2 && n.Attr[0].Key == "type" {
			tree += n.Attr[1].Val + " " + xpath(n) + "\n"
		}
	})
	return stream, tree
}

const js = `<script type="application/json" id="x">{}</script>`

func TestPlacesAreThoseOfABrowsersTree(t *testing.T) {
	for _, tt := range []struct{ name, body string }{
		{"head", `<html><head><script></script>@</head>`},
		{"nothing declared", `@`},
		{"doctype and blanks", "<!doctype html>\n <!-- x -->\n @ \n@"},
		{"text before", `x@`},
		{"after the head", `<head><meta charset=x></head>@<body>@`},
		{"between head and body, after text", `<head></head>x@`},
		{"head, then body by its content", `<title>x</title>@<div>@</div>@`},
		{"in the head's noscript", `<head><noscript><link rel=x></noscript>@</head>`},
		{"a noscript that ends the head", `<head><noscript><p>@</noscript>@`},
		{"after body and html", `<body><p>x</p></body>@</html>@`},
		{"paragraphs left open", `<p>a<p>b<div>@</div><p>@<ul><li>@<li>@<p>x<li>@</ul>@`},
		{"a paragraph's end alone", `<div></p>@<p>@</div>`},
		{"lists in lists", `<ul><li><ul><li>@</ul><li>@</ul>@`},
		{"definitions", `<dl><dt>@<dd>@<dt>@</dl>`},
		{"tables", `<table><tr><td>@<td>@<tr><th>@</table>@`},
		{"tables in full", `<table><caption>@</caption><thead><tr><td>@</td></tr></thead><tbody><tr><td>@</tbody><tfoot><tr><td>@</table>`},
		{"tables in tables", `<table><tr><td><table><tr><td>@</table>@<td>@</table>`},
		{"cells without a row", `<table><td>@<tr><td>@</table>`},
		{"a line break's end alone", `</br>@`},
		{"headings left open", `<h1>x<h2>@</h2>@`},
		{"svg", `<svg><g><path/><path/></g></svg><svg></svg><div>@</div>`},
		{"a name of svg in html", `<div><foreignObject><p>@</p></foreignObject></div>`},
		{"html in svg", `<div><svg><foreignObject><div>@</div></foreignObject></svg>@</div>`},
		{"svg broken out of", `<svg><g><p>@`},
		{"self-closing that does not close", `<div/>@</div>@`},
		{"own elements", `<my-shop><my-cart.x>@</my-cart.x><my-cart.x>@</my-cart.x></my-shop>`},
		{"odd names", `<a:b><c_d>@`},
		{"void elements", `<div><br><img><hr>@<input>@</div>`},
		{"anchors", `<a href=1>x<a href=2>@</a>@`},
		{"options", `<div><select><option>a<option>b</select>@</div>`},
		{"a stray end", `<div></span></section>@</div></div>@`},
		{"the end of an outer element", `<section><div><em></section>@`},
		{"a form", `<form><p>@</form>@`},
		{"a second head and body", `<body><div><head><body>@</div>`},
		{"raw text", `<style><div></style><textarea><div></textarea>@`},
		{"ruby", `<ruby>a<rt>b<rt>c</ruby>@`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			stream, tree := places(t, strings.ReplaceAll(tt.body, "@", js))
			if stream != tree || stream == "" {
				t.Errorf("%s\nthe stream says\n%sthe tree\n%s", tt.body, stream, tree)
			}
		})
	}
}

// TestPlacesOfGeneratedPages nests elements at random, closing all, or leaving out
// the end tags that may be.
func TestPlacesOfGeneratedPages(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		var b strings.Builder
		b.WriteString("<!doctype html><html><head><title>x</title>" + js + "</head><body>")
		grow(r, &b, 0, "body")
		b.WriteString("</body></html>")
		stream, tree := places(t, b.String())
		got, want := strings.Split(stream, "\n"), strings.Split(tree, "\n")
		if len(got) != len(want) {
			t.Fatalf("seed %d: the stream holds %d scripts, the tree %d", seed, len(got), len(want))
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("seed %d: script %d stands at %s by the stream, at %s in the tree", seed, i, got[i], want[i])
			}
		}
	}
}

func grow(r *rand.Rand, b *strings.Builder, depth int, in string) {
	for range r.IntN(5) {
		if depth > 3 || r.IntN(4) == 0 {
			b.WriteString([]string{js, "text", "<br>", "<!-- c -->", "<img src=x>"}[r.IntN(5)])
			continue
		}
		switch r.IntN(6) {
		case 0:
			b.WriteString("<ul>")
			for range 1 + r.IntN(3) {
				b.WriteString("<li>")
				grow(r, b, depth+1, "li")
				b.WriteString([]string{"", "</li>"}[r.IntN(2)])
			}
			b.WriteString("</ul>")
		case 1:
			b.WriteString("<table>")
			for range 1 + r.IntN(2) {
				b.WriteString("<tr>")
				for range 1 + r.IntN(2) {
					b.WriteString("<td>")
					grow(r, b, depth+1, "td")
					b.WriteString([]string{"", "</td>"}[r.IntN(2)])
				}
			}
			b.WriteString("</table>")
		case 2:
			b.WriteString("<p>words " + js + []string{"", "</p>"}[r.IntN(2)])
			b.WriteString("<div>after</div>")
		case 3:
			b.WriteString("<svg><g><circle/></g></svg>")
		default:
			name := []string{"div", "section", "my-element", "article", "main"}[r.IntN(5)]
			b.WriteString("<" + name + ">")
			grow(r, b, depth+1, name)
			b.WriteString("</" + name + ">")
		}
	}
}

func TestPlacesAreGivenUpPastTheirBounds(t *testing.T) {
	deep := strings.Repeat("<div>", maxDepth+10) + js + strings.Repeat("</div>", maxDepth+10) + js
	s := &Source{Document: &Document{}, Text: []byte(deep), reading: &Reading{}}
	gather(s)
	if got := s.Scripts[0].String(); got != "" {
		t.Errorf("a script %d deep is placed at %q", maxDepth+10, got)
	}
	if got := s.Scripts[1].String(); got != "/html/body/script[1]" {
		t.Errorf("a script after them is placed at %q", got)
	}
	var wide strings.Builder
	for i := range maxSiblings + 5 {
		fmt.Fprintf(&wide, "<x-%d></x-%d>", i, i)
	}
	s = &Source{Document: &Document{}, Text: []byte("<div>" + wide.String() + js + "</div>" + js), reading: &Reading{}}
	gather(s)
	if got := s.Scripts[0].String(); got != "" {
		t.Errorf("a script beside %d kinds of element is placed at %q", maxSiblings+5, got)
	}
	if got := s.Scripts[1].String(); got != "/html/body/script[1]" {
		t.Errorf("a script after them is placed at %q", got)
	}
}

// TestANameThatNoXPathCanQuoteHasNoPlace: nothing that stands in such an element has
// one either, and what stands after it has its own.
func TestANameThatNoXPathCanQuoteHasNoPlace(t *testing.T) {
	for _, name := range []string{`a'b"c`, "a\xFFb"} {
		s := Open(&Document{Body: []byte("<body><meta charset=utf-8><" + name + ">" + js + "</" + name + ">" + js)})
		if len(s.Scripts) != 2 || s.Scripts[0].String() != "" || s.Scripts[1].String() != "/html/body/script[1]" {
			t.Errorf("<%s>: scripts at %v", name, s.Scripts)
		}
	}
	s := Open(&Document{Body: []byte(`<body><a'b>` + js + `</a'b><a"b>` + js)})
	for i, want := range []string{`/html/body/*[name()="a'b"][1]/script[1]`, `/html/body/*[name()='a"b'][1]/script[1]`} {
		if got := s.Scripts[i].String(); got != want {
			t.Errorf("a script stands at %s, not %s", got, want)
		}
	}
}

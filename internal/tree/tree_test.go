package tree

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"pgregory.net/rapid"
)

func parsed(t testing.TB, page string) *Tree {
	t.Helper()
	tree, err := Parse([]byte(page))
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// only gives the element of a page with id=x.
func only(t testing.TB, tree *Tree) *html.Node {
	t.Helper()
	var found *html.Node
	Walk(tree.Root, func(n *html.Node) Step {
		if id, _ := Attr(n, "id"); id == "x" {
			found = n
		}
		return Into
	}, nil)
	if found == nil {
		t.Fatal("no element has the id")
	}
	return found
}

func TestWhere(t *testing.T) {
	for _, tt := range []struct{ name, page, want string }{
		{"html", `<html id=x>`, "/html"},
		{"head", `<head id=x>`, "/html/head"},
		{"body", `<body id=x>`, "/html/body"},
		{"in the head", `<title>a</title><meta><meta id=x>`, "/html/head/meta[2]"},
		{"numbered by its name", `<p>a</p><div></div><!-- c --><p><b></b>text<b id=x></b>`, "/html/body/p[2]/b[2]"},
		{"an implied tbody is there", `<table><tr><td><td id=x>`, "/html/body/table[1]/tbody[1]/tr[1]/td[2]"},
		{"what a table cannot hold stands before it", `<!doctype html><table><tr><td><div id=x></div></table>`, "/html/body/table[1]/tbody[1]/tr[1]/td[1]/div[1]"},
		{"misnested formatting", `<!doctype html><b><p>a</b><i id=x></i></p>`, "/html/body/p[1]/i[1]"},
		{"svg", `<svg><g></g><g id=x></g></svg>`, "/html/body/*[name()='svg'][1]/*[name()='g'][2]"},
		{"svg in its own spelling", `<svg><lineargradient id=x>`, "/html/body/*[name()='svg'][1]/*[name()='linearGradient'][1]"},
		{"html in svg", `<svg><foreignobject><p id=x>`, "/html/body/*[name()='svg'][1]/*[name()='foreignObject'][1]/p[1]"},
		{"a body that is svg's", `<svg><html id=x>`, "/html/body/*[name()='svg'][1]/*[name()='html'][1]"},
		{"a name with a colon", `<o:p></o:p><o:p id=x>`, "/html/body/*[name()='o:p'][2]"},
		{"a name with a quote", `<a'b></a'b><a'b id=x>`, `/html/body/*[name()="a'b"][2]`},
		{"a name with both quotes", "<p>a</p><a'b\" id=x>", "/html/body/*[2]"},
		{"a name that is no text", "<p>a</p>text<a\xff id=x>", "/html/body/*[2]"},
		{"a name of its own", `<x-y></x-y><x-y id=x>`, "/html/body/x-y[2]"},
		{"inside a template there is none", `<template><p id=x>`, ""},
		{"the template itself", `<body><template id=x>`, "/html/body/template[1]"},
		{"in a noscript", `<body><noscript><p id=x>`, "/html/body/noscript[1]/p[1]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tree := parsed(t, tt.page)
			if got := tree.Where(only(t, tree)); got != tt.want || tree.Unsaid != 0 {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestWhereOfWhatIsNoElement(t *testing.T) {
	tree := parsed(t, `<p id=x>text<!-- c --></p>`)
	p := only(t, tree)
	for n, want := range map[*html.Node]string{
		p.FirstChild: "/html/body/p[1]", p.LastChild: "/html/body/p[1]",
		tree.Root: "", nil: "", {Type: html.ElementNode, Data: "p", DataAtom: atom.P}: "",
	} {
		if got := tree.Where(n); got != want {
			t.Errorf("of %v: %q, want %q", n, got, want)
		}
	}
}

// follow finds what a place leads to, as XPath 1.0 has it: each step looks at the
// children of the one before. Inside a template a browser's tree has none.
func follow(t testing.TB, root *html.Node, place string) *html.Node {
	t.Helper()
	at := root
	for rest := place; rest != ""; {
		var step string
		step, rest = cutStep(rest)
		test, number := step, 1
		if i := strings.LastIndexByte(step, '['); i >= 0 && !strings.HasSuffix(step, "']") && !strings.HasSuffix(step, `"]`) {
			n, err := strconv.Atoi(strings.TrimSuffix(step[i+1:], "]"))
			if err != nil {
				t.Fatalf("%s: no number in %s", place, step)
			}
			test, number = step[:i], n
		}
		if Is(at, atom.Template) {
			t.Fatalf("%s leads into a template", place)
		}
		next := (*html.Node)(nil)
		for c := range at.ChildNodes() {
			if c.Type == html.ElementNode && fits(c, test) {
				if number--; number == 0 {
					next = c
				}
			}
		}
		if next == nil {
			t.Fatalf("%s leads nowhere at %s", place, step)
		}
		at = next
	}
	return at
}

// cutStep takes the first step off a place: a slash in a quoted name is none.
func cutStep(place string) (step, rest string) {
	var quote rune
	for i, c := range place {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '/' && i > 0:
			return place[1:i], place[i:]
		}
	}
	return place[1:], ""
}

func fits(n *html.Node, test string) bool {
	if name, ok := strings.CutPrefix(test, "*[name()="); ok {
		return n.Data == name[1:len(name)-2]
	}
	return test == "*" || n.Namespace == "" && n.Data == test
}

// pieces are what random pages are made of.
func pieces() []string {
	return []string{"<p>", "</p>", "<div>", "</div>", "<b>", "</b>", "<a href=x>", "<table>", "<tr>", "<td>", "</table>", "<svg>", "</svg>", "<g/>", "<foreignObject>", "<math><mi>", "<title>",
		"<o:p>", "</o:p>", "<a'b>", "<a\"b>", "<a'\"/b>", "<x\xff>", "<template>", "</template>", "<noscript>", "</noscript>", "<br>", "<li>", "<ul>", "</ul>", "text", "<!-- c -->", "<select><option>", "<head>", "<body>", "</body>", "<frameset>", "<html>"}
}

// TestAPlaceLeadsBack: on any page a place leads to the element it is of, and no two
// elements have one.
func TestAPlaceLeadsBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		page := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces()), 0, 40).Draw(rt, "page"), "")
		tree := parsed(t, page)
		for n := range Elements(tree.Root) {
			where := tree.Where(n)
			if where == "" {
				rt.Fatalf("%q: no place for %s", page, n.Data)
			}
			if got := follow(t, tree.Root, where); got != n {
				rt.Fatalf("%q: %s is the place of another %s", page, where, n.Data)
			}
		}
	})
}

func FuzzWhere(f *testing.F) {
	f.Add(strings.Join(pieces(), ""))
	f.Add("<p><a'\"b><a'\"b><svg><a'\"b>")
	f.Fuzz(func(t *testing.T, page string) {
		tree, err := Parse([]byte(page))
		if err != nil {
			return
		}
		for n := range Elements(tree.Root) {
			where := tree.Where(n)
			if where == "" && tree.Unsaid == 0 {
				t.Fatalf("no place for %q", n.Data)
			}
			if where != "" && follow(t, tree.Root, where) != n {
				t.Fatalf("%s is the place of another %q", where, n.Data)
			}
		}
	})
}

func TestPlacesAreBounded(t *testing.T) {
	tree := parsed(t, strings.Repeat("<div>", 400)+"<p id=x>")
	deepest := only(t, tree)
	given := 0
	for range 5_000 {
		given += len(tree.Where(deepest))
	}
	if given > MaxPlaces || given < MaxPlaces-4_000 || tree.Unsaid == 0 {
		t.Errorf("%d octets of places are given, %d are not; want up to %d", given, tree.Unsaid, MaxPlaces)
	}
	if got := tree.Where(tree.Root.FirstChild); len(got)+given <= MaxPlaces && got == "" {
		t.Error("a short place is not given, though there is room")
	}
}

func TestManySiblingsAreNumberedOnce(t *testing.T) {
	const many = 100_000
	tree := parsed(t, "<!doctype html>"+strings.Repeat("<p><b></b></p>", many)+"<i id=x>")
	tree.Where(only(t, tree))
	if len(tree.numbers) < many {
		t.Fatalf("%d elements are numbered after one place: all siblings are, so that the next costs nothing", len(tree.numbers))
	}
	before := len(tree.numbers)
	if got, want := tree.Where(only(t, tree).Parent.LastChild.PrevSibling.LastChild), fmt.Sprintf("/html/body/p[%d]/b[1]", many); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if len(tree.numbers) != before+1 {
		t.Errorf("%d more elements are numbered, want 1", len(tree.numbers)-before)
	}
}

func TestPagesNestedTooDeep(t *testing.T) {
	const many = 2_000
	var each strings.Builder
	for i := range 900 {
		fmt.Fprintf(&each, "<p><b id=b%d>", i)
	}
	for _, tt := range []struct {
		name, page string
		cut        bool
	}{
		{"boxes", strings.Repeat("<div>", many), true},
		{"boxes that close", strings.Repeat("<div>", many) + "in" + strings.Repeat("</div>", many), true},
		{"100,000 boxes", strings.Repeat("<div>", 100_000), true},
		{"boxes that would close themselves", strings.Repeat("<div/>", many), true},
		{"boxes in a noscript", "<noscript>" + strings.Repeat("<div>", many), true},
		{"boxes of no known name", strings.Repeat("<x-a>", many), true},
		{"boxes among end tags of others", strings.Repeat("<div></x>", many), true},
		{"formatting, each its own", each.String(), true},
		{"svg", "<svg>" + strings.Repeat("<g>", many) + "</svg>", true},
		{"svg's styles", "<svg><style>" + strings.Repeat("<g>", many) + "</svg>", true},
		{"html in svg", "<svg><foreignObject>" + strings.Repeat("<div/>", many) + "</foreignObject></svg>", true},
		{"tables", strings.Repeat("<table><tr><td>", many), true},
		{"lists", strings.Repeat("<ul><li>", many), true},
		{"as deep as it may be", strings.Repeat("<div>", 400), false},
		{"wide", strings.Repeat("<div><p>a<br></div>", many), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tree, err := Parse([]byte("<!doctype html><h1>before</h1>" + tt.page + "<em>last</em>"))
			if err != nil {
				t.Fatal(err)
			}
			if (tree.Dropped > 0) != tt.cut {
				t.Errorf("%d tags are dropped", tree.Dropped)
			}
			if text := Text(tree.Root, 0); !strings.HasPrefix(text, "before") || !strings.HasSuffix(text, "last") {
				t.Errorf("the text is %.40q: no text is lost", text)
			}
		})
	}
}

func TestOnlyWhatIsTooDeepIsDropped(t *testing.T) {
	wide := strings.Repeat("<ul><li>a<li><p>b<p>c</ul><svg><path/><path/></svg><p>d<img>", 300)
	tree := parsed(t, "<!doctype html>"+wide+strings.Repeat("<div>", 600)+"e")
	if tree.Dropped != 600-mostDeep && tree.Dropped != 601-mostDeep {
		t.Errorf("%d tags are dropped, want those past %d", tree.Dropped, mostDeep)
	}
	uls := 0
	for n := range Elements(tree.Root) {
		if n.DataAtom == atom.Ul {
			uls++
		}
	}
	if uls != 300 {
		t.Errorf("%d lists are left of 300", uls)
	}
}

func TestWalk(t *testing.T) {
	tree := parsed(t, `<body><p><b>1</b><i>2</i></p><u>3</u>`)
	var seen []string
	note := func(prefix string) func(*html.Node) {
		return func(n *html.Node) { seen = append(seen, prefix+n.Data) }
	}
	body := tree.Root.FirstChild.LastChild
	Walk(body.FirstChild, func(n *html.Node) Step {
		note("")(n)
		switch n.Data {
		case "b":
			return Over
		case "2":
			return Stop
		}
		return Into
	}, note("/"))
	if want := []string{"p", "b", "/b", "i", "2"}; !slices.Equal(seen, want) {
		t.Errorf("walked %q, want %q", seen, want)
	}
	seen = nil
	Walk(body.FirstChild, func(n *html.Node) Step { note("")(n); return Into }, note("/"))
	if want := []string{"p", "b", "1", "/1", "/b", "i", "2", "/2", "/i", "/p"}; !slices.Equal(seen, want) {
		t.Errorf("walked %q, want %q: not past the top", seen, want)
	}
	seen = nil
	for n := range Elements(parsed(t, `<p>x<template><b>y</b></template><i>z`).Root) {
		seen = append(seen, n.Data)
	}
	if want := []string{"html", "head", "body", "p", "template", "i"}; !slices.Equal(seen, want) {
		t.Errorf("elements %q, want %q", seen, want)
	}
}

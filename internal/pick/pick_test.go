package pick

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"curtsy/internal/tree"
)

func parse(t testing.TB, text string) *tree.Tree {
	t.Helper()
	page, err := tree.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return page
}

func compile(t testing.TB, selector string) *Selector {
	t.Helper()
	s, err := Compile(selector)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const shop = `<!DOCTYPE html><html><head><title>Kettles</title><meta name="author" content="Ada B."></head><body>
<ul class="list"><li class="card"><h2>Stove kettle</h2><a class="more" href="/k/1?a=1">More</a><img src="1.jpg" alt="">
<span data-note="a@b, c">41.90</span></li>
<li class="card sale"><h2>Camp kettle</h2><a class="more" href="javascript:go()">More</a><p>Light,<br>and cheap</p></li>
<li class="card"><h2>Glass kettle</h2><a class="more">Sold out</a></li></ul>
<template><li class="card"><h2>Never shown</h2></li></template>
<p id="a.b" title='x > y'>Last</p></body></html>`

func TestPick(t *testing.T) {
	resolve := func(reference string) string {
		if strings.HasPrefix(reference, "javascript:") {
			return ""
		}
		return "https://shop.example" + reference
	}
	for _, test := range []struct {
		selector string
		want     []string
	}{
		{"li.nothing", nil},
		{"h2", []string{"Stove kettle", "Camp kettle", "Glass kettle"}},
		{"p:not([id])", []string{"Light, and cheap"}},
		{"a.more@href", []string{"https://shop.example/k/1?a=1", "javascript:go()"}},
		{"meta[name=author]@content", []string{"Ada B."}},
		{"meta[name=author]", []string{""}},
		{"img@alt", []string{""}},
		{"a@HREF , img@src", []string{"https://shop.example/k/1?a=1", "https://shop.example1.jpg", "javascript:go()"}},
		{"h2, .card h2, li > h2", []string{"Stove kettle", "Camp kettle", "Glass kettle"}},
		{"[data-note='a@b, c']@data-note", []string{"a@b, c"}},
		{`[data-note*="@b"]`, []string{"41.90"}},
		{`#a\.b`, []string{"Last"}},
		{`#\61 \.b@title`, []string{"x > y"}},
		{`[title="x > y"]`, []string{"Last"}},
		{"li:nth-child(2) h2", []string{"Camp kettle"}},
		{"li:last-child > h2 ~ a", []string{"Sold out"}},
		{"h2 + a:is([href^='/'], .no)", []string{"More"}},
		{"li:has(> p) h2", []string{"Camp kettle"}},
		{"li:has(h2 + a + img) h2", []string{"Stove kettle"}},
		{"h2:has(+ a:not([href]))", []string{"Glass kettle"}},
		{"h2:has(~ p)", []string{"Camp kettle"}},
		{"body:has(ul li p) > p", []string{"Last"}},
		{"li:has(body p) h2", nil}, // what :has asks for stands inside the element
		{`a:contains("sold")`, []string{"Sold out"}},
		{"title", []string{"Kettles"}},
		{"/* a */ li p", []string{"Light, and cheap"}},
		{"li /* a > b */ p", []string{"Light, and cheap"}},
		{"template li", nil},
	} {
		t.Run(test.selector, func(t *testing.T) {
			page := parse(t, shop)
			matches, left, err := compile(t, test.selector).Pick(t.Context(), page, 0, resolve)
			if err != nil || left != 0 {
				t.Fatalf("left %d, error %v", left, err)
			}
			var got []string
			for _, match := range matches {
				got = append(got, match.Value)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPlaces(t *testing.T) {
	matches, _, err := compile(t, "li:nth-child(2) a@href").Pick(t.Context(), parse(t, shop), 0, nil)
	want := []Match{{Value: "javascript:go()", Attr: "href", Where: "/html/body/ul[1]/li[2]/a[1]"}}
	if diff := cmp.Diff(want, matches); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

func TestVocabularies(t *testing.T) {
	page := parse(t, `<svg viewBox="0 0 1 1"><use xlink:href="#a"/></svg>`)
	matches, _, err := compile(t, "svg@viewbox, use@xlink:href").Pick(t.Context(), page, 0, nil)
	want := []Match{
		{Value: "0 0 1 1", Attr: "viewbox", Where: "/html/body/*[name()='svg'][1]"},
		{Value: "#a", Attr: "xlink:href", Where: "/html/body/*[name()='svg'][1]/*[name()='use'][1]"},
	}
	if diff := cmp.Diff(want, matches); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

func TestBadSelectors(t *testing.T) {
	for _, test := range []struct{ selector, says string }{
		{"", `the selector "": a selector is missing where a comma, a combinator or a parenthesis asks for one`},
		{" , a", "a selector is missing"},
		{"a,", "a selector is missing"},
		{"a > > b", "a selector is missing"},
		{"a >", "a selector is missing"},
		{"> a", "a selector is missing"},
		{":not()", "a selector is missing"},
		{"a)", `")" closes nothing`},
		{"li:is(> a)", `in :is a selector does not begin with ">"`},
		{"li:not", ":not holds selectors in parentheses"},
		{"li:not(a", "a ( is not closed"},
		{"li:nth-child(2", "a ( is not closed"},
		{"li:nth-child(x)", `"(x)" is no position: 3, 2n+1, even and odd are`},
		{"[a='b]", "a string is not closed"},
		{"[a=b", "a [ is not closed"},
		{`a\`, "it ends in a backslash"},
		{"/* a", "a comment is not closed"},
		{"a /* b", "a comment is not closed"},
		{"a::before", "a pseudo-element is no element of the page"},
		{"a:matches(b)", ":matches is not CSS"},
		{"[a#=b]", "an attribute is not matched by a regular expression"},
		{"li:nth-child", `"" is no position`},
		{"li:first-child(1)", ":first-child has nothing in parentheses"},
		{"input:disabled", ":disabled is not taken"},
		{"a:colourful", "colourful"},
		{"a{b}", `"a{b}" is not understood`},
		{"//a/@href", "an XPath, as places are, is not taken"},
		{"/html/body/p[1]", "an XPath, as places are, is not taken"},
		{"a@", "behind @ stands the name of one attribute"},
		{"a@href b", "behind @ stands the name of one attribute"},
		{"a@href@src", "behind @ stands the name of one attribute"},
		{"a @href", "behind @ stands the name of one attribute"},
		{"li:not(a@href)", "behind @ stands the name of one attribute"},
		{strings.Repeat(":not(", 20) + "a" + strings.Repeat(")", 20), "more than 8 selectors inside one another"},
		{strings.Repeat("a,", MaxSelector), "the selector is 8192 octets long, over the bound of 4096"},
		{"a\x00b", "closes nothing"},
	} {
		s, err := Compile(test.selector)
		switch {
		case err == nil:
			t.Errorf("%q was taken: %+v", test.selector, s)
		case !strings.Contains(err.Error(), test.says) || !strings.HasPrefix(err.Error(), "the selector ") || strings.Contains(err.Error(), "\n"):
			t.Errorf("%q: the error is %q, and should say %q", test.selector, err, test.says)
		}
	}
}

func TestBounds(t *testing.T) {
	page := parse(t, "<p>"+strings.Repeat("ä", MaxValue)+"<p>b<p>c<p>d")
	matches, left, err := compile(t, "p").Pick(t.Context(), page, 2, nil)
	if err != nil || left != 2 || len(matches) != 2 {
		t.Fatalf("%d matches, %d left, error %v", len(matches), left, err)
	}
	if m := matches[0]; !m.Cut || len(m.Value) > MaxValue || m.Value != strings.Repeat("ä", MaxValue/2) {
		t.Errorf("a text of %d octets, cut: %v", len(m.Value), m.Cut)
	}
	if matches[1].Cut {
		t.Error("a short text is said to be cut")
	}

	nested := parse(t, strings.Repeat("<div>", 500)+strings.Repeat("word ", MaxValue/5+1))
	octets := 0
	matches, left, err = compile(t, "div").Pick(t.Context(), nested, 0, nil)
	for _, match := range matches {
		octets += len(match.Value)
	}
	if err != nil || octets > MaxValues || left == 0 || len(matches)+left != 500 {
		t.Errorf("%d matches of %d octets, %d left, error %v", len(matches), octets, left, err)
	}
}

// TestHostilePages: the selectors that cost most, on the pages on which they do.
func TestHostilePages(t *testing.T) {
	deep := strings.Repeat("<div>", 500) + "<p>x</p>"
	wide := strings.Repeat("<i></i>", 100_000)
	texts := strings.Repeat("<div>", 400) + strings.Repeat("word ", 1<<18)
	for _, test := range []struct {
		name, page, selector string
		err                  error
	}{
		{"ancestors tried in every combination", deep, "main div div div div div div div div p", nil},
		{"the same inside :not", deep, "p:not(main div div div div div div div p)", nil},
		{":has in :has", deep, "div:has(div:has(div:has(div:has(b))))", nil},
		{"siblings tried in every combination", wide, "b ~ i ~ i ~ i ~ i", nil},
		{"many positions", wide, "i:nth-child(2n+1)", nil},
		{"many positions from the end", wide, "i:nth-last-of-type(3n)", nil},
		{"the text of every ancestor", texts, "div:contains('no such word')", nil},
		{"the text of every ancestor, longer", texts + strings.Repeat("word ", 1<<20), "div:contains('no such word')", ErrTooMuch},
		{"as many steps as a selector holds", wide, strings.Repeat("i~", MaxSelector/2-1) + "i", ErrTooMuch},
	} {
		t.Run(test.name, func(t *testing.T) {
			page := parse(t, test.page)
			start := time.Now()
			_, _, err := compile(t, test.selector).Pick(t.Context(), page, 0, nil)
			t.Log(time.Since(start))
			if !errors.Is(err, test.err) {
				t.Errorf("error %v, not %v", err, test.err)
			}
			if took := time.Since(start); took > 60*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

func TestContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := compile(t, "p").Pick(ctx, parse(t, "<p>a"), 0, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestListOfThousands(t *testing.T) {
	var page strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&page, "<li>%d</li> \n", i)
	}
	matches, _, err := compile(t, "li:nth-child(5000)").Pick(t.Context(), parse(t, "<ol>"+page.String()), 0, nil)
	if err != nil || len(matches) != 1 || matches[0].Value != "4999" {
		t.Errorf("%v, error %v", matches, err)
	}
}

package visible

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/net/html"

	"curtsy/internal/normal"
	"curtsy/internal/tree"
)

// FuzzGuess: each guess answers one of the five questions by a rule of that question,
// its place is that of an element of the page, its value stands in that element's
// text, a title is that text, and a normal form is one.
func FuzzGuess(f *testing.F) {
	for _, seed := range []string{
		"<title>Tea in winter - Times</title><h1>Tea in winter</h1><p class=byline>By <a rel=author>Ada Example</a><p>Published <time datetime=2026-11-30>30 Nov</time>, updated 1 December 2026<b class=price>$41.90</b>",
		"<article><header><h1>Tee im Winter</h1><h2>Wie</h2><span class=autor>Von Ada von Beispiel</span> 30.11.2026</header><div class=preis><del>50,00 €</del><ins>41,90 €</ins></div></article>",
		"<h1>冬のお茶</h1><p>公開日：2026年11月30日<p>著者：茶野花<p class=price>1,980円",
		"<svg><title>x</title></svg><h1 hidden>a</h1><template><h1>b</h1></template><h2 class=\"\xff\">c</h2>",
		strings.Repeat("<div class=price>", 600) + "$5",
	} {
		f.Add(seed, "en")
		f.Add(seed, "de")
	}
	f.Fuzz(func(t *testing.T, text, language string) {
		tr, err := tree.Parse([]byte(text))
		if err != nil {
			return
		}
		places := map[string]*html.Node{}
		whereabouts := &tree.Tree{Root: tr.Root}
		for e := range tree.Elements(tr.Root) {
			if e.Type == html.ElementNode {
				places[whereabouts.Where(e)] = e
			}
		}
		rules := map[string]bool{}
		for _, r := range Rules() {
			rules[r.Question+" "+r.Name] = true
		}
		for question, g := range Guess(tr, language) {
			if !rules[question+" "+g.Rule] {
				t.Errorf("%s by %s: no such rule", question, g.Rule)
			}
			n := places[g.Where]
			if n == nil || g.Where == "" {
				t.Fatalf("%s at %q: no element", question, g.Where)
			}
			said := tree.Text(n, 0)
			if g.Value == "" || !strings.Contains(said, g.Value) || len(g.Value) > mostValue || !utf8.ValidString(g.Value) && utf8.ValidString(text) {
				t.Errorf("%s is %q, and the element at %s says %q", question, g.Value, g.Where, said)
			}
			switch question {
			case "title":
				if g.Normalised != "" || g.Value != said {
					t.Errorf("the title %q of %q is normalised to %q", g.Value, said, g.Normalised)
				}
			case "author":
				if g.Normalised != "" || strings.ContainsAny(g.Value, "0123456789@") {
					t.Errorf("the author is %q [%s]", g.Value, g.Normalised)
				}
			case "price":
				if amount, _ := normal.Amount(g.Value, language); amount != g.Normalised || !normal.Priced(g.Value) {
					t.Errorf("the price is %q [%s]", g.Value, g.Normalised)
				}
			default:
				if !normal.SameInstant(g.Normalised, g.Normalised) {
					t.Errorf("%s is %q [%s]", question, g.Value, g.Normalised)
				}
			}
		}
	})
}

// TestHostile: pages made to be slow are read in bounds; each would take minutes if a
// bound were gone, and the test's own deadline tells.
func TestHostile(t *testing.T) {
	for name, text := range map[string]string{
		"deep":                 strings.Repeat("<div class=price>", 60_000) + "$5",
		"prices in a row":      "<h1>Tea in winter</h1>" + strings.Repeat("<b>$5</b>", 60_000),
		"prices in one parent": "<h1>Tea in winter</h1><p>" + strings.Repeat("$5<br>", 60_000),
		"dates in one parent":  "<h1>Tea in winter</h1><p>" + strings.Repeat("Published 30 Nov 2026<i>1</i>", 50_000),
		"comments":             "<h1>Tea in winter</h1>" + strings.Repeat("<!---->", 80_000) + strings.Repeat("<b>$5</b>", 2_000),
		"headers":              strings.Repeat("<header>", 60_000) + "<h1>Tea in winter</h1>",
		"one long class":       "<h1 class='" + strings.Repeat("price ", 80_000) + "'>Tea in winter</h1>",
		"one long style":       "<h1 style='" + strings.Repeat("color: red;", 80_000) + "'>Tea in winter</h1>",
		"one long text":        "<h1>Tea in winter</h1>" + strings.Repeat("Published 30 Nov 2026 $5 By Ada ", 60_000),
		"bylines":              "<h1>Tea in winter</h1><p class=byline>" + strings.Repeat("<b>By</b>", 60_000),
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			defer func() {
				if took := time.Since(start); took > 30*time.Second {
					t.Errorf("it took %v", took)
				}
			}()
			if found := guess(t, text, "en"); len(found) > 5 || found["price"].Value != "" && name != "deep" {
				t.Errorf("%v", found)
			}
		})
	}
}

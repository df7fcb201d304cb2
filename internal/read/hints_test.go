package read

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestATreeIsBuiltOnlyForPagesThatNeedOne(t *testing.T) {
	for _, tt := range []struct {
		name, body      string
		microdata, rdfa bool
	}{
		{"nothing", `<p class=x title="itemscope typeof vocab">itemprop= typeof= vocab= <!-- <b itemprop=x typeof=y> --><script>"<b itemprop=x typeof=y>"</script>`, false, false},
		{"metas of social sites", `<html prefix="og: http://ogp.me/ns#"><meta property="og:title" content=x><meta property="OG:type article:tag fb:app_id" content=y><meta property=twitter:card content=z><meta property=al:ios:url content=z>`, false, false},
		{"a meta's bare property", `<meta property=description content=x>`, false, false},
		{"a meta's unknown prefix", `<meta property=what:ever content=x>`, false, false},
		{"one that may be declared", `<html prefix="what: http://w.test/"><meta property=what:ever content=x>`, false, true},
		{"a meta's known prefix", `<meta property="og:title dc:title" content=x>`, false, true},
		{"a meta's property in full", `<meta property="http://purl.org/dc/terms/title" content=x>`, false, true},
		{"a stylesheet's property", `<link property=stylesheet rel=stylesheet href="a:b">`, false, false},
		{"a property with a prefix", `<p property = "dc:title">x`, false, true},
		{"a type", `<p TYPEOF=x>x`, false, true},
		{"a vocabulary", `<p a=1 vocab=x>x`, false, true},
		{"names that only end so", `<p data-typeof=x data-itemprop=y xvocab=z my-property="a:b">`, false, false},
		{"names behind a quote", `<p a="b"itemprop=x c='d'typeof=y>`, true, true},
		{"names behind a slash", `<p/itemprop=x/typeof=y>`, true, true},
		{"a property of an item", "<p\nitemprop\n=\nx>y", true, false},
		{"an item's type", `<p itemscope ItemType=x>`, true, false},
		{"an item that can say nothing", `<p itemscope>x`, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := builtTree(t, tt.body, microdataReader()); got != tt.microdata {
				t.Errorf("for microdata a tree was built: %v", got)
			}
			if got := builtTree(t, tt.body, rdfaReader()); got != tt.rdfa {
				t.Errorf("for RDFa a tree was built: %v", got)
			}
		})
	}
}

func TestRootsOfMicroformatsAreHintedAt(t *testing.T) {
	for tag, want := range map[string]bool{
		`<div class="h-entry">`:               true,
		`<div class='a  h-product b'>`:        true,
		"<div class = \"a\nh-event\">":        true,
		`<div CLASS=h-card>`:                  true,
		`<div class=h-recipe><p class=x>`:     true,
		`<p class=h-4><p class="x h-review">`: true,
		`<div class="h-feed h-entry">`:        true,
		`<p class=h-resume>`:                  true,
		`<p class=h-listing>`:                 true,
		`<p class=h-item>`:                    true,
		`<p class=h-cite>`:                    true,
		`<p class=h-adr>`:                     true,
		`<p class=h-geo>`:                     true,
		`<div class="h-4 h-full h-entryx">`:   false,
		`<div class="xh-entry h-">`:           false,
		`<div class="H-ENTRY">`:               false,
		`<div id="h-entry" title=h-entry>`:    false,
		`<div class>h-entry class="h-entry"`:  false,
	} {
		s := &Source{Document: &Document{}, Text: []byte(tag), reading: &Reading{}}
		gather(s)
		if got := s.Hints&HintMicroformats != 0; got != want {
			t.Errorf("%s hints at microformats: %v", tag, got)
		}
	}
}

// TestHintsMissNothing: what a reader finds when it is made to look, it finds when it
// waits for a hint.
func TestHintsMissNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		piece := rapid.SampledFrom([]string{"<p", "<meta", "<b", "<svg", "<template", "<a href=x", ">", " ", "\n", "/", "itemscope", "itemprop", "ITEMTYPE", "typeof", "Property", "vocab", "prefix",
			"=", "\"", "'", "=\"x\"", "='schema:T'", "=dc:x", "=https://schema.org/", " content=x", "x", "</p>", "</svg>", "<!--", "-->", "<textarea>", "&amp;", "é"})
		body := strings.Join(rapid.SliceOfN(piece, 0, 40).Draw(rt, "pieces"), "")
		for _, reader := range []Reader{microdataReader(), rdfaReader()} {
			hinted, _ := findingsOf(t, body, reader)
			forced := reader
			forced.Read = func(s *Source) Findings {
				s.Hints |= HintMicrodata | HintRDFa
				return reader.Read(s)
			}
			looked, _ := findingsOf(t, body, forced)
			if got, want := sketch(hinted.Records)+tagLines(hinted), sketch(looked.Records)+tagLines(looked); got != want {
				rt.Errorf("%s of %q: %q by hints, %q when looked for", reader.Name, body, got, want)
			}
		}
	})
}

// TestEveryRootIsHintedAt: a page whose only item is of a kind that is read gets a tree.
func TestEveryRootIsHintedAt(t *testing.T) {
	for _, root := range []string{
		"h-adr", "h-card", "h-cite", "h-entry", "h-event", "h-feed", "h-geo", "h-item", "h-listing", "h-product", "h-recipe", "h-resume",
		"h-review", "h-review-aggregate", "hentry", "vcard", "vevent", "hreview", "hreview-aggregate", "hproduct", "hrecipe",
	} {
		s := Open(&Document{Body: []byte(`<div class="block ` + root + `">x</div>`)})
		if s.Hints&HintMicroformats == 0 {
			t.Errorf("class %s is no hint", root)
		}
	}
}

// BenchmarkHints is what hints cost on a page that has none of what they are of; held
// against BenchmarkPage.
func BenchmarkHints(b *testing.B) {
	doc := shopPage()
	var tags [][]byte
	for rest := doc.Body; ; {
		i := strings.IndexByte(string(rest), '<')
		if i < 0 {
			break
		}
		rest = rest[i+1:]
		if end := strings.IndexByte(string(rest), '>'); end > 0 && rest[0] != '/' {
			tags = append(tags, rest[:end+1])
		}
	}
	s := &Source{}
	b.ReportAllocs()
	for b.Loop() {
		for _, tag := range tags {
			s.hint(tag, false)
		}
	}
}

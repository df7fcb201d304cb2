package read

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"curtsy/address"
	"curtsy/internal/tree"
	"curtsy/page"
)

const here = "https://shop.test/dir/page?x=1"

// document makes a page at here, its header lines given as "Name: value".
func document(t testing.TB, body string, header ...string) *Document {
	t.Helper()
	a, err := address.Parse(here)
	if err != nil {
		t.Fatal(err)
	}
	h := http.Header{"Content-Type": {"text/html; charset=utf-8"}}
	for _, line := range header {
		name, value, _ := strings.Cut(line, ": ")
		if http.CanonicalHeaderKey(name) == "Content-Type" {
			h.Del(name)
		}
		h.Add(name, value)
	}
	return &Document{Address: a, Header: h, Body: []byte(body), Token: "shopbot"}
}

func pageOf(t testing.TB, body string, header ...string) *Reading {
	t.Helper()
	return Page(document(t, body, header...))
}

func addresses(list []address.Address) string {
	texts := make([]string, len(list))
	for i, a := range list {
		texts[i] = strings.TrimPrefix(a.String(), "https://shop.test")
	}
	return strings.Join(texts, " ")
}

func TestABrokenReaderCostsOnlyWhatItWouldHaveFound(t *testing.T) {
	broken := Reader{Name: "broken", Read: func(*Source) Findings { panic("out of ink") }}
	readers := append([]Reader{broken}, Readers()...)
	r := readPage(document(t, `<title>T</title><a href=/a>`), readers)
	if len(r.Unread) != 1 || r.Unread[0].Source != "broken" || !strings.Contains(r.Unread[0].Message, "out of ink") {
		t.Errorf("failures: %v; want one, of the reader named broken", r.Unread)
	}
	if r.Title != "T" || r.Summary["title"].Value != "T" || addresses(r.Links) != "/a" {
		t.Errorf("the rest of the page was lost: title %q, summary %v, links %v", r.Title, r.Summary, r.Links)
	}
	if got := strings.Join(r.Sources, " "); got != "html" {
		t.Errorf("sources %q; a reader that broke off is none", got)
	}
}

func TestAReaderMayHaveTheTreeWhichIsBuiltOnce(t *testing.T) {
	var trees []*tree.Tree
	reader := Reader{Name: "tree", Takes: TakesTree, Read: func(s *Source) Findings {
		root, err := s.Tree()
		if err != nil {
			t.Error(err)
		}
		trees = append(trees, root)
		return Findings{}
	}}
	readPage(document(t, `<noscript><a href=/a>x</a></noscript>`), []Reader{reader, reader})
	if len(trees) != 2 || trees[0] == nil || trees[0] != trees[1] {
		t.Errorf("two readers were given trees %v; want the same one", trees)
	}
	var hrefs []string
	walk(trees[0].Root, func(n *html.Node) {
		for _, a := range n.Attr {
			hrefs = append(hrefs, a.Val)
		}
	})
	if len(hrefs) != 1 || hrefs[0] != "/a" {
		t.Errorf("the tree holds %v; what stands in noscript is elements", hrefs)
	}
}

func TestATreeIsBuiltOfAPageNestedTooDeep(t *testing.T) {
	for name, body := range map[string]string{
		"boxes": strings.Repeat("<div>", 600) + "<a href=/deep>",
		"formatting, each its own": func() string {
			var b strings.Builder
			for i := range 900 {
				fmt.Fprintf(&b, "<p><b id=%d>", i)
			}
			return b.String() + "<a href=/deep>"
		}(),
	} {
		t.Run(name, func(t *testing.T) {
			built := Reader{Name: "tree", Takes: TakesTree, Read: func(s *Source) Findings {
				if _, err := s.Tree(); err != nil {
					t.Error(err)
				}
				return Findings{}
			}}
			r := readPage(document(t, "<title>T</title>"+body), []Reader{built})
			if addresses(r.Links) != "/deep" || r.LeftOut["depth"] == 0 {
				t.Errorf("links %v, left out %v; what was dropped is counted, and the pass needs no tree", r.Links, r.LeftOut)
			}
		})
	}
}

func walk(n *html.Node, visit func(*html.Node)) {
	if n.Type == html.ElementNode {
		visit(n)
	}
	for c := range n.ChildNodes() {
		walk(c, visit)
	}
}

func TestTheOrderOfReadersIsThatOfSourcesAndRecords(t *testing.T) {
	says := func(name, value string) Reader {
		return Reader{Name: name, Read: func(*Source) Findings {
			return Findings{Records: []page.Record{{Type: "Book", Types: []string{"Book"}, Source: name,
				Fields: page.Fields{{Name: "name", Value: page.Value{Value: value, Source: name}}}}}}
		}}
	}
	r := readPage(document(t, ""), []Reader{says("first", "A"), says("second", "B")})
	if got := r.Summary["title"]; got.Value != "A" || got.Source != "first" {
		t.Errorf("title %v; the earlier reader is believed", got)
	}
	if got := strings.Join(r.Sources, " "); got != "first second" || len(r.Records) != 2 || r.Records[0].Source != "first" {
		t.Errorf("sources %q, records %v; want both in order", got, r.Records)
	}
}

func TestAPageIsReadWithNothingButItsBytes(t *testing.T) {
	r := Page(&Document{Body: []byte(`<!DOCTYPE html><title>T</title><a href="https://a.test/">x</a><a href="/b">y</a>`)})
	if r.Title != "T" || len(r.Links) != 1 || r.Type != "text/html" || r.Charset != "utf-8" || r.Rights == nil {
		t.Errorf("%+v", r)
	}
}

func TestTheTitle(t *testing.T) {
	for _, tt := range []struct{ name, body, want, where string }{
		{"in the head", `<html><head><meta charset=utf-8><title> A
			b &amp; c </title></head>`, "A b & c", "/html/head/title[1]"},
		{"the first of two", `<title>A</title><title>B</title>`, "A", "/html/head/title[1]"},
		{"an empty one is passed over", `<title> </title><title>B</title>`, "B", "/html/head/title[2]"},
		{"not that of an svg", `<body><svg><title>icon</title></svg><title>B</title>`, "B", "/html/body/title[1]"},
		{"nor that of math", `<math><title>icon</title></math>`, "", ""},
		{"after the head", `<head></head><title>A</title><body>`, "A", "/html/head/title[1]"},
		{"when the head is left out", `<!doctype html><p>x<title>A</title>`, "A", "/html/body/p[1]/title[1]"},
		{"tags in it are text", `<title>a <b>c</b></title>`, "a <b>c</b>", "/html/head/title[1]"},
		{"octets that are no UTF-8", "<title>a\xffb</title>", "a\uFFFDb", "/html/head/title[1]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := pageOf(t, tt.body)
			if r.Title != tt.want || r.Summary["title"].Where != tt.where {
				t.Errorf("title %q at %q, want %q at %q", r.Title, r.Summary["title"].Where, tt.want, tt.where)
			}
		})
	}
}

func TestALongTextIsCutAndCounted(t *testing.T) {
	r := pageOf(t, "<title>"+strings.Repeat("é", MaxText)+"</title>")
	if len(r.Title) > MaxText || len(r.Title) < MaxText-4 || r.LeftOut["text"] == 0 || strings.ContainsRune(r.Title, '\uFFFD') {
		t.Errorf("a title of %d octets, left out %v", len(r.Title), r.LeftOut)
	}
}

func TestDescriptionAndLanguage(t *testing.T) {
	r := pageOf(t, `<html lang="de-AT"><meta name=description content=" "><meta name="Description" content="Ein&#32;Topf"><p>`, "Content-Language: fr")
	want := page.Answer{Value: "Ein Topf", Source: "meta", Key: "meta name=description", Where: "/html/head/meta[2]"}
	if got := r.Summary["description"]; got != want {
		t.Errorf("description %v, want %v", got, want)
	}
	want = page.Answer{Value: "de-AT", Normalised: "de-AT", Source: "html", Key: "<html lang>", Where: "/html"}
	if got := r.Summary["language"]; got != want {
		t.Errorf("language %v, want %v: the page's own is nearer than the header's", got, want)
	}
	r = pageOf(t, `<p>`, "Content-Language: fr")
	if got := r.Summary["language"]; got.Value != "fr" || got.Source != "http" || strings.Join(r.Sources, " ") != "http" {
		t.Errorf("language %v by %v, want the header's", got, r.Sources)
	}
	if got := pageOf(t, `<p>`, "Content-Language: fr, de").Summary["language"]; got.Value != "" {
		t.Errorf("language %v, want none: two are no answer", got)
	}
}

func TestCanonical(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		header     []string
		want       string
	}{
		{"of the head", `<link rel="canonical" href="/c">`, nil, "https://shop.test/c"},
		{"against the base", `<base href="https://b.test/d/"><link rel=CANONICAL href="c">`, nil, "https://b.test/d/c"},
		{"the body's is ignored", `<body><link rel="canonical" href="/c">`, nil, ""},
		{"one behind text is in the body", `text<link rel="canonical" href="/c">`, nil, ""},
		{"one in a template is none", `<head><template><link rel="canonical" href="/c"></template>`, nil, ""},
		{"one in a noscript of the head", `<head><noscript><link rel="canonical" href="/c"></noscript>`, nil, "https://shop.test/c"},
		{"after the head, where a browser puts it back", `<head></head><link rel="canonical" href="/c"><body>`, nil, "https://shop.test/c"},
		{"two that agree", `<link rel="canonical" href="/c"><link rel="canonical" href="https://shop.test/c#x">`, nil, "https://shop.test/c"},
		{"two that differ", `<link rel="canonical" href="/c"><link rel="canonical" href="/d">`, nil, ""},
		{"three, the last as the first", `<link rel="canonical" href="/c"><link rel="canonical" href="/d"><link rel="canonical" href="/c">`, nil, ""},
		{"of the header, against the address", `<base href="https://b.test/">`, []string{`Link: </x>; rel=preload, <c,1>; title="a, <b>"; rel="next canonical"`}, "https://shop.test/dir/c,1"},
		{"header and head differ", `<link rel="canonical" href="/c">`, []string{`Link: </d>; rel=canonical`}, ""},
		{"header about another page", ``, []string{`Link: </c>; rel=canonical; anchor="/other"`}, ""},
		{"only the first rel counts", ``, []string{`Link: </c>; rel=next; rel=canonical`}, ""},
		{"empty", `<link rel="canonical" href="">`, nil, ""},
		{"no address", `<link rel="canonical" href="javascript:x">`, nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := pageOf(t, tt.body, tt.header...)
			if r.Canonical != tt.want || r.Summary["url"].Value != tt.want {
				t.Errorf("canonical %q, url %v, want %q", r.Canonical, r.Summary["url"], tt.want)
			}
		})
	}
}

func TestXHTMLElementsMayCloseThemselves(t *testing.T) {
	body := `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xml:lang="pl"><head><title/><script src="x.js"/>` +
		`<script type="application/ld+json">//<![CDATA[
		{"@type":"Book","name":"A & B"}
		//]]></script></head><body><div/><p><a href="/a">x</a></p></body></html>`
	r := pageOf(t, body, "Content-Type: application/xhtml+xml")
	if addresses(r.Links) != "/a" || len(r.Records) != 1 || r.Summary["language"].Value != "pl" {
		t.Errorf("links %v, records %v, language %v", r.Links, r.Records, r.Summary["language"])
	}
	if got := r.Summary["title"]; got.Value != "A & B" || got.Where != "/html/head/script[2]#/name" {
		t.Errorf("title %v", got)
	}
}

func TestMediaTypes(t *testing.T) {
	for _, tt := range []struct {
		declared, options, body, want string
		readable                      bool
	}{
		{"text/html; charset=x", "", "", "text/html", true},
		{" Application/XHTML+XML ; a", "", "", "application/xhtml+xml", true},
		{"text/plain", "", "<html>", "text/plain", false},
		{"application/pdf", "", "<html>", "application/pdf", false},
		{"", "", " \n<!DOCTYPE html><p>", "text/html", true},
		{"", "", "\xEF\xBB\xBF<html>", "text/html", true},
		{"*/*", "", "<html>", "text/html", true},
		{"", "", `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">`, "application/xhtml+xml", true},
		{"", "", `<?xml version="1.0"?><rss>`, "text/xml", false},
		{"", "", "%PDF-1.4", "application/pdf", false},
		{"", "", "words", "text/plain", false},
		{"", "nosniff", "<html>", "text/plain", false},
	} {
		h := http.Header{}
		if tt.declared != "" {
			h.Set("Content-Type", tt.declared)
		}
		h.Set("X-Content-Type-Options", tt.options)
		got := MediaType(h, []byte(tt.body))
		if got != tt.want || Readable(got) != tt.readable {
			t.Errorf("MediaType(%q, %q, %q) = %q, readable %v; want %q, %v", tt.declared, tt.options, tt.body, got, Readable(got), tt.want, tt.readable)
		}
	}
}

package read

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"curtsy/address"
	"curtsy/page"
)

// The pages under testdata/pages are held against what a careful person says they
// declare, written by hand from the standards and never from what is read. Beside
// NAME.html stands NAME.want, one claim a line, and NAME.header where the answer
// had a header that matters. A claim is a verb, what it is about, and what follows
// " = "; a part behind " | " or " @ " that is left out is not looked at. No value holds
// " | ". The verbs:
//
//	at ADDRESS                                  where the page was; else pageAddress
//	summary FIELD = VALUE | READER | KEY | WHERE
//	normalised FIELD = VALUE                    the answer's normal form
//	bare FIELD                                  answered, and without a normal form
//	none FIELD                                  not answered: a wrong answer is worse than none
//	oneof FIELD, FIELD = A, B | C, D            one of these together; "none" for no answer
//	conflict FIELD = VALUE | VALUE              its answers in order
//	agree FIELD                                 no conflict
//	record READER TYPE @ WHERE
//	field READER TYPE PATH = VALUE @ WHERE
//	relation REL HREFLANG = ADDRESS             without HREFLANG: any
//	repair READER WHAT @ WHERE
//	right NAME VALUE                            a signal as written
//	use USE = OUTCOME
//	charset NAME
//
// A line that begins with "#" says why.
const pageAddress = "https://golden.test/dir/page"

// A goldenPage is one of testdata/pages.
type goldenPage struct {
	name   string
	doc    *Document
	claims []claim
}

func goldenPages(t *testing.T) []goldenPage {
	t.Helper()
	files, err := filepath.Glob("testdata/pages/*.html")
	if err != nil || len(files) < 50 {
		t.Fatalf("%d pages: %v", len(files), err)
	}
	pages := make([]goldenPage, 0, len(files))
	for _, file := range files {
		pages = append(pages, readGoldenPage(t, strings.TrimSuffix(file, ".html")))
	}
	return pages
}

func readGoldenPage(t *testing.T, path string) goldenPage {
	t.Helper()
	body, err := os.ReadFile(path + ".html")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(path + ".want")
	if err != nil {
		t.Fatal(err)
	}
	p := goldenPage{name: filepath.Base(path), doc: &Document{Body: body, Header: http.Header{}, Token: "shopbot", At: time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)}}
	at := pageAddress
	for line := range strings.Lines(string(want)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if s := parseClaim(line); s.verb == "at" {
			at = strings.Join(s.about, "")
		} else {
			p.claims = append(p.claims, s)
		}
	}
	if p.doc.Address, err = address.Parse(at); err != nil {
		t.Fatal(err)
	}
	header, err := os.ReadFile(path + ".header")
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(header)) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
			p.doc.Header.Add(name, value)
		}
	}
	return p
}

func TestPages(t *testing.T) {
	for _, p := range goldenPages(t) {
		t.Run(p.name, func(t *testing.T) {
			r := Page(p.doc)
			for _, s := range p.claims {
				if wrong := s.check(r); wrong != "" {
					t.Errorf("%s\n\tbut %s", s.line, wrong)
				}
			}
			if len(r.Unread) > 0 {
				t.Errorf("not read: %v", r.Unread)
			}
		})
	}
}

// TestAFalseClaimIsSeen: the claims would be worth nothing if a false one held.
func TestAFalseClaimIsSeen(t *testing.T) {
	leaf := func(text, where string) page.Value { return page.Value{Value: text, Source: "jsonld", Where: where} }
	offer := &page.Record{Type: "Offer", Types: []string{"Offer"}, Fields: page.Fields{{Name: "price", Value: leaf("2", "/p")}}}
	r := &Reading{
		Charset: "big5",
		Summary: page.Summary{
			"title": {Value: "A", Source: "jsonld", Key: "Product.name", Where: "/t"},
			"price": {Value: "2,00", Normalised: "2.00", Source: "jsonld"},
		},
		Conflicts: []page.Conflict{{Field: "price", Answers: []page.Answer{{Value: "2,00"}, {Value: "3"}}}},
		Records: []page.Record{{Type: "Product", Types: []string{"Product", "Car"}, Source: "jsonld", Where: "/r",
			Fields: page.Fields{{Name: "offers", Value: page.Value{Value: []page.Value{{Value: offer}}}}}}},
		Relations: []page.Relation{{Rel: "alternate", URL: "https://a.test/", Hreflang: "de"}},
		Repairs:   []page.Repair{{Source: "jsonld", Where: "/r", What: "trailing commas"}},
		Rights:    &page.Rights{Signals: []page.Signal{{Name: "robots", Value: "noai, x=1"}}, Uses: map[string]string{"ai-train": "reserved"}},
	}
	for _, tt := range []struct{ holds, fails string }{
		{"summary title = A", "summary title = B"},
		{"summary title = A | jsonld", "summary title = A | rdfa"},
		{"summary title = A |  | Product.name", "summary title = A |  | Product.headline"},
		{"summary title = A | jsonld | Product.name | /t", "summary title = A | jsonld | Product.name | /u"},
		{"summary title = A", "summary brand = A"},
		{"normalised price = 2.00", "normalised price = 2,00"},
		{"bare title", "bare price"},
		{"bare title", "bare brand"},
		{"none brand", "none title"},
		{"oneof price, brand = 3, C | 2,00, none", "oneof price, brand = none, none | 2,00, C"},
		{"conflict price = 2,00 | 3", "conflict price = 3 | 2,00"},
		{"conflict price = 2,00 | 3", "conflict price = 2,00"},
		{"agree title", "agree price"},
		{"record jsonld Car @ /r", "record jsonld Car @ /s"},
		{"record jsonld Product", "record rdfa Product"},
		{"record jsonld Product", "record jsonld Offer"},
		{"field jsonld Product offers[0].price = 2 @ /p", "field jsonld Product offers[0].price = 2 @ /q"},
		{"field jsonld Product offers[0].price = 2", "field jsonld Product offers[0].price = 3"},
		{"field jsonld Product offers[0].price = 2", "field jsonld Product offers[1].price = 2"},
		{"field jsonld Product offers[0].price = 2", "field jsonld Product offers.price = 2"},
		{"relation alternate de = https://a.test/", "relation alternate fr = https://a.test/"},
		{"relation alternate = https://a.test/", "relation alternate = https://b.test/"},
		{"relation alternate = https://a.test/", "relation next = https://a.test/"},
		{"repair jsonld trailing commas @ /r", "repair jsonld trailing commas @ /s"},
		{"repair jsonld trailing commas", "repair jsonld comments"},
		{"right robots noai, x=1", "right robots noai"},
		{"use ai-train = reserved", "use ai-train = allowed"},
		{"charset big5", "charset gbk"},
		{"charset big5", "sharset big5"},
	} {
		if s := parseClaim(tt.holds); s.check(r) != "" {
			t.Errorf("%s: held to be false: %s", tt.holds, s.check(r))
		}
		if s := parseClaim(tt.fails); s.check(r) == "" {
			t.Errorf("%s: held to be true", tt.fails)
		}
	}
}

// TestPagesClaimEnough: what nothing is claimed of could be lost unnoticed.
func TestPagesClaimEnough(t *testing.T) {
	readers := map[string]int{}
	claimed := map[string]bool{}
	for _, p := range goldenPages(t) {
		named := map[string]bool{}
		summarised := false
		for _, s := range p.claims {
			if wrong := s.malformed(); wrong != "" {
				t.Errorf("%s: %s: %s", p.name, s.line, wrong)
				continue
			}
			switch s.verb {
			case "summary":
				claimed["summary "+s.about[0]] = true
				if len(s.says) > 1 {
					named[s.says[1]] = true
				}
			case "record", "field":
				named[s.about[0]] = true
			case "repair":
				claimed["repair "+strings.Join(s.about[1:], " ")] = true
			case "charset":
				claimed["charset "+s.about[0]] = true
			}
			summarised = summarised || s.verb == "summary" || s.verb == "none"
		}
		if !summarised {
			t.Errorf("%s says nothing of the summary", p.name)
		}
		for reader := range named {
			readers[reader]++
		}
	}
	for _, field := range page.SummaryFields() {
		if !claimed["summary "+field] {
			t.Errorf("no page states the field %s", field)
		}
	}
	for _, reader := range strings.Fields("jsonld microdata rdfa microformats dublincore opengraph twitter meta html http hydration") {
		if readers[reader] < 2 {
			t.Errorf("%d pages name the reader %s, want two", readers[reader], reader)
		}
	}
	for _, what := range []string{"wrapping", "comments", "trailing commas", "control characters", "several values", "entities", "mended"} {
		if !claimed["repair "+what] {
			t.Errorf("no page states the repair %q", what)
		}
	}
	for _, name := range strings.Fields("utf-8 windows-1252 iso-8859-2 windows-1251 shift_jis euc-kr gb18030 big5 utf-16le iso-8859-15") {
		if !claimed["charset "+name] {
			t.Errorf("no page states the charset %s", name)
		}
	}
}

package read

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

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

// A claim is one line of a .want file.
type claim struct {
	line  string
	verb  string
	about []string // the words between the verb and what it says
	says  []string // what follows " = ", taken apart at " | "
	where string   // a place it names, or ""
}

func parseStatement(line string) (s claim) {
	s.line = line
	verb, rest, _ := strings.Cut(line, " ")
	s.verb = verb
	switch verb {
	case "record", "field", "repair":
		if i := strings.LastIndex(rest, " @ "); i >= 0 {
			rest, s.where = rest[:i], rest[i+len(" @ "):]
		}
	}
	before, after, said := strings.Cut(rest, " = ")
	s.about = strings.Fields(strings.ReplaceAll(before, ",", " "))
	if said {
		s.says = strings.Split(after, " | ")
		for i := range s.says {
			s.says[i] = strings.TrimSpace(s.says[i])
		}
	}
	if verb == "summary" && len(s.says) > 3 {
		s.where = s.says[3]
	}
	return s
}

// A goldenPage is one of testdata/pages.
type goldenPage struct {
	name       string
	doc        *Document
	statements []claim
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
		if s := parseStatement(line); s.verb == "at" {
			at = strings.Join(s.about, "")
		} else {
			p.statements = append(p.statements, s)
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
			for _, s := range p.statements {
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

// check says what was read in place of what a claim says, or "".
func (s *claim) check(r *Reading) string {
	switch s.verb {
	case "summary", "normalised", "bare", "none", "oneof":
		return s.checkSummary(r.Summary)
	case "conflict", "agree":
		return s.checkConflict(r.Conflicts)
	case "record":
		return s.checkRecord(r.Records)
	case "field":
		return s.checkField(r.Records)
	case "relation":
		return s.checkRelation(r.Relations)
	case "repair":
		return s.checkRepair(r.Repairs)
	case "right":
		return s.checkRight(r.Rights.Signals)
	case "use":
		if got := r.Rights.Uses[s.about[0]]; got != s.says[0] {
			return fmt.Sprintf("the use is %q", got)
		}
	case "charset":
		if r.Charset != s.about[0] {
			return fmt.Sprintf("it was read as %s, by %s", r.Charset, r.CharsetBy)
		}
	default:
		return "there is no such verb"
	}
	return ""
}

func (s *claim) checkSummary(summary page.Summary) string {
	got, answered := summary[s.about[0]]
	switch s.verb {
	case "none":
		if answered {
			return fmt.Sprintf("it was answered: %+v", got)
		}
	case "bare":
		if !answered || got.Normalised != "" {
			return fmt.Sprintf("the answer is %+v", got)
		}
	case "normalised":
		if got.Normalised != s.says[0] {
			return fmt.Sprintf("the answer is %+v", got)
		}
	case "summary":
		have := []string{got.Value, got.Source, got.Key, got.Where}
		for i, said := range s.says {
			if said != "" && said != have[i] {
				return fmt.Sprintf("the answer is %+v", got)
			}
		}
	case "oneof":
		values := make([]string, len(s.about))
		for i, field := range s.about {
			values[i] = "none"
			if answer, ok := summary[field]; ok {
				values[i] = answer.Value
			}
		}
		if got := strings.Join(values, ", "); !slices.Contains(s.says, got) {
			return fmt.Sprintf("the answers are %s", got)
		}
	}
	return ""
}

func (s *claim) checkConflict(conflicts []page.Conflict) string {
	var values []string
	for _, c := range conflicts {
		if c.Field == s.about[0] {
			for _, answer := range c.Answers {
				values = append(values, answer.Value)
			}
		}
	}
	if !slices.Equal(values, s.says) {
		return fmt.Sprintf("the answers in conflict are %q", values)
	}
	return ""
}

// of gives the records of a claim's reader and type, and what to say when none serves.
func (s *claim) of(records []page.Record) (found []page.Record, seen string) {
	var all []string
	for i := range records {
		if r := &records[i]; r.Source == s.about[0] {
			all = append(all, fmt.Sprintf("%v at %s", r.Types, r.Where))
			if slices.Contains(r.Types, s.about[1]) {
				found = append(found, *r)
			}
		}
	}
	return found, "that reader's records are " + strings.Join(all, ", ")
}

func (s *claim) checkRecord(records []page.Record) string {
	found, seen := s.of(records)
	for _, r := range found {
		if s.where == "" || s.where == r.Where {
			return ""
		}
	}
	return seen
}

func (s *claim) checkField(records []page.Record) string {
	found, seen := s.of(records)
	for _, r := range found {
		v, ok := along(page.Value{Value: &r}, s.about[2])
		if ok && v.Value == s.says[0] && (s.where == "" || s.where == v.Where) {
			return ""
		}
		seen += fmt.Sprintf("; there %v at %q", v.Value, v.Where)
	}
	return seen
}

// along follows a path such as "offers[1].price".
func along(v page.Value, path string) (page.Value, bool) {
	for step := range strings.SplitSeq(path, ".") {
		name, index, indexed := strings.Cut(step, "[")
		r, ok := v.Value.(*page.Record)
		if !ok {
			return v, false
		}
		if v, ok = field(r, name); !ok {
			return v, false
		}
		if indexed {
			list, ok := v.Value.([]page.Value)
			i, err := strconv.Atoi(strings.TrimSuffix(index, "]"))
			if !ok || err != nil || i >= len(list) {
				return v, false
			}
			v = list[i]
		}
	}
	return v, true
}

func (s *claim) checkRelation(relations []page.Relation) string {
	var all []string
	for _, r := range relations {
		if r.Rel != s.about[0] {
			continue
		}
		all = append(all, r.Hreflang+" "+r.URL)
		if r.URL == s.says[0] && (len(s.about) == 1 || r.Hreflang == s.about[1]) {
			return ""
		}
	}
	return fmt.Sprintf("those of that kind are %q", all)
}

func (s *claim) checkRepair(repairs []page.Repair) string {
	for _, r := range repairs {
		if r.Source == s.about[0] && r.What == strings.Join(s.about[1:], " ") && (s.where == "" || s.where == r.Where) {
			return ""
		}
	}
	return fmt.Sprintf("the repairs are %v", repairs)
}

func (s *claim) checkRight(signals []page.Signal) string {
	_, value, _ := strings.Cut(strings.TrimPrefix(s.line, "right "), " ")
	for _, signal := range signals {
		if signal.Name == s.about[0] && signal.Value == value {
			return ""
		}
	}
	return fmt.Sprintf("the signals are %v", signals)
}

// TestAFalseStatementIsSeen: the statements would be worth nothing if a false one held.
func TestAFalseStatementIsSeen(t *testing.T) {
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
		if s := parseStatement(tt.holds); s.check(r) != "" {
			t.Errorf("%s: held to be false: %s", tt.holds, s.check(r))
		}
		if s := parseStatement(tt.fails); s.check(r) == "" {
			t.Errorf("%s: held to be true", tt.fails)
		}
	}
}

// TestPagesStateEnough: what nothing is stated of could be lost unnoticed.
func TestPagesStateEnough(t *testing.T) {
	readers := map[string]int{}
	stated := map[string]bool{}
	for _, p := range goldenPages(t) {
		named := map[string]bool{}
		summarised := false
		for _, s := range p.statements {
			if wrong := s.malformed(); wrong != "" {
				t.Errorf("%s: %s: %s", p.name, s.line, wrong)
				continue
			}
			switch s.verb {
			case "summary":
				stated["summary "+s.about[0]] = true
				if len(s.says) > 1 {
					named[s.says[1]] = true
				}
			case "record", "field":
				named[s.about[0]] = true
			case "repair":
				stated["repair "+strings.Join(s.about[1:], " ")] = true
			case "charset":
				stated["charset "+s.about[0]] = true
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
		if !stated["summary "+field] {
			t.Errorf("no page states the field %s", field)
		}
	}
	for _, reader := range strings.Fields("jsonld microdata rdfa microformats dublincore opengraph twitter meta html http hydration") {
		if readers[reader] < 2 {
			t.Errorf("%d pages name the reader %s, want two", readers[reader], reader)
		}
	}
	for _, what := range []string{"wrapping", "comments", "trailing commas", "control characters", "several values", "entities", "mended"} {
		if !stated["repair "+what] {
			t.Errorf("no page states the repair %q", what)
		}
	}
	for _, name := range strings.Fields("utf-8 windows-1252 iso-8859-2 windows-1251 shift_jis euc-kr gb18030 big5 utf-16le iso-8859-15") {
		if !stated["charset "+name] {
			t.Errorf("no page states the charset %s", name)
		}
	}
}

// malformed says what is wrong with how a claim is written.
func (s *claim) malformed() string {
	words, says := 1, 0
	switch s.verb {
	case "summary", "normalised", "use", "conflict", "relation", "oneof":
		says = 1
	case "record", "repair", "right":
		words = 2
	case "field":
		words, says = 3, 1
	case "bare", "none", "agree", "charset":
	default:
		return "there is no such verb"
	}
	if len(s.about) < words || (says > 0) != (len(s.says) > 0) || s.verb == "summary" && len(s.says) > 4 {
		return "it is not complete"
	}
	switch s.verb {
	case "summary", "normalised", "bare", "none", "oneof", "conflict", "agree":
		for _, field := range s.about {
			if !slices.Contains(page.SummaryFields(), field) {
				return "the summary has no such field"
			}
		}
	}
	return ""
}

// TestPagesPlacesExist holds the places that the statements name against a tree of
// its own making: what is asked for must be there, whatever is read.
func TestPagesPlacesExist(t *testing.T) {
	pointers := 0
	for _, p := range goldenPages(t) {
		text, _, _ := decode(p.doc.Body, p.doc.Header)
		if bytes.ContainsRune(text, '\uFFFD') {
			t.Errorf("%s holds octets that its charset does not have", p.name)
		}
		places := placesIn(t, text)
		for _, s := range p.statements {
			if s.where == "" {
				continue
			}
			xpath, pointer, _ := strings.Cut(s.where, "#")
			content, ok := places[xpath]
			if !ok {
				t.Errorf("%s: %s: no element stands there", p.name, s.line)
			}
			if pointer == "" {
				continue
			}
			there, checked := resolve(content, pointer)
			if checked {
				pointers++
			}
			if checked && !there {
				t.Errorf("%s: %s: nothing in the script stands there", p.name, s.line)
			}
		}
	}
	if pointers < 100 {
		t.Errorf("%d pointers were followed; most scripts are JSON as they stand", pointers)
	}
}

// placesIn gives every element's XPath, and the text directly inside it.
func placesIn(t *testing.T, text []byte) map[string]string {
	t.Helper()
	root, err := html.ParseWithOptions(bytes.NewReader(text), html.ParseOptionEnableScripting(false))
	if err != nil {
		t.Fatal(err)
	}
	places := map[string]string{}
	var visit func(parent *html.Node, path string)
	visit = func(parent *html.Node, path string) {
		seen := map[string]int{}
		for n := range parent.ChildNodes() {
			if n.Type == html.TextNode {
				places[path] += n.Data
			}
			if n.Type != html.ElementNode {
				continue
			}
			seen[n.Data]++
			here := path + "/" + n.Data
			if n.Data != "html" && n.Data != "head" && n.Data != "body" {
				here += "[" + strconv.Itoa(seen[n.Data]) + "]"
			}
			places[here] = ""
			visit(n, here)
		}
	}
	visit(root, "")
	return places
}

// resolve follows a JSON pointer (RFC 6901) in a script that is JSON, or sets a
// variable to it. checked is false of a script that has to be mended first.
func resolve(script, pointer string) (there, checked bool) {
	if name, value, ok := strings.Cut(script, "="); ok && strings.HasPrefix(name, "window.") {
		script = strings.TrimRight(strings.TrimSpace(value), ";")
	}
	var v any
	if json.Unmarshal([]byte(script), &v) != nil {
		return false, false
	}
	for token := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		switch c := v.(type) {
		case map[string]any:
			v = c[token]
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i >= len(c) {
				return false, true
			}
			v = c[i]
		default:
			return false, true
		}
	}
	return v != nil, true
}

func field(r *page.Record, name string) (page.Value, bool) {
	for i := range r.Fields {
		if r.Fields[i].Name == name {
			return r.Fields[i].Value, true
		}
	}
	return page.Value{}, false
}

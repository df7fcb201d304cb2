package write_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"curtsy/internal/conform"
	"curtsy/internal/write"
	"curtsy/page"
)

// fullPage has everything a page can have.
func fullPage() *page.Page {
	p := pageAt(3)
	line := 12
	p.FoundOn, p.Canonical = "https://shop.test/?a=<b>&c", p.URL
	p.Fetch.SHA256, p.Fetch.Charset, p.Fetch.ETag, p.Fetch.LastModified = strings.Repeat("0f", 32), "utf-8", `W/"é"`, "Tue, 03 Nov 2026 10:00:00 GMT"
	p.Fetch.Hops = []page.Hop{{URL: "https://shop.test/old", Status: 301}}
	p.Fetch.Climbs = []page.Climb{{From: "http", To: "browser", Reason: "an empty shell", Seconds: 0.1}}
	p.Retries = []page.Retry{{Reason: "answered 503", After: 7}}
	p.Robots = &page.Robots{Allowed: true, File: "https://shop.test/robots.txt", Line: &line, Rule: "Allow: /p", Group: "*", Delay: 2}
	p.Rights = &page.Rights{
		Signals: []page.Signal{{Name: "tdm-reservation", Value: "1", Source: "header", Key: "tdm-reservation", Agent: "curtsy"}},
		Uses:    map[string]string{"train-ai": "reserved", "search": "allowed"},
	}
	p.Summary = page.Summary{"title": {Value: "=cmd()\u2028\x01", Source: "html", Key: "<title>", Where: "/html/head/title[1]"}}
	p.Records = []page.Record{{Type: "Product", Types: []string{"Product"}, Source: "jsonld", Where: "#/0", Fields: page.Fields{
		{Name: "name", Value: page.Value{Value: "Tea", Where: "#/0/name"}},
		{Name: "offers", Value: page.Value{Value: []page.Value{{Value: &page.Record{Type: "Offer", Types: []string{"Offer"}}}}}},
	}}}
	p.Sources, p.LeftOut = []string{"jsonld", "html"}, map[string]int{"links": 1200}
	return p
}

// everyPage is a page of every kind: each code, answered and not.
func everyPage() []*page.Page {
	bare := pageAt(1)
	bare.Links, bare.FoundOn, bare.Via = nil, "", page.ViaSeed
	all := []*page.Page{bare, fullPage()}
	for _, row := range page.Codes() {
		p := &page.Page{URL: "https://shop.test/x", N: len(all), Via: page.ViaSitemap, Err: page.Errorf(row.Code, "%s", row.When)}
		if row.Class == page.Answered {
			p = pageAt(len(all))
			p.OK, p.Links, p.Err = false, nil, page.Errorf(row.Code, "%s: answered 404", p.URL)
			p.Fetch.Status = 404
		}
		all = append(all, p)
	}
	limited := page.Errorf(page.RateLimited, "leave me")
	limited.After = time.Date(2026, 11, 4, 0, 0, 0, 0, time.UTC)
	off := page.Errorf(page.RedirectedOffSite, "away")
	off.Target = "https://other.test/"
	unreachable := &page.Page{URL: "https://shop.test/u", Via: page.ViaList, AskedAt: limited.After,
		Fetch: &page.Fetch{Rung: "http"}, Err: page.Errorf(page.ConnectionFailed, "refused")}
	recordsAlone, summaryAlone := fullPage(), fullPage()
	recordsAlone.Summary, summaryAlone.Records = nil, nil
	fromFile := pageAt(0)
	fromFile.Landed, fromFile.Fetch, fromFile.AskedAt = "", nil, time.Time{}
	return append(all, recordsAlone, summaryAlone, fromFile,
		&page.Page{URL: "https://shop.test/l", Via: page.ViaFeed, Err: limited},
		&page.Page{URL: "https://shop.test/o", Via: page.ViaRedirect, Err: off},
		&page.Page{URL: "mailto:me", Via: page.ViaList, Err: page.Errorf(page.BadAddress, "%q is no address", "mailto:me")},
		unreachable)
}

func TestEveryKindOfPageMatchesThePublishedSchema(t *testing.T) {
	for _, p := range everyPage() {
		line, err := p.Line()
		must(t, err)
		conform.Line(t, line)
	}
	path := t.TempDir() + "/a.jsonl"
	j, err := write.Create(path, header(), write.Config{})
	must(t, err)
	must(t, j.Append(pageAt(0)))
	must(t, j.Finish())
	if n := conform.Lines(t, []byte(content(t, path))); n != 2 {
		t.Errorf("%d lines, want a header and a page", n)
	}
}

func TestTheSchemaRefusesWhatTheContractDoes(t *testing.T) {
	full, err := fullPage().Line()
	must(t, err)
	failed, err := (&page.Page{URL: "https://shop.test/x", Via: page.ViaLink, Err: page.Errorf(page.TimedOut, "no answer")}).Line()
	must(t, err)
	for _, c := range []struct {
		name     string
		line     []byte
		old, new string
	}{
		{"a key that is not in the contract", full, `"n":3`, `"n":3,"job":1`},
		{"no number", full, `"n":3,`, ``},
		{"an ok page with an error", full, `"links":[`, `"error":{"code":"timed_out","class":"failed","message":"m","retryable":true},"links":[`},
		{"a summary field that is no question", full, `"summary":{"title"`, `"summary":{"titel"`},
		{"a code that is not in the table", failed, `timed_out`, `timed_away`},
		{"a local time", full, `10:00:03Z`, `10:00:03+01:00`},
		{"a hash cut short", full, `0f0f0f`, `0f`},
	} {
		line := bytes.Replace(c.line, []byte(c.old), []byte(c.new), 1)
		if bytes.Equal(line, c.line) {
			t.Fatalf("%s: %s is not in the line", c.name, c.old)
		}
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
		must(t, err)
		if conform.LineSchema(t).Validate(value) == nil {
			t.Errorf("%s is taken", c.name)
		}
	}
}

func TestTheSchemaListsEveryCodeAndEverySummaryField(t *testing.T) {
	var schema struct {
		Defs struct {
			Summary struct {
				PropertyNames struct{ Enum []string }
			}
			Error struct {
				Properties struct{ Code struct{ Enum []string } }
			}
		} `json:"$defs"`
	}
	must(t, json.Unmarshal([]byte(content(t, "../../docs/schema/line.schema.json")), &schema))
	if got := schema.Defs.Summary.PropertyNames.Enum; !slices.Equal(got, page.SummaryFields()) {
		t.Errorf("summary fields %v", got)
	}
	var codes []string
	for _, row := range page.Codes() {
		codes = append(codes, string(row.Code))
	}
	if got := schema.Defs.Error.Properties.Code.Enum; !slices.Equal(got, codes) {
		t.Errorf("codes %v, want %v", got, codes)
	}
}

package page

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func full() *Page {
	line := 4
	return &Page{
		URL: "https://shop.example/p/1?a=1&b=<2>", N: 7, OK: true, Depth: 2, FoundOn: "https://shop.example/", Via: ViaLink,
		AskedAt: time.Date(2026, 11, 30, 12, 0, 0, 123456000, time.UTC), Landed: "https://shop.example/p/1",
		Fetch: &Fetch{
			Rung: "http", Status: 200, Seconds: 0.25, Bytes: 2000, WireBytes: 700, Type: "text/html", Charset: "utf-8", SHA256: "0f",
			ETag: `W/"x"`, LastModified: "Mon, 30 Nov 2026 12:00:00 GMT", Hops: []Hop{{"https://shop.example/old", 301}}, Climbs: []Climb{}, Waited: 1.2,
		},
		Retries:   []Retry{{"it answered 503", 2}},
		Robots:    &Robots{Allowed: true, File: "https://shop.example/robots.txt", Line: &line, Rule: "Allow: /p", Group: "*", Delay: 0.5},
		Rights:    &Rights{Signals: []Signal{{Name: "robots", Value: "noai", Source: "meta", Key: "meta name=robots"}}, Uses: map[string]string{"ai-train": "reserved"}},
		Conflicts: []Conflict{{Field: "price", Answers: []Answer{{Value: "4,50"}, {Value: "5"}}}},
		Relations: []Relation{{Rel: "next", URL: "https://shop.test/2", Source: "html", Where: "/html/head/link[1]"}},
		Visible:   Visible{"title": {Value: "Tea", Rule: "heading", Where: "/html/body/h1[1]"}},
		Repairs:   []Repair{{Source: "jsonld", Where: "/x", What: "comments"}},
		Unread:    []Unread{{Source: "jsonld", Message: "/y: no JSON"}},
		Summary:   Summary{"title": {Value: "Tea", Source: "html", Key: "<title>", Where: "/html/head/title[1]"}, "price": {"4,50", "4.50", "jsonld", "Product.offers.price", "/x#/y"}},
		Records: []Record{{Type: "Product", Types: []string{"Product"}, Source: "jsonld", Where: "/x#", Fields: Fields{
			{"name", Value{"Tea", "jsonld", "/x#/name"}},
			{"brand", Value{&Record{Type: "Brand", Types: []string{"Brand"}, Fields: Fields{{"name", Value{Value: "B"}}}}, "", "/x#/brand"}},
			{"image", Value{[]Value{{Value: "a.png"}, {Value: "b.png"}}, "", "/x#/image"}},
		}}},
		Sources: []string{"jsonld", "html"}, Links: []string{"https://shop.example/"}, Fingerprint: "aZ09_-", LeftOut: map[string]int{"links": 3},
	}
}

// TestALineReadBackIsThePage: reading a line gives the page it was written from.
func TestALineReadBackIsThePage(t *testing.T) {
	refused := &Page{URL: "https://shop.example/cart", N: 8, Via: ViaLink, FoundOn: "https://shop.example/", Err: Errorf(RefusedByRobots, "disallowed")}
	limited := &Page{URL: "https://shop.example/x", N: 9, Via: ViaSeed, Err: &Error{Code: RateLimited, Class: Refused, Retryable: true, After: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC), Message: "m"}}
	for _, want := range []*Page{full(), refused, limited} {
		line, err := want.Line()
		if err != nil {
			t.Fatal(err)
		}
		got := new(Page)
		if err := json.Unmarshal(line, got); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("-written +read:\n%s", diff)
		}
		again, err := got.Line()
		if err != nil || string(again) != string(line) {
			t.Errorf("written again it is\n%s, %v, not\n%s", again, err, line)
		}
	}
}

// TestALineBeginsWithItsAddressAndKeepsTheOrderOfTheContract also of summary answers and
// record fields.
func TestALineBeginsWithItsAddressAndKeepsTheOrderOfTheContract(t *testing.T) {
	line, err := full().Line()
	if err != nil {
		t.Fatal(err)
	}
	at := -1
	for _, key := range []string{`{"url":"https://shop.example/p/1?a=1&b=<2>"`, `"n":7`, `"ok":true`, `"depth"`, `"found_on"`, `"via"`, `"asked_at"`, `"landed"`, `"fetch"`, `"retries"`, `"robots"`, `"rights"`, `"canonical":null`, `"summary":{"title"`, `"price":{"value"`, `"records"`, `"name"`, `"brand"`, `"image"`, `"sources"`, `"links"`, `"left_out"`} {
		next := strings.Index(string(line[max(at, 0):]), key) + max(at, 0)
		if next < at || !strings.Contains(string(line[max(at, 0):]), key) {
			t.Fatalf("%s does not stand after what is before it, in %s", key, line)
		}
		at = next
	}
	if line[len(line)-1] != '\n' || strings.Count(string(line), "\n") != 1 {
		t.Error("a line is not one line")
	}
}

func TestAPageThatIsNotKeptSaysNothingButItsLinks(t *testing.T) {
	p := full()
	p.OK, p.Err = false, Errorf(NoIndex, "it asks not to be kept")
	line, err := p.Line()
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{`"canonical"`, `"summary"`, `"records"`, `"sources"`} {
		if strings.Contains(string(line), key) {
			t.Errorf("the line has %s", key)
		}
	}
	if !strings.Contains(string(line), `"links":["https://shop.example/"]`) {
		t.Error("the line has lost its links")
	}
}

func TestListsAreNeverNull(t *testing.T) {
	p := &Page{URL: "https://shop.example/", OK: true, Via: ViaSeed, Fetch: &Fetch{Status: 200}, Rights: &Rights{}}
	line, err := p.Line()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"hops":[]`, `"climbs":[]`, `"signals":[]`, `"uses":{}`, `"summary":{}`, `"records":[]`, `"sources":[]`, `"links":[]`} {
		if !strings.Contains(string(line), want) {
			t.Errorf("no %s in %s", want, line)
		}
	}
}

func TestACodeIsMatchedThroughWrapping(t *testing.T) {
	err := fmt.Errorf("visit: %w", Errorf(RateLimited, "asked to wait"))
	if !errors.Is(err, RateLimited) || errors.Is(err, Blocked) {
		t.Error("errors.Is does not match by code")
	}
}

func TestEveryCodeHasARow(t *testing.T) {
	seen := map[Code]bool{}
	for _, row := range Codes() {
		if seen[row.Code] || row.Class == "" || row.When == "" || row.Code.Row() != row {
			t.Errorf("the row of %q is not sound", row.Code)
		}
		seen[row.Code] = true
	}
	if (Code("no_such").Row() != CodeRow{}) {
		t.Error("a code that is not in the table has a row")
	}
}

func TestOnlyStatusesThatMayPassAreRetryable(t *testing.T) {
	for status := 400; status < 620; status++ {
		want := status == 408 || status == 421 || status == 425 || status == 429 || status >= 500 && status < 600
		if got := StatusError("https://shop.example/", status).Retryable; got != want {
			t.Errorf("%d is retryable: %v", status, got)
		}
	}
	if code := StatusError("https://shop.example/", 402).Code; code != PaymentRequired {
		t.Errorf("402 is %s", code)
	}
}

func TestALineMovesNoTerminalAndTurnsNoText(t *testing.T) {
	p := full()
	title := "a\u009b31m b\u202e c\u2066 d\u061c é — \u2028"
	p.Summary["title"] = Answer{Value: title}
	line, err := p.Line()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range string(line) {
		if r >= 0x80 && r <= 0x9f || r == 0x202e || r == 0x2066 || r == 0x61c {
			t.Errorf("the line holds %U as it is", r)
		}
	}
	got := new(Page)
	if err := json.Unmarshal(line, got); err != nil {
		t.Fatal(err)
	}
	if got.Summary["title"].Value != title {
		t.Errorf("read back, the title is %q", got.Summary["title"].Value)
	}
}

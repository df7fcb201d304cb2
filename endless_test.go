package curtsy

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"curtsy/internal/simweb"
)

// endlessSpaces are sites that have no end.
var endlessSpaces = map[string]simweb.Fault{
	"a calendar":                            simweb.Calendar{},
	"session ids in the path":               simweb.Sessions{N: 12},
	"session ids in the query":              simweb.Sessions{N: 12, Query: "sid"},
	"session ids in a parameter of no name": simweb.Sessions{N: 12, Query: "zz"},
	"a catalogue of 2^10 facets":            simweb.Facets{N: 10},
	"a catalogue of facets nobody knows":    simweb.Facets{N: 12, Unknown: true},
	"folders in folders":                    nil, // see spaceOf
}

// spaceOf plays a site that is a space beneath /here, and has a page beside it.
func spaceOf(fault simweb.Fault) *simweb.Web {
	pages := simweb.Pages{
		"/robots.txt": {Status: 404},
		"/":           {Body: `<a href="/here">here</a> <a href="/about">about</a>`},
		"/about":      {Body: "Who we are"},
		"/here":       {Fault: fault},
	}
	if fault == nil { // each page leads to two more, and says the same
		pages["/here*"] = simweb.Page{Make: func(a simweb.Asked) simweb.Page {
			return simweb.Page{Body: fmt.Sprintf(`The same <a href="%[1]s/1">1</a> <a href="%[1]s/22">2</a>`, strings.TrimSuffix(a.Target, "/"))}
		}}
		delete(pages, "/here")
	}
	return simweb.New(simweb.Site{Name: "http://shop.example", Pages: pages})
}

// TestEndlessSpacesEnd by themselves, in under 200 requests for each shape of address they
// have, as the site counts them.
func TestEndlessSpacesEnd(t *testing.T) {
	for name, fault := range endlessSpaces {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := spaceOf(fault)
				defer web.Close()
				var notices []string
				c := crawlerOver(t, web, Options{NoSitemap: true, MaxPages: 1_000_000, MaxDepth: 1000, Trace: &Trace{Notice: func(text string) { notices = append(notices, text) }}})
				defer c.Close()
				run := c.Crawl("http://shop.example/")
				for range run.Pages(t.Context()) {
				}
				report := run.Report()
				shapes := 1
				if name == "session ids in a parameter of no name" { // the home, and the pages
					shapes = 2
				}
				if asked := len(web.Log()); asked >= 200*shapes || report.Stopped != StopDone || run.Err() != nil {
					t.Errorf("it ended as %q after %d requests: %v", report.Stopped, asked, run.Err())
				}
				byBound := name == "folders in folders" // a segment three times: its lines say so
				byTable := name == "session ids in the query" || name == "a catalogue of 2^10 facets"
				if !byBound && (len(report.Left) == 0 || report.Left[0].Count == 0 || report.Left[0].Example == "") {
					t.Errorf("what was left is not told: %+v", report.Left)
				}
				if !byBound && !byTable && len(notices) == 0 {
					t.Error("nobody was told that a shape was stopped")
				}
			})
		})
	}
}

// TestARealListingIsCrawledWhole: 2,000 products under one shape, each in the frame of all,
// twenty on a page or all on one.
func TestARealListingIsCrawledWhole(t *testing.T) {
	for _, whole := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			web := spaceOf(simweb.Listing{Whole: whole})
			defer web.Close()
			c := crawlerOver(t, web, Options{NoSitemap: true, MaxPages: 10_000, MaxDepth: 1000})
			defer c.Close()
			run := c.Crawl("http://shop.example/")
			products := map[string]bool{}
			for p := range run.Pages(t.Context()) {
				if strings.Contains(p.URL, "/here/p/") && p.OK {
					products[p.URL] = true
				}
			}
			if len(products) != 2000 || len(run.Report().Left) > 0 {
				t.Errorf("whole %v: %d products were read of 2000; left %+v", whole, len(products), run.Report().Left)
			}
		})
	}
}

// TestAnEndlessSpaceResumed: cut short anywhere, a run goes on to leave what an
// uninterrupted one leaves, and asks no answered page again.
func TestAnEndlessSpaceResumed(t *testing.T) {
	for name, fault := range endlessSpaces {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				play := func(cuts ...time.Duration) (file string, left []LeftOut, log []simweb.Entry) {
					web := spaceOf(fault)
					defer web.Close()
					state := filepath.Join(t.TempDir(), "pages.jsonl")
					kept := newMemory()
					for i, budget := range append(slices.Clone(cuts), 0) {
						c, err := newCrawler(Agent{Contact: "bot@example.org"}, &Options{
							State: state, Resume: i > 0, Jitter: None, TimeBudget: budget, NoSitemap: true, MaxPages: 1_000_000, MaxDepth: 1000,
						}, network{dial: web.Dial, memory: &kept})
						if err != nil {
							t.Fatal(err)
						}
						run := c.Crawl("http://shop.example/")
						for range run.Pages(t.Context()) {
						}
						if run.Err() != nil {
							t.Fatal(run.Err())
						}
						left = run.Report().Left
						c.Close()
					}
					return timeless(readFile(t, state)), left, web.Log()
				}
				want, wantLeft, _ := play()
				got, gotLeft, log := play(7*time.Second, 30*time.Second, 25*time.Second, 20*time.Second)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("-uninterrupted +resumed:\n%.2000s", diff)
				}
				if diff := cmp.Diff(wantLeft, gotLeft); diff != "" {
					t.Errorf("left: -uninterrupted +resumed:\n%s", diff)
				}
				askedOnce(t, log)
			})
		})
	}
}

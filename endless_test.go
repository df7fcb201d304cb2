package curtsy

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"curtsy/internal/simweb"
)

// spaceOf plays a site whose pages are made up from what is asked.
func spaceOf(page func(target string, times int) string) *simweb.Web {
	return simweb.New(simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{
		"/robots.txt": {Status: 404},
		"/*":          {Make: func(a simweb.Asked) simweb.Page { return simweb.Page{Body: page(a.Target, a.Times)} }},
	}})
}

// frameText is what every page of a site has around its content.
func frameText() string {
	var b strings.Builder
	for i := range 200 {
		fmt.Fprintf(&b, "%c%cword ", 'a'+i%26, 'a'+i/26)
	}
	return "<nav>" + b.String() + "</nav>"
}

func link(b *strings.Builder, target string) { fmt.Fprintf(b, `<a href="%s">x</a>`, target) }

// endlessSpaces are sites that have no end.
var endlessSpaces = map[string]func(target string, times int) string{
	"a calendar": func(target string, _ int) string {
		year, month := 2026, 11
		fmt.Sscanf(target, "/when/%d/%d", &year, &month)
		at := year*12 + month - 1
		var b strings.Builder
		for _, to := range []int{at - 12, at - 1, at + 1, at + 12} {
			link(&b, fmt.Sprintf("/when/%d/%02d", to/12, to%12+1))
		}
		return fmt.Sprintf("<title>%s %d</title>%s%s<p>No events.", time.Month(at%12+1), at/12, frameText(), b.String())
	},
	"session ids in the path": func(target string, times int) string {
		var b strings.Builder
		for i := range 10 {
			link(&b, fmt.Sprintf("/s/%.16x/page-%c", sha256.Sum256([]byte(fmt.Sprint(target, times, i))), 'a'+i))
		}
		name := target[strings.LastIndexByte(target, '/')+1:]
		return "<title>" + name + "</title>" + frameText() + b.String() + "<p>You are at " + target
	},
	"session ids in the query": func(target string, times int) string {
		path, _, _ := strings.Cut(target, "?")
		var b strings.Builder
		for i := range 10 {
			link(&b, fmt.Sprintf("/page-%c?sessionid=%.16x", 'a'+i, sha256.Sum256([]byte(fmt.Sprint(target, times, i)))))
		}
		return "<title>" + path + "</title>" + frameText() + b.String()
	},
	"a catalogue of 2^10 facets": func(target string, _ int) string {
		_, query, _ := strings.Cut(target, "?")
		facets := []string{"colour", "size", "brand", "fit", "length", "sleeve", "collar", "cuff", "weave", "dye"}
		var b, title strings.Builder
		for i, facet := range facets {
			var parts []string
			for j, other := range facets {
				if strings.Contains(query, other+"=") != (i == j) {
					parts = append(parts, other+"=yes")
				}
			}
			link(&b, "/shirts?"+strings.Join(parts, "&"))
			if strings.Contains(query, facet+"=") {
				title.WriteString(" " + facet)
			}
		}
		for p := range 40 {
			shown := true
			for i, facet := range facets {
				shown = shown && (!strings.Contains(query, facet+"=") || rand.New(rand.NewPCG(uint64(p), uint64(i))).IntN(4) > 0)
			}
			if shown {
				fmt.Fprintf(&b, "<p>shirt %c%c %d.%02d</p>", 'a'+p%7, 'a'+p/7, p+10, p*7%100)
			}
		}
		return "<title>Shirts" + title.String() + "</title>" + frameText() + b.String()
	},
}

// TestEndlessSpacesEnd by themselves, in under 200 requests as the site counts them.
func TestEndlessSpacesEnd(t *testing.T) {
	for name, page := range endlessSpaces {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := spaceOf(page)
				defer web.Close()
				var notices []string
				c := crawlerOver(t, web, Options{NoSitemap: true, MaxPages: 1_000_000, MaxDepth: 1000, Trace: &Trace{Notice: func(text string) { notices = append(notices, text) }}})
				defer c.Close()
				run := c.Crawl("http://shop.example/")
				for range run.Pages(t.Context()) {
				}
				report := run.Report()
				if asked := len(web.Log()); asked >= 200 || report.Stopped != StopDone || run.Err() != nil {
					t.Errorf("it ended as %q after %d requests: %v", report.Stopped, asked, run.Err())
				}
				if len(report.Left) == 0 || report.Left[0].Count == 0 || report.Left[0].Example == "" {
					t.Errorf("what was left is not told: %+v", report.Left)
				}
				if name != "session ids in the query" && len(notices) == 0 {
					t.Error("nobody was told that a shape was stopped")
				}
			})
		})
	}
}

// TestARealListingIsCrawledWhole: 2,000 products under one shape, in a frame of 200 words,
// their names out of few words.
func TestARealListingIsCrawledWhole(t *testing.T) {
	for _, per := range []int{20, 2000} {
		synctest.Test(t, func(t *testing.T) {
			const products = 2000
			web := spaceOf(func(target string, _ int) string {
				var b strings.Builder
				n, at := 0, 1
				if k, _ := fmt.Sscanf(target, "/product/%d", &n); k == 1 {
					r := rand.New(rand.NewPCG(uint64(n), 5))
					name := fmt.Sprintf("%c-colour %c-stuff %c-kind", 'a'+r.IntN(20), 'a'+r.IntN(10), 'a'+r.IntN(10))
					return fmt.Sprintf("<title>%s</title>%s<h1>%s</h1><p>%d.%02d", name, frameText(), name, 5+r.IntN(195), r.IntN(100))
				}
				fmt.Sscanf(target, "/?page=%d", &at)
				for i := (at - 1) * per; i < min(at*per, products); i++ {
					link(&b, fmt.Sprintf("/product/%d", i+1))
				}
				if at*per < products {
					link(&b, fmt.Sprintf("/?page=%d", at+1))
				}
				return fmt.Sprintf("<title>Shop, page %d</title>%s%s", at, frameText(), b.String())
			})
			defer web.Close()
			c := crawlerOver(t, web, Options{NoSitemap: true, MaxPages: 10_000, MaxDepth: 1000})
			defer c.Close()
			run := c.Crawl("http://shop.example/")
			for range run.Pages(t.Context()) {
			}
			if ok := run.Report().OK; ok != products+products/per || len(run.Report().Left) > 0 {
				t.Errorf("%d pages were read of %d; left %+v", ok, products+products/per, run.Report().Left)
			}
		})
	}
}

// TestAnEndlessSpaceResumed: cut short anywhere, a run goes on to leave what an
// uninterrupted one leaves, and asks no answered page again.
func TestAnEndlessSpaceResumed(t *testing.T) {
	for name, page := range endlessSpaces {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				play := func(cuts ...time.Duration) (file string, left []LeftOut, log []simweb.Entry) {
					web := spaceOf(func(target string, _ int) string { return page(target, 0) })
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

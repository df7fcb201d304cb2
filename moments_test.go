package curtsy

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"curtsy/internal/simweb"
	"curtsy/page"
)

// TestWhoWaitsLongIsJudgedAgain: a verdict is of the moment a page is asked, not of the
// moment its wait began.
func TestWhoWaitsLongIsJudgedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{
			"/robots.txt": {Body: "User-agent: *\nAllow: /\n", Header: map[string]string{"Cache-Control": "max-age=3600"}},
			"/busy":       {Fault: simweb.Retry{After: 20 * time.Hour}, Times: 1}, "/p": {Body: "p"},
		}})
		defer web.Close()
		kept := newMemory()
		c, err := newCrawler(Agent{Contact: "bot@example.org"}, &Options{MaxDelay: 24 * time.Hour, Attempts: 1}, network{dial: web.Dial, memory: &kept})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := c.Fetch(context.Background(), "http://shop.example/busy"); err != nil {
			t.Fatal(err)
		}
		web.Put("http://shop.example/robots.txt", simweb.Page{Body: "User-agent: *\nDisallow: /\n"})
		p, err := c.Fetch(context.Background(), "http://shop.example/p")
		if err != nil {
			t.Fatal(err)
		}
		if !errors.Is(p.Err, page.RefusedByRobots) {
			t.Errorf("after twenty hours of waiting the page came to %v", p.Err)
		}
		for _, e := range web.Log() {
			if e.Target == "/p" {
				t.Error("the page was asked on a verdict of twenty hours before")
			}
		}
	})
}

// TestValidatorsOfARedirectsTargetAreNotSentToItsStart: RFC 9110 section 15.4.
func TestValidatorsOfARedirectsTargetAreNotSentToItsStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{
			"/robots.txt": {Fault: simweb.Redirect{To: "/rules.txt"}}, "/*": {Body: "p"},
			"/rules.txt": {Body: "User-agent: *\nAllow: /\n", LastModified: "Mon, 01 Jan 2001 00:00:00 GMT"},
		}})
		defer web.Close()
		kept := newMemory()
		if p := fetchOne(t, web, "http://shop.example/p", &kept); p.Err != nil {
			t.Fatal(p.Err)
		}
		web.Put("http://shop.example/robots.txt", simweb.Page{Body: "User-agent: *\nDisallow: /\n", LastModified: "Mon, 01 Jan 1990 00:00:00 GMT"})
		time.Sleep(25 * time.Hour)
		if p := fetchOne(t, web, "http://shop.example/p", &kept); !errors.Is(p.Err, page.RefusedByRobots) {
			t.Errorf("the new robots.txt disallows it, and it came to %v", p.Err)
		}
	})
}

// TestAnAnswerInHandOutlivesTheContext: a 404 that had come when the run was cut short is
// written, and not asked again.
func TestAnAnswerInHandOutlivesTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{"/": {Status: 404}}})
		defer web.Close()
		kept := newMemory()
		state := filepath.Join(t.TempDir(), "pages.jsonl")
		for _, resume := range []bool{false, true} {
			c, err := newCrawler(Agent{Contact: "bot@example.org"}, &Options{NoSitemap: true, State: state, Resume: resume, Trace: &Trace{Asked: func(r Request) {
				if r.Purpose == "page" {
					cancel() // the answer is in hand
				}
			}}}, network{dial: web.Dial, memory: &kept})
			if err != nil {
				t.Fatal(err)
			}
			for range c.Crawl("http://shop.example/").Pages(ctx) {
			}
			c.Close()
			ctx = context.Background()
		}
		asked := 0
		for _, e := range web.Log() {
			if e.Target == "/" {
				asked++
			}
		}
		if asked != 1 {
			t.Errorf("the page that answered 404 was asked %d times", asked)
		}
	})
}

// TestAListingThatFailedInPartIsReadAgain: what the sitemaps list is not lost for ever to a
// robots.txt or a sitemap that could not be had for a while.
func TestAListingThatFailedInPartIsReadAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{
			"/robots.txt": {Body: "Sitemap: /s.txt\n"}, "/s.txt": {Status: 503}, "/*": {Body: "p"},
		}})
		defer web.Close()
		kept := newMemory()
		state := filepath.Join(t.TempDir(), "pages.jsonl")
		pages := 0
		for _, resume := range []bool{false, true} {
			c, err := newCrawler(Agent{Contact: "bot@example.org"}, &Options{State: state, Resume: resume, Attempts: 1}, network{dial: web.Dial, memory: &kept})
			if err != nil {
				t.Fatal(err)
			}
			run := c.Crawl("http://shop.example/")
			for range run.Pages(context.Background()) {
				if !resume {
					break
				}
			}
			pages = run.Report().Pages
			c.Close()
			web.Put("http://shop.example/s.txt", simweb.Page{Body: "http://shop.example/listed\n", Type: "text/plain"})
		}
		if pages != 2 {
			t.Errorf("the resumed run has %d pages; the sitemap lists one beside the seed", pages)
		}
	})
}

// TestAStateIsTakenUpInSmallParts: what its pages lead to is admitted in between, so that a
// resumed run holds no more of them than a fresh one.
func TestAStateIsTakenUpInSmallParts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var links strings.Builder
		for i := range 200 {
			fmt.Fprintf(&links, `<a href="/%d">%d</a>`, i, i)
		}
		web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{"/robots.txt": {Status: 404}, "/": {Body: links.String()}, "/*": {Make: func(a simweb.Asked) simweb.Page { return simweb.Page{Body: "page " + a.Target} }}}})
		defer web.Close()
		kept := newMemory()
		options := Options{State: filepath.Join(t.TempDir(), "pages.jsonl"), MaxPages: 500, NoSitemap: true}
		open := func() *Crawler {
			c, err := newCrawler(Agent{Contact: "bot@example.org"}, &options, network{dial: web.Dial, memory: &kept})
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		c := open()
		for range c.Crawl("http://shop.example/").Pages(context.Background()) {
		}
		c.Close()
		options.Resume = true
		c = open()
		defer c.Close()
		e := &engine{Run: c.Crawl("http://shop.example/"), yield: func(*page.Page) bool { return true }}
		ctx, cancel := context.WithCancel(context.Background())
		defer e.abandon(cancel)
		if err := e.begin(ctx); err != nil {
			t.Fatal(err)
		}
		most := 0
		for begun, absorbed := true, false; begun || absorbed; {
			var err error
			if begun, err = e.fill(ctx); err != nil {
				t.Fatal(err)
			}
			most = max(most, len(e.settled))
			if absorbed, err = e.absorb(); err != nil {
				t.Fatal(err)
			}
		}
		if most > maxRecalled || e.report.Resumed != 201 {
			t.Errorf("of %d pages taken up, %d were held at once", e.report.Resumed, most)
		}
	})
}

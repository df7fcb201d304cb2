package curtsy

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
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

// TestAnotherAgentsPermissionIsNotOurs: on one home, a group that names one agent and asks
// for little shortens nobody else's rest.
func TestAnotherAgentsPermissionIsNotOurs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{
			"/robots.txt": {Body: "User-agent: shopbot\nCrawl-delay: 0.2\n\nUser-agent: *\nCrawl-delay: 10\n"}, "/*": {Body: "p"},
		}})
		defer web.Close()
		kept := newMemory()
		ask := func(token, path string) {
			agent := Agent{Token: token, Version: "1.0", Contact: "bot@example.org"}
			c, err := newCrawler(agent, &Options{Jitter: None}, network{dial: web.Dial, memory: &kept})
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			if p, err := c.Fetch(context.Background(), "http://shop.example"+path); err != nil || p.Err != nil {
				t.Fatal(err, p.Err)
			}
		}
		ask("otherbot", "/1")
		ask("shopbot", "/2")
		ask("otherbot", "/3")
		log := web.Log()
		last := len(log) - 1
		if rest := log[last].Arrival.Sub(log[last-1].End); rest < 10*time.Second {
			t.Errorf("the agent that owes 10 s came %v after the other", rest)
		}
	})
}

// TestValidatorsOfARedirectsTargetAreNotSentToItsStart: RFC 9110 section 15.4.
func TestValidatorsOfARedirectsTargetAreNotSentToItsStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{
			"/robots.txt": {Fault: simweb.Redirect{To: "/rules.txt"}}, "/*": {Body: "p"},
			"/rules.txt": {Body: "User-agent: *\nAllow: /\n", LastModified: "Mon, 01 Jan 2001 00:00:00 GMT", ETag: `"v1"`},
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

// TestAResumedRunGetsOn: however much the state holds, a resumed run takes more.
func TestAResumedRunGetsOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pages := simweb.Pages{"/robots.txt": {Status: 404}}
		for i := range 300 {
			pages[fmt.Sprintf("/%d", i)] = simweb.Page{Body: fmt.Sprintf(`<a href="/%d">next</a>`, i+1)}
		}
		web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: pages})
		defer web.Close()
		kept := newMemory()
		state := filepath.Join(t.TempDir(), "pages.jsonl")
		for i, budget := range []time.Duration{200500 * time.Millisecond, 3500 * time.Millisecond} {
			c, err := newCrawler(Agent{Contact: "bot@example.org"}, &Options{
				State: state, Resume: i > 0, TimeBudget: budget, MaxPages: 1000, MaxDepth: 1000, NoSitemap: true, Jitter: None,
			}, network{dial: web.Dial, memory: &kept})
			if err != nil {
				t.Fatal(err)
			}
			run := c.Crawl("http://shop.example/0")
			for range run.Pages(context.Background()) {
			}
			if err := run.Err(); err != nil {
				t.Fatal(err)
			}
			if report := run.Report(); i > 0 && report.Pages <= report.Resumed {
				t.Errorf("the resumed run took %d pages beside the %d it found", report.Pages-report.Resumed, report.Resumed)
			}
			c.Close()
		}
	})
}

package curtsy

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"curtsy/internal/simweb"
	"curtsy/page"
)

// counted plays a site with a page of every kind the report counts.
func counted() *simweb.Web {
	return simweb.New(simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{
		"/robots.txt": {Body: "User-agent: *\nDisallow: /no\nSitemap: /s.txt\nContent-Signal: ai-train=no\n"}, "/s.txt": {Body: "http://shop.example/gone", Type: "text/plain"},
		"/":       {Body: `<a href="/useful">u</a> <a href="/plain">p</a> <a href="/no">n</a> <a href="/gone">g</a> <a href="/gone2">g</a> <a href="/broken">b</a> <a href="/hidden">h</a>`},
		"/useful": {Body: `<title>Tea</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Tea"}</script><a href="/1">1</a> <a href="/2">2</a> <a href="/useful">u</a>`, ETag: `"v1"`, LastModified: "Sat, 01 Jan 2000 00:00:00 GMT"},
		"/plain":  {Body: "plain", Gzip: true}, "/gone": {Status: 410}, "/gone2": {Status: 404}, "/broken": {Fault: simweb.Short{By: 2}, Body: "broken"},
		"/hidden": {Body: `<meta name=robots content=noindex><title>Hidden</title><link rel=canonical href="/h"><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Hidden"}</script>`},
	}})
}

// TestTheReportCountsEachPageOnce, and a resumed run counts the same.
func TestTheReportCountsEachPageOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := counted()
		defer web.Close()
		options := Options{State: filepath.Join(t.TempDir(), "pages.jsonl"), MaxDepth: 1, Jitter: None, Attempts: 1}
		for _, cut := range []int{0, 3, 100} { // resumed
			c := crawlerOver(t, web, options)
			before := len(web.Log())
			run := c.Crawl("http://shop.example/")
			n := 0
			for range run.Pages(t.Context()) {
				if n++; cut == 0 && n == 3 {
					break
				}
			}
			r := run.Report()
			c.Close()
			options.Resume = true
			requests := len(web.Log()) - before
			if len(r.Sites) != min(requests, 1) || requests > 0 && (r.Sites[0].Requests != requests || r.Sites[0].Site != "shop.example") {
				t.Errorf("%d requests are said as %+v", requests, r.Sites)
			}
			if cut == 0 {
				if r.Useful != 1 || r.OK < 2 || r.Stopped != StopCancelled {
					t.Errorf("the first three pages came to %+v", r)
				}
				continue
			}
			if r.Stopped != StopDone || r.Pages != 8 || r.OK != 3 || r.Useful != 1 || r.Refused != 2 || r.Answered != 2 || r.Failed != 1 || r.Deeper != 2 {
				t.Errorf("the run came to %+v", r)
			}
			if r.Resumed != map[int]int{3: 3, 100: 7}[cut] { // a failure that may pass is asked again
				t.Errorf("%d lines were resumed", r.Resumed)
			}
		}
	})
}

// TestTheReportSaysWhatARunCostItsSites: no other run's requests, in alphabetical order, the 304s
// among them; and the sitemaps it read.
func TestTheReportSaysWhatARunCostItsSites(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		big := simweb.Page{Body: strings.Repeat("octets ", 1000), Gzip: true}
		web := simweb.New(
			simweb.Site{Name: "http://b.example", Pages: simweb.Pages{"/robots.txt": {Body: "Sitemap: /s.txt", ETag: "auto"}, "/s.txt": {Type: "text/plain"}, "/": big}},
			simweb.Site{Name: "http://a.example", Pages: simweb.Pages{"/": big}},
		)
		defer web.Close()
		c := crawlerOver(t, web, Options{Jitter: None})
		defer c.Close()
		for day := range 2 {
			run := c.Crawl("http://b.example/", "http://a.example/")
			for range run.Pages(t.Context()) {
			}
			r := run.Report()
			if len(r.Sites) != 2 || r.Sites[0].Site != "a.example" || r.Sites[1].Site != "b.example" {
				t.Fatalf("the sites are %+v", r.Sites)
			}
			a, b := r.Sites[0], r.Sites[1]
			if a.Requests != 4 || b.Requests != 3 || b.Bytes != int64(7000+15*(1-day)) || a.WireBytes == 0 || a.WireBytes > 1000 || b.NotModified != day {
				t.Errorf("on day %d they were asked for %+v and %+v", day, a, b)
			}
			if a.Waited != 3*time.Second || b.Waited != 2*time.Second {
				t.Errorf("on day %d they were left %v and %v", day, a.Waited, b.Waited)
			}
			named := slices.ContainsFunc(r.Sitemaps, func(s Sitemap) bool { return s.URL == "http://b.example/s.txt" })
			if len(r.Sitemaps) != 3 || !named {
				t.Errorf("the sitemaps are %+v", r.Sitemaps)
			}
			time.Sleep(25 * time.Hour)
		}
	})
}

// TestTheTraceIsToldOfEverything: each request the sites saw, each address taken, each rest.
func TestTheTraceIsToldOfEverything(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := counted()
		defer web.Close()
		var mu sync.Mutex
		var asked, taken, waiting []string
		c := crawlerOver(t, web, Options{MaxDepth: None, Trace: &Trace{
			Asked:   func(r Request) { mu.Lock(); defer mu.Unlock(); asked = append(asked, r.Purpose+" "+r.URL) },
			Waiting: func(site string, _ time.Time) { mu.Lock(); defer mu.Unlock(); waiting = append(waiting, site) },
			Taken:   func(url string, _ int) { taken = append(taken, url) },
		}})
		defer c.Close()
		for range c.Crawl("http://shop.example/").Pages(t.Context()) {
		}
		want := []string{"robots http://shop.example/robots.txt", "sitemap http://shop.example/s.txt", "page http://shop.example/", "page http://shop.example/gone"}
		if diff := cmp.Diff(want, asked); diff != "" || len(asked) != len(web.Log()) {
			t.Errorf("asked (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"http://shop.example/", "http://shop.example/gone"}, taken); diff != "" {
			t.Errorf("taken (-want +got):\n%s", diff)
		}
		if len(waiting) != 3 {
			t.Errorf("%d rests were told", len(waiting))
		}
	})
}

// TestAPageSaysHowItWasAsked, and what its site's robots.txt says of its use.
func TestAPageSaysHowItWasAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := counted()
		defer web.Close()
		c := crawlerOver(t, web, Options{Jitter: None})
		defer c.Close()
		p, err := c.Fetch(t.Context(), "http://shop.example/useful")
		if err != nil || !p.OK {
			t.Fatal(err, p)
		}
		f := p.Fetch
		if p.Landed != p.URL || f.Status != 200 || f.ETag != `"v1"` || f.LastModified == "" || f.Type != "text/html" || len(f.SHA256) != 64 || f.Waited != 1 || f.Bytes == 0 {
			t.Errorf("it was asked as %+v, landed at %q", f, p.Landed)
		}
		if p.Robots == nil || !p.Robots.Allowed || p.Robots.File != "http://shop.example/robots.txt" {
			t.Errorf("robots is %+v", p.Robots)
		}
		signals := 0
		for _, s := range p.Rights.Signals {
			if s.Source == "robots" && s.Key == "content-signal" {
				signals++
			}
		}
		if signals == 0 {
			t.Errorf("the rights are %+v", p.Rights)
		}
		hidden, err := c.Fetch(t.Context(), "http://shop.example/hidden")
		if err != nil || codeIn(hidden.Err) != page.NoIndex || hidden.OK || hidden.Canonical != "" || hidden.Summary != nil || hidden.Records != nil || hidden.Sources != nil {
			t.Errorf("a page that asks not to be kept is %+v: %v", hidden, err)
		}
	})
}

// TestNoMoreSitesAtOnceThanAllowed, by the sites' own logs.
func TestNoMoreSitesAtOnceThanAllowed(t *testing.T) {
	for sites, want := range map[int]int{2: 2, 0: 4} {
		synctest.Test(t, func(t *testing.T) {
			web := simweb.New(simweb.Site{Name: "http://x.example"})
			var seeds []string
			for _, name := range strings.Fields("a b c d e f g h") {
				web.Add(simweb.Site{Name: "http://" + name + ".example", Pages: simweb.Pages{"/*": {Body: "page", Takes: 5 * time.Second}}})
				seeds = append(seeds, "http://"+name+".example/")
			}
			defer web.Close()
			c := crawlerOver(t, web, Options{Sites: sites, NoSitemap: true})
			defer c.Close()
			for range c.Crawl(seeds...).Pages(context.Background()) {
			}
			most := 0
			for _, e := range web.Log() {
				n := 0
				for _, other := range web.Log() {
					if !other.Arrival.After(e.Arrival) && other.End.After(e.Arrival) {
						n++
					}
				}
				most = max(most, n)
			}
			if most != want {
				t.Errorf("%d sites were asked at once, want %d", most, want)
			}
		})
	}
}

// TestRestsAreUneven: by default each is between the delay and one and a half of it.
func TestRestsAreUneven(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{"/*": {Body: "page"}}})
		defer web.Close()
		c := crawlerOver(t, web, Options{})
		defer c.Close()
		rests, last := map[time.Duration]bool{}, time.Time{}
		for i := range 20 {
			if _, err := c.Fetch(t.Context(), "http://shop.example/"+strings.Repeat("x", i)); err != nil {
				t.Fatal(err)
			}
		}
		for _, e := range web.Log() {
			if !last.IsZero() {
				rest := e.Arrival.Sub(last)
				rests[rest] = true
				if rest < time.Second || rest > 1500*time.Millisecond {
					t.Errorf("a rest of %v", rest)
				}
			}
			last = e.End
		}
		if len(rests) < 10 {
			t.Errorf("20 requests, %d different rests", len(rests))
		}
	})
}

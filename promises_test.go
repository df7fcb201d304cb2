package curtsy

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"curtsy/internal/simweb"
	"curtsy/page"
)

// hostile plays a web at random: slow pages, refusals, redirects within and off the site,
// answers that break off, sites that ask to be left alone, robots.txt in every state.
func hostile(seed uint64) (*simweb.Web, []string) {
	r := rand.New(rand.NewPCG(seed, 3))
	faults := []simweb.Fault{
		simweb.Drop{}, simweb.Reset{}, simweb.Short{By: 5}, simweb.Broken{}, simweb.Chain{Hops: 3}, simweb.Loop{Hops: 2},
		simweb.Stall{}, simweb.Drip{Every: 100 * time.Millisecond}, simweb.Early{Times: 2}, simweb.Hangup{},
		simweb.Retry{After: 7 * time.Second}, simweb.Redirect{To: "http://www.a.example/1"}, simweb.Redirect{To: "http://c.example/2"},
	}
	robots := []simweb.Page{
		{Body: "User-agent: *\nDisallow: /no\n"}, {Body: "User-agent: *\nCrawl-delay: 2.5\nDisallow: /no\n"},
		{Body: "User-agent: ExampleBot\nDisallow: /no\nDisallow: /*?\n"}, {Status: 404}, {Status: 403}, {Status: 500},
		{Status: 503, Times: 1, Then: &simweb.Page{Body: "User-agent: *\nDisallow: /no\n"}}, {Fault: simweb.Redirect{To: "http://b.example/rules.txt"}},
	}
	var sites []simweb.Site
	var seeds []string
	for _, name := range []string{"http://a.example", "http://www.a.example", "http://b.example", "http://c.example"} {
		pages := simweb.Pages{"/robots.txt": robots[r.IntN(len(robots))]}
		for i := range 12 {
			var body strings.Builder
			for range 4 {
				fmt.Fprintf(&body, `<a href="/%d">x</a> <a href="http://www.a.example/%d">w</a> `, r.IntN(14), r.IntN(12))
			}
			body.WriteString(`<a href="/no/way">no</a> <a href="/3?q=1">q</a>`)
			p := simweb.Page{Body: body.String(), Takes: time.Duration(r.IntN(3000)) * time.Millisecond, Gzip: r.IntN(2) == 0}
			if r.IntN(3) == 0 {
				p.Fault, p.Times = faults[r.IntN(len(faults))], r.IntN(3)
			}
			pages[fmt.Sprintf("/%d", i)] = p
		}
		pages["/"] = pages["/0"]
		pages["/rules.txt"] = simweb.Page{Body: "User-agent: *\nDisallow: /no\n"}
		sites = append(sites, simweb.Site{Name: name, Pages: pages})
		seeds = append(seeds, name+"/")
	}
	return simweb.New(sites...), seeds
}

// overHostileWebs runs several crawls, a map and single pages side by side over each of
// many hostile webs, and gives each web's log and pages to check.
func overHostileWebs(t *testing.T, check func(t *testing.T, log []simweb.Entry, runs [][]*page.Page)) {
	t.Helper()
	for seed := range uint64(10) {
		t.Run(fmt.Sprint("web ", seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web, seeds := hostile(seed)
				defer web.Close()
				kept := newMemory()
				var mu sync.Mutex
				var runs [][]*page.Page
				var group sync.WaitGroup
				for i := range 3 {
					group.Go(func() {
						agent := Agent{Token: "ExampleBot", Version: "1.0", Page: "https://example.org/bot", Contact: "bot@example.org"}
						c, err := newCrawler(agent, &Options{MaxPages: 25, Sites: 3 + i, AnySite: i == 1, NoSitemap: i == 0}, network{dial: web.Dial, memory: &kept})
						if err != nil {
							t.Error(err)
							return
						}
						defer c.Close()
						if i == 2 {
							_, _ = c.Map(context.Background(), seeds[0])
							_, _ = c.Fetch(context.Background(), seeds[2]+"5")
						}
						run := c.Crawl(seeds...)
						pages := slices.Collect(run.Pages(context.Background()))
						if err := run.Err(); err != nil {
							t.Error(err)
						}
						mu.Lock()
						defer mu.Unlock()
						runs = append(runs, pages)
					})
				}
				group.Wait()
				check(t, web.Log(), runs)
			})
		})
	}
}

func TestOneInFlight(t *testing.T) {
	overHostileWebs(t, func(t *testing.T, log []simweb.Entry, _ [][]*page.Page) {
		for _, v := range simweb.Judge(log) {
			if v.MostInFlight > 1 {
				t.Errorf("%s saw %d requests in flight at once", v.Site, v.MostInFlight)
			}
		}
	})
}

func TestRestFromTheEnd(t *testing.T) {
	overHostileWebs(t, func(t *testing.T, log []simweb.Entry, _ [][]*page.Page) {
		for _, v := range simweb.Judge(log) {
			if v.Requests > 1 && v.Shortest < time.Second {
				t.Errorf("%s was left only %v between two requests", v.Site, v.Shortest)
			}
		}
	})
}

func TestAskFirst(t *testing.T) {
	overHostileWebs(t, func(t *testing.T, log []simweb.Entry, runs [][]*page.Page) {
		for _, v := range simweb.Judge(log) {
			for _, e := range append(v.Disallowed, v.Unasked...) {
				if e.Target == "/rules.txt" { // where others' robots.txt redirects: RFC 9309 section 2.3.1.2
					continue
				}
				t.Errorf("%s was asked for %s, which its robots.txt had not allowed", v.Site, e.Target)
			}
		}
		for _, pages := range runs {
			for _, p := range pages {
				if errors.Is(p.Err, page.RefusedByRobots) && !p.AskedAt.IsZero() && len(p.Fetch.Hops) == 0 {
					t.Errorf("%s is refused by robots.txt, and was asked", p.URL)
				}
			}
		}
	})
}

func TestFailClosed(t *testing.T) {
	for _, robots := range []simweb.Page{
		{Status: 500}, {Status: 503}, {Status: 429}, {Fault: simweb.Drop{}}, {Fault: simweb.Stall{}}, {Fault: simweb.Loop{Hops: 2}}, {Fault: simweb.Short{By: 5}, Body: "User-agent: *\nAllow: /\n"},
	} {
		synctest.Test(t, func(t *testing.T) {
			web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{"/robots.txt": robots, "/*": {Body: "page"}}})
			defer web.Close()
			p := fetchOne(t, web, "http://shop.example/p", nil)
			if !errors.Is(p.Err, page.RobotsUnreachable) {
				t.Errorf("robots.txt %+v: the page came to %v", robots, p.Err)
			}
			for _, e := range web.Log() {
				if e.Target == "/p" {
					t.Errorf("robots.txt %+v: the page was asked all the same", robots)
				}
			}
		})
	}
}

// TestFailClosedUsesTheLastGoodCopy: a good copy serves for 30 days, and not a day more.
func TestFailClosedUsesTheLastGoodCopy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{
			"/robots.txt": {Body: "User-agent: *\nDisallow: /no\n"}, "/*": {Body: "page"},
		}})
		defer web.Close()
		kept := newMemory()
		fetch := func(path string) error { return fetchOne(t, web, "http://shop.example"+path, &kept).Err }
		if err := fetch("/p"); err != nil {
			t.Fatal(err)
		}
		web.Put("http://shop.example/robots.txt", simweb.Page{Status: 503})
		for day := range 29 {
			time.Sleep(24 * time.Hour)
			if err := fetch("/p"); err != nil {
				t.Fatalf("on day %d the good copy no longer served: %v", day+1, err)
			}
			if err := fetch("/no"); !errors.Is(err, page.RefusedByRobots) {
				t.Fatalf("on day %d the good copy's rule no longer held: %v", day+1, err)
			}
		}
		time.Sleep(48 * time.Hour)
		if err := fetch("/p"); !errors.Is(err, page.RobotsUnreachable) {
			t.Errorf("after 31 days the page came to %v", err)
		}
	})
}

func TestHearTheSite(t *testing.T) {
	overHostileWebs(t, func(t *testing.T, log []simweb.Entry, _ [][]*page.Page) {
		for _, v := range simweb.Judge(log) {
			for _, e := range v.TooSoon {
				t.Errorf("%s was asked for %s while its Retry-After was running", v.Site, e.Target)
			}
		}
	})
}

func TestSayWhoWeAre(t *testing.T) {
	overHostileWebs(t, func(t *testing.T, log []simweb.Entry, _ [][]*page.Page) {
		for _, e := range log {
			agent := e.Header.Get("User-Agent")
			if want := "ExampleBot/1.0 (+https://example.org/bot; bot@example.org) curtsy/" + Version(); agent != want {
				t.Errorf("%s %s came from %q, want %q", e.Site, e.Target, agent, want)
			}
			if from := e.Header.Get("From"); from != "bot@example.org" {
				t.Errorf("%s %s came from the contact %q", e.Site, e.Target, from)
			}
			for name := range e.Header {
				if !slices.Contains([]string{"User-Agent", "From", "Accept", "Accept-Encoding", "Host", "If-None-Match", "If-Modified-Since"}, name) {
					t.Errorf("%s %s carried a header %s", e.Site, e.Target, name)
				}
			}
		}
	})
}

func TestNothingVanishes(t *testing.T) {
	overHostileWebs(t, func(t *testing.T, _ []simweb.Entry, runs [][]*page.Page) {
		for _, pages := range runs {
			seen := map[string]bool{}
			last := -1
			for _, p := range pages {
				if seen[p.URL] {
					t.Errorf("%s has two lines", p.URL)
				}
				seen[p.URL] = true
				if p.N <= last {
					t.Errorf("page %d came after page %d", p.N, last)
				}
				last = p.N
				if p.OK == (p.Err != nil) {
					t.Errorf("%s is ok %v with the error %v", p.URL, p.OK, p.Err)
				}
				if _, err := p.Line(); err != nil {
					t.Error(err)
				}
			}
			for _, p := range pages {
				for _, link := range p.Links {
					if len(pages) < 25 && strings.HasPrefix(link, "http://b.example/") && p.Depth < 3 && !seen[link] {
						t.Errorf("%s, which %s links to, has no line", link, p.URL)
					}
				}
			}
		}
	})
}

// fetchOne fetches one page over a web.
func fetchOne(t *testing.T, web *simweb.Web, url string, kept *memory) *page.Page {
	t.Helper()
	if kept == nil {
		fresh := newMemory()
		kept = &fresh
	}
	c, err := newCrawler(Agent{Contact: "bot@example.org"}, nil, network{dial: web.Dial, memory: kept})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	p, err := c.Fetch(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestALoginStaysHome: the operator's headers go to the one origin they were given for:
// not to its www. twin, its other scheme, its other port, or another site.
func TestALoginStaysHome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		links := `<a href="http://www.shop.example/in">w</a> <a href="https://shop.example/in">s</a> <a href="http://shop.example:8080/in">p</a> <a href="/in">h</a> <a href="/away">a</a> <a href="/out">o</a>`
		home := simweb.Pages{"/": {Body: links}, "/in": {Body: "in"}, "/away": {Fault: simweb.Redirect{To: "http://www.shop.example/landed"}}, "/out": {Fault: simweb.Redirect{To: "http://other.example/"}}}
		other := simweb.Pages{"/*": {Body: "x"}}
		web := simweb.New(
			simweb.Site{Name: "http://shop.example", Pages: home}, simweb.Site{Name: "http://www.shop.example", Pages: other},
			simweb.Site{Name: "https://shop.example", Pages: other}, simweb.Site{Name: "http://shop.example:8080", Pages: other}, simweb.Site{Name: "http://other.example", Pages: other},
		)
		defer web.Close()
		kept := newMemory()
		c, err := newCrawler(Agent{Contact: "bot@example.org"}, &Options{
			AnySite: true, RootCAs: web.CertPool(), Header: map[string][]string{"Authorization": {"Bearer s3cret"}, "Cookie": {"a=b"}},
		}, network{dial: web.Dial, memory: &kept})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		for range c.Crawl("http://shop.example/").Pages(context.Background()) {
		}
		origins := map[string]bool{}
		for _, e := range web.Log() {
			origins[e.Site] = true
			sent := e.Header.Get("Authorization") == "Bearer s3cret" && e.Header.Get("Cookie") == "a=b"
			none := e.Header.Get("Authorization") == "" && e.Header.Get("Cookie") == ""
			if e.Site == "http://shop.example" && e.Target != "/robots.txt" && !sent {
				t.Errorf("%s%s was asked without the login", e.Site, e.Target)
			}
			if e.Site != "http://shop.example" && !none {
				t.Errorf("%s%s was sent the login of http://shop.example", e.Site, e.Target)
			}
		}
		if len(origins) != 5 {
			t.Errorf("only %v were asked: the test shows nothing", origins)
		}
	})
}

// TestOnlyThePublicWeb: what a page, a sitemap, a redirect or a list leads to is not
// dialled off the public internet; what the operator starts from is.
func TestOnlyThePublicWeb(t *testing.T) {
	inner := simweb.New(simweb.Site{Name: "http://127.0.0.1", Pages: simweb.Pages{"/*": {Body: "secret"}}})
	defer inner.Close()
	innerAt, err := inner.ListenSite("http://127.0.0.1", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	secret := "http://" + innerAt.String() + "/secret"
	outer := simweb.New(simweb.Site{Name: "http://127.0.0.1", Pages: simweb.Pages{
		"/":           {Body: fmt.Sprintf(`<a href="%s">s</a> <a href="/hop">h</a> <a href="http://localhost:%d/">l</a> <a href="http://2130706433:%d/">n</a>`, secret, innerAt.Port(), innerAt.Port())},
		"/hop":        {Fault: simweb.Redirect{To: secret}},
		"/robots.txt": {Body: "Sitemap: " + secret + "\n"},
	}})
	defer outer.Close()
	outerAt, err := outer.ListenSite("http://127.0.0.1", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(Agent{Contact: "bot@example.org"}, &Options{Delay: time.Millisecond, AnySite: true, State: filepath.Join(t.TempDir(), "pages.jsonl")})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	refused := 0
	for p := range c.Crawl("http://" + outerAt.String() + "/").Pages(context.Background()) {
		if errors.Is(p.Err, page.RefusedAddress) {
			refused++
		}
	}
	if len(inner.Log()) > 0 {
		t.Errorf("the inner site was asked: %s", simweb.Format(inner.Log(), inner.Log()[0].Arrival))
	}
	if refused == 0 || len(outer.Log()) < 3 {
		t.Errorf("%d addresses were refused and %d requests made: the test shows nothing", refused, len(outer.Log()))
	}
}

// TestBounded: a body, a chain of redirects, a calendar without end and a list end at
// their stated bounds, and the lines say so.
func TestBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{
			"/":           {Body: `<a href="/bomb">b</a> <a href="/endless">e</a> <a href="/chain">c</a> <a href="/drip">d</a> <a href="/cal/">c</a>`},
			"/bomb":       {Fault: simweb.Bomb{Size: 256 << 20}},
			"/endless":    {Fault: simweb.Endless{Every: time.Millisecond}},
			"/chain":      {Fault: simweb.Chain{Hops: 30}},
			"/drip":       {Fault: simweb.Drip{Every: time.Second}, Body: strings.Repeat("x", 100_000)},
			"/cal/*":      {Fault: simweb.Calendar{}},
			"/robots.txt": {Status: 404},
		}})
		defer web.Close()
		kept := newMemory()
		c, err := newCrawler(Agent{Contact: "bot@example.org"}, &Options{MaxPages: 9, NoSitemap: true, Attempts: 1}, network{dial: web.Dial, memory: &kept})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		run := c.Crawl("http://shop.example/")
		codes := map[string]page.Code{}
		for p := range run.Pages(context.Background()) {
			var failure *page.Error
			if errors.As(p.Err, &failure) {
				codes[strings.TrimPrefix(p.URL, "http://shop.example")] = failure.Code
			}
		}
		for path, want := range map[string]page.Code{"/bomb": page.TooLarge, "/endless": page.TooLarge, "/chain": page.TooManyRedirects, "/drip": page.TooSlow} {
			if codes[path] != want {
				t.Errorf("%s came to %q, want %q", path, codes[path], want)
			}
		}
		if run.Report().Stopped != StopMaxPages || run.Report().Pages != 9 {
			t.Errorf("the calendar without end stopped at %d pages, %s", run.Report().Pages, run.Report().Stopped)
		}
	})
}

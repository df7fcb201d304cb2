package curtsy

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"curtsy/internal/simweb"
	"curtsy/page"
)

// anyOptions draws options a run may be given.
func anyOptions(r *rand.Rand) Options {
	pick := func(of ...int) int { return of[r.IntN(len(of))] }
	return Options{
		Delay: time.Duration(pick(0, 1000, 1500, 4000)) * time.Millisecond, MaxDelay: time.Duration(pick(0, 5, 30)) * time.Second,
		Jitter: []float64{None, 0, 0.2, 1}[r.IntN(4)], Attempts: pick(0, 1, 2, 4), Sites: pick(1, 3, 9), MaxPages: pick(5, 25, 60), MaxDepth: pick(1, 3, 9),
		TimeBudget: time.Duration(pick(0, 0, 20, 90)) * time.Second, AnySite: r.IntN(2) == 0, NoSitemap: r.IntN(2) == 0, Order: []string{OrderGiven, OrderDone}[r.IntN(2)],
		FirstVisit: []string{"", FirstVisitGentle}[r.IntN(2)], PerMachine: pick(0, 1), SiteRequests: pick(0, 7, 40), SiteBytes: int64(pick(0, 3000)), MaxBytes: int64(pick(0, 0, 5000)),
		Hours: []string{"", "", "00:00-00:01,01:00-02:00"}[r.IntN(3)], Respect: [][]string{nil, {"tdm"}}[r.IntN(2)],
	}
}

// TestPromisesHoldWhateverTheOptions: over random sites, faults and option sets, runs side
// by side and after one another are one visitor whose log shows promises 1, 2, 3, 5 and 7,
// in no more requests than its pages, hops, robots.txt and sitemaps account for.
func TestPromisesHoldWhateverTheOptions(t *testing.T) {
	for seed := range uint64(25) {
		t.Run(fmt.Sprint("web ", seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web, seeds := hostile(seed)
				defer web.Close()
				r := rand.New(rand.NewPCG(seed, 11))
				kept := newMemory()
				var mu sync.Mutex
				most := 0 // requests that the runs' lines account for
				var group sync.WaitGroup
				for i := range 4 {
					options := anyOptions(r)
					lanes := seeds[:1+r.IntN(len(seeds))]
					after := time.Duration(r.IntN(100)) * time.Second
					group.Go(func() {
						time.Sleep(after)
						n := accountedFor(t, web, &kept, i, options, lanes)
						mu.Lock()
						defer mu.Unlock()
						most += n
					})
				}
				group.Wait()
				judgeAll(t, web.Log(), most)
			})
		})
	}
}

// accountedFor does one run and gives how many requests its lines account for.
func accountedFor(t *testing.T, web *simweb.Web, kept *memory, i int, options Options, seeds []string) (most int) {
	agent := Agent{Token: "ExampleBot", Version: "1.0", Page: "https://example.org/bot", Contact: "bot@example.org"}
	// All sites are on one machine but for the last, so that shares are waited for.
	lookup := func(_ context.Context, host string) ([]netip.Addr, error) {
		if host == "c.example" {
			return []netip.Addr{netip.MustParseAddr("198.51.100.3")}, nil
		}
		return []netip.Addr{netip.MustParseAddr("198.51.100.1")}, nil
	}
	c, err := newCrawler(agent, &options, network{dial: web.Dial, lookup: lookup, memory: kept})
	if err != nil {
		t.Errorf("%+v: %v", options, err)
		return 0
	}
	defer c.Close()
	run := c.Crawl(seeds...)
	if i == 1 {
		run = c.Batch(slices.Values(seeds))
	}
	seen := map[string]bool{}
	for p := range run.Pages(context.Background()) {
		if seen[p.URL] {
			t.Errorf("%s has two lines in one run", p.URL)
		}
		seen[p.URL] = true
		attempts := options.Attempts
		if attempts == 0 {
			attempts = defaultAttempts
		}
		if p.Fetch != nil {
			most += attempts + len(p.Fetch.Hops) + 1 // once more, when a kept connection had been closed
		}
		if p.Err != nil && p.Err.(*page.Error).Code.Row().Code == "" {
			t.Errorf("%s: the code of %v is in no table", p.URL, p.Err)
		}
	}
	if err := run.Err(); err != nil {
		t.Errorf("%+v: %v", options, err)
	}
	return most
}

func judgeAll(t *testing.T, log []simweb.Entry, most int) {
	t.Helper()
	pages := 0
	for _, e := range log {
		if e.Target != "/robots.txt" && e.Target != "/rules.txt" && !strings.HasPrefix(e.Target, "/sitemap") && !strings.HasPrefix(e.Target, "/.well-known/") {
			pages++
		}
	}
	if pages > most {
		t.Errorf("%d pages were asked, %d is all that lines, retries and hops account for", pages, most)
	}
	for _, v := range simweb.Judge(log) {
		if v.MostInFlight > 1 || v.Requests > 1 && v.Shortest < time.Second || len(v.TooSoon) > 0 {
			t.Errorf("%s: %d in flight, a rest of %v, %d inside a Retry-After", v.Site, v.MostInFlight, v.Shortest, len(v.TooSoon))
		}
		for _, e := range append(v.Disallowed, v.Unasked...) {
			if e.Target != "/rules.txt" {
				t.Errorf("%s was asked for %s, which its robots.txt had not allowed", v.Site, e.Target)
			}
		}
	}
}

// inFlight gives the most requests in flight at once over the hosts that fit.
func inFlight(log []simweb.Entry, fits func(host string) bool) (most int) {
	for _, v := range simweb.JudgeMachines(log, func(host string) string {
		if fits(host) {
			return "fits"
		}
		return ""
	}) {
		most = v.MostInFlight
	}
	return most
}

// TestAtMostTwoAtOneMachine: twenty sites at one address are asked two at a time, by two
// crawlers of one ledger; those at others are not held up.
func TestAtMostTwoAtOneMachine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var sites []simweb.Site
		var crowded, alone []string
		for i := range 26 {
			name := fmt.Sprintf("site%d.example", i)
			sites = append(sites, simweb.Site{Name: "http://" + name, Pages: simweb.Pages{"/robots.txt": {Status: 404, Takes: 2 * time.Second}, "/*": {Body: "page", Takes: 2 * time.Second}}})
			if i < 20 {
				crowded = append(crowded, "http://"+name+"/")
			} else {
				alone = append(alone, "http://"+name+"/")
			}
		}
		web := simweb.New(sites...)
		defer web.Close()
		lookup := func(_ context.Context, host string) ([]netip.Addr, error) {
			if slices.Contains(crowded, "http://"+host+"/") {
				return []netip.Addr{netip.MustParseAddr("2001:db8:1:2::" + fmt.Sprint(1+len(host)%2))}, nil // two addresses of one /64
			}
			return []netip.Addr{netip.MustParseAddr("192.0.2." + strings.TrimSuffix(strings.TrimPrefix(host, "site"), ".example"))}, nil
		}
		kept := newMemory()
		var group sync.WaitGroup
		for _, list := range [][]string{append(crowded[:10:10], alone[:3]...), append(crowded[10:20:20], alone[3:]...)} {
			group.Go(func() {
				c, err := newCrawler(Agent{Contact: "bot@example.org"}, &Options{Sites: 20, Jitter: None}, network{dial: web.Dial, lookup: lookup, memory: &kept})
				if err != nil {
					t.Error(err)
					return
				}
				defer c.Close()
				for p := range c.Batch(slices.Values(list)).Pages(context.Background()) {
					if !p.OK {
						t.Errorf("%s: %v", p.URL, p.Err)
					}
				}
			})
		}
		start := time.Now()
		group.Wait()
		at := func(list []string) func(string) bool {
			return func(host string) bool { return slices.Contains(list, "http://"+host+"/") }
		}
		log := web.Log()
		if n := inFlight(log, at(crowded)); n != 2 {
			t.Errorf("%d requests were in flight at the crowded machine, want 2", n)
		}
		if n := inFlight(log, at(alone)); n != 6 {
			t.Errorf("%d requests were in flight at six machines of one site each, want 6", n)
		}
		for _, e := range log {
			if slices.Contains(alone, e.Site+"/") && e.End.Sub(start) > 8*time.Second {
				t.Errorf("%s was held up until %v", e.Site, e.End.Sub(start))
			}
		}
	})
}

// TestASiteThatTiresIsAskedHalfAsOften: a site whose answers take three times as long once
// the crawl is on has its rate halved, as its own log shows, and is asked as before when it
// has answered well for long enough.
func TestASiteThatTiresIsAskedHalfAsOften(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		pages := simweb.Pages{"/robots.txt": {Status: 404}}
		var body strings.Builder
		for i := range 500 {
			fmt.Fprintf(&body, `<a href="/p/%d">%d</a> `, i, i)
		}
		pages["/"] = simweb.Page{Body: body.String(), Takes: 100 * time.Millisecond}
		pages["/*"] = simweb.Page{Make: func(a simweb.Asked) simweb.Page {
			takes := 100 * time.Millisecond
			if since := a.At.Sub(start); since > 30*time.Second && since < 300*time.Second {
				takes = 300 * time.Millisecond
			}
			return simweb.Page{Body: "page " + a.Target, Takes: takes}
		}}
		web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: pages})
		defer web.Close()
		c := crawlerOver(t, web, Options{NoSitemap: true, MaxPages: 501, Jitter: None})
		defer c.Close()
		for range c.Crawl("http://shop.example/").Pages(t.Context()) {
		}
		rests := map[time.Duration]int{}
		var order []time.Duration
		log := web.Log()
		for i := 1; i < len(log); i++ {
			rest := log[i].Arrival.Sub(log[i-1].End)
			if rests[rest]++; len(order) == 0 || order[len(order)-1] != rest {
				order = append(order, rest)
			}
		}
		if len(order) < 4 || order[0] != time.Second || order[1] != 2*time.Second || order[2] != 1800*time.Millisecond || order[len(order)-1] != time.Second {
			t.Errorf("the rests were, in turn, %v", order)
		}
		if rests[2*time.Second] < 45 || rests[2*time.Second] > 55 {
			t.Errorf("%d rests were of two seconds", rests[2*time.Second])
		}
	})
}

// TestAtMostTwoAtOneDomain: sites below one registrable domain share its places. What the
// public suffix list has in its private section is a suffix: users of one are strangers.
func TestAtMostTwoAtOneDomain(t *testing.T) {
	for _, row := range []struct{ perMachine, shop int }{{0, 2}, {1, 1}} {
		synctest.Test(t, func(t *testing.T) {
			var sites []simweb.Site
			var list []string
			for _, name := range []string{"a.shop.co.uk", "b.shop.co.uk", "c.shop.co.uk", "d.shop.co.uk", "a.github.io", "b.github.io", "c.github.io"} {
				sites = append(sites, simweb.Site{Name: "http://" + name, Pages: simweb.Pages{"/*": {Body: "page", Takes: 3 * time.Second}}})
				list = append(list, "http://"+name+"/")
			}
			web := simweb.New(sites...)
			defer web.Close()
			c := crawlerOver(t, web, Options{Sites: 20, PerMachine: row.perMachine})
			defer c.Close()
			for p := range c.Batch(slices.Values(list)).Pages(t.Context()) {
				if !p.OK {
					t.Errorf("%s: %v", p.URL, p.Err)
				}
			}
			if n := inFlight(web.Log(), func(host string) bool { return strings.HasSuffix(host, ".shop.co.uk") }); n != row.shop {
				t.Errorf("%d requests were in flight below shop.co.uk, want %d", n, row.shop)
			}
			if n := inFlight(web.Log(), func(host string) bool { return strings.HasSuffix(host, ".github.io") }); n != 3 {
				t.Errorf("%d requests were in flight below github.io, want all three", n)
			}
		})
	}
}

// TestTroubledSitesHoldUpNobody: a hundred sites that ask to be left, are down or answer
// slowly keep no slot and no place from ten that are well, in a crawl and in a batch, with
// four requests in flight at most.
func TestTroubledSitesHoldUpNobody(t *testing.T) {
	for _, batch := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			var sites []simweb.Site
			var list []string
			for i := range 110 {
				name := fmt.Sprintf("http://site%d.example", i)
				pages := simweb.Pages{"/robots.txt": {Status: 404}, "/*": {Make: func(a simweb.Asked) simweb.Page { return simweb.Page{Body: "page " + a.Site} }}}
				switch {
				case i >= 100: // well
				case i%3 == 0:
					pages["/robots.txt"] = simweb.Page{Status: 503, Header: map[string]string{"Retry-After": "50"}}
				case i%3 == 1:
					pages["/*"] = simweb.Page{Status: 429}
				default:
					sites = append(sites, simweb.Site{Name: name, Down: simweb.Refuses})
					list = append(list, name+"/")
					continue
				}
				sites = append(sites, simweb.Site{Name: name, Pages: pages})
				list = append(list, name+"/")
			}
			web := simweb.New(sites...)
			defer web.Close()
			start := time.Now()
			c := crawlerOver(t, web, Options{Jitter: None, Order: OrderDone, Sites: 4, MaxPages: 1000})
			defer c.Close()
			run := c.Crawl(list...)
			if batch {
				run = c.Batch(slices.Values(list))
			}
			well := 0
			for p := range run.Pages(t.Context()) {
				if !p.OK {
					continue
				}
				if well++; time.Since(start) > 6*time.Second {
					t.Errorf("batch %v: %s was read after %v", batch, p.URL, time.Since(start))
				}
			}
			if well != 10 || run.Report().Pages != 110 {
				t.Errorf("batch %v: %d sites that are well were read of 10, %d lines of 110", batch, well, run.Report().Pages)
			}
		})
	}
}

// TestIdleVisitsCostNoGoroutine: of three hundred sites that rest, before a page or before
// it is asked again, each waits in a heap; goroutines are for what is in flight.
func TestIdleVisitsCostNoGoroutine(t *testing.T) {
	for name, pages := range map[string]simweb.Pages{
		"between pages":    {"/robots.txt": {Status: 404}, "/": {Body: `<a href="/1">1</a>`}, "/1": {Body: "page"}},
		"before a retry":   {"/robots.txt": {Status: 404}, "/": {Status: 500}},
		"before its hours": {"/robots.txt": {Body: "User-agent: *\nVisit-time: 0300-0400\n"}, "/": {Body: "page"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			var sites []simweb.Site
			var list []string
			for i := range 300 {
				site := fmt.Sprintf("http://site%d.example", i)
				sites, list = append(sites, simweb.Site{Name: site, Pages: pages}), append(list, site+"/")
			}
			web := simweb.New(sites...)
			defer web.Close()
			c := crawlerOver(t, web, Options{Jitter: None, NoSitemap: true, MaxPages: 10_000, Delay: 10 * time.Second, Sites: 4})
			defer c.Close()
			done := make(chan struct{})
			go func() {
				defer close(done)
				for range c.Crawl(list...).Pages(t.Context()) {
				}
			}()
			// The first pages come after ten seconds; five later everything rests.
			time.Sleep(15 * time.Second)
			synctest.Wait()
			stacks := make([]byte, 16<<20)
			stacks = stacks[:runtime.Stack(stacks, true)]
			if n := strings.Count(string(stacks), "visit.(*Trip).Go("); n > 2*4+aside {
				t.Errorf("%s: %d goroutines are visits that rest", name, n)
			}
			<-done
		})
	}
}

// TestNothingWaitsForWhatIsNotStarted: once as many bytes have come as may, a page whose
// robots.txt has just been read, and whose site is owed rest, is not waited for.
func TestNothingWaitsForWhatIsNotStarted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rules := "User-agent: *\nCrawl-delay: 50\n#" + strings.Repeat("x", 500) + "\n"
		web := simweb.New(
			simweb.Site{Name: "http://a.example", Pages: simweb.Pages{"/robots.txt": {Body: rules}, "/*": {Body: "page"}}},
			simweb.Site{Name: "http://b.example", Pages: simweb.Pages{"/robots.txt": {Body: rules, Takes: time.Second}, "/*": {Body: "page"}}},
		)
		defer web.Close()
		start := time.Now()
		c := crawlerOver(t, web, Options{Jitter: None, MaxBytes: 300})
		defer c.Close()
		run := c.Batch(slices.Values([]string{"http://a.example/", "http://b.example/"}))
		for p := range run.Pages(t.Context()) {
			t.Errorf("%s has a line: %v", p.URL, p.Err)
		}
		if took := time.Since(start); took > 2*time.Second || run.Report().Stopped != StopMaxBytes {
			t.Errorf("it ended as %q after %v", run.Report().Stopped, took)
		}
	})
}

package curtsy

import (
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"curtsy/internal/simweb"
)

// strictSite has pages that are all played with one fault.
func strictSite(fault simweb.Fault) *simweb.Web {
	links := ""
	for i := range 60 {
		links += fmt.Sprintf(`<a href="/p/%[1]d">%[1]d</a> `, i)
	}
	return simweb.New(simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{
		"/robots.txt": {Status: 404}, "/": {Body: links}, "/p/*": {Body: "page", Fault: fault},
	}})
}

// TestALimiterOfASecondNeverRefuses: a site that refuses whoever rests less than a second,
// or asks twice at once, has nothing to refuse to two runs side by side.
func TestALimiterOfASecondNeverRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := strictSite(simweb.Limit{Gap: time.Second})
		defer web.Close()
		kept := newMemory()
		var group sync.WaitGroup
		for range 2 {
			group.Go(func() {
				c, err := newCrawler(Agent{Contact: "bot@example.org"}, &Options{NoSitemap: true}, network{dial: web.Dial, memory: &kept})
				if err != nil {
					t.Error(err)
					return
				}
				defer c.Close()
				for range c.Crawl("http://shop.example/").Pages(t.Context()) {
				}
			})
		}
		group.Wait()
		log := web.Log()
		if len(log) < 2*61 {
			t.Errorf("%d requests put nothing to the test", len(log))
		}
		for _, e := range log {
			if e.Status == 429 {
				t.Errorf("%s was refused at %v", e.Target, e.Arrival)
			}
		}
	})
}

// TestALimiterIsHeard: a site that wants more rest than it says anywhere is slowed down for
// until it refuses nothing, and is read whole.
func TestALimiterIsHeard(t *testing.T) {
	for name, row := range map[string]struct {
		fault   simweb.Limit
		refused int // at most
	}{
		"429":                    {simweb.Limit{Gap: 5 * time.Second}, 6},
		"503":                    {simweb.Limit{Gap: 5 * time.Second, Status: 503}, 6},
		"429 with a Retry-After": {simweb.Limit{Gap: 5 * time.Second, Retry: &simweb.Retry{}}, 61},
	} {
		synctest.Test(t, func(t *testing.T) {
			web := strictSite(row.fault)
			defer web.Close()
			c := crawlerOver(t, web, Options{NoSitemap: true, Jitter: None})
			defer c.Close()
			read := 0
			for p := range c.Crawl("http://shop.example/").Pages(t.Context()) {
				if p.OK {
					read++
				}
			}
			refused := 0
			for _, e := range web.Log() {
				if e.Status >= 400 && e.Target != "/robots.txt" {
					refused++
				}
			}
			v := simweb.Judge(web.Log())[0]
			if read != 61 || refused == 0 || refused > row.refused || len(v.TooSoon) > 0 {
				t.Errorf("%s: %d pages were read of 61, %d requests refused, %d asked inside a Retry-After", name, read, refused, len(v.TooSoon))
			}
		})
	}
}

// TestATiredSiteIsGivenItsRest: a site that is slow whenever it is asked more often than
// every two seconds is soon asked no more often.
func TestATiredSiteIsGivenItsRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := strictSite(simweb.Tired{Base: 100 * time.Millisecond, Slow: time.Second, After: 10, Gap: 2 * time.Second})
		defer web.Close()
		c := crawlerOver(t, web, Options{NoSitemap: true, Jitter: None})
		defer c.Close()
		for range c.Crawl("http://shop.example/").Pages(t.Context()) {
		}
		slow, log := 0, web.Log()
		for _, e := range log {
			if e.End.Sub(e.Arrival) >= time.Second {
				slow++
			}
		}
		if len(log) != 62 || slow == 0 || slow > 30 {
			t.Errorf("%d of %d answers were of a tired site", slow, len(log))
		}
	})
}

package curtsy

import (
	"context"
	"errors"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"curtsy/internal/simweb"
	"curtsy/page"
)

// TestAPublicTwinIsLeftItsSecond: that the operator said where one host of a site is to be
// reached on a private network makes no public host of the site quicker to be asked.
func TestAPublicTwinIsLeftItsSecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pages := simweb.Pages{"/*": {Body: `<a href="/1">1</a> <a href="/2">2</a> <a href="http://www.shop.example/3">3</a> <a href="http://www.shop.example/4">4</a>`}, "/robots.txt": {Status: 404}}
		web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: pages}, simweb.Site{Name: "http://www.shop.example", Pages: pages})
		defer web.Close()
		kept := newMemory()
		c, err := newCrawler(Agent{Contact: "bot@example.org"}, &Options{
			Delay: None, Jitter: None, NoSitemap: true, MaxPages: 9, Resolve: []string{"shop.example=127.0.0.1", "www.shop.example=93.184.216.34"},
		}, network{dial: func(ctx context.Context, network, addr string) (net.Conn, error) {
			name := map[string]string{"127.0.0.1:80": "shop.example:80", "93.184.216.34:80": "www.shop.example:80"}[addr]
			return web.Dial(ctx, network, name)
		}, memory: &kept})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		for range c.Crawl("http://shop.example/").Pages(context.Background()) {
		}
		public, quick := 0, 0
		log := web.Log()
		for i, e := range log {
			if e.Site != "http://www.shop.example" {
				continue
			}
			public++
			if i > 0 && e.Arrival.Sub(log[i-1].End) < time.Second {
				quick++
			}
		}
		if quick > 0 || public < 3 {
			t.Errorf("the public host was asked %d times, %d of them within a second", public, quick)
		}
	})
}

// TestARoutedHostHasARobotsTxtOfItsOwn: what a staging machine's robots.txt allows, the
// real site's may not; neither is taken for the other.
func TestARoutedHostHasARobotsTxtOfItsOwn(t *testing.T) {
	kept := newMemory()
	for _, step := range []struct {
		resolve []string
		robots  string
		refused bool
	}{
		{[]string{"shop.example=127.0.0.1"}, "User-agent: *\nAllow: /\n", false},
		{nil, "User-agent: *\nDisallow: /w\n", true},
		{[]string{"shop.example=127.0.0.2"}, "User-agent: *\nDisallow: /\n", true},
		{[]string{"shop.example=127.0.0.1"}, "User-agent: *\nDisallow: /\n", false}, // the copy of the first step
	} {
		synctest.Test(t, func(t *testing.T) {
			web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{"/robots.txt": {Body: step.robots}, "/w": {Body: "w"}}})
			defer web.Close()
			own := memory{ledger: newMemory().ledger, copies: kept.copies}
			c, err := newCrawler(Agent{Contact: "bot@example.org"}, &Options{Resolve: step.resolve}, network{dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
				return web.Dial(ctx, network, "shop.example:80")
			}, memory: &own})
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			p, err := c.Fetch(context.Background(), "http://shop.example/w")
			if err != nil {
				t.Fatal(err)
			}
			if got := errors.Is(p.Err, page.RefusedByRobots); got != step.refused {
				t.Errorf("reached at %v, with robots.txt %q: refused %v, %v", step.resolve, step.robots, got, p.Err)
			}
		})
	}
}

// TestWhatStandsInAnAddressIsRefusedAtNoWait: a number off the public internet costs no
// request, no turn and no wait.
func TestWhatStandsInAnAddressIsRefusedAtNoWait(t *testing.T) {
	c, err := New(Agent{Contact: "bot@example.org"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	started := time.Now()
	list := func(yield func(string) bool) {
		for _, text := range []string{"http://169.254.169.254/a", "http://169.254.169.254/b", "http://10.0.0.1/", "http://router.local/", "http://10.0.0.1/b"} {
			if !yield(text) {
				return
			}
		}
	}
	run := c.Batch(list)
	for p := range run.Pages(context.Background()) {
		if !errors.Is(p.Err, page.RefusedAddress) || !p.AskedAt.IsZero() || p.Fetch != nil {
			t.Errorf("%s came to %v, asked at %v", p.URL, p.Err, p.AskedAt)
		}
	}
	if sites := run.Report().Sites; len(sites) > 0 {
		t.Errorf("the report counts requests: %v", sites)
	}
	if took := time.Since(started); took > 800*time.Millisecond {
		t.Errorf("five refusals took %v", took)
	}
}

// A closing sink counts how often it is closed.
type closing struct{ pages, closed int }

func (c *closing) Write(*page.Page) error { c.pages++; return nil }
func (c *closing) Close() error           { c.closed++; return nil }

func TestTheCrawlerClosesItsSinksOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{"/": {Body: "page"}}})
		defer web.Close()
		kept := newMemory()
		sink := &closing{}
		c, err := newCrawler(Agent{Contact: "bot@example.org"}, &Options{NoSitemap: true, Sinks: []Sink{sink}}, network{dial: web.Dial, memory: &kept})
		if err != nil {
			t.Fatal(err)
		}
		for range c.Crawl("http://shop.example/").Pages(context.Background()) {
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		if sink.pages != 1 || sink.closed != 1 {
			t.Errorf("the sink was given %d pages and closed %d times", sink.pages, sink.closed)
		}
	})
}

func TestARecordOutOfMendedTextSaysSo(t *testing.T) {
	p, err := Read([]byte(`<script type="application/ld+json">{"@type": "Product", "name": "Tea", "sku": "T</script>
		<script type="application/ld+json">{"@type": "Thing", "name": "whole"}</script>`), "https://shop.example/", nil)
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]bool{}
	for _, record := range p.Records {
		said[record.Type] = record.Repaired
	}
	if !said["Product"] || said["Thing"] || len(said) != 2 {
		t.Errorf("repaired: %v", said)
	}
}

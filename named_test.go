package curtsy

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"curtsy/address"
	"curtsy/internal/simweb"
	"curtsy/page"
)

func parseAddress(t testing.TB, url string) address.Address {
	t.Helper()
	a, err := address.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestTheFloorIsLoweredForNamedPrivateSitesAlone: for what the operator wrote, or said where to
// reach, and for nothing that others lead to.
func TestTheFloorIsLoweredForNamedPrivateSitesAlone(t *testing.T) {
	c, err := New(Agent{}, &Options{Delay: 10 * time.Millisecond, Resolve: []string{"staging.test=10.0.0.7", "*.stage.test=127.0.0.1", "public.test=198.51.100.7"}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, row := range []struct {
		url   string
		named bool
		low   bool
	}{
		{"http://127.0.0.1/", true, true}, {"http://127.0.0.1:8080/", true, true}, {"http://[::1]/", true, true}, {"http://localhost:3000/", true, true},
		{"http://10.1.2.3/", true, true}, {"https://192.168.1.1/", true, true}, {"http://169.254.1.1/", true, true}, {"http://[fd00::1]/", true, true},
		{"http://127.0.0.9/", false, false}, {"http://10.9.9.9/", false, false}, {"http://localhost:4000/", false, false},
		{"http://staging.test/", false, true}, {"https://a.stage.test/", false, true}, {"http://stage.test/", true, false}, {"http://public.test/", true, false},
		{"http://shop.example/", true, false}, {"http://198.51.100.9/", true, false}, {"http://8.8.8.8/", true, false}, {"http://[2001:db8::1]/", true, false},
		{"http://127.0.0.1.nip.example/", true, false}, {"http://mylocalhost/", true, false},
	} {
		a := parseAddress(t, row.url)
		if row.named {
			c.name(a)
		}
		want := time.Second
		if row.low {
			want = 10 * time.Millisecond
		}
		if got := c.floor(a.Site()); got != want {
			t.Errorf("%s, named %v: the floor is %v, want %v", row.url, row.named, got, want)
		}
		if err := c.tooSoon(a); (err == nil) != row.low {
			t.Errorf("%s, named %v: as a seed it comes to %v", row.url, row.named, err)
		}
		if err := c.refuse(a); (err == nil) != row.low {
			t.Errorf("%s, named %v: without a contact it comes to %v", row.url, row.named, err)
		}
	}
	if c.isNamed(parseAddress(t, "https://127.0.0.1/")) || c.isNamed(parseAddress(t, "http://127.0.0.1:81/")) {
		t.Error("naming an origin named its other schemes and ports")
	}
}

// TestADelayUnderASecondIsRefusedForAPublicSeed, not lengthened without a word, by every door.
func TestADelayUnderASecondIsRefusedForAPublicSeed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web, seeds := manySites(1)
		defer web.Close()
		c := crawlerOver(t, web, Options{Delay: 500 * time.Millisecond})
		defer c.Close()
		_, fetching := c.Fetch(t.Context(), seeds[0])
		_, mapping := c.Map(t.Context(), seeds[0])
		_, judging := c.Judge(t.Context(), seeds[0])
		run := c.Crawl(seeds...)
		for range run.Pages(t.Context()) {
		}
		for door, err := range map[string]error{"fetch": fetching, "map": mapping, "judge": judging, "crawl": run.Err()} {
			if err == nil || !strings.Contains(err.Error(), "is under the") {
				t.Errorf("%s came to %v", door, err)
			}
		}
		run = c.Batch(func(yield func(string) bool) { yield(seeds[0]); yield(seeds[0] + "1") }) // a list's lines are no seeds
		for range run.Pages(t.Context()) {
		}
		for _, complaint := range simweb.Complaints(web.Log(), time.Second) {
			t.Error(complaint)
		}
		if len(web.Log()) != 3 {
			t.Errorf("%d requests were made", len(web.Log()))
		}
	})
}

// TestLinesOfAListNameLoopbackAlone: a list is often another site's words.
func TestLinesOfAListNameLoopbackAlone(t *testing.T) {
	for url, want := range map[string]bool{
		"http://127.0.0.1:8080/": true, "http://localhost/": true, "http://[::1]/": true,
		"http://10.0.0.1/": false, "http://169.254.169.254/": false, "http://[fd00::1]/": false, "http://shop.example/": false, "http://198.51.100.1/": false, "http://localhost.example/": false,
	} {
		if got := loopback(parseAddress(t, url)); got != want {
			t.Errorf("%s is named by a list: %v", url, got)
		}
	}
	if !onPrivateNetwork(netip.MustParseAddr("::ffff:10.0.0.1")) || onPrivateNetwork(netip.MustParseAddr("::ffff:8.8.8.8")) {
		t.Error("an IPv4 address written as an IPv6 one is judged otherwise")
	}
	synctest.Test(t, func(t *testing.T) {
		c := crawlerOver(t, simweb.New(), Options{})
		defer c.Close()
		private := "http://10.0.0.1/"
		for range c.Batch(func(yield func(string) bool) { _ = yield("http://127.0.0.1/") && yield(private) }).Pages(t.Context()) {
		}
		if !c.isNamed(parseAddress(t, "http://127.0.0.1/")) || c.isNamed(parseAddress(t, private)) {
			t.Error("the wrong lines are named")
		}
	})
}

// TestTheSiteSeesOneVisitor: Crawlers of one process, and of one home, keep one rest and one copy of
// robots.txt; with homes of their own they do not see one another.
func TestTheSiteSeesOneVisitor(t *testing.T) {
	home := t.TempDir()
	for name, row := range map[string]struct {
		homes    [2]string
		requests int
	}{
		"one process": {requests: 3}, "one home": {homes: [2]string{filepath.Join(home, "a"), filepath.Join(home, "a")}, requests: 3},
		"two homes": {homes: [2]string{filepath.Join(home, "b"), filepath.Join(home, "c")}, requests: 4},
	} {
		synctest.Test(t, func(t *testing.T) {
			host := fmt.Sprintf("http://s%d.example", rand.Uint64()) // the process remembers what was asked before
			web := simweb.New(simweb.Site{Name: host, Pages: simweb.Pages{"/p": {Body: "p"}}})
			defer web.Close()
			start := time.Now()
			for _, home := range row.homes {
				c, err := newCrawler(Agent{Contact: "bot@example.org"}, &Options{Home: home, Jitter: None}, network{dial: web.Dial})
				if err != nil {
					t.Fatal(err)
				}
				if p, err := c.Fetch(context.Background(), host+"/p"); err != nil || p.Err != nil {
					t.Errorf("%s: %v, %v", name, p, err)
				}
				if err := c.Close(); err != nil {
					t.Error(err)
				}
			}
			if n, took := len(web.Log()), time.Since(start); n != row.requests || took != 2*time.Second {
				t.Errorf("%s: %d requests in %v, want %d, each after the rest its home knows of", name, n, took, row.requests)
			}
		})
	}
}

// TestALoweredFloorIsTheRest: between requests to a named site on this machine.
func TestALoweredFloorIsTheRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := simweb.New(simweb.Site{Name: "http://127.0.0.1", Pages: simweb.Pages{"/*": {Body: "page"}}})
		defer web.Close()
		c := crawlerOver(t, web, Options{Delay: 10 * time.Millisecond, Jitter: None})
		defer c.Close()
		start := time.Now()
		if p, err := c.Fetch(t.Context(), "http://127.0.0.1/p"); err != nil || p.Err != nil || time.Since(start) != 10*time.Millisecond {
			t.Errorf("it came to %+v, %v after %v", p, err, time.Since(start))
		}
	})
}

// TestAHostIsReachedWhereTheOperatorSays: by --resolve, or through a proxy. The robots.txt there refuses
// the page, so nothing is waited for.
func TestAHostIsReachedWhereTheOperatorSays(t *testing.T) {
	staging := simweb.New(simweb.Site{Name: "http://shop.test", Pages: simweb.Pages{"/robots.txt": {Status: 403}}})
	defer staging.Close()
	at, err := staging.ListenSite("http://shop.test", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	asked := make(chan string, 1)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.RequestURI
		w.WriteHeader(403)
	}))
	defer proxy.Close()
	for url, options := range map[string]Options{
		"http://shop.test/p": {Resolve: []string{"shop.test=" + at.String()}}, "http://shop.example/p": {Proxy: proxy.URL},
	} {
		options.Home = t.TempDir()
		c, err := New(Agent{Contact: "bot@example.org"}, &options)
		if err != nil {
			t.Fatal(err)
		}
		if p, err := c.Fetch(t.Context(), url); err != nil || codeIn(p.Err) != page.RefusedByRobots {
			t.Errorf("%s came to %+v, %v", url, p, err)
		}
		c.Close()
	}
	if len(staging.Log()) != 1 {
		t.Errorf("the staging host was asked %d times", len(staging.Log()))
	}
	select {
	case got := <-asked:
		if got != "http://shop.example/robots.txt" {
			t.Errorf("the proxy was asked for %s", got)
		}
	default:
		t.Error("the proxy was not asked")
	}
}

package curtsy

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"curtsy/internal/simweb"
)

// TestSitesTellWhatIsWaitedFor: the delay and its causes are those the next request rests
// for, and why a site is left alone.
func TestSitesTellWhatIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ok := simweb.Page{Body: "page"}
		web := simweb.New(
			simweb.Site{Name: "http://asks.example", Pages: simweb.Pages{"/robots.txt": {Body: "User-agent: *\nCrawl-delay: 4\n"}, "/*": ok}},
			simweb.Site{Name: "http://busy.example", Pages: simweb.Pages{"/robots.txt": {Status: 404}, "/*": {Status: 429}}},
			simweb.Site{Name: "http://closed.example", Pages: simweb.Pages{"/robots.txt": {Status: 404}, "/*": {Status: 503, Header: map[string]string{"Retry-After": "7200"}}}},
			simweb.Site{Name: "http://slow.example", Pages: simweb.Pages{"/robots.txt": {Status: 404}, "/*": {Body: "page", Takes: 6 * time.Second}}},
			simweb.Site{Name: "http://wall.example", Pages: simweb.Pages{"/robots.txt": {Status: 404}, "/*": {Status: 999}}},
		)
		defer web.Close()
		c := crawlerOver(t, web, Options{Attempts: 1, Jitter: None, SiteBytes: 1000})
		defer c.Close()
		if sites, err := c.Sites(t.Context()); err != nil || len(sites) != 0 {
			t.Fatalf("nobody was asked, and %v, %v is known", sites, err)
		}
		for _, name := range []string{"asks", "busy", "closed", "slow", "wall"} {
			if _, err := c.Fetch(t.Context(), "http://"+name+".example/p"); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.Slow(t.Context(), "https://www.slow.example/any", 9*time.Second); err != nil {
			t.Fatal(err)
		}
		if err := c.LeaveAlone(t.Context(), "asks.example", time.Hour); err != nil {
			t.Fatal(err)
		}
		states, err := c.Sites(t.Context())
		if err != nil || len(states) != 5 {
			t.Fatalf("%d sites are known: %v", len(states), err)
		}
		for i, want := range []struct {
			site             string
			delay            float64
			causes           []Cause
			resting, blocked string
		}{
			{"asks.example", 4, []Cause{{Name: "floor", Delay: 1}, {Name: "robots", Delay: 4}}, "operator", ""},
			{"busy.example", 2, []Cause{{Name: "floor", Delay: 1}, {Name: "429", Times: 2}, {Name: "failures", Times: 2}}, "", ""},
			{"closed.example", 2, []Cause{{Name: "floor", Delay: 1}, {Name: "failures", Times: 2}}, "retry_after", ""},
			{"slow.example", 9, []Cause{{Name: "floor", Delay: 1}, {Name: "operator", Delay: 9}, {Name: "pace", Delay: 6}}, "", ""},
			{"wall.example", 1, []Cause{{Name: "floor", Delay: 1}}, "", "it answers with a challenge page (999)"},
		} {
			s := states[i]
			if s.Site != want.site || s.Delay != want.delay || !slices.Equal(s.Causes, want.causes) || s.RestingFor != want.resting || s.BlockedBy != want.blocked {
				t.Errorf("%s stands as %+v", want.site, s)
			}
			if s.LastEnd == nil || s.InFlight || s.Today.Requests != 2 || s.Budget != (SiteDay{Requests: 10_000, Bytes: 1000}) || (s.RestingUntil == nil) != (want.resting == "") {
				t.Errorf("%s was asked as %+v", want.site, s)
			}
		}
		never, err := c.Site(t.Context(), "never.example")
		if err != nil || never.LastEnd != nil || never.Delay != 1 || never.Today.Requests != 0 {
			t.Errorf("a site nobody asked stands as %+v, %v", never, err)
		}
		busy, err := c.Site(t.Context(), "http://busy.example/x")
		if err != nil || busy.Failures != 1 {
			t.Errorf("one site stands as %+v, %v", busy, err)
		}
	})
}

// TestTheOperatorsWordHasBounds, and names a site.
func TestTheOperatorsWordHasBounds(t *testing.T) {
	c, err := New(Agent{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, bad := range []error{
		c.Slow(t.Context(), "shop.example", -1), c.Slow(t.Context(), "shop.example", 25*time.Hour),
		c.LeaveAlone(t.Context(), "shop.example", -1), c.LeaveAlone(t.Context(), "shop.example", 20*366*24*time.Hour),
		c.Slow(t.Context(), "http://u:p@shop.example/", time.Second), c.LeaveAlone(t.Context(), "ftp://shop.example/", time.Second), c.Slow(t.Context(), "", time.Second),
	} {
		if bad == nil {
			t.Error("a word that cannot be kept is taken")
		}
	}
	if _, err := c.Site(t.Context(), "two words"); err == nil {
		t.Error("two words are a site")
	}
}

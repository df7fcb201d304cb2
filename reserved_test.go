package curtsy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"curtsy/internal/simweb"
	"curtsy/page"
)

// TestReservationsAreReadWithinTheirBound: so many rules of a tdmrep.json and no more, and a file over
// its size reserves nothing.
func TestReservationsAreReadWithinTheirBound(t *testing.T) {
	var list []string
	for i := range maxTDMRules + 5 {
		list = append(list, fmt.Sprintf(`{"location": "/%d", "tdm-reservation": 1}`, i))
	}
	if n := len(parseTDM([]byte("[" + strings.Join(list, ",") + "]"))); n != maxTDMRules {
		t.Errorf("%d rules were read", n)
	}
	for text, want := range map[string]int{
		``: 0, `{}`: 0, `[`: 0, `[{"location": "/", "tdm-reservation": 1}]`: 1, `[{"location": "/", "tdm-reservation": "0"}]`: 1,
		`[{"location": "", "tdm-reservation": 1}]`: 0, `[{"location": "/", "tdm-reservation": true}]`: 0, `[{"location": "/"}]`: 0,
		`[{"location": "/a\nDisallow: /", "tdm-reservation": 1}]`: 0, `[{"location": "/a\rx", "tdm-reservation": 1}]`: 0, `[{"location": "/a#b", "tdm-reservation": 1}]`: 0,
	} {
		if n := len(parseTDM([]byte(text))); n != want {
			t.Errorf("%s has %d rules, want %d", text, n, want)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		file := `[{"location": "/", "tdm-reservation": 1}` + strings.Repeat(" ", tdmBound) + `]`
		web := simweb.New(simweb.Site{Name: "http://press.example", Pages: simweb.Pages{"/.well-known/tdmrep.json": {Body: file}, "/p": {Body: "p"}}})
		defer web.Close()
		c := crawlerOver(t, web, Options{Respect: []string{"tdm"}})
		defer c.Close()
		if p, err := c.Fetch(t.Context(), "http://press.example/p"); err != nil || p.Err != nil {
			t.Errorf("under a file that is too large the page came to %v, %v", p, err)
		}
	})
}

// TestASpoolGivesBackWhatItTook: in memory and beyond, and nothing of what stood there before.
func TestASpoolGivesBackWhatItTook(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s := &spool{}
	for _, size := range []int{10, spoolMemory, 3 * spoolMemory, 20, spoolMemory + 1} {
		want := strings.Repeat("0123456789", size/10+1)[:size]
		for rest := want; rest != ""; {
			part := rest[:min(len(rest), 64<<10)]
			if n, err := s.Write([]byte(part)); n != len(part) || err != nil {
				t.Fatal(n, err)
			}
			rest = rest[len(part):]
		}
		if size > spoolMemory && s.memory.Len() > 0 || size > spoolMemory && s.file == nil {
			t.Errorf("%d octets are kept in memory", size)
		}
		r, err := s.reader()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || string(got) != want {
			t.Errorf("%d octets came back as %d: %v", size, len(got), err)
		}
		if files, _ := os.ReadDir(os.Getenv("TMPDIR")); len(files) > 0 && os.PathSeparator == '/' {
			t.Errorf("a file is left: %v", files[0].Name())
		}
		if err := s.reset(); err != nil {
			t.Error(err)
		}
	}
}

// TestFiftySitemapsAndNoMore: an index of more is read as far, and the map says that it was cut.
func TestFiftySitemapsAndNoMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var index strings.Builder
		index.WriteString("<sitemapindex>")
		for i := range 70 {
			fmt.Fprintf(&index, "<sitemap><loc>/s%d.txt</loc></sitemap>", i)
		}
		index.WriteString("</sitemapindex>")
		web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{
			"/sitemap.xml": {Body: index.String(), Type: "application/xml"}, "/s*": {Body: "http://shop.example/p", Type: "text/plain"},
		}})
		defer web.Close()
		c := crawlerOver(t, web, Options{})
		defer c.Close()
		m, err := c.Map(t.Context(), "http://shop.example/")
		if err != nil || len(m.Sitemaps) != maxSitemaps || !m.Truncated || len(web.Log()) != maxSitemaps+1 {
			t.Errorf("%d sitemaps were read with %d requests, cut %v: %v", len(m.Sitemaps), len(web.Log()), m.Truncated, err)
		}
	})
}

// TestALargeSitemapIsReadToItsBound: one that does not fit in memory; the map says that it was cut.
func TestALargeSitemapIsReadToItsBound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var list strings.Builder
		for i := range 60_000 {
			fmt.Fprintf(&list, "http://shop.example/a-rather-long-address-for-a-page/%d\n", i)
		}
		web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{"/sitemap.xml": {Body: list.String(), Type: "text/plain"}}})
		defer web.Close()
		for limit, want := range map[int]int{0: 50_000, 100: 100} { // the protocol's own bound, and ours
			c := crawlerOver(t, web, Options{Header: map[string][]string{"Cookie": {"a=b"}}, Limit: limit})
			m, err := c.Map(t.Context(), "http://shop.example/")
			if err != nil || len(m.URLs) != want || !m.Truncated {
				t.Errorf("%d addresses, cut %v: %v", len(m.URLs), m.Truncated, err)
			}
			c.Close()
		}
		c := crawlerOver(t, web, Options{Header: map[string][]string{"Cookie": {"a=b"}}, Limit: 1 << 20})
		defer c.Close()
		m, err := c.Map(t.Context(), "http://shop.example/")
		if err != nil || len(m.URLs) != 50_000 || !m.Truncated || codeIn(m.Sitemaps[0].Error) != page.TooLarge {
			t.Errorf("%d addresses, cut %v, %v: %v", len(m.URLs), m.Truncated, m.Sitemaps[0].Error, err)
		}
		for _, e := range web.Log() {
			if want := e.Target != "/robots.txt"; (e.Header.Get("Cookie") != "") != want {
				t.Errorf("%s was sent the login: %v", e.Target, !want)
			}
		}
	})
}

// TestDeniedRobotsAreReadAsTheOperatorSays, one way or the other.
func TestDeniedRobotsAreReadAsTheOperatorSays(t *testing.T) {
	for allow, want := range map[bool]page.Code{false: page.RefusedByRobots, true: ""} {
		synctest.Test(t, func(t *testing.T) {
			web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{"/robots.txt": {Status: 403}, "/p": {Body: "p"}}})
			defer web.Close()
			c := crawlerOver(t, web, Options{AllowDeniedRobots: allow, Header: map[string][]string{"Cookie": {"a=b"}}})
			defer c.Close()
			p, err := c.Fetch(t.Context(), "http://shop.example/p")
			if err != nil || codeIn(p.Err) != want {
				t.Errorf("allowed %v, the page came to %v, %v", allow, p, err)
			}
			log := web.Log()
			if last := log[len(log)-1]; allow && last.Header.Get("Cookie") != "a=b" {
				t.Errorf("%s was not sent the login", last.Target)
			}
		})
	}
}

// TestAPurposeThatIsReservedIsRefused, without being respected by name.
func TestAPurposeThatIsReservedIsRefused(t *testing.T) {
	for purpose, want := range map[string]page.Code{"ai-train": page.RightsReserved, "search": "", "": ""} {
		synctest.Test(t, func(t *testing.T) {
			web := counted()
			defer web.Close()
			kept := newMemory()
			c, err := newCrawler(Agent{Contact: "bot@example.org", Purpose: purpose}, nil, network{dial: web.Dial, memory: &kept})
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			if p, err := c.Fetch(t.Context(), "http://shop.example/plain"); err != nil || codeIn(p.Err) != want {
				t.Errorf("for %q the page came to %v, %v", purpose, p.Err, err)
			}
		})
	}
}

// TestReservationsAreAskedForOnceADay: one asks, and the others wait no longer than their context.
func TestReservationsAreAskedForOnceADay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := simweb.New(simweb.Site{Name: "http://press.example", Pages: simweb.Pages{
			"/.well-known/tdmrep.json": {Body: `[{"location": "/no", "tdm-reservation": 1}]`, Takes: 10 * time.Second}, "/*": {Body: "p"},
		}})
		defer web.Close()
		c := crawlerOver(t, web, Options{Respect: []string{"tdm"}, Jitter: None})
		defer c.Close()
		var group sync.WaitGroup
		group.Go(func() {
			if p, err := c.Fetch(t.Context(), "http://press.example/no"); err != nil || codeIn(p.Err) != page.RightsReserved {
				t.Errorf("the page came to %+v, %v", p, err)
			}
		})
		time.Sleep(2 * time.Second)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := c.Fetch(ctx, "http://press.example/no"); !errors.Is(err, context.DeadlineExceeded) || time.Now().Second() != 3 {
			t.Errorf("the one whose context ended came to %v at %v", err, time.Now())
		}
		group.Wait()
		for half, want := range []int{1, 2, 2} {
			time.Sleep(13 * time.Hour)
			if _, err := c.Fetch(t.Context(), "http://press.example/no"); err != nil {
				t.Error(err)
			}
			asked := 0
			for _, e := range web.Log() {
				if strings.HasSuffix(e.Target, "tdmrep.json") {
					asked++
				}
			}
			if asked != want {
				t.Errorf("after %d half days tdmrep.json has been asked for %d times, want %d", half+1, asked, want)
			}
		}
	})
}

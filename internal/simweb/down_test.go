package simweb

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestASiteMayGoDownInTheMiddle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := parse(t, `
-- refuses.example/* (down refuses 2) --
-- refuses.example/ --
-- hangs.example/* (down hangs 1) --
-- hangs.example/ --
-- nameless.example/* (down nameless 1) --
-- nameless.example/ --
`)
		c := client(t, w)
		begin := time.Now()
		for _, one := range []struct{ url, got string }{
			{"http://refuses.example/", `200 ""`},
			{"http://refuses.example/none", `404 "<!doctype html><title>Not here</title><p>There is no such page.\n"`},
			// On the connection that was kept first, and then net/http asks anew.
			{"http://refuses.example/", "connection refused"},
			{"http://refuses.example/", "connection refused"},
			{"http://hangs.example/", `200 ""`},
			{"http://hangs.example/", "context deadline exceeded"},
			{"http://hangs.example/", "context deadline exceeded"},
			{"http://nameless.example/", `200 ""`},
			{"http://nameless.example/", `200 ""`}, // on the connection that was open
		} {
			if got := outcome(c, one.url); !strings.HasSuffix(got, one.got) {
				t.Errorf("%s: %s, want %s", one.url, got, one.got)
			}
		}
		if took := time.Since(begin); took != time.Minute {
			t.Errorf("took %v, want twice the 30 s after which the client gives up", took)
		}
		c.CloseIdleConnections()
		if got := outcome(c, "http://nameless.example/"); !strings.HasSuffix(got, "no such host") {
			t.Errorf("nameless: %s", got)
		}
		checkLog(t, w, begin, `
  0.000  http://hangs.example     GET /      200
  0.000  http://refuses.example   GET /      200
  0.000  http://refuses.example   GET /none  404
 60.000  http://nameless.example  GET /      200
 60.000  http://nameless.example  GET /      200
`)
	})
}

func TestASiteThatIsPutDownResetsWhatIsOpenAndComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := New(Site{Name: "a.example", Pages: Pages{"/": {}, "/slow": {Takes: time.Minute}}}, Site{Name: "b.example", Pages: Pages{"/slow": {Takes: time.Minute}}})
		defer w.Close()
		c := client(t, w)
		begin := time.Now()
		answers := make(chan string, 2)
		go func() { answers <- "a " + outcome(c, "http://a.example/slow") }()
		go func() { answers <- "b " + outcome(c, "http://b.example/slow") }()
		time.Sleep(10 * time.Second)
		w.SetDown("a.example", Refuses)
		if got := <-answers; !strings.HasPrefix(got, "a ") || !strings.HasSuffix(got, "connection reset by peer") || time.Since(begin) != 10*time.Second {
			t.Errorf("%s after %v", got, time.Since(begin))
		}
		if got := outcome(c, "http://a.example/"); !strings.HasSuffix(got, "connection refused") {
			t.Errorf("while it is down: %s", got)
		}
		w.SetDown("a.example", "")
		if got := outcome(c, "http://a.example/"); got != `200 ""` {
			t.Errorf("back again: %s", got)
		}
		w.Add(Site{Name: "a.example", Down: Refuses, DownAfter: 1})
		for i, want := range []string{`200 ""`, "connection refused"} {
			if got := outcome(c, "http://a.example/"); !strings.HasSuffix(got, want) {
				t.Errorf("request %d of a site that answers one: %s", i+1, got)
			}
		}
		w.Add(Site{Name: "a.example", Down: Refuses, DownAfter: 9})
		w.SetDown("a.example", Refuses) // at once, whatever it was to answer
		if got := outcome(c, "http://a.example/"); !strings.HasSuffix(got, "connection refused") {
			t.Errorf("put down before its time: %s", got)
		}
		if got := <-answers; !strings.HasPrefix(got, "b ") || !strings.HasSuffix(got, "context deadline exceeded") || time.Since(begin) != 30*time.Second {
			t.Errorf("%s after %v: the other site's connection shall stay", got, time.Since(begin))
		}
	})
}

func TestASiteThatIsDownInMemoryAnswersOnASocket(t *testing.T) {
	w := New(Site{Name: "a.example", Down: Refuses, Pages: Pages{"/": {Body: "well"}}})
	defer w.Close()
	at, err := w.ListenSite("a.example", "")
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	if got := outcome(&http.Client{Transport: transport}, "http://"+at.String()+"/"); got != `200 "well"` {
		t.Error(got)
	}
}

func TestEveryDialIsCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := parse(t, "-- refuses.example/* (down refuses) --\n-- hangs.example/* (down hangs) --\n-- nameless.example/* (down nameless) --\n-- well.example/ --\n")
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		for _, addr := range []string{"refuses.example:80", "refuses.example:443", "Refuses.example.:80", "hangs.example:80", "nameless.example:80", "unheard.example:80", "well.example:80", "well.example:81"} {
			if c, err := w.Dial(ctx, "tcp", addr); err == nil {
				c.Close()
			}
			ctx, cancel = context.WithTimeout(t.Context(), time.Second)
			defer cancel()
		}
		for host, want := range map[string]int{"refuses.example": 3, "Hangs.example.": 1, "nameless.example": 1, "unheard.example": 1, "well.example": 2, "other.example": 0} {
			if got := w.Dials(host); got != want {
				t.Errorf("%s: %d connections, want %d", host, got, want)
			}
		}
	})
}

func TestLookupKnowsTheHostsAddresses(t *testing.T) {
	one, two := netip.MustParseAddr("198.51.100.1"), netip.MustParseAddr("2001:db8::2")
	w := New(
		Site{Name: "first.example"},
		Site{Name: "a.example", Addr: one},
		Site{Name: "b.example", Addr: one},
		Site{Name: "http://c.example", Addr: two},
		Site{Name: "https://c.example", Addr: one},
		Site{Name: "c.example:8080", Addr: two},
		Site{Name: "nameless.example", Down: Nameless},
		Site{Name: "http://half.example", Down: Nameless},
		Site{Name: "https://half.example", Addr: two},
		Site{Name: "hangs.example", Addr: two, Down: Hangs},
	)
	defer w.Close()
	for host, want := range map[string][]netip.Addr{
		"first.example": {netip.MustParseAddr("198.18.0.1")},
		"a.example":     {one}, "B.Example.": {one}, "c.example": {one, two}, "half.example": {two}, "hangs.example": {two},
		"192.0.2.7": {netip.MustParseAddr("192.0.2.7")}, "[::1]": {netip.MustParseAddr("::1")},
		"nameless.example": nil, "unheard.example": nil, "": nil,
	} {
		got, err := w.Lookup(t.Context(), host)
		if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b netip.Addr) bool { return a == b })); diff != "" {
			t.Errorf("%q (-want +got):\n%s", host, diff)
		}
		if dns := (*net.DNSError)(nil); want == nil && (!errors.As(err, &dns) || !dns.IsNotFound) || want != nil && err != nil {
			t.Errorf("%q: %v", host, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.Lookup(ctx, "a.example"); !errors.Is(err, context.Canceled) {
		t.Errorf("a lookup that was given up: %v", err)
	}
	c, err := w.Dial(t.Context(), "tcp", "b.example:80")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if at := c.RemoteAddr().String(); at != "198.51.100.1:80" {
		t.Errorf("a connection to b.example goes to %s", at)
	}
	if _, err := w.Dial(t.Context(), "tcp", "a.example:81"); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("another port: %v", err)
	}
}

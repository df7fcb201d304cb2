package simweb

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// dialOnly returns a client whose every connection goes to one place.
func dialOnly(t *testing.T, w *Web, at string) *http.Client {
	t.Helper()
	c := client(t, w)
	c.Transport.(*http.Transport).DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, at)
	}
	return c
}

func TestOneListenerPlaysAllSitesByHostPlainAndTLS(t *testing.T) {
	w := parse(t, `
-- shop.example/a --
shop
-- other.example:8080/a --
other
-- https://secure.example/a --
secure
`)
	at, err := w.Listen("")
	if err != nil {
		t.Fatal(err)
	}
	c := dialOnly(t, w, at.String())
	for url, want := range map[string]string{
		"http://shop.example/a": "shop\n", "https://shop.example/a": "shop\n", "http://other.example:8080/a": "other\n", "https://secure.example/a": "secure\n",
		"http://shop.example:" + strings.Split(at.String(), ":")[1] + "/a": "shop\n", "http://nobody.example/a": "no such site here\n",
	} {
		if _, body, err := get(t, c, url); body != want || err != nil {
			t.Errorf("%s: %q, %v; want %q", url, body, err, want)
		}
	}
	if n := len(w.Log()); n != 6 {
		t.Errorf("the log has %d requests, want 6", n)
	}
	for _, e := range w.Log() {
		if e.End.IsZero() || e.End.Before(e.Arrival) || e.Left || !strings.HasPrefix(e.Remote, "127.0.0.1:") {
			t.Errorf("%+v", e)
		}
	}
}

func TestASiteCanHaveAListenerOfItsOwn(t *testing.T) {
	w := parse(t, "-- shop.example/a --\nshop\n-- other.example/a --\nother\n")
	at, err := w.ListenSite("other.example", "127.0.0.2:0")
	if err != nil {
		t.Fatal(err)
	}
	_, body, err := get(t, dialOnly(t, w, at.String()), "http://"+at.String()+"/a")
	if err != nil || body != "other\n" || w.Log()[0].Site != "http://other.example" {
		t.Errorf("%q, %v, logged for %q", body, err, w.Log()[0].Site)
	}
	if _, err := w.ListenSite("nobody.example", ""); err == nil {
		t.Error("a site that is not there was listened for")
	}
}

func TestNothingListensBeyondLoopback(t *testing.T) {
	w := New()
	defer w.Close()
	for _, address := range []string{"0.0.0.0:0", "[::]:0", "192.0.2.1:80", "localhost:0"} {
		if at, err := w.Listen(address); err == nil {
			t.Errorf("listening on %v", at)
		}
	}
}

func TestSocketsShowTheSameFaults(t *testing.T) {
	w := parse(t, `
-- shop.example/reset (reset) --
-- shop.example/stall (stall) --
-- shop.example/short (short) --
abcd
`)
	at, err := w.Listen("")
	if err != nil {
		t.Fatal(err)
	}
	c := dialOnly(t, w, at.String())
	if _, _, err := get(t, c, "http://shop.example/reset"); !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("reset: %v", err)
	}
	if _, body, err := get(t, c, "http://shop.example/short"); body != "abcd\n" || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("short: %q, %v", body, err)
	}
	ctx, leave := context.WithCancel(context.Background())
	go func() {
		w.Await(ctx, func(log []Entry) bool { return len(log) == 3 })
		leave()
	}()
	req, _ := http.NewRequestWithContext(ctx, "GET", "http://shop.example/stall", nil)
	if _, err := c.Do(req); !errors.Is(err, context.Canceled) {
		t.Errorf("stall: %v", err)
	}
	ended := func(log []Entry) bool { return len(log) == 3 && !log[2].End.IsZero() }
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := w.Await(ctx, ended); err != nil {
		t.Fatalf("%v: the stalled request has no end", err)
	}
	if e := w.Log()[2]; !e.Left || e.Status != 0 {
		t.Errorf("%+v", e)
	}
}

func TestTheWebCanBeAskedThroughAProxy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := parse(t, "-- proxy.example:3128/ --\n-- shop.example/a --\nshop\n")
		c := client(t, w)
		c.Transport.(*http.Transport).Proxy = http.ProxyURL(&url.URL{Scheme: "http", Host: "proxy.example:3128"})
		for _, scheme := range []string{"http", "https"} {
			if _, body, err := get(t, c, scheme+"://shop.example/a"); body != "shop\n" || err != nil {
				t.Errorf("%s: %q, %v", scheme, body, err)
			}
		}
		checkLog(t, w, time.Now(), "  0.000  http://shop.example   GET /a  200\n  0.000  https://shop.example  GET /a  200\n")
	})
}

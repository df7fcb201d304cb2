package simweb

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// parse returns the web of a txtar text, closed with the test.
func parse(t *testing.T, text string) *Web {
	t.Helper()
	c, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Web.Close)
	return c.Web
}

// checkLog compares the log with its golden form.
func checkLog(t *testing.T, w *Web, since time.Time, want string) {
	t.Helper()
	if diff := cmp.Diff(strings.TrimLeft(want, "\n"), Format(w.Log(), since)); diff != "" {
		t.Errorf("the log (-want +got):\n%s", diff)
	}
}

// faultCases are asked one after the other over one client, one second apart,
// each by a client that gives up after 30 s.
var faultCases = []struct {
	name, web string
	ask       []string
	got       []string // the status and body, or what the error says
	log       string
}{
	{"drop closes without an answer", `
-- shop.example/a (takes 2s) (drop) --
`, []string{"/a"}, []string{"EOF"}, `
  0.000  GET /a  -    2.000
`},
	{"reset is a reset", `
-- shop.example/a (reset) --
`, []string{"/a"}, []string{"connection reset by peer"}, `
  0.000  GET /a  -
`},
	{"stall ends when the client leaves", `
-- shop.example/a (stall) --
`, []string{"/a"}, []string{"context deadline exceeded"}, `
  0.000  GET /a  -    30.000
`},
	{"stall may come in the middle", `
-- shop.example/a (stall 3) --
hello
`, []string{"/a"}, []string{`200 "hel" context deadline exceeded`}, `
  0.000  GET /a  200  30.000
`},
	{"drip sends a byte each interval", `
-- shop.example/a (drip 2s) --
abcd
`, []string{"/a"}, []string{`200 "abcd\n"`}, `
  0.000  GET /a  200  10.000
`},
	{"drip ends when the client leaves", `
-- shop.example/a (drip 20s) --
abcd
`, []string{"/a"}, []string{`200 "a" context deadline exceeded`}, `
  0.000  GET /a  200  30.000
`},
	{"short promises more than it sends", `
-- shop.example/a (short 5) --
abcd
`, []string{"/a"}, []string{`200 "abcd\n" unexpected EOF`}, `
  0.000  GET /a  200
`},
	{"broken ends in a chunk without a length", `
-- shop.example/a (broken) --
abcd
`, []string{"/a"}, []string{`200 "abcd\n" invalid byte in chunk length`}, `
  0.000  GET /a  200
`},
	{"redirect goes where it is told", `
-- shop.example/a (redirect /b?c=d) --
-- shop.example/b (redirect 308 https://other.example/) --
`, []string{"/a", "/b"}, []string{`302 "" to /b?c=d`, `308 "" to https://other.example/`}, `
  0.000  GET /a  302
  1.000  GET /b  308
`},
	{"loop comes back to where it began", `
-- shop.example/a (loop 2) --
-- shop.example/b (loop) --
`, []string{"/a", "/a?hop=1", "/b"}, []string{`302 "" to /a?hop=1`, `302 "" to /a`, `302 "" to /b`}, `
  0.000  GET /a        302
  1.000  GET /a?hop=1  302
  2.000  GET /b        302
`},
	{"chain never comes back", `
-- shop.example/a (chain) --
-- shop.example/b (chain 1) --
there
`, []string{"/a", "/a/1", "/a/99", "/b", "/b/1"}, []string{`302 "" to /a/1`, `302 "" to /a/2`, `302 "" to /a/100`, `302 "" to /b/1`, `200 "there\n"`}, `
  0.000  GET /a     302
  1.000  GET /a/1   302
  2.000  GET /a/99  302
  3.000  GET /b     302
  4.000  GET /b/1   200
`},
	{"retry asks to be left in seconds, a date, and once", `
-- shop.example/a (retry 7s) (times 1) --
well
-- shop.example/b (status 503) (retry 1200ms date) (takes 500ms) --
`, []string{"/a", "/a", "/b"}, []string{`429 "well\n" after 7`, `200 "well\n"`, `503 "" after Sat, 01 Jan 2000 00:00:04 GMT`}, `
  0.000  GET /a  429
  1.000  GET /a  200
  2.000  GET /b  503  0.500
`},
	{"answers of one name follow each other", `
-- shop.example/a (drop) (times 1) --
-- shop.example/a (status 500) (times 2) --
-- shop.example/a --
well
`, []string{"/a", "/a", "/a", "/a"}, []string{`EOF`, `500 ""`, `500 ""`, `200 "well\n"`}, `
  0.000  GET /a  -
  1.000  GET /a  500
  2.000  GET /a  500
  3.000  GET /a  200
`},
	{"hangup makes net/http ask twice by itself", `
-- shop.example/a (hangup) --
-- shop.example/b --
`, []string{"/a", "/b"}, []string{`200 ""`, `200 ""`}, `
  0.000  GET /a  200
  1.000  GET /b  -
  1.000  GET /b  200
`},
	{"calendar links on, as far as it goes", `
-- shop.example/cal (calendar 1) --
`, []string{"/cal", "/cal/2000/02"}, []string{
		`200 "<!doctype html><title>Calendar 2000/01</title>\n<h1>2000/01</h1>\n<p>Nothing happens this month.\n<a href=\"/cal/1999/12\">before</a>\n<a href=\"/cal/2000/02\">after</a>\n"`,
		`200 "<!doctype html><title>Calendar 2000/02</title>\n<h1>2000/02</h1>\n<p>Nothing happens this month.\n<a href=\"/cal/2000/01\">before</a>\n"`,
	}, `
  0.000  GET /cal          200
  1.000  GET /cal/2000/02  200
`},
	{"sitemap is made up for the site that is asked", `
-- shop.example/s (sitemap 1) --
`, []string{"/s"}, []string{`200 "<?xml version=\"1.0\" encoding=\"UTF-8\"?><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n<url><loc>http://shop.example/p/1</loc></url>\n</urlset>\n"`}, `
  0.000  GET /s  200
`},
	{"raw is the whole answer", `
-- shop.example/a (raw) --
HTTP/1.1 299 Odd
X: y

abcd
`, []string{"/a"}, []string{`299 "abcd\n"`}, `
  0.000  GET /a  299
`},
	{"robots.txt answers what it is told, or 404", `
-- shop.example/robots.txt (status 503) (takes 1s) (times 1) --
-- shop.example/robots.txt (status 451) --
-- other.example/a --
`, []string{"/robots.txt", "/robots.txt", "http://other.example/robots.txt"}, []string{`503 ""`, `451 ""`,
		`404 "<!doctype html><title>Not here</title><p>There is no such page.\n"`}, `
  0.000  http://shop.example   GET /robots.txt  503  1.000
  2.000  http://shop.example   GET /robots.txt  451
  3.000  http://other.example  GET /robots.txt  404
`},
}

func TestEachFaultIsWhatTheClientMeetsAndTheLogSays(t *testing.T) {
	for _, c := range faultCases {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, begin := parse(t, c.web), time.Now()
				cl := client(t, w)
				cl.Timeout = 0
				for i, target := range c.ask {
					if i > 0 {
						time.Sleep(time.Second)
					}
					if !strings.Contains(target, "://") {
						target = "http://shop.example" + target
					}
					if got := outcome(cl, target); got != c.got[i] && (strings.HasPrefix(c.got[i], `200 "`) || !strings.HasSuffix(got, c.got[i])) {
						t.Errorf("%s: got %s, want %s", target, got, c.got[i])
					}
				}
				synctest.Wait()
				checkLog(t, w, begin, c.log)
			})
		})
	}
}

// outcome asks and says what came of it.
func outcome(c *http.Client, url string) string {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return err.Error()
	}
	resp, err := c.Do(req)
	if err != nil {
		return err.Error()
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	said := strings.TrimSpace(strings.Join([]string{resp.Status[:3], strconv.Quote(string(body)), to(resp.Header)}, " "))
	if err != nil {
		said += " " + err.Error()
	}
	return said
}

func to(h http.Header) string {
	switch {
	case h.Get("Location") != "":
		return "to " + h.Get("Location")
	case h.Get("Retry-After") != "":
		return "after " + h.Get("Retry-After")
	}
	return ""
}

func TestABombUnpacksToItsSizeAndIsSmallOnTheWire(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := New(Site{Name: "shop.example", Pages: Pages{
			"/a":    {Fault: Bomb{Size: 8 << 20}},
			"/a.gz": {Fault: Bomb{Size: 8 << 20}, Packed: true},
		}})
		defer w.Close()
		c := client(t, w)
		for target, coding := range map[string]string{"/a": "gzip", "/a.gz": ""} {
			resp, body, err := get(t, c, "http://shop.example"+target)
			if err != nil || resp.Header.Get("Content-Encoding") != coding {
				t.Fatalf("%s: %v, Content-Encoding %q", target, err, resp.Header.Get("Content-Encoding"))
			}
			z, err := gzip.NewReader(strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			n, err := io.Copy(io.Discard, z)
			if n != 8<<20 || err != nil || len(body) > 32<<10 {
				t.Errorf("%s: %d bytes unpack to %d, %v", target, len(body), n, err)
			}
		}
	})
}

func TestAnEndlessBodyGoesOnUntilTheClientLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := parse(t, "-- shop.example/a (endless 1s) --\n")
		begin := time.Now()
		resp, err := client(t, w).Get("http://shop.example/a")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.CopyN(io.Discard, resp.Body, 20*16<<10); err != nil {
			t.Fatal(err)
		}
		time.Sleep(500 * time.Millisecond)
		resp.Body.Close()
		synctest.Wait()
		checkLog(t, w, begin, "  0.000  GET /a  200  19.500\n")
		if e := w.Log()[0]; !e.Left || e.Bytes < 20*16<<10 {
			t.Errorf("left %v after %d bytes", e.Left, e.Bytes)
		}
	})
}

func TestInterimAnswersComeBeforeTheAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := parse(t, "-- shop.example/a (early 3) --\nabcd\n")
		interim := 0
		ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{Got1xxResponse: func(status int, _ textproto.MIMEHeader) error {
			if status == http.StatusEarlyHints {
				interim++
			}
			return nil
		}})
		req, _ := http.NewRequestWithContext(ctx, "GET", "http://shop.example/a", nil)
		resp, err := client(t, w).Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if interim != 3 || resp.StatusCode != 200 || w.Log()[0].Status != 200 || w.Log()[0].Bytes != 5 {
			t.Errorf("%d interim answers, then %d; %+v", interim, resp.StatusCode, w.Log()[0])
		}
	})
}

func TestALieSaysNotModifiedWhateverChanged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := New(Site{Name: "shop.example", Pages: Pages{"/a": {Body: "one", Fault: Lie{}}}})
		defer w.Close()
		c := client(t, w)
		resp, body, err := get(t, c, "http://shop.example/a")
		if err != nil || body != "one" || resp.Header.Get("ETag") == "" {
			t.Fatalf("%q, ETag %q, %v", body, resp.Header.Get("ETag"), err)
		}
		w.Put("shop.example/a", Page{Body: "two", Fault: Lie{}})
		resp, body, err = get(t, c, "http://shop.example/a", "If-None-Match", resp.Header.Get("ETag"))
		if err != nil || body != "" || resp.StatusCode != 304 {
			t.Errorf("%d %q, %v; want a 304", resp.StatusCode, body, err)
		}
	})
}

func TestASiteThatIsDownFailsAsTheRealOnesDo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := parse(t, `
-- refuses.example/* (down refuses) --
-- hangs.example/* (down hangs) --
-- nameless.example/* (down nameless) --
-- https://certificate.example/* (down certificate) --
-- plain.example:8080/ --
`)
		c := client(t, w)
		_, _, err := get(t, c, "http://refuses.example/")
		if !errors.Is(err, syscall.ECONNREFUSED) {
			t.Errorf("refuses: %v", err)
		}
		for _, host := range []string{"nameless.example", "unheard.example"} {
			_, _, err = get(t, c, "http://"+host+"/")
			if dns := (*net.DNSError)(nil); !errors.As(err, &dns) || !dns.IsNotFound {
				t.Errorf("%s: %v", host, err)
			}
		}
		if _, _, err = get(t, c, "http://plain.example/"); !errors.Is(err, syscall.ECONNREFUSED) {
			t.Errorf("another port: %v", err)
		}
		if _, _, err = get(t, c, "https://certificate.example/"); err == nil || !strings.Contains(err.Error(), "another.invalid") {
			t.Errorf("certificate: %v", err)
		}
		begin := time.Now()
		if got := outcome(c, "http://hangs.example/"); !strings.Contains(got, "deadline exceeded") || time.Since(begin) != 30*time.Second {
			t.Errorf("hangs: %s after %v", got, time.Since(begin))
		}
		if n := len(w.Log()); n != 0 {
			t.Errorf("%d requests logged, none was made", n)
		}
		w.SetDown("refuses.example", "")
		if resp, _, err := get(t, c, "http://refuses.example/"); err != nil || resp.StatusCode != 404 {
			t.Errorf("back again: %v", err)
		}
	})
}

package simweb

import (
	"compress/gzip"
	"encoding/xml"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestConditionalRequestsGetA304OnlyWhenNothingChanged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := parse(t, `
-- shop.example/tag (etag v1) --
body
-- shop.example/weak (etag W/"v1") --
body
-- shop.example/date (modified Sat, 01 Jan 2000 00:00:00 GMT) --
body
-- shop.example/both (etag v1) (modified Sat, 01 Jan 2000 00:00:00 GMT) --
body
-- shop.example/none --
body
`)
		c := client(t, w)
		for _, one := range []struct {
			target, name, value string
			want                int
		}{
			{"/tag", "If-None-Match", `"v1"`, 304},
			{"/tag", "If-None-Match", `"v0", W/"v1"`, 304},
			{"/tag", "If-None-Match", `"v2"`, 200},
			{"/tag", "If-Modified-Since", "Sat, 01 Jan 2000 00:00:00 GMT", 200},
			{"/weak", "If-None-Match", `W/"v1"`, 304},
			{"/date", "If-Modified-Since", "Sat, 01 Jan 2000 00:00:00 GMT", 304},
			{"/date", "If-Modified-Since", "Sat, 01 Jan 2000 00:00:01 GMT", 304},
			{"/date", "If-Modified-Since", "Fri, 31 Dec 1999 23:59:59 GMT", 200},
			{"/date", "If-Modified-Since", "yesterday", 200},
			{"/both", "If-Modified-Since", "Sat, 01 Jan 2000 00:00:00 GMT", 304},
			{"/none", "If-None-Match", `"v1"`, 200},
		} {
			resp, body, err := get(t, c, "http://shop.example"+one.target, one.name, one.value)
			if err != nil || resp.StatusCode != one.want || (body == "") != (one.want == 304) {
				t.Errorf("%s with %s: %s: %d %q, %v; want %d", one.target, one.name, one.value, resp.StatusCode, body, err, one.want)
			}
		}
		resp, _, err := get(t, c, "http://shop.example/both", "If-None-Match", `"v0"`, "If-Modified-Since", "Sat, 01 Jan 2000 00:00:00 GMT")
		if err != nil || resp.StatusCode != 200 {
			t.Errorf("an older ETag beside a date that holds: %v, %v; the ETag alone counts", resp, err)
		}
		if e := w.Log()[0]; e.Bytes != 0 || e.Body != "body\n" || e.Answer.Get("ETag") != `"v1"` {
			t.Errorf("the entry of a 304: %+v", e)
		}
	})
}

func TestGzipGoesOverTheWireOnlyToThoseWhoTakeIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		body := strings.Repeat("the same again\n", 100)
		w := New(Site{Name: "shop.example", Pages: Pages{"/a": {Body: body, Gzip: true}, "/a.gz": {Body: body, Packed: true}}})
		defer w.Close()
		c := client(t, w)
		for accept, coded := range map[string]bool{"": false, "gzip": true, "br, gzip;q=0.5": true, "gzip;q=0": false, "*": true, "identity": false} {
			resp, got, err := get(t, c, "http://shop.example/a", "Accept-Encoding", accept)
			if err != nil || (resp.Header.Get("Content-Encoding") == "gzip") != coded || resp.Header.Get("Vary") == "" {
				t.Fatalf("Accept-Encoding %q: %v, %v", accept, err, resp.Header)
			}
			if coded {
				got = unpack(t, got)
			}
			if got != body {
				t.Errorf("Accept-Encoding %q: %d bytes, want %d", accept, len(got), len(body))
			}
		}
		resp, got, err := get(t, c, "http://shop.example/a.gz")
		if err != nil || resp.Header.Get("Content-Encoding") != "" || resp.Header.Get("Content-Type") != "application/gzip" || unpack(t, got) != body {
			t.Errorf("packed: %v, %v", err, resp.Header)
		}
		for _, e := range w.Log() {
			if e.Body != body || (e.Answer.Get("Content-Encoding") != "" && e.Bytes > 200) {
				t.Errorf("%s: %d bytes, body of %d", e.Target, e.Bytes, len(e.Body))
			}
		}
	})
}

func unpack(t *testing.T, s string) string {
	t.Helper()
	z, err := gzip.NewReader(strings.NewReader(s))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(plain)
}

func TestHeadHasTheHeaderAndNoBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := parse(t, "-- shop.example/a (header X-Odd: a (b) c) (type text/x) --\nbody\n")
		resp, err := client(t, w).Head("http://shop.example/a")
		if err != nil || resp.ContentLength != 5 || resp.Header.Get("X-Odd") != "a (b) c" || resp.Header.Get("Content-Type") != "text/x" {
			t.Errorf("%v, %v", err, resp)
		}
		if e := w.Log()[0]; e.Bytes != 0 || e.Method != "HEAD" {
			t.Errorf("%+v", e)
		}
	})
}

func TestTheExactTargetGoesBeforeTheLongestBeginning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := parse(t, `
-- shop.example/* --
all
-- shop.example/p/* --
under p
-- shop.example/p/1 --
one
-- shop.example/p/1?a=b --
one with a query
-- https://shop.example/p/1 --
one in private
`)
		c := client(t, w)
		for url, want := range map[string]string{
			"http://shop.example/": "all\n", "http://shop.example/p/2": "under p\n", "http://shop.example/p/1": "one\n",
			"http://shop.example/p/1?a=b": "one with a query\n", "http://shop.example/p/1?a=c": "under p\n",
			"https://shop.example/p/1": "one in private\n", "https://shop.example/p/2": "under p\n",
		} {
			if _, body, err := get(t, c, url); err != nil || body != want {
				t.Errorf("%s: %q, %v; want %q", url, body, err, want)
			}
		}
	})
}

func TestAPageCanBeMadeForEachRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := New(Site{Name: "shop.example:8080", Pages: Pages{"/*": {Make: func(a Asked) Page {
			return Page{Status: 200 + a.Times, Body: a.Site + a.Target + " " + a.Header.Get("X-Who"), Takes: time.Second}
		}}}})
		defer w.Close()
		begin := time.Now()
		c := client(t, w)
		for i := range 2 {
			resp, body, err := get(t, c, "http://shop.example:8080/x?y", "X-Who", "me")
			if err != nil || resp.StatusCode != 200+i || body != "http://shop.example:8080/x?y me" {
				t.Errorf("%v: %d %q", err, resp.StatusCode, body)
			}
		}
		checkLog(t, w, begin, "  0.000  GET /x?y  200  1.000\n  1.000  GET /x?y  201  1.000\n")
	})
}

func TestAHugeSitemapIsWholeAndPackedWhenAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := parse(t, "-- shop.example/s.xml (sitemap 20000) --\n-- shop.example/s.xml.gz (sitemap 20000) (packed) --\n-- shop.example/on (sitemap endless) --\n")
		c := client(t, w)
		_, plain, err := get(t, c, "https://shop.example/s.xml")
		if err != nil {
			t.Fatal(err)
		}
		var set struct {
			URLs []struct {
				Loc string `xml:"loc"`
			} `xml:"url"`
		}
		if err := xml.Unmarshal([]byte(plain), &set); err != nil || len(set.URLs) != 20000 || set.URLs[19999].Loc != "https://shop.example/p/20000" {
			t.Errorf("%v, %d addresses", err, len(set.URLs))
		}
		if _, packed, err := get(t, c, "https://shop.example/s.xml.gz"); err != nil || unpack(t, packed) != plain {
			t.Errorf("packed: %v", err)
		}
		resp, err := c.Get("https://shop.example/on")
		if err != nil {
			t.Fatal(err)
		}
		if n, err := io.CopyN(io.Discard, resp.Body, 4<<20); err != nil {
			t.Errorf("endless: %d bytes, %v", n, err)
		}
		resp.Body.Close()
	})
}

func TestRequestBodiesAreReadBeforeTheAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := parse(t, "-- shop.example/a --\nbody\n")
		c := client(t, w)
		for range 2 {
			resp, err := c.Post("http://shop.example/a", "text/plain", strings.NewReader("GET /b HTTP/1.1\r\n\r\n"))
			if err != nil || resp.StatusCode != http.StatusOK {
				t.Fatal(err)
			}
			io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
		}
		if log := w.Log(); len(log) != 2 || log[1].Conn != 1 || log[1].Method != "POST" {
			t.Errorf("%+v", log)
		}
	})
}

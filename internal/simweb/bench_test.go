package simweb

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// BenchmarkAskOverASocket is what a request costs client and server together
// over loopback, with a page of 22 KB.
func BenchmarkAskOverASocket(b *testing.B) {
	w := New(Site{Name: "shop.example", Pages: Pages{"/a": {Body: strings.Repeat("x", 22<<10)}}})
	defer w.Close()
	at, err := w.ListenSite("shop.example", "")
	if err != nil {
		b.Fatal(err)
	}
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	for b.Loop() {
		resp, err := (&http.Client{Transport: transport}).Get("http://" + at.String() + "/a")
		if err != nil {
			b.Fatal(err)
		}
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}
}

// BenchmarkJudge is the judge's time for a log of ten thousand requests.
func BenchmarkJudge(b *testing.B) {
	log := []Entry{rules(a, "User-agent: *\nDisallow: /cart\nDisallow: /*?sort=\nCrawl-delay: 1\n")}
	for i := range 10_000 {
		log = append(log, seen(a, "/p/1", float64(2*i+1), float64(2*i+2), 200))
	}
	for b.Loop() {
		if c := Complaints(log, time.Second); len(c) > 0 {
			b.Fatal(c)
		}
	}
}

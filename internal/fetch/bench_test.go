package fetch

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"

	"curtsy/address"
	"curtsy/internal/gate"
)

type benchTurn struct{ testTurn }

// benchSite serves one page of 22 KB, gzipped, from a raw socket, so that what is
// measured is nearly the client alone.
func benchSite(b *testing.B) string {
	b.Helper()
	body := gzipped(prose()[:22<<10])
	answer := []byte(fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n%s", len(body), body))
	s := &rawSite{answer: func(_ int, c net.Conn) bool { _, err := c.Write(answer); return err == nil }}
	return "http://" + s.listen(b) + "/"
}

func BenchmarkAsk(b *testing.B) {
	text := benchSite(b)
	f := newFetcher(b, Config{Allow: func(address.Address) bool { return true }})
	turn := &benchTurn{testTurn{address: parse(b, text)}}
	b.ReportAllocs()
	for b.Loop() {
		r, err := f.Ask(b.Context(), turn, Request{})
		if err != nil || len(r.Body) != 22<<10 {
			b.Fatal(err)
		}
	}
}

// End keeps nothing, unlike a testTurn's.
func (*benchTurn) End(gate.Outcome) {}

// BenchmarkBareClient is what the same page costs with net/http and nothing else: no
// bounds, no guard, a fresh gzip reader and a fresh buffer each time.
func BenchmarkBareClient(b *testing.B) {
	text := benchSite(b)
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	b.ReportAllocs()
	for b.Loop() {
		r, err := client.Get(text)
		if err != nil {
			b.Fatal(err)
		}
		body, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil || len(body) != 22<<10 {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	text := prose()
	for _, row := range []struct{ coding, body string }{
		{"gzip", gzipped(text)}, {"br", brotlied(text)}, {"zstd", zstded(text)}, {"deflate", deflated(text)},
	} {
		b.Run(row.coding, func(b *testing.B) {
			p := newPools()
			scratch := make([]byte, 64<<10)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				s := p.undo([]string{row.coding}, bytes.NewReader([]byte(row.body)))
				for {
					if _, err := s.Read(scratch); err != nil {
						break
					}
				}
				s.free(p)
			}
		})
	}
	b.Run("standard gzip, fresh", func(b *testing.B) {
		body := gzipped(text)
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			r, err := gzip.NewReader(bytes.NewReader([]byte(body)))
			if err != nil {
				b.Fatal(err)
			}
			io.Copy(io.Discard, r)
		}
	})
}

package fetch

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"curtsy/page"
)

func chunk(s string) string { return fmt.Sprintf("%x\r\n%s\r\n", len(s), s) }

func gzipped(s string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(s))
	w.Close()
	return b.String()
}

func zlibbed(s string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write([]byte(s))
	w.Close()
	return b.String()
}

func deflated(s string) string {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, 6)
	w.Write([]byte(s))
	w.Close()
	return b.String()
}

func brotlied(s string) string {
	var b bytes.Buffer
	w := brotli.NewWriter(&b)
	w.Write([]byte(s))
	w.Close()
	return b.String()
}

func zstded(s string) string {
	w, _ := zstd.NewWriter(nil)
	return string(w.EncodeAll([]byte(s), nil))
}

// encoded is an answer with a body in a coding.
func encoded(coding, body string) string {
	return fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Encoding: %s\r\nContent-Length: %d\r\n\r\n%s", coding, len(body), body)
}

// prose is text that no coding shrinks to nothing, so that a cut one shows.
func prose() string {
	var b strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&b, "%d stones and %d brooks. ", i*i*7919%10007, i*104729%99991)
	}
	return b.String()
}

func TestCodingsAreUndone(t *testing.T) {
	text := prose()
	header := func(flags byte, more string) string {
		return "\x1f\x8b\x08" + string([]byte{flags}) + "\x00\x00\x00\x00\x00\xff" + more
	}
	bare := gzipped(text)[10:]
	for _, row := range []struct{ name, coding, body, want string }{
		{"gzip", "gzip", gzipped(text), text},
		{"x-gzip, in capitals", "X-GZIP", gzipped(text), text},
		{"brotli", "br", brotlied(text), text},
		{"zstd", "zstd", zstded(text), text},
		{"deflate is zlib", "deflate", zlibbed(text), text},
		{"deflate is bare", "deflate", deflated(text), text},
		{"identity is none", "identity", text, text},
		{"identity beside another", "identity, gzip", gzipped(text), text},
		{"two codings are undone from the right", "deflate, gzip", gzipped(zlibbed(text)), text},
		{"gzip twice", "gzip, gzip", gzipped(gzipped(text)), text},
		{"br under zstd", "br,zstd", zstded(brotlied(text)), text},
		{"members are joined", "gzip", gzipped(text) + gzipped("more"), text + "more"},
		{"garbage after gzip is left", "gzip", gzipped(text) + "<!-- served by -->", text},
		{"zeros after gzip are left", "gzip", gzipped(text) + strings.Repeat("\x00", 512), text},
		{"garbage that starts like gzip is left", "gzip", gzipped(text) + "\x1f\x8b\x07", text},
		{"garbage after brotli is left", "br", brotlied(text) + "garbage", text},
		{"garbage after zstd is left", "zstd", zstded(text) + "garbage", text},
		{"frames of zstd are joined", "zstd", zstded(text) + zstded("more"), text + "more"},
		{"gzip without its trailer", "gzip", gzipped(text)[:len(gzipped(text))-8], text},
		{"gzip with half a trailer", "gzip", gzipped(text)[:len(gzipped(text))-5], text},
		{"zlib without its trailer", "deflate", zlibbed(text)[:len(zlibbed(text))-4], text},
		{"garbage after zlib is left", "deflate", zlibbed(text) + "x", text},
		{"a gzip head with everything in it", "gzip", header(2|4|8|16, "\x03\x00abcname\x00comment\x00\x12\x34") + bare, text},
		{"an empty body in gzip", "gzip", "", ""},
		{"an empty body in brotli", "br", "", ""},
		{"an empty body in zstd", "zstd", "", ""},
		{"an empty body in deflate", "deflate", "", ""},
		{"an empty body in two codings", "br, gzip", "", ""},
		{"gzip of nothing", "gzip", gzipped(""), ""},
		{"3,000 empty members", "gzip", strings.Repeat(gzipped(""), 3000) + gzipped("x"), "x"},
	} {
		s := &rawSite{answer: says(encoded(row.coding, row.body))}
		f, origin := s.loopback(t)
		for range 2 { // the second time with decoders from the pools
			r, _, err := ask(t, f, origin+"/", Request{})
			if err != nil {
				t.Errorf("%s: %v", row.name, err)
				continue
			}
			if string(r.Body) != row.want || r.Cut {
				t.Errorf("%s: %d octets, cut %v; want %d", row.name, len(r.Body), r.Cut, len(row.want))
			}
			if r.Bytes != int64(len(row.want)) || r.WireBytes != int64(len(row.body)) {
				t.Errorf("%s: %d octets of %d on the wire, want %d of %d", row.name, r.Bytes, r.WireBytes, len(row.want), len(row.body))
			}
		}
	}
}

// A body of no chunks is not known to be empty before it is read.
func TestAnEmptyBodyInACodingIsEmpty(t *testing.T) {
	for _, coding := range []string{"gzip", "br", "zstd", "deflate", "br, gzip"} {
		s := &rawSite{answer: says("HTTP/1.1 200 OK\r\nContent-Encoding: " + coding + "\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")}
		f, origin := s.loopback(t)
		if r, _, err := ask(t, f, origin+"/", Request{}); err != nil || len(r.Body) != 0 || r.Cut {
			t.Errorf("%s: %v", coding, err)
		}
	}
}

func TestCodingsThatCannotBeUndoneAreBadEncoding(t *testing.T) {
	text := prose()
	flip := func(s string, at int) string {
		b := []byte(s)
		b[at] ^= 0xff
		return string(b)
	}
	gz := gzipped(text)
	for _, row := range []struct{ name, coding, body string }{
		{"an unknown coding", "compress", text},
		{"an unknown coding under a known one", "aws-chunked, gzip", gz},
		{"three codings", "gzip, gzip, gzip", gzipped(gzipped(gz))},
		{"gzip that is none", "gzip", text},
		{"gzip with a wrong check sum", "gzip", flip(gz, len(gz)-8)},
		{"gzip with a wrong size", "gzip", flip(gz, len(gz)-1)},
		{"zlib with a wrong check sum", "deflate", flip(zlibbed(text), len(zlibbed(text))-1)},
		{"a second member that is broken", "gzip", gz + gz[:10] + "\xff\xff\xff\xff"},
		{"zlib with a dictionary", "deflate", "\x78\xbb\x00\x00\x00\x00"},
		{"zstd that is none", "zstd", text},
		{"zstd with a window over 8 MiB", "zstd", "\x28\xb5\x2f\xfd\x00\x70\x01\x00\x00"},
		{"deflate that is none", "deflate", "\xff\xff\xff\xff"},
	} {
		s := &rawSite{answer: says(encoded(row.coding, row.body))}
		f, origin := s.loopback(t)
		r, outcome, err := ask(t, f, origin+"/", Request{})
		if e := wantCode(t, err, page.BadEncoding, origin+"/"); e.Retryable {
			t.Errorf("%s: it is worth asking again, want not", row.name)
		}
		if r == nil || r.Status != 200 || !r.Cut || outcome.Status != 200 {
			t.Errorf("%s: the answer beside the error is %+v", row.name, r)
		}
	}
}

func TestACutBodyIsTruncatedAndWhatCameIsKept(t *testing.T) {
	text := prose()
	gz := gzipped(text)
	chunked := "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"
	closing := "HTTP/1.0 200 OK\r\nContent-Encoding: gzip\r\n\r\n"
	for _, row := range []struct {
		name, answer string
		retryable    bool
	}{
		{"a length not reached", "HTTP/1.1 200 OK\r\nContent-Length: 900000\r\n\r\n" + text, true},
		{"chunks without an end", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk(text), true},
		{"chunks with nonsense", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk(text) + "xyz\r\n", true},
		{"gzip, a length not reached", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 900000\r\n\r\n" + gz[:len(gz)/2], true},
		{"gzip cut in whole chunks", chunked + chunk(gz[:len(gz)/2]) + "0\r\n\r\n", false},
		{"gzip cut in a stated length", encoded("gzip", gz[:len(gz)/2]), false},
		{"gzip cut as the connection closed", closing + gz[:len(gz)/2], true},
		{"whole gzip in chunks without an end", chunked + chunk(gz), true},
	} {
		s := &rawSite{answer: saysAndCloses(row.answer)}
		f, origin := s.loopback(t)
		r, outcome, err := ask(t, f, origin+"/", Request{})
		if e := wantCode(t, err, page.Truncated, origin+"/"); e.Retryable != row.retryable {
			t.Errorf("%s: worth asking again: %v, want %v", row.name, e.Retryable, row.retryable)
		}
		if r == nil || !r.Cut || outcome.Status != 200 || outcome.Bytes != r.WireBytes {
			t.Fatalf("%s: the answer beside the error is %+v, the outcome %+v", row.name, r, outcome)
		}
		if len(r.Body) < len(text)/3 || !strings.HasPrefix(text, string(r.Body)) {
			t.Errorf("%s: %d octets are kept, want what came of %d", row.name, len(r.Body), len(text))
		}
	}
	for coding, body := range map[string]string{"br": brotlied(text), "zstd": zstded(text), "deflate": zlibbed(text)} {
		s := &rawSite{answer: says(encoded(coding, body[:len(body)/2]))}
		f, origin := s.loopback(t)
		_, _, err := ask(t, f, origin+"/", Request{})
		wantCode(t, err, page.Truncated, origin+"/")
	}
}

func TestABodyIsBoundedAfterDecoding(t *testing.T) {
	bomb := strings.Repeat("\x00", 3<<20)
	for coding, body := range map[string]string{"gzip": gzipped(bomb), "br": brotlied(bomb), "zstd": zstded(bomb), "deflate": zlibbed(bomb), "gzip, gzip": gzipped(gzipped(bomb))} {
		s := &rawSite{answer: says(encoded(coding, body))}
		f, origin := s.loopback(t)
		r, _, err := ask(t, f, origin+"/", Request{Bound: 1 << 20})
		wantCode(t, err, page.TooLarge, origin+"/")
		if r == nil || r.Bytes != 1<<20 || !r.Cut {
			t.Errorf("%s: %d octets of a bomb are kept, want the bound", coding, r.Bytes)
		}
	}
}

func TestAStreamThatDecodesToNothingForEverIsStopped(t *testing.T) {
	empty := strings.Repeat(gzipped(""), 10_000)
	s := &rawSite{}
	s.answer = func(_ int, c net.Conn) bool {
		c.Write([]byte("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"))
		for {
			if _, err := c.Write([]byte(empty)); err != nil {
				return false
			}
		}
	}
	f, origin := s.loopback(t)
	r, _, err := ask(t, f, origin+"/", Request{Bound: 1000})
	wantCode(t, err, page.TooLarge, origin+"/")
	if r.WireBytes > 200_000 {
		t.Errorf("%d octets were read for a bound of 1000", r.WireBytes)
	}
}

func TestTheBoundIsReachedByOneMore(t *testing.T) {
	for _, answer := range []string{
		"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk("0123456789") + "0\r\n\r\n",
		encoded("gzip", gzipped("0123456789")),
	} {
		s := &rawSite{answer: says(answer)}
		f, origin := s.loopback(t)
		if r, _, err := ask(t, f, origin+"/", Request{Bound: 10}); err != nil || r.Cut {
			t.Errorf("ten octets at a bound of 10: cut %v, %v", r.Cut, err)
		}
		_, _, err := ask(t, f, origin+"/", Request{Bound: 9})
		wantCode(t, err, page.TooLarge, origin+"/")
		r, _, err := ask(t, f, origin+"/", Request{Bound: 9, KeepCut: true})
		if err != nil || !r.Cut || string(r.Body) != "012345678" || r.Bytes != 9 {
			t.Errorf("kept at a bound of 9: %q, cut %v, %v", r.Body, r.Cut, err)
		}
		if r, _, err = ask(t, f, origin+"/", Request{Bound: 10, KeepCut: true}); err != nil || r.Cut {
			t.Errorf("kept at a bound of 10: cut %v, %v", r.Cut, err)
		}
	}
}

func TestALengthOverTheBoundIsRefusedUnread(t *testing.T) {
	s := &rawSite{answer: saysAndCloses("HTTP/1.1 200 OK\r\nContent-Length: 16777217\r\n\r\nx")}
	f, origin := s.loopback(t)
	r, outcome, err := ask(t, f, origin+"/", Request{})
	e := wantCode(t, err, page.TooLarge, origin+"/")
	if want := origin + "/: the body is said to be 16777217 octets, over the bound of 16 MiB"; e.Message != want {
		t.Errorf("message %q, want %q", e.Message, want)
	}
	if r.WireBytes != 0 || outcome.Bytes != 0 || !r.Cut {
		t.Errorf("%d octets were read of it", r.WireBytes)
	}
}

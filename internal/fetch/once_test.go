package fetch

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"curtsy/page"
)

// A site that closes a kept connection exactly when the next request comes is what
// net/http repeats a GET for. It must see each request once.
func TestARequestOnABrokenKeptConnectionIsNotRepeated(t *testing.T) {
	for name, leave := range map[string]func(c net.Conn){
		"closed":       func(net.Conn) {},
		"reset":        func(c net.Conn) { c.(*net.TCPConn).SetLinger(0) },
		"half a close": func(c net.Conn) { c.(*net.TCPConn).CloseWrite() },
	} {
		s := &rawSite{answer: func(n int, c net.Conn) bool {
			if n%2 == 0 {
				leave(c)
				return false
			}
			return says(plainOK)(n, c)
		}}
		f, origin := s.loopback(t)
		for i := 1; i <= 20; i++ {
			_, outcome, err := ask(t, f, origin+"/", Request{})
			if n := len(s.seen()); n != i {
				t.Fatalf("%s: after %d requests the site saw %d", name, i, n)
			}
			if i%2 == 1 {
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				continue
			}
			if !errors.Is(err, ErrStaleConnection) || outcome.Status != 0 {
				t.Errorf("%s: the error is %v and the status %d, want ErrStaleConnection and none", name, err, outcome.Status)
			}
			if e := wantCode(t, err, page.ConnectionFailed, origin+"/: the kept connection was closed"); !e.Retryable {
				t.Errorf("%s: it is not worth asking again", name)
			}
		}
	}
}

func TestAFreshConnectionThatClosesIsNotStale(t *testing.T) {
	s := &rawSite{answer: saysAndCloses("")}
	f, origin := s.loopback(t)
	_, _, err := ask(t, f, origin+"/", Request{})
	wantCode(t, err, page.ConnectionFailed, origin+"/")
	if errors.Is(err, ErrStaleConnection) || len(s.seen()) != 1 {
		t.Errorf("%v after %d requests", err, len(s.seen()))
	}
}

// Half an answer on a kept connection is the site's failure, not a race of closing.
func TestAHeadThatBreaksOffIsNotStale(t *testing.T) {
	s := &rawSite{answer: func(n int, c net.Conn) bool {
		if n == 2 {
			return saysAndCloses("HTTP/1.1 200 OK\r\nContent-Le")(n, c)
		}
		return says(plainOK)(n, c)
	}}
	f, origin := s.loopback(t)
	if _, _, err := ask(t, f, origin+"/", Request{}); err != nil {
		t.Fatal(err)
	}
	_, _, err := ask(t, f, origin+"/", Request{})
	wantCode(t, err, page.ConnectionFailed, origin+"/")
	if errors.Is(err, ErrStaleConnection) || len(s.seen()) != 2 {
		t.Errorf("%v after %d requests", err, len(s.seen()))
	}
}

// An h2Site speaks HTTP/2 frame by frame and counts the requests it sees.
type h2Site struct {
	answer func(n int, framer *http2.Framer, stream uint32) (keep bool)

	mu     sync.Mutex
	fields [][]hpack.HeaderField
	data   int // octets of request bodies
}

func (s *h2Site) serve(c net.Conn) {
	defer c.Close()
	in := bufio.NewReader(c)
	if _, err := io.ReadFull(in, make([]byte, len(http2.ClientPreface))); err != nil {
		return
	}
	framer := http2.NewFramer(c, in)
	framer.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	framer.WriteSettings()
	for {
		frame, err := framer.ReadFrame()
		if err != nil {
			return
		}
		ended := false
		switch frame := frame.(type) {
		case *http2.SettingsFrame:
			if !frame.IsAck() {
				framer.WriteSettingsAck()
			}
		case *http2.MetaHeadersFrame:
			s.mu.Lock()
			s.fields = append(s.fields, frame.Fields)
			s.mu.Unlock()
			ended = frame.StreamEnded()
		case *http2.DataFrame:
			s.mu.Lock()
			s.data += len(frame.Data())
			s.mu.Unlock()
			ended = frame.StreamEnded()
		}
		if ended && !s.answer(len(s.seen()), framer, frame.Header().StreamID) {
			return
		}
	}
}

func (s *h2Site) seen() [][]hpack.HeaderField {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([][]hpack.HeaderField(nil), s.fields...)
}

// secure gives a certificate for 127.0.0.1 and example.com, and the roots it is under.
func secure(t testing.TB) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	s := httptest.NewUnstartedServer(http.NotFoundHandler())
	s.StartTLS()
	defer s.Close()
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	return s.TLS.Certificates[0], roots
}

func (s *h2Site) listen(t *testing.T) (*Fetcher, string) {
	t.Helper()
	certificate, roots := secure(t)
	l, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{certificate}, NextProtos: []string{"h2"}})
	if err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	running.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			running.Go(func() { s.serve(c) })
		}
	})
	f := newFetcher(t, Config{Allow: everything, RootCAs: roots})
	t.Cleanup(func() {
		l.Close()
		f.Close()
		running.Wait()
	})
	return f, "https://" + l.Addr().String()
}

func h2OK(framer *http2.Framer, stream uint32) {
	var block bytes.Buffer
	hpack.NewEncoder(&block).WriteField(hpack.HeaderField{Name: ":status", Value: "200"})
	framer.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: block.Bytes(), EndHeaders: true})
	framer.WriteData(stream, true, []byte("hello"))
}

func TestHTTP2IsSpokenWhereItIsOfferedAndTheRequestHasNoBody(t *testing.T) {
	s := &h2Site{answer: func(_ int, framer *http2.Framer, stream uint32) bool { h2OK(framer, stream); return true }}
	f, origin := s.listen(t)
	for _, target := range []string{"/a|b?c=%zz", "//a/b", "//a|b"} {
		r, _, err := ask(t, f, origin+target, Request{})
		if err != nil || r.Proto != "HTTP/2.0" || string(r.Body) != "hello" {
			t.Fatalf("%s: %+v, %v", target, r, err)
		}
		fields := s.seen()[len(s.seen())-1]
		for _, field := range fields {
			if strings.EqualFold(field.Name, "content-length") || strings.EqualFold(field.Name, "transfer-encoding") {
				t.Errorf("%s: the request says %s: %s", target, field.Name, field.Value)
			}
			if field.Name == ":path" && field.Value != target {
				t.Errorf("the target %s was sent as %s", target, field.Value)
			}
		}
	}
	if s.data != 0 {
		t.Errorf("%d octets of body were sent", s.data)
	}
}

func TestARequestIsNotRepeatedOverHTTP2(t *testing.T) {
	for name, end := range map[string]func(framer *http2.Framer, stream uint32) bool{
		"refused stream": func(framer *http2.Framer, stream uint32) bool {
			framer.WriteRSTStream(stream, http2.ErrCodeRefusedStream)
			return true
		},
		"protocol error": func(framer *http2.Framer, stream uint32) bool {
			framer.WriteRSTStream(stream, http2.ErrCodeProtocol)
			return true
		},
		"go away, not processed": func(framer *http2.Framer, stream uint32) bool {
			framer.WriteGoAway(stream-1, http2.ErrCodeNo, nil)
			return false
		},
		"closed": func(*http2.Framer, uint32) bool { return false },
	} {
		s := &h2Site{answer: func(n int, framer *http2.Framer, stream uint32) bool {
			if n%2 == 0 {
				return end(framer, stream)
			}
			h2OK(framer, stream)
			return true
		}}
		f, origin := s.listen(t)
		for i := 1; i <= 6; i++ {
			_, _, err := ask(t, f, origin+"/", Request{})
			if n := len(s.seen()); n != i {
				t.Fatalf("%s: after %d requests the site saw %d", name, i, n)
			}
			if i%2 == 1 && err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if i%2 == 0 && !errors.Is(err, ErrStaleConnection) {
				t.Errorf("%s: the error is %v, want ErrStaleConnection", name, err)
			}
		}
	}
}

func TestEnhanceYourCalmIsTakenForA429(t *testing.T) {
	for name, end := range map[string]func(framer *http2.Framer, stream uint32) bool{
		"stream": func(framer *http2.Framer, stream uint32) bool {
			framer.WriteRSTStream(stream, http2.ErrCodeEnhanceYourCalm)
			return true
		},
		"connection": func(framer *http2.Framer, stream uint32) bool {
			framer.WriteGoAway(stream, http2.ErrCodeEnhanceYourCalm, nil)
			return false
		},
	} {
		s := &h2Site{answer: func(_ int, framer *http2.Framer, stream uint32) bool { return end(framer, stream) }}
		f, origin := s.listen(t)
		_, outcome, err := ask(t, f, origin+"/", Request{})
		wantCode(t, err, page.ConnectionFailed, origin+"/")
		if outcome.Status != 429 || len(s.seen()) != 1 {
			t.Errorf("%s: the gate was told %d after %d requests, want 429 after one: %v", name, outcome.Status, len(s.seen()), err)
		}
	}
}

func TestAHeadOverItsBoundIsRefusedOverHTTP2(t *testing.T) {
	s := &h2Site{answer: func(_ int, framer *http2.Framer, stream uint32) bool {
		var block bytes.Buffer
		encoder := hpack.NewEncoder(&block)
		encoder.WriteField(hpack.HeaderField{Name: ":status", Value: "200"})
		for range 33 { // over 256 KiB in the last frame: sooner, net/http calls it a protocol error
			encoder.WriteField(hpack.HeaderField{Name: "x", Value: strings.Repeat("x", 8000)})
		}
		part := block.Next(16_000)
		framer.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: part, EndStream: true})
		for part = block.Next(16_000); len(part) > 0; part = block.Next(16_000) {
			framer.WriteContinuation(stream, block.Len() == 0, part)
		}
		return true
	}}
	f, origin := s.listen(t)
	_, _, err := ask(t, f, origin+"/", Request{})
	wantCode(t, err, page.TooLarge, origin+"/")
}

package fetch

import (
	"crypto/tls"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"curtsy/address"
	"curtsy/page"
)

func TestFailuresHaveTheirCodes(t *testing.T) {
	huge := "HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 300<<10) + "\r\n\r\n"
	many := "HTTP/1.1 200 OK\r\n" + strings.Repeat("X: y\r\n", 60_000) + "\r\n"
	for _, row := range []struct {
		name, answer string
		code         page.Code
		retryable    bool
	}{
		{"nothing", "", page.ConnectionFailed, true},
		{"not HTTP", "SSH-2.0-OpenSSH_9.9\r\n", page.ConnectionFailed, true},
		{"a head that breaks off", "HTTP/1.1 200 OK\r\nContent-", page.ConnectionFailed, true},
		{"a header without a colon", "HTTP/1.1 200 OK\r\nnonsense\r\n\r\n", page.ConnectionFailed, true},
		{"101 that was not asked for", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n", page.ConnectionFailed, true},
		{"a header over 256 KiB", huge, page.TooLarge, false},
		{"headers over 256 KiB", many, page.TooLarge, false},
	} {
		s := &rawSite{answer: saysAndCloses(row.answer)}
		f, origin := s.loopback(t)
		_, _, err := ask(t, f, origin+"/", Request{})
		if e := wantCode(t, err, row.code, origin+"/"); e.Retryable != row.retryable {
			t.Errorf("%s: worth asking again %v, want %v", row.name, e.Retryable, row.retryable)
		}
		if n := len(s.seen()); n != 1 {
			t.Errorf("%s: the site saw %d requests, want 1", row.name, n)
		}
	}
}

func TestAHeadUnderItsBoundIsRead(t *testing.T) {
	s := &rawSite{answer: saysAndCloses("HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 200<<10) + "\r\nContent-Length: 0\r\n\r\n")}
	f, origin := s.loopback(t)
	if _, _, err := ask(t, f, origin+"/", Request{}); err != nil {
		t.Error(err)
	}
}

func TestARefusedConnectionIsConnectionFailed(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	origin := "http://" + l.Addr().String()
	l.Close()
	_, _, err = ask(t, newFetcher(t, Config{Allow: everything}), origin+"/", Request{})
	wantCode(t, err, page.ConnectionFailed, origin+"/")
}

func TestANameThatDoesNotExistIsNotAskedAgainAndAnUnsureResolverIs(t *testing.T) {
	for answer, retryable := range map[string]bool{"": false, "fail": true} {
		f := newFetcher(t, Config{})
		(&lookup{answer: answer}).use(t, f)
		_, _, err := ask(t, f, "http://no.such.example/", Request{})
		if e := wantCode(t, err, page.NameNotFound, "http://no.such.example/"); e.Retryable != retryable {
			t.Errorf("%q: worth asking again %v, want %v: %v", answer, e.Retryable, retryable, err)
		}
	}
}

func TestCertificatesAreVerified(t *testing.T) {
	certificate, roots := secure(t)
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("hello")) }))
	s.Config.ErrorLog = quiet()
	s.TLS = &tls.Config{Certificates: []tls.Certificate{certificate}}
	s.StartTLS()
	defer s.Close()
	known := newFetcher(t, Config{Allow: everything, RootCAs: roots})
	if r, _, err := ask(t, known, s.URL+"/", Request{}); err != nil || string(r.Body) != "hello" {
		t.Errorf("a certificate under a known root: %v", err)
	}
	unknown := newFetcher(t, Config{Allow: everything})
	_, _, err := ask(t, unknown, s.URL+"/", Request{})
	wantCode(t, err, page.TLSFailed, s.URL+"/")
	elsewhere := strings.Replace(s.URL, "127.0.0.1", "localhost", 1)
	_, _, err = ask(t, known, elsewhere+"/", Request{})
	wantCode(t, err, page.TLSFailed, elsewhere+"/")
}

func TestWhatIsNoTLSIsTLSFailed(t *testing.T) {
	f := newFetcher(t, Config{Allow: everything})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			c.Write([]byte("HTTP/1.1 400 Bad Request\r\n\r\n"))
			c.Close()
		}
	}()
	_, _, err = ask(t, f, "https://"+l.Addr().String()+"/", Request{})
	wantCode(t, err, page.TLSFailed, "https://")
}

func TestWhetherARequestWentOutIsTold(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := "http://" + l.Addr().String()
	l.Close()
	s := &rawSite{answer: func(n int, c net.Conn) bool {
		if n == 2 {
			return false
		}
		return says(plainOK)(n, c)
	}}
	_, origin := s.loopback(t)
	f := newFetcher(t, Config{Allow: func(a address.Address) bool { return a.Origin() != "http://127.0.0.1" }})
	for _, row := range []struct {
		name, text string
		failed     bool
		sent       bool
	}{
		{"an answer", origin + "/", false, true},
		{"a kept connection that was closed", origin + "/", true, true},
		{"nobody listens", nobody + "/", true, false},
		{"a refused address", "http://127.0.0.1/", true, false},
	} {
		var sent atomic.Bool
		_, _, err := ask(t, f, row.text, Request{Sent: &sent})
		if (err != nil) != row.failed || sent.Load() != row.sent {
			t.Errorf("%s: sent %v, want %v: %v", row.name, sent.Load(), row.sent, err)
		}
	}
	if n := len(s.seen()); n != 2 {
		t.Errorf("the site saw %d requests, want the 2 that went out", n)
	}
}

// quiet is a log for servers whose complaints are the point of a test.
func quiet() *log.Logger { return log.New(io.Discard, "", 0) }

package fetch

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"curtsy/address"
	"curtsy/internal/gate"
	"curtsy/page"
)

// TestTheTimeToAnswerIsTheSites: what it takes to connect, and the body, do not count, on a
// fresh connection or a kept one; nor does an early hint's answer count after it.
func TestTheTimeToAnswerIsTheSites(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &rawSite{answer: func(n int, c net.Conn) bool {
			time.Sleep(time.Duration(n) * 300 * time.Millisecond)
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
			time.Sleep(5 * time.Second)
			_, err := io.WriteString(c, "hello")
			return err == nil
		}}
		f := newFetcher(t, Config{Dial: func(ctx context.Context, network, addr string) (net.Conn, error) {
			time.Sleep(2 * time.Second)
			return s.dial(ctx, network, addr)
		}})
		for n, want := range []time.Duration{300 * time.Millisecond, 600 * time.Millisecond} {
			_, outcome, err := ask(t, f, "http://a.example/", Request{})
			if err != nil || outcome.Answered != want || outcome.Bytes != 10 || outcome.Unsent || outcome.Abandoned || outcome.Broken {
				t.Errorf("request %d: %+v, %v; want answered after %v", n+1, outcome, err, want)
			}
		}
		f.Close()
		s.running.Wait()
	})
}

// A slowConn takes its time to take what is written to it, as a long way does.
type slowConn struct{ net.Conn }

func (c slowConn) Write(b []byte) (int, error) {
	time.Sleep(3 * time.Second)
	return c.Conn.Write(b)
}

func TestTheTimeToSendIsNotTheSites(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &rawSite{answer: func(_ int, c net.Conn) bool {
			time.Sleep(time.Second)
			return says(plainOK)(1, c)
		}}
		f := newFetcher(t, Config{Dial: func(ctx context.Context, network, addr string) (net.Conn, error) {
			c, err := s.dial(ctx, network, addr)
			return slowConn{c}, err
		}})
		if _, outcome, err := ask(t, f, "http://a.example/", Request{}); err != nil || outcome.Answered != time.Second {
			t.Errorf("answered after %v, want 1s: %v", outcome.Answered, err)
		}
		f.Close()
		s.running.Wait()
	})
}

// TestAnAnswerBeforeItsRequestIsKnownToBeOut counts from the connection.
func TestAnAnswerBeforeItsRequestIsKnownToBeOut(t *testing.T) {
	for _, row := range []struct{ asked, wrote, answered, want time.Duration }{
		{2 * time.Second, 5 * time.Second, 3 * time.Second, time.Second},
		{2 * time.Second, 0, 3 * time.Second, time.Second},
		{2 * time.Second, 2500 * time.Millisecond, 3 * time.Second, 500 * time.Millisecond},
		{2 * time.Second, 2 * time.Second, 2 * time.Second, 1},
		{2 * time.Second, 3 * time.Second, 0, 0},
	} {
		x := &exchange{}
		x.asked.Store(int64(row.asked))
		x.wrote.Store(int64(row.wrote))
		x.answered.Store(int64(row.answered))
		if got := x.outcome().Answered; got != row.want {
			t.Errorf("%+v: answered after %v", row, got)
		}
	}
}

// TestWhatTheGateIsTold: which part of what came to nothing is the site's, and which ours.
func TestWhatTheGateIsTold(t *testing.T) {
	const unfinished = "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello"
	for _, row := range []struct {
		name    string
		answer  string
		request Request
		want    gate.Outcome
	}{
		{"an answer", plainOK, Request{}, gate.Outcome{Status: 200, Bytes: 5}},
		{"an error", "HTTP/1.1 503 No\r\nContent-Length: 0\r\nRetry-After: 7\r\n\r\n", Request{}, gate.Outcome{Status: 503, RetryAfter: 7 * time.Second, AskedToWait: true}},
		{"a body cut short", unfinished, Request{}, gate.Outcome{Status: 200, Bytes: 5, Broken: true}},
		{"chunks that end badly", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz", Request{}, gate.Outcome{Status: 200, Bytes: 5, Broken: true}},
		{"a coding cut short", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + gzipped("hello")[:12], Request{}, gate.Outcome{Status: 200, Bytes: 12, Broken: true}},
		{"over our bound", plainOK, Request{Bound: 3}, gate.Outcome{Status: 200}},
		{"a writer of ours that is full", plainOK, Request{Body: failingWriter{errors.New("full")}}, gate.Outcome{Status: 200, Bytes: 5}},
		{"no answer", "", Request{}, gate.Outcome{}},
		{"half a head", "HTTP/1.1 200 OK\r\nContent-", Request{}, gate.Outcome{}},
		{"a limit", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nRateLimit: \"a\";r=10;t=30\r\n\r\n", Request{}, gate.Outcome{Status: 200, Spread: 3 * time.Second, SpreadFor: 30 * time.Second}},
		{"a challenge", "HTTP/1.1 403 No\r\nContent-Length: 0\r\nCf-Mitigated: challenge\r\n\r\n", Request{}, gate.Outcome{Status: 403, Challenge: "cloudflare"}},
	} {
		s := &rawSite{answer: saysAndCloses(row.answer)}
		f, origin := s.loopback(t)
		_, outcome, _ := ask(t, f, origin+"/", row.request)
		if answered := outcome.Answered > 0; answered != (row.answer != "") {
			t.Errorf("%s: answered after %v", row.name, outcome.Answered)
		}
		outcome.Answered = 0
		if outcome != row.want {
			t.Errorf("%s: the gate is told %+v, want %+v", row.name, outcome, row.want)
		}
	}
}

// TestNothingWasTried: the difference between what was never sent, what nobody took, and
// what we gave up.
func TestNothingWasTried(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	nobody, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody.Close()
	f := newFetcher(t, Config{
		Allow:  isAt(nobody.Addr().String()),
		Lookup: (&names{addrs: map[string][]string{"private.example": {"10.0.0.1"}}}).lookup,
	})
	for _, row := range []struct {
		name, text string
		ctx        context.Context
		unsent     bool
		abandoned  bool
	}{
		{"a refused number", "http://10.0.0.1/", t.Context(), true, false},
		{"a refused name", "http://localhost/", t.Context(), true, false},
		{"a name that leads to a refused number", "http://private.example/", t.Context(), true, false},
		{"a run that is over", "http://a.example/", ended, true, true},
		{"a name that does not exist", "http://nowhere.example/", t.Context(), false, false},
		{"nobody listens", "http://" + nobody.Addr().String() + "/", t.Context(), false, false},
	} {
		_, outcome, err := askWithin(row.ctx, t, f, row.text, Request{})
		if err == nil || outcome != (gate.Outcome{Unsent: row.unsent, Abandoned: row.abandoned}) {
			t.Errorf("%s: the gate is told %+v, %v", row.name, outcome, err)
		}
	}
}

// TestWhatIsGivenUp: a request that the run's end meets is given up; one that it meets before
// anything was dialled was not sent.
func TestWhatIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		waits := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
		half := &rawSite{answer: func(_ int, c net.Conn) bool {
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello")
			return silent(0, c)
		}}
		quiet := &rawSite{answer: silent}
		for name, row := range map[string]struct {
			config Config
			want   gate.Outcome
		}{
			"in the look-up": {Config{Lookup: func(ctx context.Context, _ string) ([]netip.Addr, error) { return nil, waits(ctx) }}, gate.Outcome{Unsent: true, Abandoned: true}},
			"in the dial":    {Config{Dial: func(ctx context.Context, _, _ string) (net.Conn, error) { return nil, waits(ctx) }}, gate.Outcome{Abandoned: true}},
			"in the wait":    {Config{Dial: quiet.dial}, gate.Outcome{Abandoned: true}},
			"in the body":    {Config{Dial: half.dial}, gate.Outcome{Status: 200, Bytes: 5, Abandoned: true, Answered: 1}},
		} {
			f := newFetcher(t, row.config)
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			_, outcome, err := askWithin(ctx, t, f, "http://a.example/", Request{})
			cancel()
			if outcome != row.want || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: the gate is told %+v, %v; want %+v", name, outcome, err, row.want)
			}
			f.Close()
		}
		half.running.Wait()
		quiet.running.Wait()
	})
}

// A body too slow for its bound is the site's failure.
func TestASlowBodyIsBroken(t *testing.T) {
	bubble(t, drips(1_000_000, 1, beat), func(t *testing.T, f *Fetcher, _ *rawSite) {
		_, outcome, err := ask(t, f, "http://a.example/", Request{})
		wantCode(t, err, page.TooSlow, "http://a.example/")
		if !outcome.Broken || outcome.Status != 200 || outcome.Abandoned {
			t.Errorf("the gate is told %+v", outcome)
		}
	})
}

// TestAChallengeIsSeenInABodyThatIsStreamed, and one that only begins like one is not.
func TestAChallengeIsSeenInABodyThatIsStreamed(t *testing.T) {
	const wall = `<html><title>Wait</title><script id="anubis_challenge" type="application/json">{}</script><img src="/.within.website/x/a.webp"></html>`
	for body, want := range map[string]string{wall: "anubis", wall + strings.Repeat(" ", 64<<10): "", "<urlset></urlset>": ""} {
		s := &rawSite{answer: says("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk(gzipped(body)) + "0\r\n\r\n")}
		f, origin := s.loopback(t)
		for name, request := range map[string]Request{"kept": {}, "streamed": {Body: &bytes.Buffer{}}} {
			r, outcome, err := ask(t, f, origin+"/", request)
			if err != nil || r.Challenge != want || outcome.Challenge != want {
				t.Errorf("%d octets, %s: %q, %v; want %q", len(body), name, outcome.Challenge, err, want)
			}
		}
	}
}

// isAt allows the origins at one host and port.
func isAt(hostport string) func(address.Address) bool {
	return func(a address.Address) bool { return a.Host()+":"+a.Port() == hostport }
}

package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"curtsy/page"
)

// bubble runs a test in virtual time, with a site in memory and a Fetcher for it.
func bubble(t *testing.T, answer func(int, net.Conn) bool, test func(t *testing.T, f *Fetcher, s *rawSite)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := &rawSite{answer: answer}
		f := newFetcher(t, Config{Dial: s.dial})
		test(t, f, s)
		f.Close()
		s.running.Wait()
	})
}

// silent says nothing until the other side leaves.
func silent(_ int, c net.Conn) bool {
	io.Copy(io.Discard, c)
	return false
}

// beat is nearly a second. A site that sends at the very instants at which its speed
// is looked at would leave it to chance what is seen.
const beat = 997 * time.Millisecond

// drips sends a body of n octets, so many at a time and a pause after each.
func drips(n, size int, pause time.Duration) func(int, net.Conn) bool {
	return func(_ int, c net.Conn) bool {
		fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n", n)
		for ; n > 0; n -= size {
			if _, err := c.Write([]byte(strings.Repeat("x", min(size, n)))); err != nil {
				return false
			}
			time.Sleep(pause)
		}
		return true
	}
}

func TestASiteThatDoesNotAnswerIsLeftAfter20Seconds(t *testing.T) {
	bubble(t, silent, func(t *testing.T, f *Fetcher, _ *rawSite) {
		start := time.Now()
		r, outcome, err := ask(t, f, "http://a.example/", Request{})
		e := wantCode(t, err, page.TimedOut, "http://a.example/: no answer in 20 s")
		if took := time.Since(start); took != 20*time.Second || !e.Retryable || r != nil || outcome.Status != 0 {
			t.Errorf("after %v: %v", took, err)
		}
	})
}

// Interim answers are no answer: ten of them do not buy more time.
func TestHintsDoNotKeepARequestAlive(t *testing.T) {
	hint := func(_ int, c net.Conn) bool {
		for {
			if _, err := io.WriteString(c, "HTTP/1.1 103 Early Hints\r\n\r\n"); err != nil {
				return false
			}
			time.Sleep(3 * time.Second)
		}
	}
	bubble(t, hint, func(t *testing.T, f *Fetcher, _ *rawSite) {
		start := time.Now()
		_, _, err := ask(t, f, "http://a.example/", Request{})
		wantCode(t, err, page.TimedOut, "http://a.example/")
		if took := time.Since(start); took != 20*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

func TestAConnectionThatIsNotMadeIsLeftAfter10Seconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFetcher(t, Config{Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}})
		start := time.Now()
		_, _, err := ask(t, f, "http://a.example/", Request{})
		wantCode(t, err, page.TimedOut, "http://a.example/: no connection in 10 s")
		if took := time.Since(start); took != 10*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

func TestASilentHandshakeIsLeftAfter10Seconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFetcher(t, Config{Dial: func(context.Context, string, string) (net.Conn, error) {
			client, server := net.Pipe()
			go func() {
				io.Copy(io.Discard, server)
				server.Close()
			}()
			return client, nil
		}})
		start := time.Now()
		_, _, err := ask(t, f, "https://a.example/", Request{})
		wantCode(t, err, page.TimedOut, "https://a.example/: no connection in 10 s")
		if took := time.Since(start); took != 10*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

func TestABodyUnderTheLeastSpeedIsLeft(t *testing.T) {
	for name, row := range map[string]struct {
		answer func(int, net.Conn) bool
		after  time.Duration // 0: it is read whole
	}{
		"at once":                        {drips(50_000, 50_000, 0), 0},
		"silence after the head":         {fastThenSilent(0), 30 * time.Second},
		"half the least speed":           {drips(200_000, 512, beat), 30 * time.Second},
		"just under the least speed":     {drips(200_000, 1000, beat), 30 * time.Second},
		"just over the least speed":      {drips(200_000, 1100, beat), 0},
		"in bursts of half a minute":     {drips(200_000, 40_000, 29*time.Second), 0},
		"twice the least speed":          {drips(200_000, 2048, beat), 0},
		"short and slow, but over soon":  {drips(20, 1, beat), 0},
		"fast for a minute, then silent": {fastThenSilent(60), 84 * time.Second},
		"fast for 10 s, then silent":     {fastThenSilent(10), 34 * time.Second},
	} {
		bubble(t, row.answer, func(t *testing.T, f *Fetcher, _ *rawSite) {
			start := time.Now()
			r, outcome, err := ask(t, f, "http://a.example/", Request{})
			took := time.Since(start)
			if row.after == 0 {
				if err != nil || r.Cut {
					t.Errorf("%s: left after %v: %v", name, took, err)
				}
				return
			}
			if e := wantCode(t, err, page.TooSlow, "http://a.example/"); e.Retryable {
				t.Errorf("%s: it is worth asking again, want not", name)
			}
			if took < row.after-time.Second || took > row.after+time.Second {
				t.Errorf("%s: left after %v, want %v", name, took, row.after)
			}
			if !r.Cut || r.Status != 200 || int64(len(r.Body)) != outcome.Bytes {
				t.Errorf("%s: the answer beside the error is %+v", name, r)
			}
		})
	}
}

func fastThenSilent(seconds int) func(int, net.Conn) bool {
	return func(n int, c net.Conn) bool {
		io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n\r\n")
		for range seconds {
			if _, err := io.WriteString(c, strings.Repeat("x", 5000)); err != nil {
				return false
			}
			time.Sleep(beat)
		}
		return silent(n, c)
	}
}

func TestAnAnswerOfAnyLengthEndsAfter10Minutes(t *testing.T) {
	bubble(t, drips(15_000_000, 2000, time.Second), func(t *testing.T, f *Fetcher, _ *rawSite) {
		start := time.Now()
		_, _, err := ask(t, f, "http://a.example/", Request{})
		wantCode(t, err, page.TooSlow, "http://a.example/: the whole answer took more than 600 s")
		if took := time.Since(start); took != 10*time.Minute {
			t.Errorf("it took %v", took)
		}
	})
}

// Time that the reader of a streamed body takes is not the site's.
func TestASlowWriterIsNotTheSitesFault(t *testing.T) {
	bubble(t, says("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"+strings.Repeat(chunk("hello"), 5)+"0\r\n\r\n"), func(t *testing.T, f *Fetcher, _ *rawSite) {
		start := time.Now()
		if _, _, err := ask(t, f, "http://a.example/", Request{Body: slowWriter{}}); err != nil {
			t.Error(err)
		}
		if took := time.Since(start); took < 50*time.Second {
			t.Errorf("it took %v, so the writer was not slow", took)
		}
	})
}

type slowWriter struct{}

func (slowWriter) Write(p []byte) (int, error) {
	time.Sleep(50 * time.Second)
	return len(p), nil
}

func TestADeadlineOfTheRunIsNotTheSitesFault(t *testing.T) {
	for name, answer := range map[string]func(int, net.Conn) bool{"before the head": silent, "in the body": drips(9_000_000, 5000, time.Second)} {
		bubble(t, answer, func(t *testing.T, f *Fetcher, _ *rawSite) {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			defer cancel()
			start := time.Now()
			_, _, err := askWithin(ctx, t, f, "http://a.example/", Request{})
			var failure *page.Error
			if !errors.Is(err, context.DeadlineExceeded) || errors.As(err, &failure) || time.Since(start) != 5*time.Second+leaving {
				t.Errorf("%s: %v after %v, want the run's own deadline, and the turn to last until the site has seen us leave", name, err, time.Since(start))
			}
		})
	}
}

func TestAKeptConnectionIsGivenUpAfterAMinute(t *testing.T) {
	bubble(t, says(plainOK), func(t *testing.T, f *Fetcher, s *rawSite) {
		for i, pause := range []time.Duration{59 * time.Second, 61 * time.Second, 0} {
			if _, _, err := ask(t, f, "http://a.example/", Request{}); err != nil {
				t.Fatal(err)
			}
			if want := max(1, i); s.connections() != want {
				t.Errorf("request %d: %d connections, want %d", i+1, s.connections(), want)
			}
			time.Sleep(pause)
		}
	})
}

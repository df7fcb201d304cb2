package gate

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"curtsy/address"
	"curtsy/page"
)

// pass is a Pass of an address, with the delay its robots.txt asks for.
type pass struct {
	a     address.Address
	every time.Duration
	own   bool
	known bool
}

func (p pass) Address() address.Address           { return p.a }
func (p pass) Purpose() string                    { return "page" }
func (p pass) Delay() (time.Duration, bool, bool) { return p.every, p.own, p.known }
func (p pass) Heard() time.Time                   { return time.Now() }
func (p pass) Opens(t time.Time) time.Time        { return t }

// to gives a pass whose robots.txt has not been read.
func to(t testing.TB, text string) pass {
	t.Helper()
	a, err := address.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return pass{a: a}
}

// asking gives p with a robots.txt that asks for a delay.
func (p pass) asking(every time.Duration, own bool) pass {
	p.every, p.own, p.known = every, own, true
	return p
}

func newGate(c Config, l Ledger) *Gate {
	c.Rand = rand.New(rand.NewPCG(1, 2))
	return New(c, l)
}

func enter(t testing.TB, g *Gate, p pass) *Turn {
	t.Helper()
	turn, err := g.Enter(t.Context(), p, When{})
	if err != nil {
		t.Fatalf("Enter(%s): %v", p.a, err)
	}
	return turn
}

func TestRestFromTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(Config{}, NewMemory())
		first := enter(t, g, to(t, "http://shop.example/a"))
		time.Sleep(7 * time.Second) // a slow answer
		end := time.Now()
		first.End(Outcome{Status: 200})
		second := enter(t, g, to(t, "https://www.shop.example/b"))
		if got := time.Since(end); got != time.Second {
			t.Errorf("the second request started %v after the end of the first, want 1s", got)
		}
		if second.Waited() != time.Second {
			t.Errorf("Waited() = %v, want 1s", second.Waited())
		}
		second.End(Outcome{Status: 200})
	})
}

func TestOneInFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := NewMemory()
		gates := []*Gate{newGate(Config{Slots: 1000}, ledger), newGate(Config{Slots: 1000}, ledger)}
		const each = 500
		out, most := make(chan struct{}, 2*each), 0
		starts := make(chan time.Time, 2*each)
		for n := range 2 * each {
			go func() {
				turn := enter(t, gates[n%2], to(t, "http://shop.example/"))
				out <- struct{}{}
				most = max(most, len(out)) // only the holder of the turn writes
				starts <- turn.Started()
				time.Sleep(time.Second)
				<-out
				turn.End(Outcome{Status: 200})
			}()
		}
		var last time.Time
		for n := range 2 * each {
			start := <-starts
			if gap := start.Sub(last); n > 0 && gap != 2*time.Second {
				t.Fatalf("request %d started %v after the one before, want exactly 2s (1s in flight, 1s rest)", n, gap)
			}
			last = start
		}
		if most != 1 {
			t.Errorf("%d requests were in flight at one site", most)
		}
		time.Sleep(time.Second)
	})
}

func TestRetryAfterIsNeverShortened(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(Config{}, NewMemory())
		start := time.Now()
		enter(t, g, to(t, "http://shop.example/")).End(Outcome{Status: 429, RetryAfter: 40 * time.Second, AskedToWait: true})
		turn := enter(t, g, to(t, "http://shop.example/"))
		if got := time.Since(start); got != 40*time.Second {
			t.Fatalf("asked again after %v, want 40s", got)
		}
		turn.End(Outcome{Status: 503, RetryAfter: 2 * time.Hour, AskedToWait: true})

		until := time.Now().Add(2 * time.Hour)
		for _, again := range []*Gate{g, newGate(Config{}, g.ledger)} {
			_, err := again.Enter(t.Context(), to(t, "http://shop.example/"), When{})
			var e *page.Error
			if !errors.As(err, &e) || e.Code != page.RateLimited {
				t.Fatalf("Enter gave %v, want rate_limited", err)
			}
			if !e.After.Equal(until) {
				t.Errorf("After = %v, want %v", e.After, until)
			}
			if want := "7200 s from now, more than the 60 s allowed"; !strings.Contains(e.Message, want) {
				t.Errorf("message %q does not say %q", e.Message, want)
			}
			if time.Since(start) != 40*time.Second {
				t.Fatal("a refusal waited")
			}
		}
		time.Sleep(2*time.Hour - 30*time.Second)
		turn = enter(t, g, to(t, "http://shop.example/"))
		if early := time.Until(until); early != 0 {
			t.Fatalf("asked %v before Retry-After was over", early)
		}
		turn.End(Outcome{Status: 200})
	})
}

func TestCrawlDelayTooLongIsRefusedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, start := newGate(Config{}, NewMemory()), time.Now()
		_, err := g.Enter(t.Context(), to(t, "http://shop.example/").asking(time.Hour, true), When{})
		want := "shop.example asks for 3600 s between requests, more than the 60 s allowed"
		if !errors.Is(err, page.CrawlDelayTooLong) || err.Error() != want {
			t.Fatalf("Enter gave %v, want %q", err, want)
		}
		if time.Since(start) != 0 {
			t.Error("a refusal waited")
		}
		if turns := len(g.slots); turns != 0 {
			t.Errorf("a refusal holds %d slots", turns)
		}
	})
}

func TestCancelFreesEverything(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := NewMemory()
		g := newGate(Config{Slots: 1}, ledger)
		ctx, cancel := context.WithCancel(t.Context())
		turn, err := g.Enter(ctx, to(t, "http://shop.example/"), When{})
		if err != nil {
			t.Fatal(err)
		}
		errs := make(chan error)
		waiters := []string{"http://shop.example/queued", "http://shop.example/too", "http://other.example/no-slot"}
		for _, text := range waiters {
			go func() {
				_, err := g.Enter(ctx, to(t, text), When{})
				errs <- err
			}()
		}
		go func() {
			_, err := g.Enter(ctx, to(t, "http://third.example/backing-off"), When{NotBefore: time.Now().Add(time.Hour)})
			errs <- err
		}()
		synctest.Wait()
		cancel()
		for range len(waiters) + 1 {
			if err := <-errs; !errors.Is(err, context.Canceled) {
				t.Errorf("a cancelled Enter gave %v", err)
			}
		}
		time.Sleep(time.Minute)
		turn.End(Outcome{Status: 302, RetryAfter: 30 * time.Second, AskedToWait: true})
		ended := time.Now()
		enter(t, g, to(t, "http://other.example/")).End(Outcome{Status: 200})
		enter(t, g, to(t, "http://shop.example/")).End(Outcome{Status: 200})
		if got := time.Since(ended); got != 30*time.Second {
			t.Errorf("what a cancelled run heard was forgotten: asked again after %v, want 30s", got)
		}
		for name, l := range ledger.sites {
			if l.users != 0 {
				t.Errorf("%s is still held", name)
			}
		}
		for name, s := range g.sites {
			if s.users != 0 {
				t.Errorf("%s still has %d in its queue", name, s.users)
			}
		}
	})
}

// TestATurnGivenBackUnusedOwesNoRest: and the rest before it still counts from the request
// that was made.
func TestATurnGivenBackUnusedOwesNoRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := NewMemory()
		g := newGate(Config{}, ledger)
		start := time.Now()
		first := enter(t, g, to(t, "https://shop.example/1"))
		first.Leave()
		first.End(Outcome{Status: 302, RetryAfter: time.Hour, AskedToWait: true}) // the first call counted
		enter(t, g, to(t, "https://shop.example/2")).End(Outcome{Status: 200})
		if took := time.Since(start); took != 0 {
			t.Fatalf("the first request waited %v behind a turn that was not used", took)
		}
		enter(t, g, to(t, "https://shop.example/3")).Leave()
		enter(t, g, to(t, "https://shop.example/4")).End(Outcome{Status: 200})
		if took := time.Since(start); took != time.Second {
			t.Errorf("the second request came %v after the first, want its one second", took)
		}
		account, err := ledger.Peek(t.Context(), "shop.example")
		if err != nil || account.InFlight {
			t.Errorf("the ledger says %+v, %v", account, err)
		}
	})
}

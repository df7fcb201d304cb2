package gate

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"curtsy/address"
	"curtsy/page"
)

func TestAWaitingSiteHoldsNoSlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := NewMemory()
		g := newGate(Config{Slots: 1}, ledger)
		enter(t, g, to(t, "http://resting.example/")).End(Outcome{Status: 302, RetryAfter: time.Minute, AskedToWait: true})
		held, _, _ := ledger.Try(t.Context(), "elsewhere.example") // as another process would
		start, done := time.Now(), make(chan *Turn)
		for _, text := range []string{
			"http://resting.example/1", "http://resting.example/2", // its rest
			"http://elsewhere.example/1", "http://elsewhere.example/2", // another process's request
		} {
			p := to(t, text)
			go func() { done <- enter(t, g, p) }()
		}
		go func() { // a backoff of its own
			turn, err := g.Enter(t.Context(), to(t, "http://failing.example/"), When{NotBefore: start.Add(time.Minute)})
			if err != nil {
				t.Error(err)
			}
			done <- turn
		}()
		synctest.Wait()
		enter(t, g, to(t, "http://free.example/")).End(Outcome{Status: 200})
		if waited := time.Since(start); waited != 0 {
			t.Errorf("the only slot came after %v", waited)
		}
		held.Abandon()
		for range 5 {
			(<-done).End(Outcome{Status: 200})
		}
	})
}

func TestSlotsBoundWhatIsInFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(Config{Slots: 3}, NewMemory())
		var turns []*Turn
		for n := range 3 {
			turns = append(turns, enter(t, g, to(t, fmt.Sprintf("http://s%d.example/", n))))
		}
		start, done := time.Now(), make(chan struct{})
		go func() {
			enter(t, g, to(t, "http://fourth.example/")).End(Outcome{Status: 200})
			close(done)
		}()
		time.Sleep(time.Minute)
		turns[1].End(Outcome{Status: 200})
		<-done
		if waited := time.Since(start); waited != time.Minute {
			t.Errorf("the fourth request began after %v, want when a slot was free, after 1m", waited)
		}
		turns[0].End(Outcome{Status: 200})
		turns[2].End(Outcome{Status: 200})
	})
}

// gap ends a turn at p's site and gives how long after it p is let in.
func gap(t *testing.T, g *Gate, p pass) time.Duration {
	t.Helper()
	end := time.Now()
	enter(t, g, p).End(Outcome{Status: 200})
	return time.Since(end)
}

func TestTheLargestDelayOfASiteCounts(t *testing.T) {
	own, others := true, false
	secure, plain := "https://shop.example/", "http://www.shop.example/"
	for _, c := range []struct {
		name   string
		heard  []pass
		stated time.Duration
		want   time.Duration
	}{
		{name: "nothing heard: the floor", want: time.Second},
		{name: "a delay over the floor", heard: []pass{to(t, secure).asking(5*time.Second, others)}, want: 5 * time.Second},
		{name: "a delay under the floor, for everybody", heard: []pass{to(t, secure).asking(time.Second/5, others)}, want: time.Second},
		{name: "a delay under the floor, for us: permission", heard: []pass{to(t, secure).asking(time.Second/5, own)}, want: time.Second / 5},
		{name: "a delay for us under the operator's own", heard: []pass{to(t, secure).asking(time.Second/5, own)}, stated: 3 * time.Second, want: 3 * time.Second},
		{name: "a delay for us over the operator's own", heard: []pass{to(t, secure).asking(9*time.Second, own)}, stated: 3 * time.Second, want: 9 * time.Second},
		{name: "a robots.txt that asks for none", heard: []pass{to(t, secure).asking(0, others)}, want: time.Second},
		{
			name:  "the largest of two origins, whichever was last",
			heard: []pass{to(t, secure).asking(7*time.Second, others), to(t, plain).asking(2*time.Second, own)}, want: 7 * time.Second,
		},
		{
			name:  "one origin's permission does not speak for another",
			heard: []pass{to(t, secure).asking(time.Second/5, own), to(t, plain).asking(0, others)}, want: time.Second,
		},
		{
			name:  "an origin's newer word replaces its older",
			heard: []pass{to(t, secure).asking(7*time.Second, others), to(t, secure).asking(2*time.Second, others)}, want: 2 * time.Second,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				stated := func(address.Site) time.Duration { return c.stated }
				g := newGate(Config{Stated: stated}, NewMemory())
				enter(t, g, to(t, plain)).End(Outcome{Status: 200})
				for _, p := range c.heard {
					enter(t, g, p).End(Outcome{Status: 200})
				}
				robots := to(t, secure) // knows nothing itself
				if got := gap(t, g, robots); got != c.want {
					t.Errorf("the rest was %v, want %v", got, c.want)
				}
				if got := gap(t, newGate(Config{Stated: stated}, g.ledger), robots); got != c.want {
					t.Errorf("the rest in the next process was %v, want %v", got, c.want)
				}
			})
		})
	}
}

func TestJitterOnlyAdds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(Config{Jitter: 0.5}, NewMemory())
		p := to(t, "http://shop.example/").asking(4*time.Second, false)
		enter(t, g, p).End(Outcome{Status: 200})
		least, most, sum := time.Hour, time.Duration(0), time.Duration(0)
		const draws = 1000
		for range draws {
			got := gap(t, g, p)
			least, most, sum = min(least, got), max(most, got), sum+got
		}
		if least < 4*time.Second || most > 6*time.Second {
			t.Errorf("rests from %v to %v, want within [4s, 6s]", least, most)
		}
		if least > 4100*time.Millisecond || most < 5900*time.Millisecond {
			t.Errorf("rests from %v to %v do not fill [4s, 6s]", least, most)
		}
		if mean := sum / draws; mean < 4900*time.Millisecond || mean > 5100*time.Millisecond {
			t.Errorf("the mean rest is %v, want about 5s: it is drawn uniformly", mean)
		}
		enter(t, g, p).End(Outcome{Status: 302, RetryAfter: 30 * time.Second, AskedToWait: true})
		if got := gap(t, g, p); got < 30*time.Second || got > 32*time.Second {
			t.Errorf("a Retry-After of 30s became %v, want within [30s, 32s]", got)
		}
	})
}

func TestJitterIsDrawnOncePerRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(Config{Jitter: 1}, NewMemory())
		p := to(t, "http://shop.example/").asking(10*time.Second, false)
		enter(t, g, p).End(Outcome{Status: 200})
		due := g.Due("shop.example", When{})
		for range 20 {
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			if _, err := g.Enter(ctx, p, When{}); !errors.Is(err, context.DeadlineExceeded) {
				t.Fatal(err)
			}
			cancel()
		}
		if again := g.Due("shop.example", When{}); !again.Equal(due) {
			t.Errorf("cancelled waiters moved the end of the rest by %v", again.Sub(due))
		}
		enter(t, g, p).End(Outcome{Status: 200})
		if late := time.Since(due); late != 0 {
			t.Errorf("the turn came %v after Due", late)
		}
	})
}

func TestNotBeforeKeepsNobodyElseWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []string
		start := time.Now()
		g := newGate(Config{Waiting: func(site address.Site, until time.Time) {
			told = append(told, fmt.Sprint(site, " ", until.Sub(start)))
		}}, NewMemory())
		done := make(chan time.Duration)
		go func() {
			turn, err := g.Enter(t.Context(), to(t, "http://shop.example/retry"), When{NotBefore: start.Add(20 * time.Second)})
			if err != nil {
				t.Error(err)
			}
			done <- time.Since(start)
			turn.End(Outcome{Status: 200})
		}()
		synctest.Wait()
		enter(t, g, to(t, "http://shop.example/a")).End(Outcome{Status: 200})
		enter(t, g, to(t, "http://shop.example/b")).End(Outcome{Status: 200})
		if took := time.Since(start); took != time.Second {
			t.Errorf("others at the site took %v, want 1s", took)
		}
		if at := <-done; at != 20*time.Second {
			t.Errorf("the retry came after %v, want 20s", at)
		}
		if want := "shop.example 20s, shop.example 1s"; strings.Join(told, ", ") != want {
			t.Errorf("told of the waits %q, want %q", told, want)
		}
		time.Sleep(time.Second)
	})
}

func TestDueIsWhenASiteMayBeAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, start := newGate(Config{}, NewMemory()), time.Now()
		if due := g.Due("shop.example", When{}); !due.IsZero() {
			t.Errorf("Due of a site never heard of = %v", due)
		}
		turn := enter(t, g, to(t, "http://shop.example/").asking(3*time.Second, false))
		time.Sleep(time.Minute)
		if due := g.Due("shop.example", When{}).Sub(start); due != 63*time.Second {
			t.Errorf("Due in flight = %v, want 1m3s: as if it ended now", due)
		}
		turn.End(Outcome{Status: 302, RetryAfter: 10 * time.Second, AskedToWait: true})
		if due := g.Due("shop.example", When{}).Sub(start); due != 70*time.Second {
			t.Errorf("Due after Retry-After = %v, want 1m10s", due)
		}
	})
}

func TestRobotsIsAskedAgainUnderALongDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := NewMemory()
		h, _, _ := ledger.Try(t.Context(), "shop.example")
		if err := h.Free(Account{LastEnd: time.Now(), Delays: []OriginDelay{
			{Origin: "http://shop.example", Every: time.Hour, Heard: time.Now()},
		}}); err != nil {
			t.Fatal(err)
		}
		g, robots := newGate(Config{}, ledger), to(t, "http://shop.example/robots.txt")
		if _, err := g.Enter(t.Context(), robots, When{}); !errors.Is(err, page.CrawlDelayTooLong) {
			t.Errorf("robots.txt an hour early: %v, want crawl_delay_too_long", err)
		}
		time.Sleep(59*time.Minute + 30*time.Second)
		if got := gap(t, g, robots); got != 30*time.Second {
			t.Errorf("robots.txt was asked after %v more, want 30s", got)
		}
		enter(t, newGate(Config{}, NewMemory()), robots.asking(time.Minute, false)).End(Outcome{Status: 200})
		_, err := g.Enter(t.Context(), robots.asking(time.Hour, false), When{})
		if !errors.Is(err, page.CrawlDelayTooLong) {
			t.Errorf("a page under a delay just read: %v, want crawl_delay_too_long", err)
		}
	})
}

func TestIdleSitesCostLittle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(Config{}, NewMemory())
		before := runtime.NumGoroutine()
		enter(t, g, to(t, "http://resting.example/")).End(Outcome{Status: 302, RetryAfter: time.Hour, AskedToWait: true})
		rested := g.Due("resting.example", When{})
		for n := range 10_000 {
			enter(t, g, to(t, fmt.Sprintf("http://s%d.example/", n))).End(Outcome{Status: 200})
			time.Sleep(100 * time.Millisecond)
		}
		if extra := runtime.NumGoroutine() - before; extra > 0 {
			t.Errorf("10,000 idle sites cost %d goroutines", extra)
		}
		if kept := len(g.sites); kept > 3*leastSweep {
			t.Errorf("%d of 10,000 idle sites are kept in memory", kept)
		}
		if due := g.Due("resting.example", When{}); !due.Equal(rested) {
			t.Errorf("a site that rests for an hour is due at %v, want %v", due, rested)
		}
		if got := gap(t, g, to(t, "http://s9999.example/")); got != 900*time.Millisecond {
			t.Errorf("the last of them was asked again after %v more, want 900ms", got)
		}
	})
}

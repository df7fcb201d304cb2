package conform

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"curtsy/internal/gate"
)

// machine is a name that sites share.
const machine = "machine 192.0.2.1"

// share waits for a share for an hour at most. Any goroutine of a test may use it.
func share(t *testing.T, l gate.Ledger, name string, most int) (give func()) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	give, err := l.Share(ctx, name, most)
	if err != nil {
		t.Errorf("Share(%s, %d), waited for an hour: %v", name, most, err)
		return func() {}
	}
	return give
}

// hasAtOnce takes shares that are free and gives them back.
func hasAtOnce(t *testing.T, name string, doors ...gate.Ledger) {
	t.Helper()
	for _, l := range doors {
		for most := 1; most <= 2; most++ {
			start := time.Now()
			share(t, l, name, most)()
			if waited := time.Since(start); waited != 0 {
				t.Errorf("Share(%s, %d) of what is free waited %v", name, most, waited)
			}
		}
	}
}

// hasNone checks that no share is to be had within a second.
func hasNone(t *testing.T, l gate.Ledger, name string, most int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	start := time.Now()
	give, err := l.Share(ctx, name, most)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Share(%s, %d) of what is all taken, until its context ended: %v", name, most, err)
	}
	if err == nil {
		give()
	}
	if waited := time.Since(start); waited > 2*time.Second {
		t.Errorf("it was cancelled after 1s and came back after %v", waited)
	}
}

// A crowd notes who has a share of one name.
type crowd struct {
	mu    sync.Mutex
	began map[int]time.Time // when those who have a share had it
	peak  int
	next  int
}

// stay has a share for a time, and says what is wrong with having it.
func (c *crowd) stay(t *testing.T, l gate.Ledger, most int, d time.Duration) {
	give := share(t, l, machine, most)
	now := time.Now()
	c.mu.Lock()
	before := 0
	for _, began := range c.began {
		if began.Before(now) {
			before++ // one of this very instant may have come later
		}
	}
	if before >= most || len(c.began) >= 2 {
		t.Errorf("one of at most %d has a share that %d had before, and %d have now", most, before, len(c.began))
	}
	me := c.next
	c.next++
	c.began[me] = now
	c.peak = max(c.peak, len(c.began))
	c.mu.Unlock()
	time.Sleep(d)
	c.mu.Lock()
	delete(c.began, me)
	c.mu.Unlock()
	give()
}

func atMostSoMany(t *testing.T, one, other gate.Ledger) {
	for most := 1; most <= 2; most++ {
		c := crowd{began: make(map[int]time.Time)}
		var group sync.WaitGroup
		for n := range 16 {
			group.Go(func() { c.stay(t, []gate.Ledger{one, other}[n%2], most, 30*time.Millisecond) })
		}
		group.Wait()
		if c.peak != most || c.next != 16 {
			t.Errorf("of at most %d, %d had a share at once, and %d of 16 in all", most, c.peak, c.next)
		}
	}
}

func shareGivenOnce(t *testing.T, one, other gate.Ledger) {
	first, second := share(t, one, machine, 2), share(t, other, machine, 2)
	first()
	first()
	third := share(t, one, machine, 2)
	first()
	hasNone(t, one, machine, 2)
	hasNone(t, other, machine, 2)
	second()
	third()
}

func cancelledShare(t *testing.T, one, other gate.Ledger) {
	first := share(t, one, machine, 2)
	for _, l := range []gate.Ledger{one, other} {
		hasNone(t, l, machine, 1) // and has not kept the place that is free
	}
	second := share(t, other, machine, 2)
	for _, l := range []gate.Ledger{one, other} {
		hasNone(t, l, machine, 2)
		hasNone(t, l, machine, 1)
	}
	first()
	third := share(t, other, machine, 2)
	var group sync.WaitGroup
	for _, l := range []gate.Ledger{one, other, other, one} { // who stand in line give up
		group.Go(func() { hasNone(t, l, machine, 2) })
		synctest.Wait()
	}
	group.Wait()
	second()
	third()
	hasAtOnce(t, machine, one, other)
}

func sharesInOrder(t *testing.T, one, other gate.Ledger) {
	for most := 1; most <= 2; most++ {
		if most == 2 {
			defer share(t, other, machine, 2)() // and one comes free at a time
		}
		give := share(t, one, machine, most)
		came := make(chan int)
		for n := range 6 {
			go func() {
				give := share(t, one, machine, most)
				came <- n
				give()
			}()
			synctest.Wait()
		}
		give()
		for want := range 6 {
			if got := <-came; got != want {
				t.Errorf("number %d had one of %d when it was the turn of number %d", got, most, want)
			}
		}
	}
}

// noShareStarves has one door take shares over and over, always with some who wait,
// while one at the other door wants one.
func noShareStarves(t *testing.T, one, other gate.Ledger) {
	for most := 1; most <= 2; most++ {
		for _, length := range []time.Duration{20 * time.Millisecond, time.Second} {
			ctx, cancel := context.WithCancel(t.Context())
			var mu sync.Mutex
			taken := 0
			var group sync.WaitGroup
			for range 4 {
				group.Go(func() {
					for {
						give, err := one.Share(ctx, machine, 2)
						if err != nil {
							return
						}
						mu.Lock()
						taken++
						mu.Unlock()
						time.Sleep(length)
						give()
					}
				})
			}
			time.Sleep(10 * length)
			for range 5 {
				mu.Lock()
				before := taken
				mu.Unlock()
				waits, end := context.WithTimeout(t.Context(), 100*length)
				give, err := other.Share(waits, machine, most)
				end()
				mu.Lock()
				if after := taken; err != nil || after-before > 20 {
					t.Errorf("one of at most %d waited while another took %d shares of %v: %v", most, after-before, length, err)
				}
				mu.Unlock()
				if err == nil {
					time.Sleep(length)
					give()
				}
			}
			cancel()
			group.Wait()
		}
	}
}

func namesDoNotTouch(t *testing.T, one, other gate.Ledger) {
	start := time.Now()
	hold := take(t, one, shop)
	defer hold.Abandon()
	for n, name := range []string{machine, "machine 192.0.2.2", string(shop), "shares of " + string(shop)} {
		for range 2 {
			defer share(t, []gate.Ledger{one, other}[n%2], name, 2)()
		}
	}
	take(t, other, machine).Abandon()
	refuses(t, other, shop)
	if waited := time.Since(start); waited != 0 {
		t.Errorf("shares of several names, and a site, waited %v for each other", waited)
	}
}

// oneOfOneWaits: one that wants to be alone comes once nobody has a share, and then keeps
// out only those who want to be alone too.
func oneOfOneWaits(t *testing.T, one, other gate.Ledger) {
	for _, l := range []gate.Ledger{one, other} {
		first, second := share(t, one, machine, 2), share(t, other, machine, 2)
		first()
		hasNone(t, l, machine, 1)
		first = share(t, one, machine, 2)
		second()
		hasNone(t, l, machine, 1)
		had := make(chan func())
		go func() { had <- share(t, l, machine, 1) }()
		time.Sleep(time.Minute)
		select {
		case <-had:
			t.Fatal("one of at most one has a share beside another")
		default:
		}
		first()
		alone := <-had
		hasNone(t, one, machine, 1)
		hasNone(t, other, machine, 1)
		start := time.Now()
		share(t, other, machine, 2)()
		share(t, one, machine, 2)()
		if waited := time.Since(start); waited != 0 {
			t.Errorf("one of two waited %v although only one has a share", waited)
		}
		alone()
	}
}

func onesAndTwos(t *testing.T, one, other gate.Ledger) {
	c := crowd{began: make(map[int]time.Time)}
	var group sync.WaitGroup
	for n := range 60 {
		group.Go(func() {
			time.Sleep(time.Duration(n*7%40) * 10 * time.Millisecond)
			c.stay(t, []gate.Ledger{one, other}[n%2], 1+n%5%2, time.Duration(7+n%11)*3*time.Millisecond)
		})
	}
	group.Wait()
	if c.peak != 2 {
		t.Errorf("at most %d had a share at once, of two", c.peak)
	}
}

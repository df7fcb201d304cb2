package gate

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"curtsy/address"
	"curtsy/page"
)

// remembering gives a ledger with one account.
func remembering(t *testing.T, a Account) *Memory {
	t.Helper()
	m := NewMemory()
	h, _, _ := m.Try(t.Context(), "shop.example")
	if err := h.Begin(a); err != nil {
		t.Fatal(err)
	}
	if !a.InFlight {
		if err := h.Free(a); err != nil {
			t.Fatal(err)
		}
	}
	h.Abandon()
	return m
}

func TestADeadHoldersRequestEndsNow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		long := time.Now().Add(-time.Hour).Round(0)
		ledger := remembering(t, Account{LastEnd: long, InFlight: true, Delays: []OriginDelay{
			{Origin: "http://shop.example", Every: 8 * time.Second, Heard: long},
		}})
		g := newGate(Config{}, ledger)
		if got := gap(t, g, to(t, "http://shop.example/")); got != 8*time.Second {
			t.Errorf("asked %v after the dead holder was found, want the rest of 8s", got)
		}
	})
}

func TestAMovedClockIsClamped(t *testing.T) {
	delay := func(end, heard time.Time) Account {
		return Account{LastEnd: end, Delays: []OriginDelay{
			{Origin: "http://shop.example", Every: 9 * time.Second, Heard: heard},
		}}
	}
	for _, c := range []struct {
		name    string
		account func(now time.Time) Account
		want    time.Duration
	}{
		{"ended in the future: now", func(now time.Time) Account { return Account{LastEnd: now.Add(24 * time.Hour)} }, time.Second},
		{"ended long ago: nothing is owed", func(time.Time) Account { return Account{LastEnd: time.Unix(1, 0)} }, 0},
		{"a delay heard in the future", func(now time.Time) Account { return delay(now, now.Add(time.Hour)) }, 9 * time.Second},
		{"a delay not heard for a day", func(now time.Time) Account { return delay(now, now.Add(-25*time.Hour)) }, time.Second},
		{"blocked next year: not in this run", func(now time.Time) Account {
			return Account{LastEnd: now, Trouble: Trouble{Forbidden: forbiddenAt, Blocked: now.AddDate(1, 0, 0)}}
		}, time.Second},
		{"fewer failures than none", func(now time.Time) Account { return Account{LastEnd: now, Trouble: Trouble{Failures: -3}} }, time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := newGate(Config{}, remembering(t, c.account(time.Now().Round(0))))
				if got := gap(t, g, to(t, "http://shop.example/")); got != c.want {
					t.Errorf("asked after %v, want %v", got, c.want)
				}
			})
		})
	}
}

// TestTheOperatorsWordIsWaitedFor, also over the longest rest a site may ask for; a rest is
// up to that.
func TestTheOperatorsWordIsWaitedFor(t *testing.T) {
	for _, row := range []struct {
		told func(now time.Time) Told
		want time.Duration // 0: it is refused
	}{
		{func(time.Time) Told { return Told{Slow: 5 * time.Minute} }, 5 * time.Minute},
		{func(now time.Time) Told { return Told{Until: now.Add(20 * time.Second)} }, 20 * time.Second},
		{func(now time.Time) Told { return Told{Until: now.Add(5 * time.Minute)} }, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			now := time.Now().Round(0)
			told := row.told(now)
			g := newGate(Config{}, remembering(t, Account{LastEnd: now, Told: told}))
			turn, err := g.Enter(t.Context(), to(t, "http://shop.example/"), When{})
			switch {
			case row.want == 0 && !errors.Is(err, page.SiteResting):
				t.Errorf("%+v: Enter gave %v, want site_resting", told, err)
			case row.want > 0 && (err != nil || time.Since(now) != row.want):
				t.Errorf("%+v: let in after %v (%v), want %v", told, time.Since(now), err, row.want)
			}
			if turn != nil {
				turn.Leave()
			}
		})
	}
}

// TestWhatAMovedClockRecordedPasses: halved rates and a spread that are said to last for
// years are over when they can have lasted their day.
func TestWhatAMovedClockRecordedPasses(t *testing.T) {
	years := func(now time.Time) time.Time { return now.AddDate(30, 0, 0).Round(0) }
	for name, account := range map[string]func(now time.Time) Account{
		"429s": func(now time.Time) Account { return Account{Trouble: Trouble{Limited: 4, LimitedAt: years(now)}} },
		"a spread": func(now time.Time) Account {
			return Account{Pace: Pace{Spread: 8 * time.Second, SpreadUntil: years(now)}}
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			a := account(time.Now())
			a.LastEnd = time.Now().Round(0)
			ledger := remembering(t, a)
			if got := gap(t, newGate(Config{}, ledger), to(t, "http://shop.example/")); got != 8*time.Second {
				t.Errorf("%s: asked after %v, want 8s", name, got)
			}
			time.Sleep(25 * time.Hour)
			later := newGate(Config{}, ledger)
			gap(t, later, to(t, "http://shop.example/"))
			if got := gap(t, later, to(t, "http://shop.example/")); got != time.Second {
				t.Errorf("%s: asked after %v a day later, want 1s", name, got)
			}
		})
	}
}

func TestARestOfManyYearsIsClamped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		g := newGate(Config{}, remembering(t, Account{RestUntil: start.AddDate(30, 0, 0).Round(0)}))
		_, err := g.Enter(t.Context(), to(t, "http://shop.example/"), When{})
		var e *page.Error
		if !errors.As(err, &e) || e.Code != page.RateLimited {
			t.Fatalf("Enter gave %v, want rate_limited", err)
		}
		if got := e.After.Sub(start); got != longestRest {
			t.Errorf("After is %v off, want %v", got, longestRest)
		}
	})
}

// full is a ledger on a disk that is full once it is told so.
type full struct {
	Ledger
	err error
}

type fullHold struct {
	Hold
	ledger *full
}

func (f *full) Try(ctx context.Context, site address.Site) (Hold, bool, error) {
	h, ok, err := f.Ledger.Try(ctx, site)
	if !ok {
		return nil, ok, err
	}
	return &fullHold{h, f}, true, nil
}

func (h *fullHold) Begin(a Account) error {
	if h.ledger.err != nil {
		return h.ledger.err
	}
	return h.Hold.Begin(a)
}

func (h *fullHold) Free(a Account) error {
	if h.ledger.err != nil {
		h.Abandon()
		return h.ledger.err
	}
	return h.Hold.Free(a)
}

func TestALedgerThatFailsFreesEverythingAndForgetsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := &full{Ledger: NewMemory()}
		g := newGate(Config{Slots: 1}, ledger)
		turn := enter(t, g, to(t, "http://shop.example/"))
		ledger.err = errors.New("the disk is full")
		turn.End(Outcome{Status: 302, RetryAfter: 20 * time.Second, AskedToWait: true})
		if err := g.Err(); !errors.Is(err, ledger.err) {
			t.Errorf("Err() = %v, want the disk's", err)
		}
		if _, err := g.Enter(t.Context(), to(t, "http://other.example/"), When{}); !errors.Is(err, ledger.err) {
			t.Errorf("a request that cannot be recorded gave %v, want the disk's error", err)
		}
		ledger.err = nil
		start := time.Now()
		enter(t, g, to(t, "http://other.example/")).End(Outcome{Status: 200})
		if waited := time.Since(start); waited != 0 {
			t.Errorf("a request that was never sent made its site rest %v", waited)
		}
		// The ledger still has the first request in flight, and the gate what it heard.
		if got := gap(t, g, to(t, "http://shop.example/")); got != 21*time.Second {
			t.Errorf("asked after %v, want 20s of Retry-After, then a rest since the ledger lost the end", got)
		}
	})
}

func TestATurnEndsOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(Config{Slots: 1}, NewMemory())
		turn := enter(t, g, to(t, "http://shop.example/"))
		for range 3 {
			turn.End(Outcome{Status: 200})
		}
		second := enter(t, g, to(t, "http://other.example/"))
		turn.End(Outcome{Status: 302, RetryAfter: time.Hour, AskedToWait: true})
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := g.Enter(ctx, to(t, "http://shop.example/"), When{}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a second End freed another turn's slot, or was heard: Enter gave %v", err)
		}
		second.End(Outcome{Status: 200})
		enter(t, g, to(t, "http://shop.example/")).End(Outcome{Status: 200})
	})
}

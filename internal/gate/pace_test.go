package gate

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"curtsy/address"
	"curtsy/page"
)

// purposed is a pass for something other than a page.
type purposed struct {
	pass
	purpose string
	opens   func(time.Time) time.Time
}

func (p purposed) Purpose() string { return p.purpose }

func (p purposed) Opens(t time.Time) time.Time {
	if p.opens == nil {
		return t
	}
	return p.opens(t)
}

// answered is an answer that took so long.
func answered(status int, took time.Duration) Outcome { return Outcome{Status: status, Answered: took} }

// asks makes requests one after another and gives the rest before the last.
func asks(t *testing.T, g *Gate, p Pass, outcomes ...Outcome) time.Duration {
	t.Helper()
	var rest time.Duration
	for _, o := range outcomes {
		before := time.Now()
		turn, err := g.Enter(t.Context(), p, When{})
		if err != nil {
			t.Fatal(err)
		}
		rest = time.Since(before)
		time.Sleep(o.Answered)
		turn.End(o)
	}
	return rest
}

func times(n int, o Outcome) []Outcome {
	all := make([]Outcome, n)
	for i := range all {
		all[i] = o
	}
	return all
}

// restAfter is the rest that is owed once all the outcomes have come.
func restAfter(t *testing.T, c Config, outcomes ...Outcome) time.Duration {
	t.Helper()
	g := newGate(c, NewMemory())
	p := to(t, "http://shop.example/").asking(0, false)
	asks(t, g, p, outcomes...)
	return asks(t, g, p, answered(200, 0))
}

func TestTheNextRequestWaitsAsLongAsAnAnswerTakes(t *testing.T) {
	for _, c := range []struct {
		name     string
		outcomes []Outcome
		want     time.Duration
	}{
		{"a quick site has the floor", times(3, answered(200, 100*time.Millisecond)), time.Second},
		{"a slow one its own time", times(8, answered(200, 3*time.Second)), 3 * time.Second},
		{"smoothed", append(times(1, answered(200, 2*time.Second)), answered(200, 6*time.Second)), 3 * time.Second},
		{"an error is no quick answer", append(times(1, answered(200, 4*time.Second)), times(9, answered(404, 10*time.Millisecond))...), 4 * time.Second},
		{"a slow error is a slow answer", append(times(1, answered(200, 2*time.Second)), answered(404, 6*time.Second)), 3 * time.Second},
		{"and a quick page shortens it again", append(times(1, answered(200, 5*time.Second)), answered(200, time.Second)), 4 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if got := restAfter(t, Config{}, c.outcomes...); got != c.want {
					t.Errorf("rested %v, want %v", got, c.want)
				}
			})
		})
	}
}

// TestTheLatencyWatch: a median of twenty over twice the baseline doubles the delay and is
// measured anew; fifty good answers give back a tenth.
func TestTheLatencyWatch(t *testing.T) {
	quick, slow := answered(200, 100*time.Millisecond), answered(200, 300*time.Millisecond)
	for _, c := range []struct {
		name     string
		outcomes []Outcome
		want     time.Duration
	}{
		{"not yet", append(times(5, quick), times(14, slow)...), time.Second},
		{"a few milliseconds are a network's", append(times(5, answered(200, time.Millisecond)), times(60, answered(200, 20*time.Millisecond))...), time.Second},
		{"the median of twenty is three times the baseline", append(times(5, quick), times(15, slow)...), 2 * time.Second},
		{"twice the baseline is not over it", append(times(5, quick), times(30, answered(200, 200*time.Millisecond))...), time.Second},
		{"measured anew, it is not doubled again", append(times(5, quick), times(15+30, slow)...), 2 * time.Second},
		{"slower still, it is", append(times(5, quick), append(times(15, slow), times(20, answered(200, 900*time.Millisecond))...)...), 4 * time.Second},
		{"fifty good answers give a tenth back", append(times(5, quick), times(15+50, slow)...), 1800 * time.Millisecond},
		{"in the end all of it", append(times(5, quick), times(15+7*50, slow)...), time.Second},
		{"what is no page is not measured", append(times(5, quick), times(40, answered(404, 900*time.Millisecond))...), time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if got := restAfter(t, Config{}, c.outcomes...); got != c.want {
					t.Errorf("rested %v, want %v", got, c.want)
				}
			})
		})
	}
}

func TestSlowingDown(t *testing.T) {
	limited, unavailable := Outcome{Status: 429}, Outcome{Status: 503}
	ok := Outcome{Status: 200}
	asked := Outcome{Status: 429, RetryAfter: time.Second, AskedToWait: true}
	for _, c := range []struct {
		name     string
		config   Config
		outcomes []Outcome
		want     time.Duration
	}{
		{"429 without Retry-After doubles the delay", Config{}, []Outcome{limited, ok}, 2 * time.Second},
		{"503 does", Config{}, []Outcome{unavailable, ok}, 2 * time.Second},
		{"the next one again", Config{}, []Outcome{unavailable, ok, unavailable, ok}, 4 * time.Second},
		{"up to the longest delay", Config{MaxDelay: 3 * time.Second}, []Outcome{unavailable, unavailable, unavailable, ok}, 3 * time.Second},
		{"one 429 with Retry-After does not", Config{}, []Outcome{asked, ok}, time.Second},
		{"the second halves the rate for good", Config{}, append([]Outcome{asked, asked}, times(400, ok)...), 2 * time.Second},
		{"the third halves it again", Config{}, append([]Outcome{asked, asked, asked}, times(400, ok)...), 4 * time.Second},
		{"failures back off", Config{}, []Outcome{{Status: 500}, {}, {Status: 500}}, 8 * time.Second},
		{"until an answer", Config{}, []Outcome{{Status: 500}, {}, {Status: 500}, {Status: 404}}, time.Second},
		{"RateLimit fields spread the rest", Config{}, []Outcome{{Status: 200, Spread: 5 * time.Second, SpreadFor: time.Minute}}, 5 * time.Second},
		{"and never quicken", Config{}, []Outcome{{Status: 200, Spread: time.Millisecond, SpreadFor: time.Minute}}, time.Second},
		{"a hint is not waited for longer than a word", Config{}, []Outcome{{Status: 200, Spread: time.Hour, SpreadFor: time.Hour}}, time.Minute},
		{"a new site is asked gently", Config{Gentle: true}, times(19, ok), 2 * time.Second},
		{"until it has answered twenty times", Config{Gentle: true}, times(20, ok), time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if got := restAfter(t, c.config, c.outcomes...); got != c.want {
					t.Errorf("rested %v, want %v", got, c.want)
				}
			})
		})
	}
}

// TestAnotherRunIsHalvedForADay: what repeated 429s taught one run holds for the next ones
// for a day, and for the run that heard them for good.
func TestAnotherRunIsHalvedForADay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := NewMemory()
		old := newGate(Config{}, ledger)
		p := to(t, "http://shop.example/").asking(0, false)
		asks(t, old, p, times(2, Outcome{Status: 429, RetryAfter: time.Second, AskedToWait: true})...)
		young := newGate(Config{}, ledger)
		if rest := asks(t, young, p, times(2, answered(200, 0))...); rest != 2*time.Second {
			t.Errorf("the next run rested %v, want 2s", rest)
		}
		time.Sleep(25 * time.Hour)
		young = newGate(Config{}, ledger)
		if rest := asks(t, young, p, times(2, answered(200, 0))...); rest != time.Second {
			t.Errorf("a day later a run rested %v, want 1s", rest)
		}
		if rest := asks(t, old, p, times(2, answered(200, 0))...); rest != 2*time.Second {
			t.Errorf("a day later the run that heard the 429s rested %v, want 2s", rest)
		}
	})
}

func TestTheBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := NewMemory()
		g := newGate(Config{}, ledger)
		p := to(t, "http://down.example/").asking(0, false)
		asks(t, g, p, times(9, Outcome{})...)
		asks(t, g, p, Outcome{Status: 200})
		asks(t, g, p, times(10, Outcome{Status: 502})...)
		opened := time.Now()
		again := newGate(Config{}, ledger) // another process, or the same after a restart
		for _, g := range []*Gate{g, again} {
			for _, pass := range []Pass{p, to(t, "http://down.example/robots.txt")} {
				before := time.Now()
				_, err := g.Enter(t.Context(), pass, When{})
				var refusal *page.Error
				if !errors.As(err, &refusal) || refusal.Code != page.SiteResting || !refusal.After.Equal(opened.Add(time.Hour)) || time.Since(before) != 0 {
					t.Errorf("a resting site is answered %v after %v", err, time.Since(before))
				}
			}
		}
		time.Sleep(time.Hour)
		if _, err := again.Enter(t.Context(), p, When{}); !errors.Is(err, ErrTryFirst) {
			t.Errorf("a page of a site that has rested came to %v", err)
		}
		asks(t, again, to(t, "http://down.example/robots.txt"), Outcome{Status: 500})
		if _, err := again.Enter(t.Context(), p, When{}); !errors.Is(err, page.SiteResting) {
			t.Errorf("robots.txt failed, and a page came to %v", err)
		}
		time.Sleep(time.Hour)
		asks(t, again, to(t, "http://down.example/robots.txt"), Outcome{Status: 404})
		if rest := asks(t, again, p, Outcome{Status: 200}); rest != time.Second {
			t.Errorf("robots.txt answered, and a page rested %v", rest)
		}
	})
}

// TestWhatSaysNothingOfTheSite: what we refused or gave up is no failure of the site's.
func TestWhatSaysNothingOfTheSite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(Config{}, NewMemory())
		p := to(t, "http://shop.example/").asking(0, false)
		asks(t, g, p, times(20, Outcome{Unsent: true})...)
		asks(t, g, p, times(20, Outcome{Abandoned: true})...)
		if rest := asks(t, g, p, Outcome{Status: 200}); rest != time.Second {
			t.Errorf("rested %v, want 1s", rest)
		}
	})
}

func TestBlocked(t *testing.T) {
	forbidden, ok := Outcome{Status: 403}, Outcome{Status: 200}
	for _, c := range []struct {
		name     string
		outcomes []Outcome
		purpose  string
		blocked  bool
	}{
		{"five 403s from a site that served a page", append([]Outcome{ok}, times(5, forbidden)...), "page", true},
		{"four", append([]Outcome{ok}, times(4, forbidden)...), "page", false},
		{"not in a row", append(append([]Outcome{ok}, times(4, forbidden)...), Outcome{Status: 404}, forbidden, forbidden), "page", false},
		{"from a site that never served one", times(5, forbidden), "page", false},
		{"twenty from such a site", times(20, forbidden), "page", true},
		{"sitemaps do not count", append([]Outcome{ok}, times(9, forbidden)...), "sitemap", false},
		{"one challenge page", []Outcome{{Status: 200, Challenge: "anubis"}}, "page", true},
		{"whatever it was asked for", []Outcome{{Status: 403, Challenge: "cloudflare"}}, "robots", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ledger := NewMemory()
				g := newGate(Config{}, ledger)
				p := purposed{pass: to(t, "http://shop.example/").asking(0, false), purpose: c.purpose}
				asks(t, g, p, c.outcomes...)
				_, err := g.Enter(t.Context(), p, When{})
				if got := errors.Is(err, page.Blocked); got != c.blocked {
					t.Fatalf("blocked is %v (%v), want %v", got, err, c.blocked)
				}
				if !c.blocked {
					return
				}
				time.Sleep(time.Minute)
				later := newGate(Config{}, ledger)
				asks(t, later, p, Outcome{Status: 403}) // a new run has one try
				if _, err := later.Enter(t.Context(), p, When{}); c.purpose == "page" && !errors.Is(err, page.Blocked) {
					t.Errorf("the new run's first 403 came to %v", err)
				}
			})
		})
	}
}

func TestBudgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		day := time.Now() // a bubble begins at midnight UTC
		ledger := NewMemory()
		bounded := func(b Budget) *Gate {
			return newGate(Config{Budget: func(site address.Site) Budget { return b }}, ledger)
		}
		p := to(t, "http://shop.example/").asking(0, false)
		asks(t, bounded(Budget{Requests: 3}), p, Outcome{Status: 200, Bytes: 600}, Outcome{Bytes: 0})
		asks(t, bounded(Budget{Requests: 3}), p, Outcome{Status: 200, Bytes: 500})
		for _, b := range []Budget{{Requests: 3}, {Bytes: 1100}, {Requests: 9, Bytes: 1000}} {
			_, err := bounded(b).Enter(t.Context(), p, When{})
			var refusal *page.Error
			if !errors.As(err, &refusal) || refusal.Code != page.BudgetSpent || !refusal.After.Equal(day.Add(24*time.Hour)) {
				t.Errorf("with %v: %v", b, err)
			}
		}
		asks(t, bounded(Budget{Requests: 4, Bytes: 1101}), p, Outcome{Status: 200})
		time.Sleep(time.Until(day.Add(24 * time.Hour)))
		asks(t, bounded(Budget{Requests: 3}), p, Outcome{Status: 200})
	})
}

// TestATurnNotUsedIsNotCounted: the budget is of requests.
func TestATurnNotUsedIsNotCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(Config{Budget: func(address.Site) Budget { return Budget{Requests: 1} }}, NewMemory())
		p := to(t, "http://shop.example/").asking(0, false)
		enter(t, g, p).Leave()
		enter(t, g, p).End(Outcome{Status: 200})
		if _, err := g.Enter(t.Context(), p, When{}); !errors.Is(err, page.BudgetSpent) {
			t.Errorf("the second request came to %v", err)
		}
	})
}

func TestTheOperatorsWord(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := NewMemory()
		g := newGate(Config{}, ledger)
		other := newGate(Config{}, ledger)
		p := to(t, "http://shop.example/").asking(0, false)
		asks(t, g, p, Outcome{Status: 200})
		tell := func(change func(Told) Told) {
			t.Helper()
			if err := other.Tell(t.Context(), "shop.example", change); err != nil {
				t.Fatal(err)
			}
		}
		tell(func(told Told) Told { told.Slow = 5 * time.Second; return told })
		if rest := asks(t, g, p, Outcome{Status: 200}); rest != 5*time.Second {
			t.Errorf("told to be slow, it rested %v", rest)
		}
		tell(func(told Told) Told { told.Slow = time.Millisecond; return told })
		if rest := asks(t, g, p, Outcome{Status: 200}); rest != time.Second {
			t.Errorf("told to be quick, it rested %v", rest)
		}
		tell(func(told Told) Told { told.Until = time.Now().Add(24 * time.Hour); return told })
		if _, err := g.Enter(t.Context(), p, When{}); !errors.Is(err, page.SiteResting) {
			t.Errorf("told to leave it alone: %v", err)
		}
		time.Sleep(time.Hour)
		tell(func(told Told) Told { told.Until = time.Time{}; return told })
		asks(t, g, p, Outcome{Status: 200}) // the word was taken back
		tell(func(told Told) Told { told.Until = time.Now().Add(24 * time.Hour); return told })
		time.Sleep(24 * time.Hour)
		asks(t, g, p, Outcome{Status: 200})
	})
}

func TestWindows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now() // midnight UTC
		from := func(hour time.Duration) func(time.Time) time.Time {
			return func(t time.Time) time.Time { return later(t, start.Add(hour*time.Hour)) }
		}
		g := newGate(Config{Opens: from(2)}, NewMemory())
		p := purposed{pass: to(t, "http://shop.example/").asking(0, false), purpose: "page", opens: from(3)}
		if due := g.Due("shop.example", When{}); !due.Equal(start.Add(2 * time.Hour)) {
			t.Errorf("due at %v", due)
		}
		_, err := g.Enter(t.Context(), p, When{By: start.Add(time.Hour)})
		var refusal *page.Error
		if !errors.As(err, &refusal) || refusal.Code != page.OutsideHours || !refusal.After.Equal(start.Add(3*time.Hour)) {
			t.Errorf("a window after the run's time came to %v", err)
		}
		asks(t, g, p, Outcome{Status: 200})
		if since := time.Since(start); since != 3*time.Hour {
			t.Errorf("asked after %v, want 3h", since)
		}
		never := purposed{pass: p.pass, purpose: "page", opens: func(time.Time) time.Time { return time.Time{} }}
		if _, err := g.Enter(t.Context(), never, When{}); !errors.Is(err, page.OutsideHours) {
			t.Errorf("windows that never open together came to %v", err)
		}
	})
}

// TestAWindowThatIsWaitedForLetsOthersPass: only who it concerns waits for it.
func TestAWindowThatIsWaitedForLetsOthersPass(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		g := newGate(Config{}, NewMemory())
		shut := purposed{pass: to(t, "http://shop.example/").asking(0, false), purpose: "page", opens: func(t time.Time) time.Time {
			return later(t, start.Add(time.Hour))
		}}
		done := make(chan struct{})
		go func() { defer close(done); asks(t, g, shut, Outcome{Status: 200}) }()
		synctest.Wait()
		asks(t, g, to(t, "https://shop.example/robots.txt"), Outcome{Status: 200})
		if since := time.Since(start); since != 0 {
			t.Errorf("robots.txt waited %v for another's window", since)
		}
		<-done
		if since := time.Since(start); since != time.Hour {
			t.Errorf("the window was waited for %v", since)
		}
	})
}

// TestNoiseIsNoSlowing: a site whose times to answer vary widely, and always did, is not
// slowed without end.
func TestNoiseIsNoSlowing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(1, 2))
		g := newGate(Config{}, NewMemory())
		p := to(t, "http://shop.example/").asking(0, false)
		greatest := time.Duration(0)
		for range 3000 {
			took := time.Duration(100 * math.Exp(r.NormFloat64()) * float64(time.Millisecond))
			greatest = max(greatest, asks(t, g, p, answered(200, took)))
		}
		if greatest > 4*time.Second {
			t.Errorf("a site that is as it ever was was left %v", greatest)
		}
	})
}

// TestARedirectToARefusalIsOne: a site that sends every page to one that answers 403 has
// blocked us as if each did.
func TestARedirectToARefusalIsOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(Config{}, NewMemory())
		p := to(t, "http://shop.example/").asking(0, false)
		asks(t, g, p, Outcome{Status: 200})
		for range 5 {
			asks(t, g, p, Outcome{Status: 302}, Outcome{Status: 403})
		}
		if _, err := g.Enter(t.Context(), p, When{}); !errors.Is(err, page.Blocked) {
			t.Errorf("five redirects to a 403 came to %v", err)
		}
	})
}

// TestAShortRestIsWaitedFor: like a Retry-After, the operator's rest is too long only
// beyond the longest delay.
func TestAShortRestIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(Config{}, NewMemory())
		p := to(t, "http://shop.example/").asking(0, false)
		until := time.Now().Add(30 * time.Second)
		if err := g.Tell(t.Context(), "shop.example", func(told Told) Told { told.Until = until; return told }); err != nil {
			t.Fatal(err)
		}
		if rest := asks(t, g, p, Outcome{Status: 200}); rest != 30*time.Second {
			t.Errorf("waited %v", rest)
		}
	})
}

// losing is a ledger whose holds record nothing while it is broken.
type losing struct {
	*Memory
	broken bool
}

func (l *losing) Try(ctx context.Context, site address.Site) (Hold, bool, error) {
	h, ok, err := l.Memory.Try(ctx, site)
	if ok {
		h = &losingHold{Hold: h, ledger: l}
	}
	return h, ok, err
}

type losingHold struct {
	Hold
	ledger *losing
}

func (h *losingHold) Free(a Account) error {
	if h.ledger.broken {
		h.Hold.Abandon()
		return errors.New("the disk is full")
	}
	return h.Hold.Free(a)
}

// TestAWordRecordsWhatCouldNotBe: what this gate knows and could not record is recorded
// with the next word on the site, and not overwritten by what is recorded.
func TestAWordRecordsWhatCouldNotBe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := &losing{Memory: NewMemory()}
		g := newGate(Config{}, ledger)
		p := to(t, "http://shop.example/").asking(0, false)
		asks(t, g, p, Outcome{Status: 200})
		ledger.broken = true
		asks(t, g, p, Outcome{Status: 429, RetryAfter: time.Hour, AskedToWait: true})
		ledger.broken = false
		if err := g.Heard(t.Context(), p.a.Origin(), 2*time.Second, false, time.Now()); err != nil {
			t.Fatal(err)
		}
		other := newGate(Config{}, ledger)
		if _, err := other.Enter(t.Context(), p, When{}); !errors.Is(err, page.RateLimited) {
			t.Errorf("another process asks inside the Retry-After: %v", err)
		}
	})
}

// TestWhatWasNotSentIsNotCounted: the budget is of requests.
func TestWhatWasNotSentIsNotCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(Config{Budget: func(address.Site) Budget { return Budget{Requests: 2} }}, NewMemory())
		p := to(t, "http://shop.example/").asking(0, false)
		asks(t, g, p, append(times(5, Outcome{Unsent: true}), times(2, Outcome{Status: 200})...)...)
		if _, err := g.Enter(t.Context(), p, When{}); !errors.Is(err, page.BudgetSpent) {
			t.Errorf("the third request came to %v", err)
		}
	})
}

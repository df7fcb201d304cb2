package gate

import (
	"time"
)

// terms are what is kept at one site whatever its ledger says: the operator's floor and
// stated delay, the least that the request in hand owes, and the run it is for. Another
// agent of the same home may have heard of a group of its own that asks for less.
type terms struct {
	floor, stated, least time.Duration

	began  time.Time // when the run began
	gentle bool      // a site that is new is asked half as often
	limit  time.Duration
}

// owed is the rest that an origin's word comes to.
func (t terms) owed(d OriginDelay) time.Duration {
	if d.Own {
		return max(d.Every, t.stated)
	}
	return max(d.Every, t.stated, t.floor)
}

// A reckoning is a site's politeness delay, part by part. What is waited for and what is
// told of it are the same reckoning.
type reckoning struct {
	word   time.Duration // the floor, the operator's delay, robots.txt's
	told   time.Duration // what the operator wants of this site
	pace   time.Duration // its smoothed time to answer
	spread time.Duration // what its RateLimit fields ask for

	slowed   float64 // by its latency, or by a 429 or 503 without Retry-After
	limited  float64 // by repeated 429s
	failures float64 // by failures in a row
	gentle   float64 // by being new
	limit    time.Duration
}

func (a Account) reckon(t terms, now time.Time) reckoning {
	r := reckoning{
		word: a.word(t), told: a.Told.Slow, pace: a.Pace.Smoothed,
		slowed: max(a.Pace.Slowed, 1), limited: a.Trouble.halvings(t.began, now), failures: a.Trouble.backoff(), gentle: 1,
		limit: t.limit,
	}
	if now.Before(a.Pace.SpreadUntil) {
		r.spread = min(a.Pace.Spread, t.limit) // a hint is not waited for longer than a word
	}
	if t.gentle && a.Pace.Answers < firstVisit {
		r.gentle = doubled
	}
	return r
}

// word is the delay that robots.txt, the operator and we ask for.
func (a Account) word(t terms) time.Duration {
	if len(a.Delays) == 0 {
		return max(t.floor, t.stated, t.least)
	}
	word := t.least
	for _, d := range a.Delays {
		word = max(word, t.owed(d))
	}
	return word
}

// rest is the delay: multiplied up to the longest that is waited for, never shortened by it.
func (r reckoning) rest() time.Duration {
	base := max(r.word, r.told, r.pace, r.spread)
	times := max(r.slowed, r.limited, r.failures, r.gentle)
	return max(base, time.Duration(min(float64(base)*times, float64(r.limit))))
}

// rest gives the delay a owes its site.
func (a Account) rest(t terms, now time.Time) time.Duration { return a.reckon(t, now).rest() }

package gate

import (
	"context"
	"fmt"
	"time"

	"curtsy/address"
)

// A Standing is how a site stands with us: what it would have to be waited for now, and
// why.
type Standing struct {
	Site     address.Site
	LastEnd  time.Time // when the last request ended; zero: never asked, or the first is in flight
	InFlight bool      // a request is, or was when its process died

	Delay  time.Duration // between requests, without jitter
	Causes []Cause       // what it comes from; the first that count, in a fixed order

	Until time.Time // nothing is sent before; zero: it may be asked
	Why   string    // what it is left alone for: "retry_after", "operator" or "failures"; "" when it is not

	Blocked  time.Time // when it last showed that it has blocked us; zero: it has not
	How      string    // and how it showed it
	Failures int       // in a row

	Today  Day
	Budget Budget
}

// A Cause is one part of a delay: a length of time, of which the longest counts, or a
// number of times by which that is multiplied, of which the greatest counts.
type Cause struct {
	Name  string
	Delay time.Duration // 0 for a number of times
	Times float64       // 0 for a length of time
}

// Standings gives how every site of the ledger stands, in the order of their names.
func (g *Gate) Standings(ctx context.Context) ([]Standing, error) {
	sites, err := g.ledger.Sites(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the sites: %w", err)
	}
	all := make([]Standing, 0, len(sites))
	for _, s := range sites {
		all = append(all, g.standing(s.Site, s.Account))
	}
	return all, nil
}

// Standing gives how one site stands; a site never asked is one that was not.
func (g *Gate) Standing(ctx context.Context, name address.Site) (Standing, error) {
	account, err := g.ledger.Peek(ctx, name)
	if err != nil {
		return Standing{}, fmt.Errorf("look up %s: %w", name, err)
	}
	return g.standing(name, account), nil
}

func (g *Gate) standing(name address.Site, a Account) Standing {
	now := time.Now()
	terms := g.terms(name, now)
	a.Pace, a.Trouble = a.Pace.believed(now), a.Trouble.believed(now)
	reckoning := a.reckon(terms, now)
	s := Standing{
		Site: name, LastEnd: a.LastEnd, InFlight: a.InFlight,
		Delay: reckoning.rest(), Causes: a.causes(terms, reckoning),
		Failures: a.Trouble.Failures,
		Today:    a.Day.on(now), Budget: g.cfg.Budget(name),
	}
	if a.Trouble.Forbidden >= forbiddenAt { // it has served nothing since
		s.Blocked = a.Trouble.Blocked
	}
	if !s.Blocked.IsZero() {
		s.How = a.Trouble.how()
	}
	for _, rest := range []struct {
		until time.Time
		why   string
	}{{a.RestUntil, "retry_after"}, {a.Told.Until, "operator"}, {a.Trouble.Rest, "failures"}} {
		if rest.until.After(now) && rest.until.After(s.Until) {
			s.Until, s.Why = rest.until, rest.why
		}
	}
	return s
}

// causes are the parts of a reckoning that count.
func (a Account) causes(t terms, r reckoning) []Cause {
	var causes []Cause
	for _, part := range []struct {
		name   string
		length time.Duration
	}{
		{"floor", min(t.floor, r.word)}, {"delay", t.stated}, {"robots", a.asked()},
		{"operator", r.told}, {"pace", r.pace}, {"ratelimit", r.spread},
	} {
		if part.length >= time.Millisecond {
			causes = append(causes, Cause{Name: part.name, Delay: part.length})
		}
	}
	slowed := a.Pace.SlowedBy
	if slowed == "" {
		slowed = slowedByLatency
	}
	for _, part := range []struct {
		name  string
		times float64
	}{
		{slowed, r.slowed}, {"repeated_429", r.limited}, {"failures", r.failures}, {"first_visit", r.gentle},
	} {
		if part.times > 1 {
			causes = append(causes, Cause{Name: part.name, Times: part.times})
		}
	}
	return causes
}

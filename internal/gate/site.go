package gate

import (
	"context"
	"fmt"
	"time"

	"curtsy/address"
)

// A site is what a gate knows of one site while it is asked or owed rest. Its fields
// are guarded by Gate.mu, but for name and head.
type site struct {
	name  address.Site
	head  chan struct{} // the head of this process's queue: holds one token when nobody has it
	users int           // who stands in the queue or has the turn
	known bool          // whether the ledger has been read
	out   bool          // whether a turn of this gate is out

	account Account // but for its times, which are in end and until
	end     reading // when the last request ended
	until   reading // what Retry-After asked for
	leanOf  time.Time
	lean    float64 // the part of the delay that jitter adds to the rest after leanOf
}

// join finds a site, notes what its origin's robots.txt asks for, and keeps it from
// being forgotten until leave.
func (g *Gate) join(e *entry) *site {
	a := e.pass.Address()
	every, own, known := e.pass.Delay()
	e.read = known
	g.mu.Lock()
	defer g.mu.Unlock()
	s := g.sites[a.Site()]
	if s == nil {
		s = &site{name: a.Site(), head: make(chan struct{}, 1)}
		s.head <- struct{}{}
		g.sites[s.name] = s
	}
	if known {
		s.account = s.account.heard(OriginDelay{Origin: a.Origin(), Every: every, Own: own, Heard: e.pass.Heard()})
	}
	s.users++
	return s
}

// leave undoes a join. Every time the sites have doubled, those that nobody uses and
// that are owed nothing are forgotten: the ledger remembers them.
func (g *Gate) leave(s *site) {
	g.mu.Lock()
	s.users--
	full := len(g.sites) >= g.sweepAt
	g.mu.Unlock()
	if full {
		g.sweep()
	}
}

func (g *Gate) sweep() {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	for name, s := range g.sites {
		if s.users == 0 && !now.Before(s.until.at) && now.Sub(s.end.at) > 2*g.cfg.MaxDelay {
			delete(g.sites, name)
		}
	}
	g.sweepAt = max(leastSweep, 2*len(g.sites))
}

// isKnown says whether the ledger's account of s has been read.
func (g *Gate) isKnown(s *site) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return s.known
}

// peek reads the ledger's account of s.
func (g *Gate) peek(ctx context.Context, s *site) error {
	account, err := g.ledger.Peek(ctx, s.name)
	if err != nil {
		return fmt.Errorf("look up %s: %w", s.name, err)
	}
	g.learn(s, account)
	return nil
}

// learn takes in what the ledger says. What this process saw later stands.
func (g *Gate) learn(s *site, a Account) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	s.known = true
	if end := s.end.place(a.LastEnd, now, now); !end.at.Before(s.end.at) {
		s.end = end
		s.account.Pace, s.account.Trouble = a.Pace.believed(now), a.Trouble.believed(now)
	}
	if until := s.until.place(a.RestUntil, now, now.Add(longestRest)); until.at.After(s.until.at) {
		s.until = until
	}
	s.account.Day = s.account.Day.greater(a.Day)
	s.account.Told = a.Told
	for _, d := range a.Delays {
		ours, heard := s.account.DelayOf(d.Origin)
		if d.Heard.After(now) {
			d.Heard = now
		}
		if now.Sub(d.Heard) <= delayKept && (!heard || d.Heard.After(ours.Heard)) {
			s.account = s.account.heard(d)
		}
	}
}

// dueOf gives when s may next be asked. Jitter is drawn once for each rest. The
// caller holds g.mu.
func (g *Gate) dueOf(s *site, t terms) time.Time {
	if s.end.at.IsZero() {
		return later(s.until.at, s.account.Told.Until)
	}
	rest := s.account.rest(t, time.Now())
	if !s.leanOf.Equal(s.end.at) {
		s.leanOf, s.lean = s.end.at, g.cfg.Jitter*g.cfg.Rand.Float64()
	}
	lean := time.Duration(s.lean * float64(rest))
	return later(later(s.end.at.Add(rest), s.until.at).Add(lean), s.account.Told.Until)
}

// begin gives the account of a request that starts now. It counts from here: a process
// that dies in the middle has asked all the same.
func (g *Gate) begin(s *site) Account {
	g.mu.Lock()
	defer g.mu.Unlock()
	s.out = true
	s.account.Day = s.account.Day.on(time.Now())
	s.account.Day.Requests++
	return s.record(true)
}

// unbegin takes back a begin that could not be recorded.
func (g *Gate) unbegin(s *site) {
	g.mu.Lock()
	defer g.mu.Unlock()
	s.out = false
	s.account.Day.Requests--
}

// finish gives the account of a request for purpose that ended now as o says.
func (g *Gate) finish(s *site, o Outcome, purpose string) Account {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	s.out = false
	s.end.at = now
	if until := now.Add(o.RetryAfter); o.AskedToWait && o.RetryAfter > 0 && until.After(s.until.at) {
		s.until.at = until
	}
	s.account.Day = s.account.Day.on(now)
	s.account.Day.Bytes += o.Bytes
	if o.Unsent {
		s.account.Day.Requests = max(s.account.Day.Requests-1, 0)
	}
	if !o.Unsent && !o.Abandoned {
		s.account.Pace = s.account.Pace.after(o, purpose, now)
		s.account.Trouble = s.account.Trouble.after(o, purpose, now)
	}
	return s.record(false)
}

// unmade gives the account of a site whose turn was not used.
func (g *Gate) unmade(s *site) Account {
	g.mu.Lock()
	defer g.mu.Unlock()
	s.out = false
	s.account.Day.Requests = max(s.account.Day.Requests-1, 0)
	return s.record(false)
}

// record gives what the ledger is to remember, and takes it as what is written there.
// The caller holds Gate.mu.
func (s *site) record(inFlight bool) Account {
	s.end.written, s.until.written = s.end.at, s.until.at
	a := s.account
	a.LastEnd, a.RestUntil, a.InFlight = s.end.at, s.until.at, inFlight
	return a
}

// failed keeps the first end that could not be recorded.
func (g *Gate) failed(s *site, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.err == nil && err != nil {
		g.err = fmt.Errorf("record the end of a request to %s: %w", s.name, err)
	}
}

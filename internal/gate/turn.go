package gate

import (
	"context"
	"fmt"
	"strconv"
	"sync/atomic"
	"time"

	"curtsy/address"
)

// A Turn is the right to make one request to one site. It must be ended. Its methods
// are safe for concurrent use.
type Turn struct {
	entry
	hold    Hold
	started time.Time
	ended   atomic.Bool
}

// An Outcome says how a request ended. The zero Outcome is a request that nothing
// answered.
type Outcome struct {
	Status      int           // of the answer; 0 when none came
	RetryAfter  time.Duration // what the site asked for, from now
	AskedToWait bool          // whether it asked
	Bytes       int64         // of the body, as they came over the wire

	Answered  time.Duration // from the request going out to the first octet of its answer; 0 when none came
	Broken    bool          // the body did not come whole: cut short, or too slow
	Unsent    bool          // no connection was tried: it was refused or given up before
	Abandoned bool          // given up in the middle: it says nothing of the site
	Challenge string        // the kind of challenge page that answered; "" for none

	Spread    time.Duration // the least rest that RateLimit fields ask for; 0 for none
	SpreadFor time.Duration // how long from now they ask for it
}

// Address is what the turn is for.
func (t *Turn) Address() address.Address { return t.pass.Address() }

// Purpose is what it is asked for.
func (t *Turn) Purpose() string { return t.pass.Purpose() }

// Waited is how long Enter took.
func (t *Turn) Waited() time.Duration { return t.started.Sub(t.entered) }

// Started is when the turn began.
func (t *Turn) Started() time.Time { return t.started }

// End says that the request is over; the site's rest counts from now. The first call
// counts, later ones do nothing. It records whatever became of the run's context; a
// failure to record is kept for [Gate.Err], and the gate itself forgets nothing.
func (t *Turn) End(o Outcome) { t.end(func() Account { return t.gate.finish(t.site, o) }) }

// Leave gives the turn back without a request having been made: the site's rest counts
// from the request before. Of End and Leave the first call counts.
func (t *Turn) Leave() { t.end(func() Account { return t.gate.unmade(t.site) }) }

func (t *Turn) end(account func() Account) {
	if t.ended.Swap(true) {
		return
	}
	t.gate.giveSlot()
	t.gate.failed(t.site, t.hold.Free(account()))
	t.site.head <- struct{}{}
	t.gate.leave(t.site)
}

// An entry is one call of Enter on its way to a turn.
type entry struct {
	gate    *Gate
	pass    Pass
	site    *site
	read    bool // whether the robots.txt it falls under has been read
	entered time.Time
}

func (e *entry) enter(ctx context.Context, notBefore time.Time) (*Turn, error) {
	g, s := e.gate, e.site
	if !g.isKnown(s) {
		if err := g.peek(ctx, s); err != nil {
			return nil, err
		}
	}
	if _, err := e.due(); err != nil {
		return nil, err
	}
	if err := g.sleep(ctx, s.name, notBefore); err != nil {
		return nil, err
	}
	select {
	case <-s.head:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	for peeked := false; ; peeked = true {
		turn, err := e.lead(ctx, peeked)
		if err != nil {
			s.head <- struct{}{}
		}
		if turn != nil || err != nil {
			return turn, err
		}
	}
}

// lead takes the head of the queue once through sleep, slot and hold. It gives nil
// when the site turns out to be owed more rest: another process asked it meanwhile.
func (e *entry) lead(ctx context.Context, peeked bool) (*Turn, error) {
	g, s := e.gate, e.site
	due, err := e.due()
	if err == nil && !peeked && due.After(time.Now()) {
		if err = g.peek(ctx, s); err == nil {
			due, err = e.due()
		}
	}
	if err != nil {
		return nil, err
	}
	if err := g.sleep(ctx, s.name, due); err != nil {
		return nil, err
	}
	if err := g.takeSlot(ctx); err != nil {
		return nil, err
	}
	hold, held, err := g.ledger.Try(ctx, s.name)
	if held {
		turn, err := e.begin(ctx, hold)
		if turn == nil {
			g.giveSlot()
		}
		return turn, err
	}
	g.giveSlot()
	if err == nil {
		hold, err = g.ledger.Hold(ctx, s.name)
	}
	if err != nil {
		return nil, fmt.Errorf("hold %s: %w", s.name, err)
	}
	return e.beginHeld(ctx, hold)
}

// beginHeld begins a turn at a site that another process had when its turn came: the
// site is held already and the slot comes after, if no more rest is owed.
func (e *entry) beginHeld(ctx context.Context, hold Hold) (*Turn, error) {
	if ready, err := e.ready(hold); !ready {
		return nil, err
	}
	if err := e.gate.takeSlot(ctx); err != nil {
		hold.Abandon()
		return nil, err
	}
	turn, err := e.begin(ctx, hold)
	if turn == nil {
		e.gate.giveSlot()
	}
	return turn, err
}

// begin begins a turn with a slot and a hold, or gives the hold back.
func (e *entry) begin(ctx context.Context, hold Hold) (*Turn, error) {
	if ready, err := e.ready(hold); !ready {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		hold.Abandon()
		return nil, err
	}
	turn := &Turn{entry: *e, hold: hold}
	if err := hold.Begin(e.gate.begin(e.site)); err != nil {
		e.gate.unbegin(e.site)
		hold.Abandon()
		return nil, fmt.Errorf("record a request to %s: %w", e.site.name, err)
	}
	turn.started = time.Now()
	return turn, nil
}

// ready says whether the held site may be asked now; if not, it gives the hold back.
// A request that was begun and not ended lost its process: it counts as ended now,
// since nobody can say when the site saw it end.
func (e *entry) ready(hold Hold) (bool, error) {
	g, s, account := e.gate, e.site, hold.Account()
	g.learn(s, account)
	if account.InFlight {
		if err := hold.Free(g.finish(s, Outcome{})); err != nil {
			return false, fmt.Errorf("record the end of a request to %s: %w", s.name, err)
		}
		return false, nil
	}
	due, err := e.due()
	if err != nil || due.After(time.Now()) {
		hold.Abandon()
		return false, err
	}
	return true, nil
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

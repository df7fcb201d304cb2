package gate

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"
)

// An entry is one call of Enter on its way to a turn.
type entry struct {
	gate    *Gate
	pass    Pass
	when    When
	site    *site
	read    bool // whether the robots.txt it falls under has been read
	entered time.Time
}

// errShut says that a window has closed while the entry waited: it waits for the next
// one, and lets others pass.
var errShut = errors.New("gate: the window has closed")

func (e *entry) enter(ctx context.Context) (*Turn, error) {
	g, s := e.gate, e.site
	if !g.isKnown(s) {
		if err := g.peek(ctx, s); err != nil {
			return nil, err
		}
	}
	if _, _, err := e.due(); err != nil {
		// What was so may be so no longer: another process may have tried the site, or its
		// operator taken a word back.
		if wrong := g.peek(ctx, s); wrong != nil {
			return nil, wrong
		}
		if _, _, err = e.due(); err != nil {
			return nil, err
		}
	}
	if err := g.sleep(ctx, s.name, e.when.NotBefore); err != nil {
		return nil, err
	}
	for {
		if err := e.awaitWindow(ctx); err != nil {
			return nil, err
		}
		if err := e.takeHead(ctx); err != nil {
			return nil, err
		}
		turn, err := e.atHead(ctx)
		if turn == nil {
			s.head <- struct{}{}
		}
		if !errors.Is(err, errShut) {
			return turn, err
		}
	}
}

// takeHead waits for the head of the site's queue in this process.
func (e *entry) takeHead(ctx context.Context) error {
	defer e.gate.Aside()()
	select {
	case <-e.site.head:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// awaitWindow waits until the site may be asked at this time of the day, before the entry
// stands in the queue: others need not wait for its window.
func (e *entry) awaitWindow(ctx context.Context) error {
	for {
		opens, shut, err := e.due()
		if err != nil || !shut {
			return err
		}
		if err := e.gate.sleep(ctx, e.site.name, opens); err != nil {
			return err
		}
	}
}

// atHead tries at the head of the queue until there is a turn.
func (e *entry) atHead(ctx context.Context) (*Turn, error) {
	for peeked := false; ; peeked = true {
		turn, err := e.lead(ctx, peeked)
		if turn != nil || err != nil {
			return turn, err
		}
	}
}

// lead takes the head of the queue once through sleep, place and hold. It gives nil
// when the site turns out to be owed more rest: another process asked it meanwhile.
func (e *entry) lead(ctx context.Context, peeked bool) (*Turn, error) {
	g, s := e.gate, e.site
	due, shut, err := e.due()
	if err == nil && !peeked && due.After(time.Now()) {
		if err = g.peek(ctx, s); err == nil {
			due, shut, err = e.due()
		}
	}
	switch {
	case err != nil:
		return nil, err
	case shut:
		return nil, errShut
	}
	if err := g.sleep(ctx, s.name, due); err != nil {
		return nil, err
	}
	place, err := e.takePlace(ctx)
	if err != nil {
		return nil, err
	}
	hold, held, err := g.ledger.Try(ctx, s.name)
	if held {
		turn, err := e.begin(ctx, hold, place)
		if turn == nil {
			place.give()
		}
		return turn, err
	}
	place.give()
	if err == nil {
		over := g.Aside()
		hold, err = g.ledger.Hold(ctx, s.name)
		over()
	}
	if err != nil {
		return nil, fmt.Errorf("hold %s: %w", s.name, err)
	}
	return e.beginHeld(ctx, hold)
}

// beginHeld begins a turn at a site that another process had when its turn came: the
// site is held already and the place comes after, if no more rest is owed. Whoever has a
// place never waits for a site, so the two orders cannot wait for each other.
func (e *entry) beginHeld(ctx context.Context, hold Hold) (*Turn, error) {
	if ready, err := e.ready(hold); !ready {
		return nil, err
	}
	place, err := e.takePlace(ctx)
	if err != nil {
		hold.Abandon()
		return nil, err
	}
	turn, err := e.begin(ctx, hold, place)
	if turn == nil {
		place.give()
	}
	return turn, err
}

// begin begins a turn with a place and a hold, or gives the hold back.
func (e *entry) begin(ctx context.Context, hold Hold, place place) (*Turn, error) {
	if ready, err := e.ready(hold); !ready {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		hold.Abandon()
		return nil, err
	}
	turn := &Turn{entry: *e, hold: hold, place: place}
	account := e.gate.begin(e.site)
	account.Told = hold.Account().Told // the operator's word is the ledger's alone
	if err := hold.Begin(account); err != nil {
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
		if err := hold.Free(g.finish(s, Outcome{Abandoned: true}, "")); err != nil {
			return false, fmt.Errorf("record the end of a request to %s: %w", s.name, err)
		}
		return false, nil
	}
	due, shut, err := e.due()
	if err == nil && shut {
		err = errShut
	}
	if err != nil || due.After(time.Now()) {
		hold.Abandon()
		return false, err
	}
	return true, nil
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

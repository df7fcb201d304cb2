package gate

import (
	"sync/atomic"
	"time"

	"curtsy/address"
)

// A Turn is the right to make one request to one site. It must be ended. Its methods
// are safe for concurrent use.
type Turn struct {
	entry
	hold    Hold
	place   place
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
func (t *Turn) End(o Outcome) {
	t.end(func() Account { return t.gate.finish(t.site, o, t.pass.Purpose()) })
}

// Leave gives the turn back without a request having been made: the site's rest counts
// from the request before. Of End and Leave the first call counts.
func (t *Turn) Leave() { t.end(func() Account { return t.gate.unmade(t.site) }) }

func (t *Turn) end(account func() Account) {
	if t.ended.Swap(true) {
		return
	}
	t.place.give()
	a := account()
	a.Told = t.hold.Account().Told // the operator's word is the ledger's alone
	t.gate.failed(t.site, t.hold.Free(a))
	t.site.head <- struct{}{}
	t.gate.leave(t.site)
}

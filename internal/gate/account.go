package gate

import (
	"time"

	"curtsy/address"
)

// Bounds on what is believed of times that come from a ledger.
const (
	longestRest  = 365 * 24 * time.Hour // a RestUntil further off is a clock that moved
	delayKept    = 24 * time.Hour       // as long as a robots.txt may be used without asking again
	delayRenewed = time.Hour            // how old a Heard may grow before it is written anew
)

// An Account is what a ledger remembers of one site. The zero value is a site that
// was never asked. Times are wall times when they come from another process.
//
// An Account is passed by value and its lists are never written to once it has been
// handed over, so accounts may be shared between goroutines.
type Account struct {
	LastEnd   time.Time     // when the last request ended
	RestUntil time.Time     // nothing is sent before (RFC 9110 section 10.2.3)
	InFlight  bool          // begun and not ended: seen by a holder, the one before it died
	Delays    []OriginDelay // what each origin heard at the site asks for, one of each

	Pace    Pace    // how quickly it answers
	Trouble Trouble // what went wrong
	Day     Day     // what it was asked for today
	Told    Told    // what the operator wants
}

// Told is what the operator wants of a site beyond what everybody gets: never less rest.
type Told struct {
	Slow  time.Duration `json:"slow,omitempty"` // the least rest; 0: no wish
	Until time.Time     `json:"until,omitzero"` // it is left alone until then
}

// An OriginDelay is what one origin's robots.txt asks for between requests.
type OriginDelay struct {
	Origin address.Origin
	Every  time.Duration // 0: its robots.txt was read and asks for none
	Own    bool          // said in a group that names our product token
	Heard  time.Time     // when it was last said
}

// DelayOf gives what an origin of the site asks for; false when it was not heard.
func (a Account) DelayOf(origin address.Origin) (OriginDelay, bool) {
	for _, d := range a.Delays {
		if d.Origin == origin {
			return d, true
		}
	}
	return OriginDelay{}, false
}

// heard gives a with an origin's newer word in place of its older.
func (a Account) heard(d OriginDelay) Account {
	old, ok := a.DelayOf(d.Origin)
	if ok && d.Heard.Before(old.Heard) {
		return a
	}
	if ok && old.Every == d.Every && old.Own == d.Own && d.Heard.Sub(old.Heard) < delayRenewed {
		return a
	}
	delays := make([]OriginDelay, 0, len(a.Delays)+1)
	replaced := false
	for _, old := range a.Delays {
		switch {
		case old.Origin == d.Origin:
			delays, replaced = append(delays, d), true
		case d.Heard.Sub(old.Heard) <= delayKept:
			delays = append(delays, old)
		}
	}
	if !replaced {
		delays = append(delays, d)
	}
	a.Delays = delays
	return a
}

// asked gives the longest delay that an origin of the site asks for.
func (a Account) asked() time.Duration {
	var asked time.Duration
	for _, d := range a.Delays {
		asked = max(asked, d.Every)
	}
	return asked
}

// A reading is one wall time of a ledger, placed on this process's clock.
type reading struct {
	written time.Time // as the ledger has it
	at      time.Time // on the monotonic clock
}

// place reads a ledger's time. The same time read again keeps its place, so a wall
// clock that jumps in between moves nothing; another time is clamped to latest.
func (r reading) place(written, now, latest time.Time) reading {
	if written.Equal(r.written) {
		return r
	}
	if written.IsZero() {
		return reading{}
	}
	at := now.Add(written.Sub(now))
	if at.After(latest) {
		at = latest
	}
	return reading{written: written, at: at}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

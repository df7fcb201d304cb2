package curtsy

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"curtsy/address"
	"curtsy/internal/gate"
)

// A SiteState is how a site stands with everything that shares a Home: how long it is
// left between requests and why, until when it is left alone, what it was asked for today.
type SiteState struct {
	Site     string     `json:"site"`
	LastEnd  *time.Time `json:"last_end"`  // when the last request to it ended; null: never
	InFlight bool       `json:"in_flight"` // a request is, or its process died in it

	Delay  float64 `json:"delay"`  // seconds between requests now, without jitter
	Causes []Cause `json:"causes"` // what the delay comes from

	RestingUntil *time.Time `json:"resting_until"` // nothing is sent before; null: it may be asked
	RestingFor   string     `json:"resting_for"`   // "retry_after", "operator" or "failures"; "" when it may be asked
	Failures     int        `json:"failures"`      // in a row

	BlockedAt *time.Time `json:"blocked_at"` // when it last showed that it has blocked us; null: it has not
	BlockedBy string     `json:"blocked_by"` // and how it showed it

	Today  SiteDay `json:"today"`
	Budget SiteDay `json:"budget"` // the most for one day; 0 is no bound
}

// A Cause is one part of a delay: seconds, of which the most count, or a number of times
// by which those are multiplied, of which the greatest counts.
type Cause struct {
	Name  string  `json:"name"` // "floor", "delay", "robots", "operator", "pace", "ratelimit"; "latency", "429", "503", "repeated_429", "failures", "first_visit"
	Delay float64 `json:"delay,omitempty"`
	Times float64 `json:"times,omitempty"`
}

// A SiteDay is what a site is asked for in one UTC day.
type SiteDay struct {
	Requests int   `json:"requests"`
	Bytes    int64 `json:"bytes"`
}

// Sites gives how every site stands that the Home, or without one this process, knows of,
// in the order of their names. It asks nobody.
func (c *Crawler) Sites(ctx context.Context) ([]SiteState, error) {
	standings, err := c.gate.Standings(ctx)
	if err != nil {
		return nil, err
	}
	states := make([]SiteState, 0, len(standings))
	for _, s := range standings {
		states = append(states, stateOf(s))
	}
	return states, nil
}

// Site gives how one site stands: a host, or any address on the site. One that was never
// asked stands as a new one does. It asks nobody.
func (c *Crawler) Site(ctx context.Context, site string) (SiteState, error) {
	name, err := siteNamed(site)
	if err != nil {
		return SiteState{}, err
	}
	s, err := c.gate.Standing(ctx, name)
	return stateOf(s), err
}

// Slow makes rest the least rest between requests to a site, for everything that shares
// the Home, from its next request on and for good. It only ever adds to what the site is
// owed otherwise; 0 takes the operator's own addition back.
func (c *Crawler) Slow(ctx context.Context, site string, rest time.Duration) error {
	if rest < 0 || rest > mostDelay {
		return fmt.Errorf("the rest of %g s is not between 0 and %g s", rest.Seconds(), mostDelay.Seconds())
	}
	name, err := siteNamed(site)
	if err != nil {
		return err
	}
	return c.gate.Tell(ctx, name, func(t gate.Told) gate.Told {
		t.Slow = rest
		return t
	})
}

// mostRest is the longest that an operator leaves a site alone with one word.
const mostRest = 10 * 366 * 24 * time.Hour

// LeaveAlone sees to it that nothing is sent to a site for a time, by everything that
// shares the Home, from its next request on. Its pages are answered site_resting. 0 takes
// the operator's own word back, and no other's.
func (c *Crawler) LeaveAlone(ctx context.Context, site string, rest time.Duration) error {
	if rest < 0 || rest > mostRest {
		return fmt.Errorf("the rest of %g s is not between 0 and ten years", rest.Seconds())
	}
	name, err := siteNamed(site)
	if err != nil {
		return err
	}
	return c.gate.Tell(ctx, name, func(t gate.Told) gate.Told {
		t.Until = time.Time{}
		if rest > 0 {
			t.Until = time.Now().Add(rest).Round(0).UTC()
		}
		return t
	})
}

// siteNamed reads a site: a host, with its port when that is not the scheme's own, or an
// address on it.
func siteNamed(text string) (address.Site, error) {
	full := text
	if !strings.Contains(text, "://") {
		full = "http://" + text
	}
	a, err := address.Parse(full)
	var wrong *address.Error
	switch {
	case errors.As(err, &wrong):
		return "", fmt.Errorf("%q names no site: %w", text, err)
	case err != nil:
		return "", err
	}
	return a.Site(), nil
}

func stateOf(s gate.Standing) SiteState {
	state := SiteState{
		Site: string(s.Site), LastEnd: orNull(s.LastEnd), InFlight: s.InFlight,
		Delay: s.Delay.Seconds(), Causes: make([]Cause, 0, len(s.Causes)),
		RestingUntil: orNull(s.Until), RestingFor: s.Why, Failures: s.Failures,
		BlockedAt: orNull(s.Blocked), BlockedBy: s.How,
		Today:  SiteDay{Requests: s.Today.Requests, Bytes: s.Today.Bytes},
		Budget: SiteDay{Requests: s.Budget.Requests, Bytes: s.Budget.Bytes},
	}
	for _, cause := range s.Causes {
		state.Causes = append(state.Causes, Cause{Name: cause.Name, Delay: cause.Delay.Seconds(), Times: cause.Times})
	}
	return state
}

func orNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.Round(0).UTC()
	return &t
}

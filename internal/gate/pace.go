package gate

import (
	"net/http"
	"slices"
	"time"
)

// The numbers of the latency watch and of slowing down.
const (
	smoothing     = 4                     // the share of a new answer in the smoothed time to answer is one in this many
	baselineOf    = 5                     // answers whose median is the baseline
	watched       = 20                    // answers whose median is held against the baseline
	tooSlow       = 2                     // times the baseline
	leastSlower   = 25 * time.Millisecond // a difference under it is a network's, not a site's
	doubled       = 2                     // what slowing down multiplies the delay by
	mostSlowed    = 1 << 12
	recovery      = 0.9 // what is left of a slowing after a step of recovery
	goodForTenth  = 50  // good answers before a step of recovery
	firstVisit    = 20  // answers until a site is no longer new
	spreadLongest = 24 * time.Hour
)

// A Pace is how quickly a site answers, and how much it was slowed down for. The zero
// value is a site that has not answered. Lengths of time are nanoseconds in JSON.
type Pace struct {
	// Smoothed is the smoothed time from a request to the first octet of its answer.
	// Answers that are no page only ever lengthen it.
	Smoothed time.Duration `json:"smoothed,omitempty"`
	// Baseline is the median time to answer of the site's first five pages; 0: not known yet.
	Baseline time.Duration `json:"baseline,omitempty"`
	// Level is the median it was last slowed down at, which answers are held against until it
	// is as quick as ever; 0: it is not slowed down for its latency.
	Level time.Duration `json:"level,omitempty"`
	// Recent are the times of the pages answered since twenty were last held against the
	// baseline.
	Recent []time.Duration `json:"recent,omitempty"`
	// Slowed is what the delay is multiplied by; under 1 is 1.
	Slowed   float64 `json:"slowed,omitempty"`
	SlowedBy string  `json:"slowed_by,omitempty"` // what it was last slowed by: "latency", "429" or "503"
	// Good counts good answers since the site was last slowed down, or sped up by a step.
	Good int `json:"good,omitempty"`
	// Answers counts answers of any kind up to twenty.
	Answers int `json:"answers,omitempty"`
	// Spread is the least rest that the site's RateLimit fields ask for until SpreadUntil.
	Spread      time.Duration `json:"spread,omitempty"`
	SpreadUntil time.Time     `json:"spread_until,omitzero"`
}

// What slowed a site down.
const (
	slowedByLatency = "latency"
	slowedBy429     = "429"
	slowedBy503     = "503"
)

// after gives the pace once a request for purpose has ended as o says. It never writes
// to what p shares.
func (p Pace) after(o Outcome, purpose string, now time.Time) Pace {
	if o.Status == 0 {
		return p
	}
	p.Answers = min(p.Answers+1, firstVisit)
	paged := isPage(purpose) && o.Status/100 == 2 && !o.Broken && o.Challenge == ""
	p.Smoothed = smooth(p.Smoothed, o.Answered, paged)
	if paged {
		p = p.watch(o.Answered)
	}
	switch {
	case o.AskedToWait && o.RetryAfter > 0: // its own figure is better than ours
	case o.Status == http.StatusTooManyRequests:
		p = p.slow(slowedBy429)
	case o.Status == http.StatusServiceUnavailable:
		p = p.slow(slowedBy503)
	}
	if o.Status < 400 && !o.Broken && o.Challenge == "" {
		p = p.recover()
	}
	if o.Spread > 0 {
		p.Spread, p.SpreadUntil = min(o.Spread, spreadLongest), now.Add(min(o.SpreadFor, spreadLongest)).Round(0)
	}
	return p
}

// believed is the pace that another process recorded, as far as it can be true.
func (p Pace) believed(now time.Time) Pace {
	if p.SpreadUntil.Sub(now) > spreadLongest { // from a clock that has moved
		p.SpreadUntil = now.Add(spreadLongest).Round(0)
	}
	return p
}

// isPage says whether a request is for a page: what robots.txt and sitemaps take to
// answer says little of what pages cost the site.
func isPage(purpose string) bool { return purpose == "page" || purpose == "hop" }

// smooth takes one more time to answer in. Only a page's may shorten the result: an
// error is quick because it is one.
func smooth(old, new time.Duration, paged bool) time.Duration {
	switch {
	case new <= 0:
		return old
	case old == 0:
		if !paged {
			return 0
		}
		return new
	case new < old && !paged:
		return old
	}
	return old + (new-old)/smoothing
}

// watch holds the median of each twenty pages against the baseline. A site that takes more
// than twice as long as it did is slowed down and measured anew: at its new pace it is held
// against what it took then, for against the baseline a site whose first five pages
// happened to be quick would be slowed without end.
func (p Pace) watch(answered time.Duration) Pace {
	if answered <= 0 {
		return p
	}
	p.Recent = append(slices.Clone(p.Recent), answered)
	if p.Baseline == 0 && len(p.Recent) == baselineOf {
		p.Baseline = median(p.Recent)
	}
	if len(p.Recent) < watched {
		return p
	}
	now, before := median(p.Recent), max(p.Baseline, p.Level)
	p.Recent = nil
	if now > tooSlow*before && now-before > leastSlower {
		p = p.slow(slowedByLatency)
		p.Level = now
	}
	return p
}

func median(of []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(of))
	return sorted[len(sorted)/2]
}

// slow doubles the delay.
func (p Pace) slow(by string) Pace {
	p.Slowed = min(max(p.Slowed, 1)*doubled, mostSlowed)
	p.SlowedBy, p.Good = by, 0
	return p
}

// recover takes a good answer in: fifty of them make a tenth of the slowing good.
func (p Pace) recover() Pace {
	if p.Slowed <= 1 {
		p.Slowed, p.SlowedBy, p.Good, p.Level = 0, "", 0, 0
		return p
	}
	if p.Good++; p.Good < goodForTenth {
		return p
	}
	p.Good = 0
	if p.Slowed *= recovery; p.Slowed <= 1 {
		p.Slowed, p.SlowedBy, p.Level = 0, "", 0
	}
	return p
}

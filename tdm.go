package curtsy

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"curtsy/address"
	"curtsy/internal/permit"
	"curtsy/internal/visit"
	"curtsy/page"
	"curtsy/robots"
)

// The bounds on one tdmrep.json.
const (
	tdmBound    = 512 << 10
	maxTDMRules = 1000
	tdmUse      = 24 * time.Hour
	tdmAgain    = 10 * time.Minute // one that could not be had is asked for again, by whoever asks the origin then
)

// reservations are the tdmrep.json files of the origins asked, each read once a day at
// most and only when TDM is respected (TDM Reservation Protocol, final report of
// 2024-05-10, section 6).
type reservations struct {
	*Crawler

	mu      sync.Mutex // guards origins; never held across a request
	origins map[address.Origin]*reservation
}

// A reservation is one origin's file. Its token is held by whoever reads it.
type reservation struct {
	token  chan struct{}
	until  time.Time
	rules  []tdmRule
	source string
}

// A tdmRule reserves the paths a pattern matches, or says they are not.
type tdmRule struct {
	location string
	matcher  *robots.File // one Disallow of the location: its patterns are those of robots.txt
	reserved bool
	policy   string
}

func newReservations(c *Crawler) *reservations {
	return &reservations{Crawler: c, origins: map[address.Origin]*reservation{}}
}

// reservedBefore refuses, before it is asked, an address that robots.txt allows and whose
// origin's tdmrep.json reserves its path. The error is a *page.Error, the context's, or
// visit.ErrNotStarted.
func (c *Crawler) reservedBefore(ctx context.Context, a address.Address, start visit.Start) error {
	if !slices.Contains(c.settings.Respect, "tdm") {
		return nil
	}
	r, err := c.tdm.of(ctx, a.Origin(), start)
	if err != nil {
		return err
	}
	for _, rule := range r.rules {
		if rule.matcher.Judge("any", a.Target()).Allowed {
			continue
		}
		if !rule.reserved {
			return nil
		}
		refusal := page.Errorf(page.RightsReserved, "%s: tdm reserves it (%s, location %q)", a, r.source, rule.location)
		if rule.policy != "" {
			refusal.Message += ", policy " + rule.policy
		}
		return refusal
	}
	return nil
}

// of gives the origin's file, asking for it when it is not known. One that cannot be
// had or read reserves nothing.
func (t *reservations) of(ctx context.Context, o address.Origin, start visit.Start) (*reservation, error) {
	t.mu.Lock()
	r := t.origins[o]
	if r == nil {
		r = &reservation{token: make(chan struct{}, 1)}
		t.origins[o] = r
	}
	t.mu.Unlock()
	select {
	case r.token <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-r.token }()
	if time.Now().Before(r.until) {
		return r, nil
	}
	a, err := o.Address("/.well-known/tdmrep.json")
	if err != nil {
		return nil, err
	}
	answer := t.visitor.Visit(ctx, a, visit.How{Purpose: permit.ForTDM, Accept: "application/json,*/*;q=0.1", Bound: tdmBound, Start: start})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(answer.Err, visit.ErrNotStarted):
		return nil, answer.Err
	}
	use := tdmUse
	var failure *page.Error
	if errors.As(answer.Err, &failure) && (failure.Retryable || failure.Class == page.Refused) {
		use = tdmAgain
	}
	r.until, r.source, r.rules = time.Now().Add(use), a.String(), nil
	if answer.Err == nil {
		r.rules = parseTDM(answer.Response.Body)
	}
	return r, nil
}

// parseTDM reads a file's rules: the first that matches a path is the one.
func parseTDM(body []byte) []tdmRule {
	var entries []struct {
		Location    string `json:"location"`
		Reservation any    `json:"tdm-reservation"`
		Policy      string `json:"tdm-policy"`
	}
	if json.Unmarshal(body, &entries) != nil {
		return nil
	}
	var rules []tdmRule
	for _, entry := range entries[:min(len(entries), maxTDMRules)] {
		reserved, ok := tdmReserved(entry.Reservation)
		if !ok || entry.Location == "" || strings.ContainsAny(entry.Location, "\r\n#") {
			continue
		}
		rules = append(rules, tdmRule{
			location: entry.Location, reserved: reserved, policy: entry.Policy,
			matcher: robots.Parse([]byte("User-agent: *\nDisallow: " + entry.Location + "\n")),
		})
	}
	return rules
}

func tdmReserved(value any) (reserved, ok bool) {
	switch value {
	case 1.0, "1":
		return true, true
	case 0.0, "0":
		return false, true
	}
	return false, false
}

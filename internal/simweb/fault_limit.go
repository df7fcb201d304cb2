package simweb

import (
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// Limit refuses a request that comes sooner than Gap after the end of the site's
// request before it, whatever page that was for, or while another is in flight.
// Requests that a Limit refused do not count, so that who asks again in time is
// let in. Zero: 1 s. A refusal has Status, zero: 429, the page's Header and a
// small body of its own.
//
// Retry is the Retry-After of a refusal; nil: it has none. One whose After is
// zero says what is left of Gap. [Page.Skew] is for a site whose clock is wrong.
//
// Text: (limit), (limit 5s), and behind the gap, in any order, a status from 400
// on and what the Retry-After says: (limit 5s 503), (limit 5s retry),
// (limit 5s retry 30s), (limit 5s retry 30s date), (limit 5s retry date).
type Limit struct {
	Gap    time.Duration
	Status int
	Retry  *Retry
}

func (l Limit) play(x *exchange) {
	if l.Gap <= 0 {
		l.Gap = time.Second
	}
	if x.rest >= l.Gap {
		x.answer()
		return
	}
	x.uncounted = true
	x.page = Page{
		Status: l.Status, Header: x.page.Header, Skew: x.page.Skew,
		Body: "<!doctype html><title>Too many requests</title><p>Please come back later.\n",
	}
	if l.Status == 0 {
		x.page.Status = http.StatusTooManyRequests
	}
	if l.Retry == nil {
		x.answer()
		return
	}
	r := *l.Retry
	if r.After == 0 {
		r.After = max(0, l.Gap-max(0, x.rest)-time.Since(x.asked.At))
	}
	r.play(x)
}

func readLimit(w words) (Fault, error) {
	var l Limit
	if len(w) == 0 {
		return l, nil
	}
	if err := toDuration(&l.Gap)(w[0]); err != nil {
		return nil, err
	}
	for _, word := range w[1:] {
		switch {
		case word == "retry" && l.Retry == nil:
			l.Retry = &Retry{}
			continue
		case word == "date" && l.Retry != nil:
			l.Retry.Date = true
			continue
		case l.Retry != nil && l.Retry.After == 0 && toDuration(&l.Retry.After)(word) == nil:
			continue
		}
		status, err := strconv.Atoi(word)
		if err != nil || status < 400 || status > 999 || l.Status != 0 {
			return nil, fmt.Errorf("%q: wants a status from 400 on, or retry and then a duration or date", word)
		}
		l.Status = status
	}
	return l, nil
}

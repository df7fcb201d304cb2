package simweb

import (
	"math"
	"sync"
	"time"
)

// noneBefore is the rest before a site's first request.
const noneBefore = time.Duration(math.MaxInt64)

// rests knows how long each site was left alone, for the faults that mind how
// quickly they are asked. A site is what [Judge] takes for one.
type rests struct {
	mu    sync.Mutex // never held across a wait
	sites map[string]*lately
}

// lately is what one site saw last.
type lately struct {
	inFlight int
	ended    time.Time // the latest end of a request that counts; zero: none
}

// begin counts a request that arrived, and returns the rest before it: since the
// latest end so far, -1 while another is in flight.
func (r *rests) begin(origin string, arrival time.Time) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.sites == nil {
		r.sites = map[string]*lately{}
	}
	name := siteOf(origin)
	l := r.sites[name]
	if l == nil {
		l = &lately{}
		r.sites[name] = l
	}
	l.inFlight++
	switch {
	case l.inFlight > 1:
		return -1
	case l.ended.IsZero():
		return noneBefore
	}
	return arrival.Sub(l.ended)
}

// end tells the end of a request that began; counts: it ends the site's rest.
func (r *rests) end(origin string, at time.Time, counts bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l := r.sites[siteOf(origin)]
	l.inFlight--
	if counts && at.After(l.ended) {
		l.ended = at
	}
}

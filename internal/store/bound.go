package store

import (
	"time"
)

// Bounds on what a row may say: numbers that nothing we write comes near, and that
// whoever reads them can count on from.
const (
	mostCounted  = 1 << 30
	mostBytes    = 1 << 62
	mostRecent   = 20 // times to answer that are kept
	mostMultiple = 1 << 12
	longestTime  = time.Hour // a request to its answer
)

// bound draws what cannot be true to the nearest that can: a count below nothing would
// make room in a budget, and a time to answer of a century would be waited for.
func (s *standing) bound() {
	p, t, d := &s.Pace, &s.Trouble, &s.Day
	for _, count := range []*int{&p.Good, &p.Answers, &t.Failures, &t.Limited, &t.Forbidden, &d.Date, &d.Requests} {
		*count = min(max(*count, 0), mostCounted)
	}
	d.Bytes = min(max(d.Bytes, 0), mostBytes)
	p.Slowed = min(max(p.Slowed, 0), mostMultiple)
	for _, length := range []*time.Duration{&p.Smoothed, &p.Baseline, &p.Level} {
		*length = min(max(*length, 0), longestTime)
	}
	p.Recent = p.Recent[max(len(p.Recent)-mostRecent, 0):]
	for i, length := range p.Recent {
		p.Recent[i] = min(max(length, 0), longestTime)
	}
	p.Spread, s.Told.Slow = max(p.Spread, 0), max(s.Told.Slow, 0)
}

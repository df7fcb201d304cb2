package permit

import (
	"slices"
	"time"

	"curtsy/robots"
)

// hours are when a robots.txt wants to be visited by each of our tokens; nil is at any
// time.
type hours struct {
	tokens [][]robots.Window // of each token that has any
	begin  []robots.Window   // those of them at whose beginning every token has one open
}

// newHours reckons what is asked at every request, once: a file may name a window for
// every minute, and then a walk from one to the next would take long. Nil for none.
func newHours(tokens [][]robots.Window) *hours {
	if len(tokens) == 0 {
		return nil
	}
	h := &hours{tokens: tokens}
	for _, w := range slices.Concat(tokens...) {
		if h.open(time.Time{}.Add(w.From)) { // any day will do
			h.begin = append(h.begin, w)
		}
	}
	return h
}

// open says whether each token has a window open at t.
func (h *hours) open(t time.Time) bool {
	for _, windows := range h.tokens {
		if !slices.ContainsFunc(windows, func(w robots.Window) bool { return w.Contains(t) }) {
			return false
		}
	}
	return true
}

// opens gives the first instant not before t at which each token has a window open; the
// zero time when there is none. Whatever is open together has begun with one of them.
func (h *hours) opens(t time.Time) time.Time {
	if h.open(t) {
		return t
	}
	var first time.Time
	for _, w := range h.begin {
		if next := w.Next(t); first.IsZero() || next.Before(first) {
			first = next
		}
	}
	return first
}

// hours gives the windows of our tokens in a file, reckoned once.
func (b *Book) hours(r *rules) *hours {
	r.once.Do(func() {
		if r.file == nil {
			return
		}
		var all [][]robots.Window
		for _, token := range []string{b.config.Token, b.config.Also} {
			if token == "" || token == b.config.Also && !b.alsoIn(r.file) {
				continue
			}
			if windows := r.file.Hours(token); len(windows) > 0 {
				all = append(all, windows)
			}
		}
		r.hours = newHours(all)
	})
	return r.hours
}

// Opens gives the first instant not before t at which the origin's robots.txt lets it be
// asked (Visit-time, and Request-rate for a time of the day): t itself when it names no
// hours, and for robots.txt itself; the zero time when its hours for our tokens are never
// open together.
func (p Permit) Opens(t time.Time) time.Time {
	if p.hours == nil {
		return t
	}
	return p.hours.opens(t)
}

package permit

import (
	"slices"
	"time"

	"curtsy/robots"
)

// hours are the windows of each of our tokens in which a robots.txt wants to be visited;
// a token without windows is not among them.
type hours [][]robots.Window

// horizon is how far ahead an opening is looked for: windows repeat each day.
const horizon = 3 * 24 * time.Hour

// opens gives the first instant not before t at which every token has a window open; the
// zero time when no instant is in a window of each.
func (h hours) opens(t time.Time) time.Time {
	for at := t; at.Sub(t) < horizon; {
		next := at
		for _, windows := range h {
			next = opening(windows, next)
		}
		if next.Equal(at) {
			return at
		}
		at = next
	}
	return time.Time{}
}

// opening gives the first instant not before t at which one of the windows is open.
func opening(windows []robots.Window, t time.Time) time.Time {
	if slices.ContainsFunc(windows, func(w robots.Window) bool { return w.Contains(t) }) {
		return t
	}
	first := windows[0].Next(t)
	for _, w := range windows[1:] {
		if next := w.Next(t); next.Before(first) {
			first = next
		}
	}
	return first
}

// hours gives the windows of our tokens in a file, reckoned once.
func (b *Book) hours(r *rules) hours {
	r.once.Do(func() {
		if r.file == nil {
			return
		}
		for _, token := range []string{b.config.Token, b.config.Also} {
			if windows := r.file.Hours(token); token != "" && len(windows) > 0 {
				r.hours = append(r.hours, windows)
			}
		}
	})
	return r.hours
}

// Opens gives the first instant not before t at which the origin's robots.txt lets it be
// asked (Visit-time, and Request-rate for a time of the day): t itself when it names no
// hours, and for robots.txt itself; the zero time when its hours for our tokens are never
// open together.
func (p Permit) Opens(t time.Time) time.Time {
	if len(p.hours) == 0 {
		return t
	}
	return p.hours.opens(t)
}

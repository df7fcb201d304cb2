package simweb

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"sync"
	"time"
)

// An Entry is one request as the site saw it. Its maps are shared with nobody
// who writes to them; leave them as they are.
type Entry struct {
	// Site is the origin asked: scheme://host[:port], the port left out when it
	// is the scheme's own.
	Site string
	// Arrival is when the request line was complete.
	Arrival time.Time
	// End is when the last byte was handed over or the connection was gone;
	// zero while the request is in flight.
	End    time.Time
	Method string
	Target string // path and query as sent
	Proto  string
	Status int   // of the answer; 0: there was none
	Bytes  int64 // of the body, as they went over the wire
	Header http.Header
	Answer http.Header // of the answer; nil: there was none
	// Body is what the page says, before any coding, also where a 304 left it
	// out; only for answers to GET written from a page, up to 1 MiB.
	Body   string
	Left   bool // the client closed the connection before the answer was whole
	Conn   int  // the connection, numbered from 1 as they were opened
	Remote string
}

// An accessLog holds entries in the order they came.
type accessLog struct {
	mu      sync.Mutex // never held across a wait
	entries []*Entry
	changed chan struct{} // closed at the next change; nil when nobody waits
}

func (l *accessLog) begin(e Entry) *Entry {
	l.mu.Lock()
	defer l.mu.Unlock()
	kept := &e
	l.entries = append(l.entries, kept)
	l.tellLocked()
	return kept
}

// amend changes an entry the log holds.
func (l *accessLog) amend(e *Entry, change func(*Entry)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change(e)
	l.tellLocked()
}

func (l *accessLog) tellLocked() {
	if l.changed != nil {
		close(l.changed)
		l.changed = nil
	}
}

func (l *accessLog) copyLocked() []Entry {
	copies := make([]Entry, len(l.entries))
	for i, e := range l.entries {
		copies[i] = *e
	}
	slices.SortStableFunc(copies, func(a, b Entry) int {
		return cmp.Or(a.Arrival.Compare(b.Arrival), cmp.Compare(a.Site, b.Site))
	})
	return copies
}

// Log returns what all sites saw, by arrival, then by site. Requests in flight
// are among them, without an End.
func (w *Web) Log() []Entry {
	w.log.mu.Lock()
	defer w.log.mu.Unlock()
	return w.log.copyLocked()
}

// ClearLog forgets what was seen so far, for a test of what a second run asks.
func (w *Web) ClearLog() {
	w.log.mu.Lock()
	defer w.log.mu.Unlock()
	w.log.entries = nil
	w.log.tellLocked()
}

// Await returns once the log satisfies enough, or with ctx's error. enough is
// called with what Log would return, at once and after each change.
func (w *Web) Await(ctx context.Context, enough func([]Entry) bool) error {
	for {
		w.log.mu.Lock()
		entries := w.log.copyLocked()
		if w.log.changed == nil {
			w.log.changed = make(chan struct{})
		}
		changed := w.log.changed
		w.log.mu.Unlock()
		if enough(entries) {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

package curtsy

import (
	"time"

	"curtsy/address"
)

// A Trace is told of what happens while it happens. Any of its functions may be nil.
// They are called from many goroutines and must be quick: the site waits for nobody,
// but the crawl waits for them.
type Trace struct {
	// Asked is told of every request once it has ended, robots.txt and sitemaps too.
	Asked func(Request)
	// Waiting is told when a site's next request begins to wait for its rest.
	Waiting func(site string, until time.Time)
	// Notice is told, in a sentence, what a person who watches a run would want to know: that
	// addresses of one shape are not followed any more, for one.
	Notice func(text string)
	// Taken is told when an address is taken from the queue, with how many are known
	// of in the run and not yet answered.
	Taken func(url string, queued int)
}

// A Request is the account of one request that was sent.
type Request struct {
	Site      string
	URL       string
	Purpose   string    // "page", "robots", "sitemap", "hop" or "tdm"
	At        time.Time // when it started
	Seconds   float64   // until its answer had ended
	Status    int       // 0: no answer
	Bytes     int64     // of the body, decoded
	WireBytes int64     // of the body, as it came
	Waited    float64   // seconds of rest before it
	Attempt   int       // from 1
	Err       error     // why there was no usable answer; nil when there was
}

func (t *Trace) asked(r Request) {
	if t != nil && t.Asked != nil {
		t.Asked(r)
	}
}

func (t *Trace) waiting(site address.Site, until time.Time) {
	if t != nil && t.Waiting != nil {
		t.Waiting(string(site), until)
	}
}

func (t *Trace) notice(text string) {
	if t != nil && t.Notice != nil {
		t.Notice(text)
	}
}

func (t *Trace) taken(url string, queued int) {
	if t != nil && t.Taken != nil {
		t.Taken(url, queued)
	}
}

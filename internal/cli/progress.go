package cli

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"curtsy"
	"curtsy/page"
)

// longWait is the shortest rest worth a line of its own in a log.
const longWait = 30 * time.Second

// progress is what a person is told while a run is under way: on a terminal one
// live bar, elsewhere a line a page. It is safe for concurrent use.
type progress struct {
	mu    sync.Mutex // guards what follows; never held across a wait
	lines io.Writer  // where whole lines go: the error stream, or above the bar
	each  bool       // a line a page
	quiet bool
	bar   *bar // nil but on a terminal

	pages, queued, most int // most: pages a run takes; 0: no bound
	rests               map[string]*rest
}

// A rest is what is known of one site's pace.
type rest struct {
	asked    int
	interval float64   // seconds from one turn to the next, smoothed
	until    time.Time // when it is next asked
	seen     time.Time // when it was last asked or waited for
}

// watch begins to tell of a run that takes at most most pages; 0 is no bound.
func (s *streams) watch(quiet bool, most int) *progress {
	p := &progress{lines: s.err, each: true, quiet: quiet, most: most, rests: map[string]*rest{}}
	if !quiet && terminal(s.err) {
		p.each = false
		p.bar = newBar(s.err, p)
		p.lines = p.bar
	}
	return p
}

// trace is what the crawler is to call.
func (p *progress) trace() *curtsy.Trace {
	return &curtsy.Trace{Asked: p.asked, Waiting: p.waiting, Taken: p.taken, Notice: p.notice}
}

func (p *progress) site(name string) *rest {
	r := p.rests[name]
	if r == nil {
		r = &rest{}
		p.rests[name] = r
	}
	r.seen = time.Now()
	return r
}

// smoothing is how much of a site's last interval is in its smoothed one: the
// same share for the new as for all before it.
const smoothing = 0.5

func (p *progress) asked(request curtsy.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	r := p.site(request.Site)
	interval := request.Waited + request.Seconds
	if r.asked++; r.asked == 2 {
		r.interval = interval // the first waited for nobody
	} else if r.asked > 2 {
		r.interval += smoothing * (interval - r.interval)
	}
}

func (p *progress) waiting(site string, until time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.site(site).until = until
	if wait := time.Until(until); p.each && !p.quiet && wait > longWait {
		p.say("%s rests %s more; its next page is asked at %s", site, spell(wait), until.Format(time.TimeOnly))
	}
}

func (p *progress) notice(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.quiet {
		p.say("%s", text)
	}
}

func (p *progress) taken(_ string, queued int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.queued = queued
}

// page tells of one page that is done.
func (p *progress) page(done *page.Page) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pages++
	if p.each && !p.quiet {
		p.say("%s", pageLine(done))
	}
}

// say writes one line of talk; the lock is held.
func (p *progress) say(format string, args ...any) {
	fmt.Fprintf(p.lines, "curtsy: %s\n", clean(fmt.Sprintf(format, args...)))
}

// close ends the bar.
func (p *progress) close() {
	if p.bar != nil {
		p.bar.close()
	}
}

// pageLine is a page in one line of a log: what it came to, and its address.
func pageLine(p *page.Page) string {
	var failure *page.Error
	switch {
	case errors.As(p.Err, &failure):
		return fmt.Sprintf("%s %s", failure.Code, failure.Message)
	case p.Fetch != nil:
		return fmt.Sprintf("%d %s in %s", p.Fetch.Status, p.URL, spell(time.Duration(p.Fetch.Seconds*float64(time.Second))))
	default:
		return p.URL
	}
}

// A standing is where a run is, as the bar shows it.
type standing struct {
	pages, known int
	sites        int
	waits        string    // the site waited for; "" when an answer is
	until        time.Time // when it is asked
	left         time.Duration
}

// stands gives where the run is at now. What is left is reckoned from how long
// the sites asked in the last minutes took from turn to turn, their own delays
// in it: never from how fast this machine is. 0 is not known.
func (p *progress) stands(now time.Time) standing {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := standing{pages: p.pages, known: p.pages + p.queued, sites: len(p.rests)}
	if p.most > 0 {
		s.known = min(s.known, p.most)
	}
	rate := 0.0 // pages a second
	for name, r := range p.rests {
		if r.until.After(now) && (s.waits == "" || r.until.Before(s.until)) {
			s.waits, s.until = name, r.until
		}
		if recent := now.Sub(r.seen) < 5*time.Minute; recent && r.interval > 0 {
			rate += 1 / r.interval
		}
	}
	if rate > 0 {
		s.left = time.Duration(float64(max(s.known-s.pages, 0)) / rate * float64(time.Second))
	}
	return s
}

// text is the bar's words.
func (s standing) text(now time.Time) string {
	text := fmt.Sprintf("%d of %s", s.pages, plural(s.known, "page"))
	if s.sites > 1 {
		text += ", " + plural(s.sites, "site")
	}
	if s.left > 0 {
		text += fmt.Sprintf(", about %s more", spell(s.left))
	}
	if s.waits != "" {
		text += fmt.Sprintf("; %s rests until %s", clean(s.waits), s.until.Format(time.TimeOnly))
	}
	return text
}

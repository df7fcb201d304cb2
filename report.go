package curtsy

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"curtsy/internal/visit"
	"curtsy/internal/write"
	"curtsy/page"
)

// A Stop says why a run ended.
type Stop string

// The reasons a run ends.
const (
	StopNotYet     Stop = ""            // it has not
	StopDone       Stop = "done"        // nothing was left to take
	StopMaxPages   Stop = "max_pages"   // addresses were left when the bound on pages was reached
	StopTimeBudget Stop = "time_budget" // addresses were left when the time budget was spent
	StopMaxBytes   Stop = "max_bytes"   // addresses were left when as many bytes had come as may
	StopCancelled  Stop = "cancelled"   // its context ended, or its reader stopped ranging
	StopFailed     Stop = "failed"      // Run.Err says why
)

// A Report is what a run came to, pages resumed from its state included.
type Report struct {
	Stopped  Stop
	Pages    int               // lines in all
	OK       int               // answered, read, and kept
	Useful   int               // of those, the ones that gave a record or a summary answer
	Refused  int               // never asked, or not kept
	Failed   int               // asked, and nothing usable came
	Answered int               // answered with a status of 400 or above
	Resumed  int               // lines that were in the state already
	Codes    map[page.Code]int // the lines that gave no page, by their code
	Blocked  []BlockedSite     // in the order they showed it; not those of lines resumed
	Deeper   int               // links left because they are deeper than the greatest depth
	Left     []LeftOut         // links not followed though they are in scope, the most first
	Sitemaps []Sitemap
	Sites    []SiteCost
}

// A SiteCost is what a site was asked for, in the time of the run.
type SiteCost struct {
	Site        string
	Requests    int           // of any kind
	WireBytes   int64         // of bodies, as they came
	Bytes       int64         // of bodies, decoded
	NotModified int           // answers of 304
	Waited      time.Duration // rest before its requests
}

// count puts a page into the report.
func (r *Report) count(p *page.Page) {
	r.Pages++
	if p.OK {
		r.OK++
		if len(p.Records) > 0 || len(p.Summary) > 0 {
			r.Useful++
		}
		return
	}
	var failure *page.Error
	if !errors.As(p.Err, &failure) {
		return
	}
	r.code(failure.Code)
	switch failure.Class {
	case page.Refused:
		r.Refused++
	case page.Failed:
		r.Failed++
	case page.Answered:
		r.Answered++
	}
}

func (r *Report) code(c page.Code) {
	if r.Codes == nil {
		r.Codes = map[page.Code]int{}
	}
	r.Codes[c]++
}

// recall puts a line of a resumed state into the report.
func (r *Report) recall(l *write.Line) {
	r.Pages++
	r.Resumed++
	if !l.OK {
		r.code(l.Code)
	}
	switch {
	case l.OK && l.Gave:
		r.OK++
		r.Useful++
	case l.OK:
		r.OK++
	case l.Class == page.Refused:
		r.Refused++
	case l.Class == page.Failed:
		r.Failed++
	case l.Class == page.Answered:
		r.Answered++
	}
}

// A bill adds up what each site was asked for. It is safe for concurrent use.
type bill struct {
	mu     sync.Mutex
	sites  map[string]*SiteCost
	total  int64 // bytes over the wire
	limits map[*limit]bool
}

// A limit is told once when the bill's total has come to it.
type limit struct {
	at   int64
	tell func()
}

// limit calls tell once as many more bytes have come over the wire; forget calls it off.
func (b *bill) limit(bytes int64, tell func()) (forget func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	l := &limit{at: b.total + bytes, tell: tell}
	b.limits[l] = true
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.limits, l)
	}
}

func newBill() *bill {
	return &bill{sites: map[string]*SiteCost{}, limits: map[*limit]bool{}}
}

func (b *bill) add(r visit.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	cost := b.sites[string(r.Site)]
	if cost == nil {
		cost = &SiteCost{Site: string(r.Site)}
		b.sites[cost.Site] = cost
	}
	b.total += r.WireBytes
	for l := range b.limits {
		if b.total >= l.at {
			delete(b.limits, l)
			l.tell()
		}
	}
	cost.Requests++
	cost.Bytes += r.Bytes
	cost.WireBytes += r.WireBytes
	cost.Waited += time.Duration(r.Waited * float64(time.Second))
	if r.Status == 304 {
		cost.NotModified++
	}
}

// since gives what was added to earlier, sites in alphabetical order.
func (b *bill) since(earlier map[string]SiteCost) []SiteCost {
	var costs []SiteCost
	for site, now := range b.now() {
		before := earlier[site]
		now.Requests -= before.Requests
		now.Bytes -= before.Bytes
		now.WireBytes -= before.WireBytes
		now.NotModified -= before.NotModified
		now.Waited -= before.Waited
		if now.Requests > 0 {
			costs = append(costs, now)
		}
	}
	slices.SortFunc(costs, func(a, b SiteCost) int { return strings.Compare(a.Site, b.Site) })
	return costs
}

func (b *bill) now() map[string]SiteCost {
	b.mu.Lock()
	defer b.mu.Unlock()
	costs := make(map[string]SiteCost, len(b.sites))
	for site, cost := range b.sites {
		costs[site] = *cost
	}
	return costs
}

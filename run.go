package curtsy

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"curtsy/address"
	"curtsy/internal/frontier"
	"curtsy/internal/visit"
	"curtsy/internal/write"
	"curtsy/page"
)

// The bounds on what a run has under way.
const (
	maxOpen  = 10_000  // visits begun and not ended, resting ones included
	maxAhead = 100_000 // addresses of a list known and not yet taken

	maxRecalled = 32 // pages of a resumed state taken up before what they lead to is admitted
)

// A Run is one crawl or batch from start to stop. Range over [Run.Pages] once, then
// look at [Run.Err] and [Run.Report].
type Run struct {
	crawler *Crawler
	command string
	seeds   []string
	list    iter.Seq[string] // a batch's; nil for a crawl

	used    bool
	err     error
	report  Report
	started time.Time
}

// Crawl is a run over the sites of the seeds: what their sitemaps list first, then
// links, breadth first. Nothing is asked before its pages are ranged over.
func (c *Crawler) Crawl(seeds ...string) *Run {
	return &Run{crawler: c, command: "crawl", seeds: slices.Clone(seeds)}
}

// Batch is a run over a list, in its order. The list is read as it is needed; where a
// redirect leads off its site is taken after the whole list, as an address of its own.
// It is ranged over in a goroutine of its own, which a run that ends early leaves to its
// next line: a list that waits for one should end with the run's context.
func (c *Crawler) Batch(list iter.Seq[string]) *Run {
	return &Run{crawler: c, command: "batch", list: list}
}

// Pages does the run and gives each page in its turn. Breaking out of the loop, or the
// end of ctx, ends the run: what is in flight is abandoned and asked again on resume.
// Lines already in a state that is resumed are not given again, but are in the Report.
// A second call panics.
func (r *Run) Pages(ctx context.Context) iter.Seq[*page.Page] {
	if r.used {
		panic("curtsy: the pages of a run are ranged over once")
	}
	r.used = true
	ranged := false
	return func(yield func(*page.Page) bool) {
		if ranged {
			panic("curtsy: the pages of a run are ranged over once")
		}
		ranged = true
		r.started = time.Now()
		before := r.crawler.bill.now()
		e := &engine{Run: r, yield: yield}
		r.err = e.run(ctx)
		r.report.Sites = r.crawler.bill.since(before)
	}
}

// Err is what ended the run when it was not its own end: the context's error, a state
// that could not be taken up or written, a bad seed or option. A page that failed is
// no error of the run.
func (r *Run) Err() error { return r.err }

// Report is what the run has come to.
func (r *Run) Report() Report { return r.report }

// An engine is a run under way. One goroutine, that of the caller who ranges, owns it:
// the frontier, the order and the output. Visits run in goroutines of their own and
// hand their page back through results.
type engine struct {
	*Run
	yield func(*page.Page) bool

	frontier *frontier.Frontier
	scope    *frontier.Scope
	journal  *write.Journal
	home     address.Origin // the origin the operator's header is for
	start    visit.Start
	until    context.Context // done when the run has had all its bytes; nil: they have no bound

	lanes   []lane
	results chan result
	opened  chan opening
	listed  chan string                     // the list's lines; nil when it has been read, or for a crawl
	open    int                             // visits begun and not ended
	resting resting                         // visits that wait for their sites
	surveys []func(context.Context) opening // sites whose sitemaps are to be read
	opening int                             // and those whose are being read

	contacts map[address.Site]contact // where its owner may be found
	blocked  map[address.Site]bool    // in the report
	left     map[[2]string]*LeftOut   // links not followed, by trap or shape, and reason
	settled  map[int]*settled         // answered, and not yet absorbed
	touched  []int                    // lanes with pages newly settled
	rested   <-chan struct{}          // has something when somebody rests, and another may be begun
	late     bool                     // the time to start by has passed
	stopped  bool                     // the reader stopped ranging
	over     bool                     // what the run opened is closed
}

// A result is a visit that has ended.
type result struct {
	taken frontier.Taken
	page  *page.Page    // nil when the address was not taken after all
	rests *restingVisit // the visit, when it is to go on later
	err   error         // what ends the run
}

// run does the run.
func (e *engine) run(ctx context.Context) (err error) {
	visiting, cancel := context.WithCancel(ctx)
	defer e.abandon(cancel)
	defer e.boundBytes(ctx)()
	var unwatch func()
	e.rested, unwatch = e.crawler.gate.Watch()
	defer unwatch()
	if err := e.begin(visiting); err != nil {
		cancel()
		err = errors.Join(err, e.drain())
		e.report.Stopped = StopFailed
		if e.frontier != nil {
			err = errors.Join(err, e.end(false))
		}
		return err
	}
	err = e.loop(ctx, visiting)
	cancel()
	switch keeping := e.drain(); {
	case err == nil, errors.Is(err, errStopped):
		err = keeping
	case ctx.Err() != nil && !errors.Is(keeping, errStopped):
		err = errors.Join(err, keeping)
	}
	if errors.Is(err, errStopped) {
		err = nil
	}
	e.report.Stopped = e.why(ctx, err)
	e.report.Left = e.leftOut()
	over := e.report.Stopped == StopDone || e.report.Stopped == StopMaxPages
	if ending := e.end(over); err == nil { // after an error the output gives the same again
		err = ending
	}
	if err == nil {
		err = e.crawler.gate.Err()
	}
	return err
}

// abandon leaves nothing running and nothing open behind a panic, be it a sink's or that
// of whoever ranges. After an end it does nothing.
func (e *engine) abandon(cancel context.CancelFunc) {
	cancel()
	if e.over || e.frontier == nil {
		return
	}
	e.stopped = true
	_ = e.drain()
	_ = e.end(false)
}

// loop goes on until nothing is under way that could bring more.
func (e *engine) loop(ctx, visiting context.Context) error {
	for {
		if err := e.advance(visiting); err != nil {
			return err
		}
		if ctx.Err() != nil || e.idle() {
			return ctx.Err()
		}
		if err := e.wait(visiting); err != nil {
			return err
		}
	}
}

// advance does all that can be done without waiting: absorb pages whose turn has come,
// write lines whose turn has come, begin visits. Each may make the others possible.
func (e *engine) advance(ctx context.Context) error {
	for {
		e.beginSurveys(ctx)
		woken := e.wake(ctx)
		absorbed, err := e.absorb()
		if err != nil {
			return err
		}
		if absorbed {
			if err := e.journal.Settle(); err != nil {
				return err
			}
		}
		begun, err := e.fill(ctx)
		if err != nil {
			return err
		}
		if !absorbed && !begun && !woken {
			return nil
		}
	}
}

// idle says whether nothing is under way that could bring more.
func (e *engine) idle() bool {
	return e.open == 0 && e.opening == 0 && len(e.surveys) == 0 && (e.listed == nil || e.tooLate()) && len(e.resting) == 0
}

// wait takes the next thing that happens.
func (e *engine) wait(ctx context.Context) error {
	listed := e.listed
	if e.late || e.frontier.Left() >= maxAhead {
		listed = nil
	}
	var alarm <-chan time.Time
	if at := e.alarm(); !at.IsZero() {
		timer := time.NewTimer(time.Until(at))
		defer timer.Stop()
		alarm = timer.C
	}
	var rested <-chan struct{}
	if len(e.surveys) > 0 || len(e.resting) > 0 && e.crowded() {
		rested = e.rested
	}
	var full <-chan struct{}
	if e.start.Until != nil && !e.late {
		full = e.start.Until.Done()
	}
	select {
	case r := <-e.results:
		return e.ended(r)
	case o := <-e.opened:
		return e.admitListed(o)
	case line, more := <-listed:
		return e.admitLine(line, more)
	case <-alarm:
		return nil
	case <-rested:
		return nil
	case <-full:
		return nil
	case <-ctx.Done():
		return nil
	}
}

// fill begins visits: of every address whose site is free, lowest numbers first. An
// address the state has the answer of is not asked.
func (e *engine) fill(ctx context.Context) (begun bool, err error) {
	resuming := e.crawler.settings.Resume
	recalled, began := 0, time.Now()
	for e.open < maxOpen && (resuming || !e.tooLate()) {
		taken, ok, err := e.frontier.Next()
		if err != nil || !ok {
			return begun, err
		}
		begun = true
		if resuming {
			place := write.Place{URL: taken.Address.String(), N: taken.N, Depth: taken.Depth, FoundOn: taken.FoundOnURL, Via: taken.Via}
			known, found, err := e.journal.Recall(place)
			if err != nil {
				return begun, err
			}
			if found {
				e.recalled(known)
				if err := e.frontier.Done(taken); err != nil {
					return begun, err
				}
				if recalled++; recalled == maxRecalled {
					if !e.start.By.IsZero() { // what was done before is none of this run's time
						e.start.By = e.start.By.Add(time.Since(began))
					}
					return begun, nil
				}
				continue
			}
			if e.tooLate() {
				continue // not taken: its site stays lent, and the run ends
			}
		}
		e.crawler.settings.Trace.taken(taken.Address.String(), e.frontier.Left())
		e.take(ctx, taken)
	}
	return begun, nil
}

// tooLate says whether nothing more is started: the time to start by has passed, or all
// the bytes have come. What has been answered is replayed all the same.
func (e *engine) tooLate() bool {
	if !e.late && (!e.start.By.IsZero() && !time.Now().Before(e.start.By) || e.full()) {
		e.endStarting()
	}
	return e.late
}

// endStarting sees to it that nothing more is started. What waits and was not started is
// dropped; what is started finishes.
func (e *engine) endStarting() {
	e.late = true
	e.resting = slices.DeleteFunc(e.resting, func(v restingVisit) bool { return v.trip == nil || !v.trip.Started() })
	heap.Init(&e.resting)
}

// full says whether the run has had all the bytes it may have.
func (e *engine) full() bool { return e.start.Until != nil && e.start.Until.Err() != nil }

// trip gives the visit of an address, not begun yet.
func (e *engine) trip(v restingVisit) *visit.Trip {
	start := e.start
	start.Since = v.since
	return e.crawler.visitor.Begin(v.taken.Address, e.crawler.how(e.home, start))
}

// visit brings one address to its page, or as far as its site's rest, in a goroutine of
// its own.
func (e *engine) visit(ctx context.Context, v restingVisit) result {
	answer, due := v.trip.Go(ctx)
	if answer == nil {
		v.due = due
		return result{taken: v.taken, rests: &v}
	}
	p := &page.Page{N: v.taken.N, Depth: v.taken.Depth, FoundOn: v.taken.FoundOnURL, Via: v.taken.Via}
	scope := e.scope
	if e.list != nil { // a list's links are not followed
		scope = nil
	}
	p, err := e.crawler.pageOf(ctx, p, answer, scope)
	switch {
	case errors.Is(err, visit.ErrNotStarted), err != nil && ctx.Err() != nil:
		return result{taken: v.taken}
	case err != nil:
		return result{taken: v.taken, err: fmt.Errorf("%s: %w", v.taken.Address, err)}
	}
	return result{taken: v.taken, page: p}
}

// ended takes a visit's page.
func (e *engine) ended(r result) error {
	e.open--
	switch {
	case r.err != nil:
		return r.err
	case r.rests != nil:
		if !e.tooLate() || r.rests.trip.Started() { // else it is not taken after all
			e.rest(*r.rests)
		}
		return nil
	case r.page == nil:
		// Taken while what was done before was replayed, it had an earlier time to start by.
		if !e.tooLate() && !e.start.By.IsZero() {
			now := time.Now()
			heap.Push(&e.resting, restingVisit{taken: r.taken, since: now, due: now})
		}
		return nil
	}
	if err := e.frontier.Done(r.taken); err != nil {
		return err
	}
	return e.settle(r.page)
}

// settle keeps a new page: in the output at once, and for its turn in the order.
func (e *engine) settle(p *page.Page) error {
	e.report.count(p)
	e.noteContact(p)
	e.noteBlocked(p)
	e.settled[p.N] = e.settledPage(p)
	e.touched = append(e.touched, e.frontier.Lane(p.N))
	return e.journal.Append(p)
}

// recalled keeps a page the state has the answer of.
func (e *engine) recalled(l *write.Line) {
	e.report.recall(l)
	e.settled[l.N] = e.settledLine(l)
	e.touched = append(e.touched, e.frontier.Lane(l.N))
}

// drain waits for what is in flight, which the end of its context cuts short. A visit
// that had its answer by then is kept: the site is not to be asked again for it.
func (e *engine) drain() error {
	var kept error
	for e.open > 0 {
		r := <-e.results
		e.open--
		if r.page != nil && e.journal != nil && kept == nil {
			kept = e.settle(r.page)
		}
	}
	for e.opening > 0 {
		o := <-e.opened
		if o.file == nil {
			e.opening--
		}
		if o.err == nil && e.journal != nil && kept == nil && (o.file != nil || !e.tooLate()) {
			kept = e.note(o)
		}
	}
	return kept
}

// why says what ended the run.
func (e *engine) why(ctx context.Context, err error) Stop {
	switch {
	case e.stopped, ctx.Err() != nil:
		return StopCancelled
	case err != nil:
		return StopFailed
	case e.late && (e.listed != nil || e.frontier.Left() > 0 || e.frontier.Lent() > 0):
		if e.full() {
			return StopMaxBytes
		}
		return StopTimeBudget
	case e.frontier.Cut():
		return StopMaxPages
	}
	return StopDone
}

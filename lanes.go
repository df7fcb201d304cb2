package curtsy

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"curtsy/address"
	"curtsy/internal/frontier"
	"curtsy/internal/traps"
	"curtsy/internal/write"
	"curtsy/page"
)

// spillPages is the size of a crawl from which its queue keeps addresses on disk.
const spillPages = 1 << 20

// A lane is a part of the run whose order depends on nothing outside it: a seed's
// site, or the whole run.
type lane struct {
	seeds    []address.Address
	surveys  int // sitemaps being read
	shapes   *traps.Tracker[frontier.Found]
	listings [][]string // what each of its sites' sitemaps list, in the order of the seeds
}

// errStopped ends a run whose reader stopped ranging.
var errStopped = errors.New("curtsy: the reader stopped ranging")

// begin makes the run ready: its seeds, its lanes, its output.
func (e *engine) begin(ctx context.Context) error {
	e.start = e.crawler.start()
	e.start.Until = e.until
	e.results = make(chan result)
	e.opened = make(chan opening)
	e.settled = map[int]*settled{}
	e.left = map[[2]string]*LeftOut{}
	e.contacts, e.blocked = map[address.Site]contact{}, map[address.Site]bool{}
	if e.list != nil && len(e.crawler.settings.Header) > 0 && e.crawler.settings.headerFor == "" {
		return errors.New("a batch with a header of the operator's needs to know which origin it is for")
	}
	seeds, err := e.parseSeeds()
	if err != nil {
		return err
	}
	s := e.crawler.settings
	if e.scope, err = frontier.NewScope(seeds, s.Include, s.Exclude, s.AnySite || e.list != nil); err != nil {
		return err
	}
	if err := e.openFrontier(); err != nil {
		return err
	}
	if err := e.openJournal(); err != nil {
		return err
	}
	e.start.By = e.crawler.start().By // from here: what reading a state takes is none of the run's time
	if e.list != nil {
		e.home = e.crawler.settings.headerFor
		e.readList(ctx)
		return nil
	}
	e.home = seeds[0].Origin()
	return e.openLanes(ctx, seeds)
}

func (e *engine) parseSeeds() ([]address.Address, error) {
	if e.list != nil {
		return nil, nil
	}
	if len(e.seeds) == 0 {
		return nil, errors.New("a crawl needs a seed to start from")
	}
	seeds := make([]address.Address, 0, len(e.seeds))
	for i, text := range e.seeds {
		a, err := address.Parse(text)
		if err != nil {
			return nil, page.Errorf(page.BadAddress, "%v", err)
		}
		e.crawler.name(a)
		if err := e.crawler.tooSoon(a); err != nil {
			return nil, err
		}
		e.seeds[i] = a.String()
		seeds = append(seeds, a)
	}
	return seeds, nil
}

func (e *engine) openFrontier() (err error) {
	config := frontier.Config{Lanes: e.scope.Lanes()}
	queue := frontier.NewMemory()
	if e.list == nil {
		config.Pages = e.crawler.settings.MaxPages
		if config.Pages > spillPages {
			dir := os.TempDir()
			if state := e.crawler.settings.State; state != "" {
				dir = filepath.Dir(state)
			}
			if queue, err = frontier.NewSpill(dir); err != nil {
				return err
			}
		}
	}
	e.frontier = frontier.New(config, queue)
	return nil
}

// openJournal opens the output: a state file made or taken up, or a stream.
func (e *engine) openJournal() (err error) {
	s := e.crawler.settings
	config := write.Config{Emit: e.emit, KeepFailed: s.KeepFailed}
	if s.Order != OrderDone {
		config.Order = e.frontier
	}
	switch {
	case s.State == "":
		e.journal = write.Stream(nil, config)
	case s.Resume:
		e.journal, err = write.Resume(s.State, e.header(), config)
	default:
		e.journal, err = write.Create(s.State, e.header(), config)
	}
	return err
}

// header is what a resumed run must have in common with the one that wrote the state:
// whatever decides what is admitted, or its order.
func (e *engine) header() write.Header {
	s := e.crawler.settings
	options := map[string]any{"order": s.Order, "respect": s.Respect}
	if s.Order == "" {
		options["order"] = OrderGiven
	}
	if e.crawler.agent.Purpose != "" {
		options["purpose"] = e.crawler.agent.Purpose
	}
	if s.Respect == nil {
		options["respect"] = []string{}
	}
	if e.list == nil {
		options["max_pages"], options["max_depth"] = s.MaxPages, s.MaxDepth
		options["include"], options["exclude"] = orNone(s.Include), orNone(s.Exclude)
		options["any_site"], options["no_sitemap"] = s.AnySite, s.NoSitemap
	}
	return write.Header{Command: e.command, Seeds: e.seeds, Options: options, Started: e.started}
}

func orNone(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// emit gives a page to the sinks and to whoever ranges.
func (e *engine) emit(p *page.Page) error {
	if e.stopped {
		return errStopped
	}
	for _, sink := range e.crawler.settings.Sinks {
		if err := sink.Write(p); err != nil {
			return fmt.Errorf("writing %s: %w", p.URL, err)
		}
	}
	if !e.yield(p) {
		e.stopped = true
		return errStopped
	}
	return nil
}

// end closes what the run opened; over says that nothing is left to resume.
func (e *engine) end(over bool) error {
	if e.journal == nil {
		e.over = true
		return e.frontier.Close()
	}
	closing := e.journal.Close
	if over {
		closing = e.journal.Finish
	}
	err := closing()
	e.over = true
	if errors.Is(err, errStopped) {
		err = nil
	}
	return errors.Join(err, e.frontier.Close())
}

// openLanes starts each lane's first step: reading its sites' sitemaps, or, without
// them, its seeds.
func (e *engine) openLanes(ctx context.Context, seeds []address.Address) error {
	e.lanes = make([]lane, e.scope.Lanes())
	for n := range e.lanes {
		e.lanes[n].shapes = traps.New[frontier.Found]()
	}
	places := map[address.Site]bool{}
	for _, seed := range seeds {
		n, _ := e.scope.Lane(seed.Site())
		e.lanes[n].seeds = append(e.lanes[n].seeds, seed)
	}
	for n := range e.lanes {
		l := &e.lanes[n]
		for _, seed := range l.seeds {
			if e.crawler.settings.NoSitemap || places[seed.Site()] {
				continue
			}
			places[seed.Site()] = true
			place := len(l.listings)
			l.listings = append(l.listings, nil)
			var kept listing
			known, err := e.journal.Noted(noteOf(seed.Site()), &kept)
			if err != nil {
				return err
			}
			if known && kept.serves(e.crawler.settings.MaxPages) {
				l.listings[place] = kept.Listed
				continue
			}
			had, err := e.readBefore(seed.Site())
			if err != nil {
				return err
			}
			l.surveys++
			e.surveys = append(e.surveys, func(ctx context.Context) opening { return e.survey(ctx, n, place, seed, had) })
		}
		if l.surveys == 0 {
			if err := e.admitLane(n); err != nil {
				return err
			}
		}
	}
	return nil
}

// admitLane admits a lane's seeds, then what its sitemaps list.
func (e *engine) admitLane(n int) error {
	l := &e.lanes[n]
	for _, seed := range l.seeds {
		l.shapes.Listed(seed)
		if _, _, err := e.frontier.Admit(n, frontier.Found{Address: seed, FoundOn: -1, Via: page.ViaSeed}); err != nil {
			return err
		}
	}
	for _, listing := range l.listings {
		for _, text := range listing {
			a, err := address.Parse(text)
			if err != nil {
				continue
			}
			l.shapes.Listed(a)
			if _, _, err := e.frontier.Admit(n, frontier.Found{Address: a, FoundOn: -1, Via: page.ViaSitemap}); err != nil {
				return err
			}
		}
	}
	l.listings = nil
	return e.frontier.Seal(n)
}

// readList hands the list's lines on, as they are asked for.
func (e *engine) readList(ctx context.Context) {
	e.listed = make(chan string)
	go func(list chan<- string) {
		defer close(list)
		for line := range e.list {
			select {
			case list <- line:
			case <-ctx.Done():
				return
			}
		}
	}(e.listed)
}

// admitLine takes one line of the list. One that is no address is answered in its place.
func (e *engine) admitLine(line string, more bool) error {
	if !more {
		e.listed = nil
		return e.frontier.Seal(0)
	}
	a, err := address.Parse(line)
	if err == nil {
		if loopback(a) {
			e.crawler.name(a)
		}
		_, _, err = e.frontier.Admit(0, frontier.Found{Address: a, FoundOn: -1, Via: page.ViaList})
		return err
	}
	n, ok := e.frontier.Reserve(0)
	if !ok {
		return nil
	}
	p := badAddress(&page.Page{N: n, Via: page.ViaList}, masked(line, err), err)
	known, found, err := e.journal.Recall(write.Place{URL: p.URL, N: n, Via: p.Via})
	if err != nil {
		return err
	}
	if found {
		e.recalled(known)
		return nil
	}
	return e.settle(p)
}

package curtsy

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"curtsy/address"
	"curtsy/internal/gate"
	"curtsy/internal/simweb"
	"curtsy/page"
)

// manySites plays n sites of three pages that answer at about the same moment.
func manySites(n int) (*simweb.Web, []string) {
	var sites []simweb.Site
	var seeds []string
	for i := range n {
		name := fmt.Sprintf("http://s%d.example", i)
		seeds = append(seeds, name+"/")
		sites = append(sites, simweb.Site{Name: name, Pages: simweb.Pages{
			"/": {Body: `<a href="/1">1</a> <a href="/2">2</a>`, Takes: time.Duration(i) * 100 * time.Millisecond}, "/1": {Body: "1", Takes: time.Second}, "/2": {Body: "2"},
		}})
	}
	return simweb.New(sites...), seeds
}

func crawlerOver(t *testing.T, web *simweb.Web, options Options) *Crawler {
	t.Helper()
	kept := newMemory()
	options.RootCAs = web.CertPool()
	c, err := newCrawler(Agent{Contact: "bot@example.org"}, &options, network{dial: web.Dial, memory: &kept})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestARunThatIsLeftEarlyLeavesNothingBehind: no goroutine (the bubble would not end), no
// lock on the state, no page after the loop. However it is left: by a break, a panic of
// who ranges, a panic of a sink, the end of its context.
func TestARunThatIsLeftEarlyLeavesNothingBehind(t *testing.T) {
	for _, order := range []string{OrderGiven, OrderDone} {
		for _, way := range []string{"break", "panic", "sink", "cancel"} {
			for after := range 6 {
				synctest.Test(t, func(t *testing.T) {
					web, seeds := manySites(4)
					defer web.Close()
					state := filepath.Join(t.TempDir(), "pages.jsonl")
					options := Options{State: state, Order: order, NoSitemap: true}
					if way == "sink" {
						options.Sinks = []Sink{&fragile{after: after}}
					}
					c := crawlerOver(t, web, options)
					ctx, cancel := context.WithCancel(t.Context())
					defer cancel()
					run := c.Crawl(seeds...)
					func() {
						defer func() {
							if v := recover(); v != nil && v != "who ranges" && v != "a sink" {
								t.Errorf("%s after %d: it panicked with %v", way, after, v)
							}
						}()
						n := 0
						for range run.Pages(ctx) {
							switch n++; {
							case n <= after:
							case way == "break":
								return
							case way == "panic":
								panic("who ranges")
							case way == "cancel":
								cancel()
							}
						}
					}()
					c.Close()
					if way == "break" && (run.Report().Stopped != StopCancelled || run.Err() != nil) {
						t.Errorf("a run left by a break stopped as %q: %v", run.Report().Stopped, run.Err())
					}
					options.Resume, options.Sinks = true, nil
					again := crawlerOver(t, web, options)
					defer again.Close()
					run = again.Crawl(seeds...)
					for range run.Pages(t.Context()) {
					}
					if run.Err() != nil || run.Report().Pages != 12 {
						t.Errorf("%s, %s after %d: the resumed run has %d pages: %v", order, way, after, run.Report().Pages, run.Err())
					}
				})
			}
		}
	}
}

// A fragile sink panics after some pages.
type fragile struct{ after int }

func (f *fragile) Write(*page.Page) error {
	if f.after--; f.after < 0 {
		panic("a sink")
	}
	return nil
}
func (f *fragile) Close() error { return nil }

// A full sink takes some pages and no more.
type full struct {
	room  int
	taken []string
}

var errFull = errors.New("no space left")

func (f *full) Write(p *page.Page) error {
	if len(f.taken) == f.room {
		return errFull
	}
	f.taken = append(f.taken, p.URL)
	return nil
}
func (f *full) Close() error { return nil }

// TestASinkThatIsFullEndsTheRun, and the error says so once.
func TestASinkThatIsFullEndsTheRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web, seeds := manySites(2)
		defer web.Close()
		first, second := &full{room: 100}, &full{room: 2}
		c := crawlerOver(t, web, Options{NoSitemap: true, Sinks: []Sink{first, second}})
		defer c.Close()
		run := c.Crawl(seeds...)
		given := 0
		for range run.Pages(t.Context()) {
			given++
		}
		if !errors.Is(run.Err(), errFull) || strings.Count(run.Err().Error(), "no space left") != 1 || run.Report().Stopped != StopFailed {
			t.Errorf("the run stopped as %q: %v", run.Report().Stopped, run.Err())
		}
		if given != 2 || len(first.taken) != 3 || !slices.Equal(first.taken[:2], second.taken) {
			t.Errorf("%d pages were given, the sinks have %q and %q", given, first.taken, second.taken)
		}
	})
}

// TestAContextThatHasEndedAsksNothing: nor writes a line.
func TestAContextThatHasEndedAsksNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web, seeds := manySites(3)
		defer web.Close()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		c := crawlerOver(t, web, Options{Respect: []string{"tdm"}})
		defer c.Close()
		for name, run := range map[string]*Run{"a crawl": c.Crawl(seeds...), "a batch": c.Batch(slices.Values(seeds))} {
			for p := range run.Pages(ctx) {
				t.Errorf("%s gave %s", name, p.URL)
			}
			if run.Report().Stopped != StopCancelled || !errors.Is(run.Err(), context.Canceled) {
				t.Errorf("%s stopped as %q: %v", name, run.Report().Stopped, run.Err())
			}
		}
		if _, err := c.Map(ctx, seeds[0]); !errors.Is(err, context.Canceled) {
			t.Errorf("a map came to %v", err)
		}
		if _, err := c.Fetch(ctx, seeds[0]); !errors.Is(err, context.Canceled) {
			t.Errorf("a page came to %v", err)
		}
		if log := web.Log(); len(log) > 0 {
			t.Errorf("%d requests were made", len(log))
		}
	})
}

// TestAListThatKeepsItsNextLineHoldsNothingUp: neither the end of the context nor that of
// the time budget; and a list that is left early is read no further.
func TestAListThatKeepsItsNextLineHoldsNothingUp(t *testing.T) {
	for name, row := range map[string]struct {
		budget, cut time.Duration
		stopped     Stop
		took        time.Duration
	}{
		"the context": {cut: 10 * time.Second, stopped: StopCancelled, took: 10 * time.Second},
		"the budget":  {budget: 10 * time.Second, stopped: StopTimeBudget, took: 10 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			web, seeds := manySites(1)
			defer web.Close()
			release, ended := make(chan struct{}), false
			list := func(yield func(string) bool) {
				defer func() { ended = true }()
				if yield(seeds[0]) {
					<-release
					yield(seeds[0] + "1")
				}
			}
			ctx, cancel := context.WithCancel(t.Context())
			if row.cut > 0 {
				ctx, cancel = context.WithTimeout(t.Context(), row.cut)
			}
			defer cancel()
			c := crawlerOver(t, web, Options{TimeBudget: row.budget})
			defer c.Close()
			start := time.Now()
			run := c.Batch(list)
			pages := slices.Collect(run.Pages(ctx))
			if len(pages) != 1 || run.Report().Stopped != row.stopped || time.Since(start) != row.took {
				t.Errorf("%s: %d pages, stopped as %q after %v", name, len(pages), run.Report().Stopped, time.Since(start))
			}
			close(release)
			synctest.Wait()
			if !ended {
				t.Errorf("%s: the list is still being read", name)
			}
		})
	}
}

// TestAListIsReadAsItIsNeeded: an endless one is known so far ahead and no further.
func TestAListIsReadAsItIsNeeded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{"/*": {Body: "page"}}})
		defer web.Close()
		c := crawlerOver(t, web, Options{})
		defer c.Close()
		read := 0
		var list iter.Seq[string] = func(yield func(string) bool) {
			for ; read < 2*maxAhead && yield(fmt.Sprintf("http://shop.example/%d", read)); read++ {
			}
		}
		for range c.Batch(list).Pages(t.Context()) {
			break
		}
		synctest.Wait()
		if read < maxAhead || read > maxAhead+10 {
			t.Errorf("%d lines were read for one page", read)
		}
	})
}

// TestARunIsRangedOverOnce: by whichever way it is tried again.
func TestARunIsRangedOverOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web, seeds := manySites(1)
		defer web.Close()
		c := crawlerOver(t, web, Options{})
		defer c.Close()
		run := c.Crawl(seeds...)
		pages := run.Pages(t.Context())
		for range pages {
		}
		for name, again := range map[string]func(){
			"its pages asked for twice":   func() { run.Pages(t.Context()) },
			"its pages ranged over twice": func() { _ = slices.Collect(pages) },
		} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("a run with %s did not panic", name)
					}
				}()
				again()
			}()
		}
		if n := len(web.Log()); n != 6 {
			t.Errorf("%d requests were made", n)
		}
	})
}

// TestARunAfterCloseSaysSo: it makes no request with a home, and never hangs or panics.
func TestARunAfterCloseSaysSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web, seeds := manySites(2)
		defer web.Close()
		c := crawlerOver(t, web, Options{Home: filepath.Join(t.TempDir(), "home")})
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		run := c.Crawl(seeds...)
		for p := range run.Pages(t.Context()) {
			t.Errorf("%s was answered: %v", p.URL, p.Err)
		}
		if run.Err() == nil || run.Report().Stopped != StopFailed || len(web.Log()) > 0 {
			t.Errorf("the run stopped as %q after %d requests: %v", run.Report().Stopped, len(web.Log()), run.Err())
		}
	})
}

// TestWhatCannotBeginSaysSo, and leaves no file.
func TestWhatCannotBeginSaysSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web, seeds := manySites(1)
		defer web.Close()
		state := filepath.Join(t.TempDir(), "pages.jsonl")
		c := crawlerOver(t, web, Options{State: state})
		defer c.Close()
		for name, run := range map[string]*Run{"no seed": c.Crawl(), "a bad seed": c.Crawl(seeds[0], "ftp://shop.example/")} {
			for range run.Pages(t.Context()) {
				t.Errorf("a run with %s gave a page", name)
			}
			if _, err := os.Stat(state); run.Err() == nil || run.Report().Stopped != StopFailed || err == nil {
				t.Errorf("a run with %s stopped as %q: %v; its state: %v", name, run.Report().Stopped, run.Err(), err)
			}
		}
		if len(web.Log()) > 0 {
			t.Error("a request was made")
		}
	})
}

// forgetful is a ledger that cannot record that the last of some requests has ended.
type forgetful struct {
	gate.Ledger
	left *int
}

func (f forgetful) Try(ctx context.Context, site address.Site) (gate.Hold, bool, error) {
	hold, held, err := f.Ledger.Try(ctx, site)
	return unended{hold, f.left}, held, err
}

type unended struct {
	gate.Hold
	left *int
}

func (u unended) Free(account gate.Account) error {
	if *u.left--; *u.left == 0 {
		u.Abandon()
		return errFull
	}
	return u.Hold.Free(account)
}

// TestAnEndThatCouldNotBeRecordedIsSaid: another process might not keep the rest.
func TestAnEndThatCouldNotBeRecordedIsSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web, seeds := manySites(1)
		defer web.Close()
		kept := newMemory()
		requests := 2
		kept.ledger = forgetful{kept.ledger, &requests}
		c, err := newCrawler(Agent{Contact: "bot@example.org"}, &Options{NoSitemap: true, MaxDepth: None}, network{dial: web.Dial, memory: &kept})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		run := c.Crawl(seeds...)
		for range run.Pages(t.Context()) {
		}
		if !errors.Is(run.Err(), errFull) || len(web.Log()) != 2 {
			t.Errorf("the run came to %v", run.Err())
		}
	})
}

// TestAnAnswerInHandIsKept: what has been answered when the context ends is not asked again.
func TestAnAnswerInHandIsKept(t *testing.T) {
	for _, order := range []string{OrderGiven, OrderDone} {
		synctest.Test(t, func(t *testing.T) {
			web, seeds := manySites(4)
			defer web.Close()
			options := Options{State: filepath.Join(t.TempDir(), "pages.jsonl"), Order: order, NoSitemap: true, MaxDepth: None, Sites: 4}
			c := crawlerOver(t, web, options)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			for range c.Crawl(seeds...).Pages(ctx) {
				time.Sleep(10 * time.Second) // the others are answered meanwhile
				cancel()
			}
			c.Close()
			options.Resume = true
			c = crawlerOver(t, web, options)
			defer c.Close()
			run := c.Crawl(seeds...)
			for range run.Pages(t.Context()) {
			}
			asked := 0
			for _, e := range web.Log() {
				if e.Target == "/" {
					asked++
				}
			}
			if asked != 4 || run.Report().Pages != 4 || run.Err() != nil {
				t.Errorf("order %s: %d pages were asked for %d times: %v", order, run.Report().Pages, asked, run.Err())
			}
		})
	}
}

// TestNoPageIsGivenAfterAPanic, though others are at hand.
func TestNoPageIsGivenAfterAPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web, seeds := manySites(3)
		defer web.Close()
		c := crawlerOver(t, web, Options{NoSitemap: true})
		defer c.Close()
		defer func() {
			if v := recover(); v != "who ranges" {
				t.Errorf("it panicked with %v", v)
			}
		}()
		for range c.Crawl(seeds...).Pages(t.Context()) {
			time.Sleep(10 * time.Second)
			panic("who ranges")
		}
	})
}

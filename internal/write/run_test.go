package write_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"curtsy/address"
	"curtsy/internal/frontier"
	"curtsy/internal/write"
	"curtsy/page"
)

// A world is what the sites of a made-up run answer.
type world struct {
	links   map[string][]string
	failing map[string]page.Code // pages that fail, for now
	asked   map[string]int       // how often each page was asked
}

// A trip is one process's part of a run over a world.
type trip struct {
	seeds    []string
	anySite  bool
	done     bool // --order done
	keep     bool // --keep-failed
	maxPages int
	maxDepth int
	memory   int64
	pick     func(n int) int // which of n visits under way ends next; nil: the first
	asks     int             // killed after so many answers; 0: never
}

func (r trip) header() write.Header {
	h := header()
	h.Seeds = r.seeds
	h.Options = map[string]any{"any_site": r.anySite, "max_depth": r.maxDepth}
	if r.maxPages > 0 {
		h.Options["max_pages"] = r.maxPages
	}
	return h
}

var errKilled = errors.New("killed")

// underway is a trip on its way.
type underway struct {
	trip
	t        testing.TB
	scope    *frontier.Scope
	f        *frontier.Frontier
	j        *write.Journal
	visits   []frontier.Taken
	finished map[int][]string // links
}

// walk runs or resumes the run of path, until it is over or killed.
func (r trip) walk(t testing.TB, w *world, path string) error {
	t.Helper()
	u := underway{trip: r, t: t, finished: make(map[int][]string)}
	if err := u.start(path); err != nil {
		return err
	}
	for asks := 0; ; asks++ {
		u.take()
		if len(u.visits) == 0 {
			return u.j.Finish()
		}
		if r.asks > 0 && asks == r.asks {
			must(t, u.j.Abandon())
			return errKilled
		}
		i := 0
		if r.pick != nil {
			i = r.pick(len(u.visits))
		}
		taken := u.visits[i]
		u.visits = slices.Delete(u.visits, i, i+1)
		p := w.answer(taken)
		must(t, u.j.Append(p))
		u.end(taken, p.Links)
	}
}

func (u *underway) start(path string) (err error) {
	seeds := make([]address.Address, len(u.seeds))
	for i, s := range u.seeds {
		seeds[i], err = address.Parse(s)
		must(u.t, err)
	}
	u.scope, err = frontier.NewScope(seeds, nil, nil, u.anySite)
	must(u.t, err)
	u.f = frontier.New(frontier.Config{Lanes: u.scope.Lanes(), Pages: u.maxPages}, frontier.NewMemory())
	cfg := write.Config{Order: u.f, KeepFailed: u.keep, Memory: u.memory}
	if u.done {
		cfg.Order = nil
	}
	if u.j, err = write.Resume(path, u.header(), cfg); err != nil {
		return err
	}
	for _, s := range seeds {
		lane, _ := u.scope.Lane(s.Site())
		_, _, err := u.f.Admit(lane, frontier.Found{Address: s, FoundOn: -1, Via: page.ViaSeed})
		must(u.t, err)
	}
	for lane := range u.scope.Lanes() {
		must(u.t, u.f.Seal(lane))
	}
	return nil
}

// take takes every address that may be asked now, and ends at once the visits of
// those whose answers are kept.
func (u *underway) take() {
	for {
		taken, ok, err := u.f.Next()
		must(u.t, err)
		if !ok {
			return
		}
		l, known, err := u.j.Recall(write.Place{
			N: taken.N, URL: taken.Address.String(), Depth: taken.Depth, FoundOn: taken.FoundOnURL, Via: taken.Via,
		})
		must(u.t, err)
		if known {
			u.end(taken, l.Links)
			continue
		}
		u.visits = append(u.visits, taken)
	}
}

func (u *underway) end(taken frontier.Taken, links []string) {
	must(u.t, u.f.Done(taken))
	u.finished[taken.N] = links
	lane := u.f.Lane(taken.N)
	for n, ok := u.f.Absorbing(lane); ok; n, ok = u.f.Absorbing(lane) {
		links, have := u.finished[n]
		if !have {
			break
		}
		found, _, err := u.f.Found(n)
		must(u.t, err)
		for _, link := range links {
			a, err := address.Parse(link)
			must(u.t, err)
			if found.Depth < u.maxDepth && u.scope.Admits(lane, a) {
				_, _, err = u.f.Admit(lane, frontier.Found{Address: a, Depth: found.Depth + 1, FoundOn: n, Via: page.ViaLink})
				must(u.t, err)
			}
		}
		u.f.Absorbed(n)
	}
	must(u.t, u.j.Settle())
}

func (w *world) answer(taken frontier.Taken) *page.Page {
	url := taken.Address.String()
	w.asked[url]++
	p := &page.Page{URL: url, N: taken.N, Depth: taken.Depth, FoundOn: taken.FoundOnURL, Via: taken.Via}
	if code, ok := w.failing[url]; ok {
		p.Err = page.Errorf(code, "%s: for now", url)
		return p
	}
	p.OK, p.Landed, p.Links = true, url, w.links[url]
	p.AskedAt = time.Date(2026, 11, 3, 0, 0, len(url), 0, time.UTC)
	p.Fetch = &page.Fetch{Rung: "http", Status: 200, Seconds: 0.5, Type: "text/html"}
	p.Summary = page.Summary{"title": {Value: strings.Repeat("é<", len(url)%7), Source: "html", Key: "<title>"}}
	return p
}

func newWorld() *world {
	return &world{links: make(map[string][]string), failing: make(map[string]page.Code), asked: make(map[string]int)}
}

// sites is a world of so many sites, each with pages that lead on and back.
func sites(n, pages int) (*world, []string) {
	w := newWorld()
	var seeds []string
	for s := range n {
		at := func(p int) string { return fmt.Sprintf("https://s%d.test/%d", s, p) }
		seeds = append(seeds, at(0))
		for p := range pages {
			if 2*p+2 >= pages {
				w.links[at(p)] = []string{at(0)}
				continue
			}
			w.links[at(p)] = []string{at(2*p + 1), at(2*p + 2)}
			if n > 1 {
				w.links[at(p)] = append(w.links[at(p)], fmt.Sprintf("https://s%d.test/%d", (s+1)%n, p))
			}
		}
	}
	return w, seeds
}

// whole runs the run in one go, and gives its file.
func (r trip) whole(t testing.TB, w *world) string {
	t.Helper()
	path := t.TempDir() + "/whole.jsonl"
	r.asks = 0
	must(t, r.walk(t, w, path))
	absent(t, path+".pending")
	clear(w.asked)
	return content(t, path)
}

// swift is a directory in memory where there is one: a test of thousands of files
// does not wait for a disk.
func swift(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "curtsy-test-*")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { must(t, os.RemoveAll(dir)) })
	return dir
}

// sorted gives a file's lines with their order taken out.
func sorted(text string) string {
	lines := strings.SplitAfter(text, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "")
}

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

// walk runs or resumes the run of path, until it is over or killed.
func (r trip) walk(t testing.TB, w *world, path string) error {
	t.Helper()
	seeds := make([]address.Address, len(r.seeds))
	for i, s := range r.seeds {
		a, err := address.Parse(s)
		must(t, err)
		seeds[i] = a
	}
	scope, err := frontier.NewScope(seeds, nil, nil, r.anySite)
	must(t, err)
	f := frontier.New(frontier.Config{Lanes: scope.Lanes(), Pages: r.maxPages}, frontier.NewMemory())
	cfg := write.Config{Order: f, KeepFailed: r.keep, Memory: r.memory}
	if r.done {
		cfg.Order = nil
	}
	j, err := write.Resume(path, r.header(), cfg)
	if err != nil {
		return err
	}
	for _, s := range seeds {
		lane, _ := scope.Lane(s.Site())
		_, _, err := f.Admit(lane, frontier.Found{Address: s, FoundOn: -1, Via: page.ViaSeed})
		must(t, err)
	}
	for lane := range scope.Lanes() {
		must(t, f.Seal(lane))
	}
	var under []frontier.Taken
	finished := make(map[int][]string) // links
	end := func(taken frontier.Taken, links []string) {
		must(t, f.Done(taken))
		finished[taken.N] = links
		lane := f.Lane(taken.N)
		for n, ok := f.Absorbing(lane); ok; n, ok = f.Absorbing(lane) {
			links, have := finished[n]
			if !have {
				break
			}
			found, _, err := f.Found(n)
			must(t, err)
			for _, link := range links {
				a, err := address.Parse(link)
				must(t, err)
				if found.Depth < r.maxDepth && scope.Admits(lane, a) {
					_, _, err = f.Admit(lane, frontier.Found{Address: a, Depth: found.Depth + 1, FoundOn: n, Via: page.ViaLink})
					must(t, err)
				}
			}
			f.Absorbed(n)
		}
		must(t, j.Settle())
	}
	asks := 0
	for {
		for {
			taken, ok, err := f.Next()
			must(t, err)
			if !ok {
				break
			}
			l, known, err := j.Recall(write.Place{N: taken.N, URL: taken.Address.String(), Depth: taken.Depth, FoundOn: taken.FoundOnURL, Via: taken.Via})
			must(t, err)
			if known {
				end(taken, l.Links)
				continue
			}
			under = append(under, taken)
		}
		if len(under) == 0 {
			return j.Finish()
		}
		if r.asks > 0 && asks == r.asks {
			must(t, j.Abandon())
			return errKilled
		}
		i := 0
		if r.pick != nil {
			i = r.pick(len(under))
		}
		taken := under[i]
		under = slices.Delete(under, i, i+1)
		p := w.answer(taken)
		asks++
		must(t, j.Append(p))
		end(taken, p.Links)
	}
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

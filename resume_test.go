package curtsy

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"curtsy/internal/simweb"
)

// TestAResumedRunIsTheSameRun: options that decide what is admitted, or what is kept, may not differ.
func TestAResumedRunIsTheSameRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web, seeds := manySites(2)
		defer web.Close()
		first := Options{State: filepath.Join(t.TempDir(), "pages.jsonl"), NoSitemap: true, MaxPages: 50, MaxDepth: 2, Respect: []string{"tdm"}, Include: []string{"example"}}
		play := func(o Options, seeds ...string) error {
			c := crawlerOver(t, web, o)
			defer c.Close()
			run := c.Crawl(seeds...)
			for range run.Pages(t.Context()) {
			}
			return run.Err()
		}
		if err := play(first, seeds...); err != nil {
			t.Fatal(err)
		}
		before := len(web.Log())
		for name, change := range map[string]func(*Options){
			"a wider scope": func(o *Options) { o.AnySite = true }, "sitemaps": func(o *Options) { o.NoSitemap = false },
			"less respect": func(o *Options) { o.Respect = nil }, "fewer patterns": func(o *Options) { o.Include = nil }, "another exclude": func(o *Options) { o.Exclude = []string{"x"} },
			"another order": func(o *Options) { o.Order = OrderDone }, "a smaller depth": func(o *Options) { o.MaxDepth = 1 }, "fewer pages": func(o *Options) { o.MaxPages = 3 },
		} {
			o := first
			o.Resume = true
			change(&o)
			if err := play(o, seeds...); err == nil {
				t.Errorf("a run of %s was resumed", name)
			}
		}
		same := first
		same.Resume = true
		if err := play(same, seeds[0]); err == nil {
			t.Error("a run of other seeds was resumed")
		}
		if len(web.Log()) != before {
			t.Errorf("%d requests were made", len(web.Log())-before)
		}
		if err := play(same, seeds...); err != nil || len(web.Log()) != before {
			t.Errorf("the same run made %d requests: %v", len(web.Log())-before, err)
		}
	})
}

// TestFailuresAreKeptWhenTheOperatorSays, and asked again otherwise.
func TestFailuresAreKeptWhenTheOperatorSays(t *testing.T) {
	for keep, want := range map[bool]int{true: 0, false: 1} {
		synctest.Test(t, func(t *testing.T) {
			web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{"/": {Fault: simweb.Drop{}, Body: "page"}}})
			defer web.Close()
			options := Options{State: filepath.Join(t.TempDir(), "pages.jsonl"), NoSitemap: true, Attempts: 1}
			var before int
			for range 2 {
				before = len(web.Log())
				c := crawlerOver(t, web, options)
				for range c.Crawl("http://shop.example/").Pages(t.Context()) {
				}
				c.Close()
				options.Resume, options.KeepFailed = true, keep
			}
			if n := len(web.Log()) - before; n < want || !keep && n == 0 || keep && n > 0 {
				t.Errorf("failures kept %v: resumed with %d requests", keep, n)
			}
		})
	}
}

// TestABatchResumedIsTheSame: its bad lines once each, its redirects where they were, nothing asked
// twice, and no password in the file.
func TestABatchResumedIsTheSame(t *testing.T) {
	lines := []string{"http://a.example/out", "bad line", "http://user:s3cret@a.example/", "http://a.example/1", "http://a.example/2", "ftp://x", "http://a.example/3"}
	play := func(cuts ...time.Duration) (file string, log []simweb.Entry) {
		state := filepath.Join(t.TempDir(), "pages.jsonl")
		synctest.Test(t, func(t *testing.T) {
			web := simweb.New(
				simweb.Site{Name: "http://a.example", Pages: simweb.Pages{"/out": {Fault: simweb.Redirect{To: "http://b.example/"}}, "/*": {Body: "a"}}},
				simweb.Site{Name: "http://b.example", Pages: simweb.Pages{"/": {Body: "b"}}},
			)
			defer web.Close()
			kept := newMemory()
			for i, budget := range append(cuts, 0) {
				c, err := newCrawler(Agent{Contact: "bot@example.org"}, &Options{State: state, Resume: i > 0, Jitter: None, TimeBudget: budget}, network{dial: web.Dial, memory: &kept})
				if err != nil {
					t.Fatal(err)
				}
				run := c.Batch(slices.Values(lines))
				for range run.Pages(t.Context()) {
				}
				r := run.Report()
				if run.Err() != nil || budget > 0 && r.Stopped != StopTimeBudget || budget == 0 && (r.Stopped != StopDone || r.Pages != len(lines)+1 || len(cuts) > 0 && r.Resumed == 0) {
					t.Errorf("it stopped as %q with %d pages, %d resumed: %v", r.Stopped, r.Pages, r.Resumed, run.Err())
				}
				c.Close()
			}
			log = web.Log()
		})
		return timeless(readFile(t, state)), log
	}
	want, _ := play()
	got, log := play(1500*time.Millisecond, 1200*time.Millisecond)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-uninterrupted +resumed:\n%s", diff)
	}
	if strings.Contains(got, "s3cret") || strings.Count(got, "bad line") == 0 {
		t.Errorf("the file:\n%s", got)
	}
	askedOnce(t, log)
}

// TestAResumedRunGoesByTheListingItHas: sitemaps are not asked for again while what they listed
// reaches; of half a listing, the files that were read are not.
func TestAResumedRunGoesByTheListingItHas(t *testing.T) {
	type step struct {
		most   int
		budget time.Duration
		leave  bool // after the first page
		asked  int  // sitemaps, in the step
	}
	for name, steps := range map[string][]step{
		"a listing that reaches":      {{most: 3, leave: true, asked: 1}, {most: 3, asked: 0}, {most: 10, leave: true, asked: 2}, {most: 20, asked: 0}},
		"half a listing":              {{most: 10, budget: 1500 * time.Millisecond, asked: 1}, {most: 10, asked: 1}},
		"a listing that was read out": {{most: 10, leave: true, asked: 2}, {most: 100, leave: true, asked: 0}, {most: 100, asked: 0}},
	} {
		synctest.Test(t, func(t *testing.T) {
			web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{
				"/robots.txt": {Body: "Sitemap: /s1.txt\nSitemap: /s2.txt\n"}, "/*": {Body: "page"},
				"/s1.txt": {Body: "http://shop.example/1\nhttp://shop.example/2\nhttp://shop.example/3\nhttp://shop.example/4\n"}, "/s2.txt": {Body: "http://shop.example/5\n"},
			}})
			defer web.Close()
			options := Options{State: filepath.Join(t.TempDir(), "pages.jsonl"), Jitter: None}
			for i, step := range steps {
				before := len(web.Log())
				options.MaxPages, options.TimeBudget, options.Resume = step.most, step.budget, i > 0
				c := crawlerOver(t, web, options)
				run := c.Crawl("http://shop.example/", "http://shop.example/1")
				ctx, cancel := context.WithCancel(t.Context())
				for range run.Pages(ctx) {
					if step.leave && step.most == 3 {
						break
					} else if step.leave {
						cancel()
					}
				}
				cancel()
				c.Close()
				asked := 0
				for _, e := range web.Log()[before:] {
					if strings.HasSuffix(e.Target, ".txt") && e.Target != "/robots.txt" {
						asked++
					}
				}
				if asked != step.asked || run.Err() != nil && !errors.Is(run.Err(), context.Canceled) {
					t.Errorf("%s, step %d: %d sitemaps were asked for, want %d: %v", name, i, asked, step.asked, run.Err())
				}
				if i < len(steps)-1 {
					continue
				}
				if run.Report().Pages != 6 {
					t.Errorf("%s: %d pages", name, run.Report().Pages)
				}
				if _, err := os.Stat(options.State + ".pending"); err == nil {
					t.Errorf("%s: the side file is still there at the end", name)
				}
			}
		})
	}
}

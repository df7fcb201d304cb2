package curtsy

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"curtsy/internal/simweb"
)

// tangled plays three sites whose pages link to one another, fail for a while, redirect,
// and differ in speed: the web the tests of order and resume crawl.
func tangled(seed uint64) *simweb.Web {
	r := rand.New(rand.NewPCG(seed, 1))
	var sites []simweb.Site
	for _, name := range []string{"a.example", "b.example", "c.example"} {
		pages := simweb.Pages{"/robots.txt": {Body: "User-agent: *\nDisallow: /no\n"}}
		for i := range 14 {
			var body strings.Builder
			fmt.Fprintf(&body, "<title>%s %d</title>", name, i)
			for range 3 {
				fmt.Fprintf(&body, `<a href="/%d">x</a> `, r.IntN(18))
			}
			body.WriteString(`<a href="/no/1">no</a> <a href="http://b.example/5">b</a>`)
			answer := simweb.Page{Body: body.String(), Takes: time.Duration(r.IntN(1500)) * time.Millisecond}
			if r.IntN(5) == 0 {
				answer = simweb.Page{Status: 503, Times: 1, Then: &answer}
			}
			pages[fmt.Sprintf("/%d", i)] = answer
		}
		pages["/14"] = simweb.Page{Status: 302, Header: map[string]string{"Location": "/1"}}
		pages["/15"] = simweb.Page{Status: 302, Header: map[string]string{"Location": "http://c.example/2"}}
		pages["/"] = pages["/0"]
		sites = append(sites, simweb.Site{Name: name, Pages: pages})
	}
	return simweb.New(sites...)
}

// crawlTangled crawls the tangled web into a file, as a run that may be cut short, and
// gives the log of what its sites saw.
func crawlTangled(t *testing.T, web *simweb.Web, options Options, kept *memory, cut time.Duration) {
	t.Helper()
	ctx := context.Background()
	if cut > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, cut)
		defer cancel()
	}
	if options.MaxPages == 0 {
		options.MaxPages = 30
	}
	options.NoSitemap = true
	agent := Agent{Token: "ExampleBot", Version: "1.0", Page: "https://example.org/bot", Contact: "bot@example.org"}
	crawler, err := newCrawler(agent, &options, network{dial: web.Dial, memory: kept})
	if err != nil {
		t.Fatal(err)
	}
	defer crawler.Close()
	run := crawler.Crawl("http://a.example/", "http://b.example/", "http://c.example/")
	for range run.Pages(ctx) {
	}
	if err := run.Err(); err != nil && ctx.Err() == nil {
		t.Fatal(err)
	}
}

// timeless takes out of lines what may differ between two runs that came to the same.
func timeless(text []byte) string {
	for _, pattern := range []string{
		`"started":"[^"]*"`, `"asked_at":"[^"]*"`, `"seconds":[0-9.e-]+`, `"waited":[0-9.e-]+`, `,"retries":\[[^\]]*\]`,
		`"max_pages":[0-9]+`,
	} {
		text = regexp.MustCompile(pattern).ReplaceAll(text, nil)
	}
	return string(text)
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestDecidedNotRaced: the same sites and options give the same pages in the same order,
// whatever the concurrency, the jitter, and the order in which visits finish.
func TestDecidedNotRaced(t *testing.T) {
	for _, anySite := range []bool{false, true} {
		want := ""
		for i, options := range []Options{{Sites: 1}, {Sites: 8}, {Sites: 8, Jitter: 0.01, Delay: 3 * time.Second}, {Sites: 2, Attempts: 5}} {
			options.AnySite = anySite
			options.State = filepath.Join(t.TempDir(), "pages.jsonl")
			synctest.Test(t, func(t *testing.T) {
				web := tangled(7)
				defer web.Close()
				kept := newMemory()
				crawlTangled(t, web, options, &kept, 0)
			})
			got := timeless(readFile(t, options.State))
			if i == 0 {
				want = got
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("any site %v: options %d give other lines (-first +these):\n%s", anySite, i, diff)
			}
		}
	}
}

// TestOrderDoneHoldsTheSamePages: pages written as they finish are the same pages under
// the same numbers.
func TestOrderDoneHoldsTheSamePages(t *testing.T) {
	lines := map[string][]string{}
	for _, order := range []string{OrderGiven, OrderDone} {
		state := filepath.Join(t.TempDir(), "pages.jsonl")
		synctest.Test(t, func(t *testing.T) {
			web := tangled(11)
			defer web.Close()
			kept := newMemory()
			crawlTangled(t, web, Options{State: state, Order: order}, &kept, 0)
		})
		lines[order] = strings.Split(timeless(readFile(t, state)), "\n")[1:]
	}
	sorted := cmp.Transformer("sorted", func(list []string) map[string]bool {
		set := map[string]bool{}
		for _, line := range list {
			set[line] = true
		}
		return set
	})
	if diff := cmp.Diff(lines[OrderGiven], lines[OrderDone], sorted); diff != "" {
		t.Errorf("-given +done:\n%s", diff)
	}
	if cmp.Equal(lines[OrderGiven], lines[OrderDone]) {
		t.Error("nothing finished out of its turn: the test shows nothing")
	}
}

// TestTheOutputIsTheState: a run cut short at any instant and resumed gives the file that
// an uninterrupted run gives, but for times, and asks no answered page again.
func TestTheOutputIsTheState(t *testing.T) {
	for _, order := range []string{OrderGiven, OrderDone} {
		for seed := range uint64(12) {
			t.Run(fmt.Sprintf("%s %d", order, seed), func(t *testing.T) {
				r := rand.New(rand.NewPCG(seed, 2))
				options := Options{Order: order, AnySite: seed%3 == 0, Jitter: 0.3}
				whole, cut := options, options
				whole.State = filepath.Join(t.TempDir(), "whole.jsonl")
				cut.State = filepath.Join(t.TempDir(), "cut.jsonl")
				synctest.Test(t, func(t *testing.T) {
					web := tangled(seed)
					defer web.Close()
					kept := newMemory()
					crawlTangled(t, web, whole, &kept, 0)
				})
				synctest.Test(t, func(t *testing.T) {
					web := tangled(seed)
					defer web.Close()
					kept := newMemory()
					for range 4 {
						crawlTangled(t, web, cut, &kept, time.Duration(1+r.IntN(20_000))*time.Millisecond)
						cut.Resume = true
					}
					crawlTangled(t, web, cut, &kept, 0)
					askedOnce(t, web.Log())
				})
				want, got := timeless(readFile(t, whole.State)), timeless(readFile(t, cut.State))
				if order == OrderDone {
					want, got = sortLines(want), sortLines(got)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("-uninterrupted +resumed:\n%s", diff)
				}
				if _, err := os.Stat(cut.State + ".pending"); err == nil {
					t.Error("the side file is still there at the end")
				}
			})
		}
	}
}

// askedOnce says of a log that no page that was answered was asked again; /1 and /2 are
// also where redirects lead, and so are asked in their own name too.
func askedOnce(t *testing.T, log []simweb.Entry) {
	t.Helper()
	answered := map[string]int{}
	for _, entry := range log {
		if entry.Status == 200 && !entry.Left && !strings.HasSuffix(entry.Target, "/1") && entry.Target != "/2" {
			answered[entry.Site+entry.Target]++
		}
	}
	for url, n := range answered {
		if n > 1 && !strings.HasSuffix(url, "/robots.txt") {
			t.Errorf("%s was answered %d times", url, n)
		}
	}
	for _, complaint := range simweb.Complaints(log, time.Second) {
		t.Error(complaint)
	}
}

func sortLines(text string) string {
	lines := strings.Split(text, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// TestResumeGoesByWhatTheLinesSay: what a page that is not kept leads to, and what the
// sitemaps list, are there for a resumed run, also with a larger bound on pages.
func TestResumeGoesByWhatTheLinesSay(t *testing.T) {
	play := func(t *testing.T, state string, bounds ...int) (file string, log []simweb.Entry) {
		synctest.Test(t, func(t *testing.T) {
			var listed strings.Builder
			pages := simweb.Pages{
				"/":            {Body: `<meta name=robots content=noindex><a href="/behind">b</a>`},
				"/behind":      {Body: "behind"},
				"/robots.txt":  {Body: "Sitemap: /sitemap.txt"},
				"/sitemap.txt": {Type: "text/plain"},
			}
			for i := range 30 {
				fmt.Fprintf(&listed, "http://shop.example/%d\n", i)
				pages[fmt.Sprintf("/%d", i)] = simweb.Page{Body: fmt.Sprintf("page %d", i)}
			}
			p := pages["/sitemap.txt"]
			p.Body = listed.String()
			pages["/sitemap.txt"] = p
			web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: pages})
			defer web.Close()
			kept := newMemory()
			for i, most := range bounds {
				c, err := newCrawler(Agent{Contact: "bot@example.org"}, &Options{State: state, Resume: i > 0, MaxPages: most, Jitter: None}, network{dial: web.Dial, memory: &kept})
				if err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
				if i < len(bounds)-1 {
					ctx, cancel = context.WithTimeout(ctx, 5500*time.Millisecond)
				}
				run := c.Crawl("http://shop.example/")
				for range run.Pages(ctx) {
				}
				cancel()
				if err := run.Err(); err != nil && ctx.Err() == nil {
					t.Fatal(err)
				}
				c.Close()
			}
			log = web.Log()
		})
		return timeless(readFile(t, state)), log
	}
	want, _ := play(t, filepath.Join(t.TempDir(), "whole.jsonl"), 100)
	got, log := play(t, filepath.Join(t.TempDir(), "cut.jsonl"), 3, 20, 100)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-uninterrupted +resumed:\n%s", diff)
	}
	if !strings.Contains(got, "/behind") {
		t.Error("what the noindex page leads to was lost")
	}
	askedOnce(t, slices.DeleteFunc(log, func(e simweb.Entry) bool { return e.Target == "/sitemap.txt" })) // a larger bound wants more of it
}

// TestARunThatIsDoneIsDoneWhateverTheTime: a budget that ends while the last page is
// being answered leaves nothing undone.
func TestARunThatIsDoneIsDoneWhateverTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{"/": {Body: "all there is", Takes: 5 * time.Second}}})
		defer web.Close()
		kept := newMemory()
		c, err := newCrawler(Agent{Contact: "bot@example.org"}, &Options{NoSitemap: true, TimeBudget: 3 * time.Second}, network{dial: web.Dial, memory: &kept})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		run := c.Crawl("http://shop.example/")
		for range run.Pages(context.Background()) {
		}
		if report := run.Report(); report.Stopped != StopDone || report.Pages != 1 {
			t.Errorf("the run stopped at %q with %d pages", report.Stopped, report.Pages)
		}
	})
}

// TestRobotsTxtIsAskedOnceByAllWhoWaitForIt: runs that start together ask a site for its
// robots.txt once between them.
func TestRobotsTxtIsAskedOnceByAllWhoWaitForIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{"/robots.txt": {Body: "User-agent: *\nDisallow: /no\n", Takes: time.Second}, "/*": {Body: "page"}}})
		defer web.Close()
		kept := newMemory()
		var group sync.WaitGroup
		for i := range 6 {
			group.Go(func() {
				p := fetchOne(t, web, fmt.Sprintf("http://shop.example/%d", i), &kept)
				if p.Err != nil {
					t.Error(p.Err)
				}
			})
		}
		group.Wait()
		asked := 0
		for _, e := range web.Log() {
			if e.Target == "/robots.txt" {
				asked++
			}
		}
		if asked != 1 || len(web.Log()) != 7 {
			t.Errorf("six runs made %d requests, %d of them for robots.txt", len(web.Log()), asked)
		}
		for _, complaint := range simweb.Complaints(web.Log(), time.Second) {
			t.Error(complaint)
		}
	})
}

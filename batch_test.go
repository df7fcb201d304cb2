package curtsy

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"curtsy/internal/simweb"
	"curtsy/page"
)

// TestABatchIsTheSameHoweverItsListIsRead: a list that comes slowly, after its first pages have been
// answered, gives the pages in the order of one that is at hand. Every line of it is taken,
// also when a page before it calls it its canonical or landed there.
func TestABatchIsTheSameHoweverItsListIsRead(t *testing.T) {
	lines := []string{
		"http://s0.example/", "http://shop.example/a?ref=1", "http://shop.example/old", "not an address", "http://s1.example/",
		"http://shop.example/a", "http://shop.example/new", "http://s0.example/", "http://shop.example/away",
	}
	play := func(every time.Duration) (pages []string) {
		synctest.Test(t, func(t *testing.T) {
			shop := simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{
				"/a?ref=1": {Body: `<link rel=canonical href="/a"><a href="/never">n</a>`}, "/a": {Body: "a"},
				"/old": {Fault: simweb.Redirect{To: "/new"}}, "/new": {Body: "new"}, "/away": {Fault: simweb.Redirect{To: "http://s3.example/"}},
			}}
			sites := []simweb.Site{shop}
			for i := range 16 {
				sites = append(sites, simweb.Site{Name: fmt.Sprintf("http://s%d.example", i), Pages: simweb.Pages{"/": {Fault: simweb.Redirect{To: fmt.Sprintf("http://s%d.example/", i+1)}}}})
			}
			web := simweb.New(sites...)
			defer web.Close()
			c := crawlerOver(t, web, Options{Jitter: None})
			defer c.Close()
			run := c.Batch(func(yield func(string) bool) {
				for _, line := range lines {
					time.Sleep(every)
					if !yield(line) {
						return
					}
				}
			})
			for p := range run.Pages(t.Context()) {
				pages = append(pages, fmt.Sprintln(p.N, p.Depth, p.Via, p.URL, p.FoundOn, codeIn(p.Err)))
			}
			if run.Err() != nil || run.Report().Stopped != StopDone {
				t.Errorf("the batch stopped as %q: %v", run.Report().Stopped, run.Err())
			}
		})
		return pages
	}
	want := play(0)
	for _, line := range lines[:7] {
		if !strings.Contains(strings.Join(want, "\n"), line) {
			t.Errorf("the line %s has no page", line)
		}
	}
	for _, page := range want {
		if fields := strings.Fields(page); fields[1] != "0" {
			t.Errorf("a page of a list is at depth %s: %s", fields[1], page)
		}
	}
	for _, every := range []time.Duration{time.Millisecond, 1500 * time.Millisecond, 20 * time.Second} {
		if diff := cmp.Diff(want, play(every)); diff != "" {
			t.Errorf("a line every %v gives other pages (-at hand +slow):\n%s", every, diff)
		}
	}
}

// codeIn is the code of an error of a page; "" for none.
func codeIn(err error) page.Code {
	var failure *page.Error
	if errors.As(err, &failure) {
		return failure.Code
	}
	return ""
}

// TestTheLoginOfABatchIsForTheOriginNamed: the rest of a list is sent none, and without a
// name nobody is asked.
func TestTheLoginOfABatchIsForTheOriginNamed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web, seeds := manySites(3)
		defer web.Close()
		nameless := crawlerOver(t, web, Options{Header: map[string][]string{"Cookie": {"a=b"}}})
		defer nameless.Close()
		run := nameless.Batch(slices.Values(seeds))
		for range run.Pages(t.Context()) {
		}
		if run.Err() == nil || len(web.Log()) > 0 {
			t.Errorf("a login for nobody: %v after %d requests", run.Err(), len(web.Log()))
		}
		c := crawlerOver(t, web, Options{Header: map[string][]string{"Cookie": {"a=b"}}, HeaderFor: "http://s1.example/"})
		defer c.Close()
		for range c.Batch(slices.Values(append([]string{"no address"}, seeds...))).Pages(t.Context()) {
		}
		for _, e := range web.Log() {
			if want := e.Site == "http://s1.example" && e.Target == "/"; (e.Header.Get("Cookie") != "") != want {
				t.Errorf("%s%s was sent the login: %v", e.Site, e.Target, !want)
			}
		}
	})
}

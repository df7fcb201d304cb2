//go:build unix

package proofs

import (
	"fmt"
	"os/exec"
	"path"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"curtsy/internal/simweb"
)

// shop is a site of n pages, each linked from the first, each with its own time to answer.
func shop(host string, n int, takes time.Duration) string {
	var b strings.Builder
	fmt.Fprintf(&b, "-- http://%s/robots.txt --\nUser-agent: *\nDisallow: /basket\n", host)
	fmt.Fprintf(&b, "-- http://%s/ --\n<title>All there is</title><a href=/basket>Basket</a>\n", host)
	for i := range n {
		fmt.Fprintf(&b, "<a href=/p/%d>Page %d</a>\n", i, i)
	}
	for i := range n {
		fmt.Fprintf(&b, "-- http://%s/p/%d (takes %v) --\n<title>Page %d</title><p>Of %s.\n", host, i, takes, i, host)
	}
	return b.String()
}

// sharing counts how often the site was asked by another process than the time before.
func sharing(log []simweb.Entry) int {
	changes := 0
	for i := 1; i < len(log); i++ {
		if numberOf(log[i]) != numberOf(log[i-1]) {
			changes++
		}
	}
	return changes
}

func TestTwoCrawlsOfOneSiteTakeTurns(t *testing.T) {
	t.Parallel()
	// Who goes next is chance, and two may hardly meet: every round must keep the promise,
	// and there are as many as it takes to have put it to the test.
	const enough, most = 6, 6
	changes := 0
	for round := 0; changes < enough && round < most; round++ {
		s := newStage(t, 100*time.Millisecond, shop("shop.example", 9, 30*time.Millisecond))
		crawl := func(file string) *process {
			return s.curtsy("crawl", "http://shop.example/", "--no-sitemap", "-o", s.path(file))
		}
		first, second := crawl("first.jsonl"), crawl("second.jsonl")
		first.succeeds()
		second.succeeds()
		s.judge()
		for _, p := range []*process{first, second} {
			if pages := countAnswered(p.asked(), "/p/*"); pages != 9 {
				t.Errorf("process %d was answered %d pages, want 9", p.number, pages)
			}
		}
		changes += sharing(s.web.Log())
	}
	if changes < enough {
		t.Errorf("in %d rounds the two took turns %d times only: the promise was hardly put to the test", most, changes)
	}
}

func countAnswered(log []simweb.Entry, pattern string) int {
	n := 0
	for _, e := range log {
		if ok, _ := path.Match(pattern, e.Target); ok && whole(e) {
			n++
		}
	}
	return n
}

func TestACrawlAndSinglePagesTakeTurns(t *testing.T) {
	t.Parallel()
	s := newStage(t, 100*time.Millisecond, shop("shop.example", 16, 20*time.Millisecond))
	crawl := s.curtsy("crawl", "http://shop.example/", "--no-sitemap", "-o", s.path("shop.jsonl"))
	s.await("page of the crawl", crawl.asks("/p/0"))
	singles := 0
	for countAnswered(s.web.Log(), "/p/*") < 16 || singles < 3 {
		single := s.curtsy("extract", "http://shop.example/p/3", "--quiet")
		single.succeeds()
		if n := countAnswered(single.asked(), "/p/3"); n != 1 {
			t.Fatalf("process %d was answered its page %d times", single.number, n)
		}
		singles++
	}
	crawl.succeeds()
	s.judge()
	if changes := sharing(s.web.Log()); changes < 4 {
		t.Errorf("crawl and single pages took turns %d times only\n%s", changes, s.log())
	}
}

func TestAMapPipedIntoABatchIsOneVisitor(t *testing.T) {
	t.Parallel()
	text := "-- http://shop.example/sitemap.xml --\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
	for i := range 6 {
		text += fmt.Sprintf("<url><loc>http://shop.example/p/%d</loc></url>\n", i)
	}
	s := newStage(t, 150*time.Millisecond, shop("shop.example", 6, 20*time.Millisecond)+text+"</urlset>\n")
	words := func(args ...string) string { return "'" + strings.Join(args, "' '") + "'" }
	mapping, reading := &process{stage: s, number: 1}, &process{stage: s, number: 2}
	reading.start(exec.Command("/bin/sh", "-c",
		words(slices.Concat([]string{binary, "map", "http://shop.example/", "--plain", "--quiet"}, s.options(1))...)+" | "+
			words(slices.Concat([]string{binary, "batch", "-", "--quiet"}, s.options(2))...)))
	reading.succeeds()
	s.judge()
	if lines := strings.Count(reading.out.String(), `"ok":true`); lines != 6 {
		t.Errorf("%d pages were read, want 6:\n%s", lines, &reading.out)
	}
	if len(mapping.asked()) != 2 || len(reading.asked()) != 6 {
		t.Errorf("asked %d times for the map and %d for the pages, want robots.txt and a sitemap, then 6 pages\n%s",
			len(mapping.asked()), len(reading.asked()), s.log())
	}
}

const slowShop = `
-- http://shop.example/robots.txt --
-- http://shop.example/slow (takes 1s) --
<title>Slow</title>
-- http://shop.example/stall (stall) --
-- http://shop.example/quick --
<title>Quick</title>
`

// learn has a process of its own ask a first page, so that robots.txt is kept from then on.
func (s *stage) learn() {
	s.Helper()
	s.curtsy("extract", "http://shop.example/quick", "--quiet").succeeds()
}

func TestAStoppedProcessKeepsItsSite(t *testing.T) {
	t.Parallel()
	s := newStage(t, 100*time.Millisecond, slowShop)
	s.learn()
	holder := s.curtsy("extract", "http://shop.example/slow", "--quiet")
	s.await("request of the holder", holder.asks("/slow"))
	holder.stop()
	if e := s.await("request of the holder", holder.asks("/slow")); !e.End.IsZero() {
		t.Fatalf("it was stopped after the answer; the log:\n%s", s.log())
	}
	other := s.curtsy("extract", "http://shop.example/quick", "--quiet")
	time.Sleep(2500 * time.Millisecond) // the site ends its answer, which the holder cannot know yet
	if asked := other.asked(); len(asked) > 0 {
		t.Errorf("it asked while a stopped process's request was under way\n%s", s.log())
	}
	holder.signal(syscall.SIGCONT)
	holder.succeeds()
	other.succeeds()
	s.judge()
	if len(holder.asked()) != 1 || len(other.asked()) != 1 {
		t.Errorf("want one request of each\n%s", s.log())
	}
}

func TestKillingAStoppedProcessFreesItsSiteAtOnce(t *testing.T) {
	t.Parallel()
	s := newStage(t, 300*time.Millisecond, slowShop)
	s.learn()
	holder := s.curtsy("extract", "http://shop.example/stall", "--quiet")
	s.await("request of the holder", holder.asks("/stall"))
	holder.stop()
	other := s.curtsy("extract", "http://shop.example/quick", "--quiet")
	time.Sleep(1200 * time.Millisecond)
	if asked := other.asked(); len(asked) > 0 {
		t.Fatalf("it asked while a stopped process's request was under way\n%s", s.log())
	}
	gone := holder.kill()
	e := s.await("request after the kill", other.asks("/quick"))
	if waited := e.Arrival.Sub(gone); waited > 5*time.Second {
		t.Errorf("the site was asked %v after the kill, want soon after its rest of %v", waited, s.delay)
	}
	other.succeeds()
	s.judge()
}

// A process that was stopped while it rested knows nothing of what was asked meanwhile
// until it looks.
func TestAProcessStoppedWhileItRestsLooksAgain(t *testing.T) {
	t.Parallel()
	s := newStage(t, 400*time.Millisecond, slowShop+"-- http://shop.example/ --\n<title>Start</title><a href=/quick>next</a>\n")
	resting := s.curtsy("crawl", "http://shop.example/", "--no-sitemap", "--quiet", "-o", s.path("shop.jsonl"))
	s.await("first page", resting.answered("/"))
	time.Sleep(100 * time.Millisecond) // it notes the end, and rests
	resting.stop()
	other := s.curtsy("extract", "http://shop.example/slow", "--quiet")
	s.await("request of the other", other.asks("/slow"))
	resting.signal(syscall.SIGCONT)
	other.succeeds()
	resting.succeeds()
	s.judge()
	if last := s.web.Log()[len(s.web.Log())-1]; last.Target != "/quick" || numberOf(last) != resting.number {
		t.Errorf("the last request is not the resumed process's\n%s", s.log())
	}
}

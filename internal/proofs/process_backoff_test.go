//go:build unix

package proofs

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"curtsy/internal/simweb"
)

// TestOneHearsA429AndTheOtherHoldsBack: the answer that one process gets slows down the
// other from its next request on.
func TestOneHearsA429AndTheOtherHoldsBack(t *testing.T) {
	t.Parallel()
	const delay = 150 * time.Millisecond
	s := newStage(t, delay, shop("shop.example", 30, 0)+"-- http://shop.example/busy (status 429) --\n")
	crawl := s.curtsy("crawl", "http://shop.example/", "--no-sitemap", "--quiet", "-o", s.path("shop.jsonl"))
	s.await("page of the crawl", crawl.answered("/p/3"))
	single := s.curtsy("extract", "http://shop.example/busy", "--quiet", "--retries", "0")
	heard := s.await("429", single.answered("/busy"))
	crawl.succeeds()
	s.judge()
	var before, after int
	log := s.web.Log()
	for i, rest := range simweb.Judge(log)[0].Gaps {
		switch e := log[i+1]; {
		case e.Arrival.Before(heard.Arrival):
			before++
		case e.Arrival.After(heard.End):
			if after++; rest < 2*delay {
				t.Errorf("%s was asked %v after the end before it, want %v since the 429\n%s", e.Target, rest, 2*delay, s.log())
			}
		}
	}
	if before < 4 || after < 10 {
		t.Errorf("%d requests before the 429 and %d after it put nothing to the test\n%s", before, after, s.log())
	}
}

// TestASiteRestsInEveryProcess: what failed ten times in a row is asked nothing more, by
// the process that saw it, one that runs beside it, or one that starts after a kill -9.
func TestASiteRestsInEveryProcess(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	text.WriteString("-- http://down.example/robots.txt (status 404) --\n-- http://down.example/* (status 500) --\n")
	s := newStage(t, 20*time.Millisecond, text.String())
	var list strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&list, "http://down.example/%d\n", i)
	}
	s.write("list.txt", list.String())
	batch := s.curtsy("batch", s.path("list.txt"), "--quiet", "-o", s.path("down.jsonl"), "--max-delay", "100ms", "--order", "done")
	s.await("tenth failure", func(e simweb.Entry) bool { return e.Target == "/7" && whole(e) })
	batch.code()
	asked := len(s.web.Log())
	if asked != 11 { // robots.txt, three tries of the first line, seven lines
		t.Errorf("a site that fails was asked %d times for 5,000 lines\n%s", asked, s.log())
	}
	if n := strings.Count(s.content("down.jsonl"), `"code":"site_resting"`); n != 4992 {
		t.Errorf("%d lines are answered site_resting, want 4992", n)
	}
	for _, after := range []string{"a restart", "another one"} {
		next := s.curtsy("extract", "http://down.example/new", "--quiet")
		if code := next.code(); code != 2 || !strings.Contains(next.out.String(), `"code":"site_resting"`) || len(next.asked()) > 0 {
			t.Errorf("after %s: exit code %d after %d requests, said %s", after, code, len(next.asked()), &next.out)
		}
	}
	s.judge()
}

// TestAKillInTheMiddleForgetsNoFailure: the failures of a process that was killed count on
// in the next.
func TestAKillInTheMiddleForgetsNoFailure(t *testing.T) {
	t.Parallel()
	s := newStage(t, 20*time.Millisecond, "-- http://down.example/robots.txt (status 404) --\n-- http://down.example/* (status 500) (takes 50ms) --\n")
	options := []string{"--quiet", "--max-delay", "100ms", "--retries", "0", "--order", "done"}
	var list strings.Builder
	for i := range 40 {
		fmt.Fprintf(&list, "http://down.example/%d\n", i)
	}
	s.write("list.txt", list.String())
	for round := range 3 {
		p := s.curtsy(append([]string{"batch", s.path("list.txt"), "-o", s.path(fmt.Sprint(round, ".jsonl"))}, options...)...)
		s.await("failure", p.answered("/2"))
		p.kill()
	}
	last := s.curtsy(append([]string{"batch", s.path("list.txt"), "-o", s.path("last.jsonl")}, options...)...)
	last.code()
	failures := 0
	for _, e := range s.web.Log() {
		if whole(e) && e.Status == 500 {
			failures++
		}
	}
	// A request under way at a kill says nothing of the site and is not counted.
	if failures < 10 || failures > 13 {
		t.Errorf("the site failed %d times over four processes before it rested, want ten, and one a kill at most\n%s", failures, s.log())
	}
	if !strings.Contains(s.content("last.jsonl"), `"code":"site_resting"`) {
		t.Errorf("the last process came to %s", s.content("last.jsonl"))
	}
	s.judge()
}

// TestTheDaysBudgetIsOneForAllProcesses, and a request that a kill cut short has been made.
func TestTheDaysBudgetIsOneForAllProcesses(t *testing.T) {
	t.Parallel()
	if left := 24*time.Hour - time.Since(time.Now().UTC().Truncate(24*time.Hour)); left < patience {
		t.Skip("the day ends in the middle of the test")
	}
	s := newStage(t, 20*time.Millisecond, shop("shop.example", 30, 30*time.Millisecond))
	crawl := func(file string) *process {
		return s.curtsy("crawl", "http://shop.example/", "--no-sitemap", "--quiet", "-o", s.path(file), "--site-requests", "20")
	}
	first, second := crawl("1.jsonl"), crawl("2.jsonl")
	s.await("page", first.answered("/p/1"))
	first.kill()
	second.code()
	third := crawl("3.jsonl")
	third.code()
	if n := len(s.web.Log()); n != 20 {
		t.Errorf("three processes made %d requests of a budget of 20\n%s", n, s.log())
	}
	if !strings.Contains(s.content("3.jsonl"), `"code":"budget_spent"`) || len(third.asked()) > 0 {
		t.Errorf("the third process made %d requests and came to %s", len(third.asked()), s.content("3.jsonl"))
	}
	s.judge()
}

// TestTheOperatorsWordReachesARunningCrawl from a second terminal, at its next request.
func TestTheOperatorsWordReachesARunningCrawl(t *testing.T) {
	t.Parallel()
	s := newStage(t, 50*time.Millisecond, shop("shop.example", 200, 0))
	crawl := s.curtsy("crawl", "http://shop.example/", "--no-sitemap", "--quiet", "--max-pages", "200", "-o", s.path("shop.jsonl"))
	s.await("page of the crawl", crawl.answered("/p/3"))
	told := s.sites("--rest", "shop.example", "24h")
	recorded := time.Now()
	crawl.code()
	late := 0
	for _, e := range s.web.Log() {
		if e.Arrival.After(recorded) {
			late++
		}
	}
	if late > 0 || !strings.Contains(told, "is left alone until") {
		t.Errorf("%d requests came after the word %q\n%s", late, told, s.log())
	}
	if n := strings.Count(s.content("shop.jsonl"), `"code":"site_resting"`); n < 100 {
		t.Errorf("%d lines are answered site_resting", n)
	}
	s.judge()
}

// TestASecondWordToStopAtOnceIsTheFirst: "timeout" signals a process and then its group,
// and what was written is told all the same.
func TestASecondWordToStopAtOnceIsTheFirst(t *testing.T) {
	t.Parallel()
	s := newStage(t, 50*time.Millisecond, shop("shop.example", 200, 0))
	for range 5 {
		crawl := s.curtsy("crawl", "http://shop.example/", "--no-sitemap", "--max-pages", "200")
		s.await("page of the crawl", crawl.answered("/p/1"))
		crawl.signal(syscall.SIGTERM)
		time.Sleep(2 * time.Millisecond)
		_ = crawl.command.Process.Signal(syscall.SIGTERM) // it may have ended
		if code := crawl.code(); code != 130 || !strings.Contains(crawl.talk.String(), "stopped before its end") {
			t.Errorf("exit code %d, said %.300s", code, &crawl.talk)
		}
	}
}

package permit

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"curtsy/address"
	"curtsy/page"
)

// readOnce gives a site whose robots.txt disallows /no, and a book that has read it.
func readOnce(t testing.TB, copies Copies) (*site, *Book, address.Origin) {
	t.Helper()
	s := &site{}
	s.put(shop+"/robots.txt", 200, "User-agent: *\nDisallow: /no\n", "ETag", `"1"`)
	b := NewBook(Config{Token: "curtsy"}, s.ask, copies)
	if got := b.code(t, "/no"); got != page.RefusedByRobots {
		t.Fatalf("/no came to %q", got)
	}
	return s, b, parse(t, shop+"/").Origin()
}

// TestRenewAsksThoughACopyMayBeUsed: conditionally, once for all who wait, and what comes
// of it is kept.
func TestRenewAsksThoughACopyMayBeUsed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, b, o := readOnce(t, NewMemory())
		s.put(shop+"/robots.txt", 200, "User-agent: *\nDisallow:\n")
		s.takes = time.Second
		var group sync.WaitGroup
		for range 10 {
			group.Go(func() {
				if err := b.Renew(t.Context(), o); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		if s.count() != 2 || s.sent[1].ETag != `"1"` {
			t.Fatalf("asked %d times, then with %+v", s.count(), s.sent[len(s.sent)-1])
		}
		if s.must[0] || !s.must[1] {
			t.Errorf("the requests must be made: %v; the renewal alone must", s.must)
		}
		if got := b.code(t, "/no"); got != "" {
			t.Errorf("the new robots.txt allows it: %s", got)
		}
		if err := b.Renew(t.Context(), o); err != nil || s.count() != 3 {
			t.Errorf("a later renewal came to %v after %d requests", err, s.count())
		}
	})
}

// TestWhatARenewalComesTo: an answer to go by, or the failure the ladder of statuses gives;
// the copy that may be used is used as ever.
func TestWhatARenewalComesTo(t *testing.T) {
	for _, row := range []struct {
		status int
		err    error
		want   page.Code
		no     page.Code // what a page that was disallowed then comes to
	}{
		{status: 200}, {status: 404},
		{status: 304, no: page.RefusedByRobots},
		{status: 403, no: page.RefusedByRobots},
		{status: 429, want: page.RobotsUnreachable, no: page.RefusedByRobots},
		{status: 500, want: page.RobotsUnreachable, no: page.RefusedByRobots},
		{status: 599, want: page.RobotsUnreachable, no: page.RefusedByRobots},
		{status: 301, want: page.RobotsUnreachable, no: page.RefusedByRobots},
		{err: page.Errorf(page.TimedOut, "no answer"), want: page.RobotsUnreachable, no: page.RefusedByRobots},
		{err: page.Errorf(page.NameNotFound, "no name"), want: page.NameNotFound, no: page.RefusedByRobots},
		{err: page.Errorf(page.SiteResting, "it rests"), want: page.SiteResting, no: page.RefusedByRobots},
	} {
		for name, copies := range map[string]Copies{"with copies": NewMemory(), "without": nil} {
			synctest.Test(t, func(t *testing.T) {
				s, b, o := readOnce(t, copies)
				want := row.want
				if row.status == 304 && copies == nil { // nobody asked whether it was modified
					want = page.RobotsUnreachable
				}
				s.put(shop+"/robots.txt", row.status, "")
				s.err = row.err
				if err := b.Renew(t.Context(), o); codeOf(err) != want {
					t.Errorf("%s %d, %v: the renewal came to %v, want %q", name, row.status, row.err, err, want)
				}
				if got := b.code(t, "/no"); got != row.no || s.count() != 2 {
					t.Errorf("%s %d, %v: /no then came to %q after %d requests, want %q", name, row.status, row.err, got, s.count(), row.no)
				}
			})
		}
	}
}

// TestARenewalFailsAsAJudgementDoes when nothing kept may be used without asking: a good
// copy stands in for thirty days, and what could not be had is not asked for at each page.
func TestARenewalFailsAsAJudgementDoes(t *testing.T) {
	for _, row := range []struct {
		name   string
		copies Copies
		after  time.Duration
		tag    string // sent
		no     page.Code
	}{
		{"a copy out of date", NewMemory(), 25 * time.Hour, `"1"`, page.RefusedByRobots},
		{"a copy too old", NewMemory(), 31 * 24 * time.Hour, "", page.RobotsUnreachable},
		{"no copy", nil, 25 * time.Hour, "", page.RobotsUnreachable},
	} {
		synctest.Test(t, func(t *testing.T) {
			s, b, o := readOnce(t, row.copies)
			time.Sleep(row.after)
			s.put(shop+"/robots.txt", 503, "")
			if err := b.Renew(t.Context(), o); codeOf(err) != page.RobotsUnreachable {
				t.Errorf("%s: the renewal came to %v", row.name, err)
			}
			if got := b.code(t, "/no"); got != row.no || s.count() != 2 || s.sent[1].ETag != row.tag {
				t.Errorf("%s: /no came to %q after %d requests, the last with %+v", row.name, got, s.count(), s.sent[len(s.sent)-1])
			}
		})
	}
}

// TestARenewalTellsTheGate what the new file asks for, and Retry-After who asked for it.
func TestARenewalTellsTheGate(t *testing.T) {
	s := &site{}
	var heard []time.Duration
	b := NewBook(Config{Token: "curtsy", Heard: func(_ context.Context, _ address.Origin, every time.Duration, _ bool, _ time.Time) error {
		heard = append(heard, every)
		return nil
	}}, s.ask, NewMemory())
	o := parse(t, shop+"/").Origin()
	for _, file := range []string{"User-agent: *\nCrawl-delay: 3\n", "User-agent: *\nCrawl-delay: 9\n"} {
		s.put(shop+"/robots.txt", 200, file)
		if err := b.Renew(t.Context(), o); err != nil {
			t.Fatal(err)
		}
	}
	if len(heard) != 2 || heard[0] != 3*time.Second || heard[1] != 9*time.Second {
		t.Errorf("the gate was told %v", heard)
	}
	s.put(shop+"/robots.txt", 503, "")
	after := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	s.answers[shop+"/robots.txt"].After = after
	var failure *page.Error
	if err := b.Renew(t.Context(), o); !errors.As(err, &failure) || !failure.After.Equal(after) {
		t.Errorf("a 503 came to %+v", err)
	}
}

// TestWhoWaitedForARenewalHearsWhatItHeard: that it failed too, though a judgement that
// came between the two uses the copy; and each hears it in words of his own.
func TestWhoWaitedForARenewalHearsWhatItHeard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, b, o := readOnce(t, NewMemory())
		s.put(shop+"/robots.txt", 503, "")
		s.takes = time.Second
		var group sync.WaitGroup
		var failures [2]error
		group.Go(func() { failures[0] = b.Renew(t.Context(), o) })
		synctest.Wait()
		group.Go(func() {
			if got := b.code(t, "/no"); got != page.RefusedByRobots {
				t.Errorf("the copy no longer serves: %q", got)
			}
		})
		synctest.Wait()
		group.Go(func() { failures[1] = b.Renew(t.Context(), o) })
		group.Wait()
		if codeOf(failures[0]) != page.RobotsUnreachable || codeOf(failures[1]) != page.RobotsUnreachable || s.count() != 2 {
			t.Errorf("the renewals came to %v and %v after %d requests", failures[0], failures[1], s.count()-1)
		}
		if failures[0] == failures[1] {
			t.Error("one failure is shared by both")
		}
	})
}

// TestARenewalGoesByAnAnswerThatCameMeanwhile: one that an ordinary judgement asked for.
func TestARenewalGoesByAnAnswerThatCameMeanwhile(t *testing.T) {
	for status, want := range map[int]page.Code{200: "", 503: page.RobotsUnreachable} {
		synctest.Test(t, func(t *testing.T) {
			s := &site{takes: time.Second}
			s.put(shop+"/robots.txt", status, "")
			b := NewBook(Config{Token: "curtsy"}, s.ask, NewMemory())
			var group sync.WaitGroup
			group.Go(func() { b.code(t, "/p") })
			synctest.Wait()
			if err := b.Renew(t.Context(), parse(t, shop+"/").Origin()); codeOf(err) != want || s.count() != 1 {
				t.Errorf("robots.txt of %d: the renewal came to %v after %d requests", status, err, s.count())
			}
			group.Wait()
		})
	}
}

// TestARefusalOfOursIsNotSharedByRenewals: who waits may be let in where another was not.
func TestARefusalOfOursIsNotSharedByRenewals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, b, o := readOnce(t, NewMemory())
		s.err, s.takes = page.Errorf(page.OutsideHours, "its run ends before"), time.Second
		var group sync.WaitGroup
		group.Go(func() {
			if err := b.Renew(t.Context(), o); codeOf(err) != page.OutsideHours {
				t.Errorf("the one that was refused came to %v", err)
			}
		})
		synctest.Wait()
		s.mu.Lock()
		s.err = nil
		s.mu.Unlock()
		if err := b.Renew(t.Context(), o); err != nil || s.count() != 3 {
			t.Errorf("the one that was not came to %v after %d requests", err, s.count()-1)
		}
		group.Wait()
	})
}

// TestARenewalThatIsCutShortLeavesItToTheNext: the end of one context is no answer, and
// ends the wait for another's.
func TestARenewalThatIsCutShortLeavesItToTheNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, b, o := readOnce(t, NewMemory())
		s.takes = 10 * time.Second
		short, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		shorter, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		start := time.Now()
		var group sync.WaitGroup
		group.Go(func() {
			if err := b.Renew(short, o); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("the one cut short came to %v", err)
			}
		})
		synctest.Wait()
		if err := b.Renew(shorter, o); !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != time.Second {
			t.Errorf("the one that waited came to %v after %v", err, time.Since(start))
		}
		if err := b.Renew(t.Context(), o); err != nil || s.count() != 3 || time.Since(start) != 12*time.Second {
			t.Errorf("the next came to %v after %d requests and %v", err, s.count()-1, time.Since(start))
		}
		group.Wait()
	})
}

// TestARenewalIsARequest: an Asker that found a copy instead has made none.
func TestARenewalIsARequest(t *testing.T) {
	s, b, o := readOnce(t, NewMemory())
	s.err = ErrHad
	if err := b.Renew(t.Context(), o); !errors.Is(err, ErrHad) {
		t.Errorf("a renewal without a request came to %v", err)
	}
}

// TestAGatesRefusalIsNoFailureOfTheFile: it keeps its code, is not remembered, and leaves
// no page to be judged by a copy that is out of date: nobody found the file unreachable.
func TestAGatesRefusalIsNoFailureOfTheFile(t *testing.T) {
	for _, code := range []page.Code{page.RateLimited, page.SiteResting, page.Blocked, page.BudgetSpent, page.OutsideHours} {
		synctest.Test(t, func(t *testing.T) {
			s := &site{}
			s.put(shop+"/robots.txt", 200, "User-agent: *\nDisallow: /no\n")
			b := NewBook(Config{Token: "curtsy"}, s.ask, NewMemory())
			look := func(when string, want page.Code) {
				t.Helper()
				before := s.count()
				if got := b.code(t, "/p"); got != want {
					t.Errorf("%s, %s: the page came to %q, want %q", code, when, got, want)
				}
				if want == code && s.count() != before+1 {
					t.Errorf("%s, %s: it was not tried", code, when)
				}
			}
			refusal := page.Errorf(code, "not now")
			refusal.After = time.Now().Add(time.Hour)
			s.err = refusal
			look("nothing kept", code)
			look("a second later", code)
			_, err := b.Judge(t.Context(), parse(t, shop+"/p"), ForPage)
			var told *page.Error
			if !errors.As(err, &told) || !told.After.Equal(refusal.After) || told.Message != "not now" {
				t.Errorf("%s: the page is told %+v", code, told)
			}
			s.err = nil
			look("once it may be asked", "")
			s.err = refusal
			look("a copy that may be used", "")
			time.Sleep(25 * time.Hour)
			look("a copy out of date", code)
			s.err = nil
			look("once it may be asked again", "")
		})
	}
}

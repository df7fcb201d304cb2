package permit

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"curtsy/address"
	"curtsy/page"
)

// A site is an [Asker] that answers from what stands there and keeps what it was asked.
type site struct {
	mu      sync.Mutex
	answers map[string]*Answer // by address
	err     error              // in place of any answer
	takes   time.Duration
	asked   []string
	sent    []Conditions
	must    []bool // what the request's context said
}

func (s *site) ask(ctx context.Context, p Permit, c Conditions) (*Answer, error) {
	s.mu.Lock()
	s.asked, s.sent = append(s.asked, p.Address().String()), append(s.sent, c)
	s.must = append(s.must, Must(ctx))
	answer, err, takes := s.answers[p.Address().String()], s.err, s.takes
	s.mu.Unlock()
	if takes > 0 {
		select {
		case <-time.After(takes):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	switch {
	case err != nil:
		return nil, err
	case answer == nil:
		return &Answer{Status: 404, Header: http.Header{}}, nil
	}
	return answer, nil
}

func (s *site) put(url string, status int, body string, header ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.answers == nil {
		s.answers = map[string]*Answer{}
	}
	a := &Answer{Status: status, Body: []byte(body), Header: http.Header{}}
	for i := 0; i+1 < len(header); i += 2 {
		a.Header.Set(header[i], header[i+1])
	}
	a.Location = a.Header.Get("Location")
	s.answers[url] = a
}

func (s *site) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.asked)
}

func parse(t testing.TB, url string) address.Address {
	t.Helper()
	a, err := address.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func codeOf(err error) page.Code {
	var failure *page.Error
	if errors.As(err, &failure) {
		return failure.Code
	}
	return ""
}

const shop = "http://shop.example"

func (b *Book) code(t testing.TB, path string) page.Code {
	t.Helper()
	_, err := b.Judge(t.Context(), parse(t, shop+path), ForPage)
	return codeOf(err)
}

// TestEveryPurposeIsJudged: what is asked for, and why, changes nothing about being asked.
func TestEveryPurposeIsJudged(t *testing.T) {
	s := &site{}
	s.put(shop+"/robots.txt", 200, "User-agent: *\nDisallow: /no\n")
	b := NewBook(Config{Token: "examplebot"}, s.ask, nil)
	for _, purpose := range []Purpose{ForPage, ForSitemap, ForTDM, ForHop} {
		if _, err := b.Judge(t.Context(), parse(t, shop+"/no"), purpose); codeOf(err) != page.RefusedByRobots {
			t.Errorf("a %s that is disallowed came to %v", purpose, err)
		}
		p, err := b.Judge(t.Context(), parse(t, shop+"/yes"), purpose)
		if err != nil || p.Address() != parse(t, shop+"/yes") || p.Purpose() != string(purpose) || p.Robots() == nil {
			t.Errorf("a %s that is allowed came to %+v, %v", purpose, p, err)
		}
	}
	if s.count() != 1 {
		t.Errorf("robots.txt was asked for %d times", s.count())
	}
}

// TestARefusalNamesItsLine: the verdict that goes into the page's line.
func TestARefusalNamesItsLine(t *testing.T) {
	s := &site{}
	s.put(shop+"/robots.txt", 200, "User-agent: *\nCrawl-delay: 2\nDisallow: /no\n")
	_, err := NewBook(Config{Token: "examplebot"}, s.ask, nil).Judge(t.Context(), parse(t, shop+"/no"), ForPage)
	var refusal *Refusal
	if !errors.As(err, &refusal) {
		t.Fatalf("the error is %v", err)
	}
	r := refusal.Robots
	if r.Allowed || r.Line == nil || *r.Line != 3 || r.Rule != "Disallow: /no" || r.Group != "*" || r.File != shop+"/robots.txt" || r.Delay != 2 {
		t.Errorf("the verdict is %+v", r)
	}
}

// TestBothTokensMustAllow: under an operator's token the group naming curtsy is judged too.
func TestBothTokensMustAllow(t *testing.T) {
	s := &site{}
	s.put(shop+"/robots.txt", 200, "User-agent: examplebot\nDisallow: /theirs\n\nUser-agent: curtsy\nDisallow: /ours\n\nUser-agent: *\nDisallow: /\n")
	b := NewBook(Config{Token: "ExampleBot", Also: "curtsy"}, s.ask, nil)
	for path, want := range map[string]page.Code{"/": "", "/theirs": page.RefusedByRobots, "/ours": page.RefusedByRobots} {
		if got := b.code(t, path); got != want {
			t.Errorf("%s came to %q, want %q", path, got, want)
		}
	}
	alone := NewBook(Config{Token: "ExampleBot"}, s.ask, nil)
	if got := alone.code(t, "/ours"); got != "" {
		t.Errorf("without a second token /ours came to %q", got)
	}
}

// TestTheDelayOfTwoTokens: the longest of our own groups'; an own group stands before the one for all.
func TestTheDelayOfTwoTokens(t *testing.T) {
	for _, row := range []struct {
		robots string
		every  time.Duration
		own    bool
	}{
		{"User-agent: *\nCrawl-delay: 5\n", 5 * time.Second, false},
		{"User-agent: examplebot\nCrawl-delay: 2\n\nUser-agent: curtsy\nCrawl-delay: 7\n", 7 * time.Second, true},
		{"User-agent: examplebot\nCrawl-delay: 7\n\nUser-agent: curtsy\nCrawl-delay: 2\n", 7 * time.Second, true},
		{"User-agent: curtsy\nCrawl-delay: 0.5\n\nUser-agent: *\nCrawl-delay: 9\n", 500 * time.Millisecond, true},
		{"User-agent: examplebot\nCrawl-delay: 0.5\n\nUser-agent: *\nCrawl-delay: 9\n", 500 * time.Millisecond, true},
		{"User-agent: examplebot\nAllow: /\n\nUser-agent: *\nCrawl-delay: 9\n", 9 * time.Second, false},
		{"User-agent: *\nDisallow:\n", 0, false},
	} {
		s := &site{}
		s.put(shop+"/robots.txt", 200, strings.ReplaceAll(row.robots, "\n\n", "\nAllow: /\n\n")) // a rule ends the head of a group, a delay does not
		var heard []string
		b := NewBook(Config{Token: "ExampleBot", Also: "curtsy", Heard: func(_ context.Context, o address.Origin, every time.Duration, own bool, _ time.Time) error {
			heard = append(heard, fmt.Sprint(o, every, own))
			return nil
		}}, s.ask, nil)
		p, err := b.Judge(t.Context(), parse(t, shop+"/"), ForPage)
		if err != nil {
			t.Fatal(err)
		}
		if every, own, known := p.Delay(); every != row.every || own != row.own || !known {
			t.Errorf("%q asks for %v, own %v, known %v; want %v, own %v", row.robots, every, own, known, row.every, row.own)
		}
		if want := fmt.Sprint(shop, row.every, row.own); len(heard) != 1 || heard[0] != want {
			t.Errorf("%q: the gate was told %q, want %q", row.robots, heard, want)
		}
	}
}

// TestOneAsksAndTheOthersWait: many judgements at once cost one request, and one whose
// context ends stops waiting.
func TestOneAsksAndTheOthersWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &site{takes: 10 * time.Second}
		s.put(shop+"/robots.txt", 200, "User-agent: *\nDisallow: /no\n")
		b := NewBook(Config{Token: "examplebot"}, s.ask, nil)
		start := time.Now()
		var group sync.WaitGroup
		for i := range 20 {
			group.Go(func() {
				want := page.Code("")
				path := fmt.Sprintf("/%d", i)
				if i%2 == 0 {
					path, want = "/no", page.RefusedByRobots
				}
				if got := b.code(t, path); got != want {
					t.Errorf("%s came to %q, want %q", path, got, want)
				}
			})
		}
		group.Go(func() {
			time.Sleep(time.Second)
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			_, err := b.Judge(ctx, parse(t, shop+"/late"), ForPage)
			if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != 2*time.Second {
				t.Errorf("a judgement whose context ended after 2 s came to %v after %v", err, time.Since(start))
			}
		})
		group.Wait()
		if s.count() != 1 || time.Since(start) != 10*time.Second {
			t.Errorf("robots.txt was asked for %d times, in %v", s.count(), time.Since(start))
		}
	})
}

// TestAnAskerThatIsCutShortLeavesItToTheNext: the end of one run's context is no answer.
func TestAnAskerThatIsCutShortLeavesItToTheNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &site{takes: 10 * time.Second}
		b := NewBook(Config{Token: "examplebot"}, s.ask, nil)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		var group sync.WaitGroup
		group.Go(func() {
			if _, err := b.Judge(ctx, parse(t, shop+"/"), ForPage); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("the one cut short came to %v", err)
			}
		})
		synctest.Wait()
		if got := b.code(t, "/"); got != "" {
			t.Errorf("the next came to %q", got)
		}
		group.Wait()
		if s.count() != 2 {
			t.Errorf("robots.txt was asked for %d times", s.count())
		}
	})
}

// TestEachIsToldItsOwnFailure: a failure is copied for each, for its reader may add to it.
func TestEachIsToldItsOwnFailure(t *testing.T) {
	s := &site{}
	s.put(shop+"/robots.txt", 500, "")
	b := NewBook(Config{Token: "examplebot"}, s.ask, nil)
	_, first := b.Judge(t.Context(), parse(t, shop+"/"), ForPage)
	_, second := b.Judge(t.Context(), parse(t, shop+"/"), ForPage)
	if first == second || first.Error() != second.Error() {
		t.Errorf("the failures are %p and %p: %v", first, second, second)
	}
	o := parse(t, shop+"/").Origin()
	_, third := b.File(t.Context(), o)
	_, fourth := b.File(t.Context(), o)
	if third == fourth || third == nil || third.Error() != fourth.Error() {
		t.Errorf("those who want the file are told %p and %p: %v", third, fourth, fourth)
	}
}

// TestRoomIsMadeOfWhatIsOldest: parsed files are bounded; those used last stay, and one
// that is being asked for is never forgotten.
func TestRoomIsMadeOfWhatIsOldest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &site{}
		b := NewBook(Config{Token: "examplebot"}, s.ask, nil)
		origin := func(i int) address.Origin { return parse(t, fmt.Sprintf("http://s%d.example/", i)).Origin() }
		held := b.entry(origin(0))
		held.token <- struct{}{}
		for i := 1; i < maxParsed; i++ {
			b.entry(origin(i))
			if i == maxParsed/2 {
				time.Sleep(time.Hour)
			}
		}
		b.entry(origin(maxParsed))
		if n := len(b.origins); n >= maxParsed || n < maxParsed/3 {
			t.Errorf("%d files are kept after room was made in %d", n, maxParsed)
		}
		if b.origins[origin(0)] != held {
			t.Error("the one being asked for was forgotten")
		}
		if b.origins[origin(1)] != nil || b.origins[origin(maxParsed-1)] == nil {
			t.Error("the newer were forgotten, not the older")
		}
	})
}

// TestCopiesInMemoryAreBounded: beyond the bound a copy makes room for the next.
func TestCopiesInMemoryAreBounded(t *testing.T) {
	m := NewMemory()
	var last address.Origin
	for i := range maxCopies + 5 {
		last = parse(t, fmt.Sprintf("http://s%d.example/", i)).Origin()
		if err := m.Save(t.Context(), Copy{Origin: last}); err != nil {
			t.Fatal(err)
		}
	}
	if len(m.copies) > maxCopies {
		t.Errorf("%d copies are kept", len(m.copies))
	}
	if _, ok, _ := m.Load(t.Context(), last); !ok {
		t.Error("the last copy is not kept")
	}
}

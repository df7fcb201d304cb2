package visit

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"curtsy/address"
	"curtsy/internal/gate"
	"curtsy/page"
)

// TestNothingIsStartedAfterTheTimeToStartBy, whether it is its robots.txt or its turn that it
// waits for; and what is started finishes, a robots.txt too.
func TestNothingIsStartedAfterTheTimeToStartBy(t *testing.T) {
	for name, row := range map[string]struct {
		robots, page time.Duration // that an answer takes
		startBy      time.Duration
		asked        string
		started      bool
	}{
		"before anything":         {startBy: 0},
		"robots.txt in flight":    {robots: 5 * time.Second, startBy: 3 * time.Second, asked: "/robots.txt"},
		"the turn waited for":     {startBy: 500 * time.Millisecond, asked: "/robots.txt"},
		"the page in flight":      {page: 5 * time.Second, startBy: 3 * time.Second, asked: "/robots.txt /p /q", started: true},
		"at the end of the first": {startBy: 1500 * time.Millisecond, asked: "/robots.txt /p /q", started: true},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := &rung{answers: map[string][]answer{
				shop + "/robots.txt": {{status: 200, takes: row.robots}}, shop + "/p": {{status: 302, location: "/q", takes: row.page}}, shop + "/q": {{status: 200}},
			}}
			v := visitor(r, Config{})
			a := v.Visit(t.Context(), parse(t, shop+"/p"), How{Start: Start{By: time.Now().Add(row.startBy)}})
			if got := strings.ReplaceAll(strings.Join(r.asked, " "), shop, ""); got != row.asked || errors.Is(a.Err, ErrNotStarted) == row.started {
				t.Errorf("%s: asked %q and came to %v", name, got, a.Err)
			}
			if row.asked != "" { // what robots.txt said was heard, and is not asked for again
				v.Visit(t.Context(), parse(t, shop+"/p"), How{})
				if n := strings.Count(strings.Join(r.asked, " "), "robots.txt"); n != 1 {
					t.Errorf("%s: robots.txt was asked for %d times", name, n)
				}
			}
		})
	}
}

// TestRobotsIsReadInTheTimeToStartBy, for those who read it without a page.
func TestRobotsIsReadInTheTimeToStartBy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &rung{answers: map[string][]answer{shop + "/": {{status: 200}}, "https://shop.example/robots.txt": {{status: 503}, {status: 200, body: "Sitemap: /s.xml"}}}}
		v := visitor(r, Config{})
		v.Visit(t.Context(), parse(t, shop+"/"), How{}) // the site is owed a rest now
		twin := parse(t, "https://shop.example/")
		for _, startBy := range []time.Time{time.Now(), time.Now().Add(500 * time.Millisecond)} {
			if file, err := v.Robots(t.Context(), twin, Start{By: startBy}); !errors.Is(err, ErrNotStarted) || file != nil {
				t.Errorf("robots.txt came to %v, %v", file, err)
			}
		}
		if len(r.asked) != 2 {
			t.Errorf("asked %q", r.asked)
		}
		for range 20 { // though what is asked for is at hand
			if _, err := v.Robots(t.Context(), parse(t, shop+"/"), Start{By: time.Now()}); !errors.Is(err, ErrNotStarted) {
				t.Fatalf("after the time to start by robots.txt came to %v", err)
			}
		}
		file, err := v.Robots(t.Context(), twin, Start{By: time.Now().Add(time.Minute)})
		if err != nil || file == nil || len(file.Sitemaps()) != 1 || len(r.asked) != 4 {
			t.Errorf("tried again, robots.txt came to %v, %v after %q", file, err, r.asked)
		}
	})
}

// TestAWaitEndsWithItsContext: for a turn, for a second try, for robots.txt to be tried again.
func TestAWaitEndsWithItsContext(t *testing.T) {
	for name, answers := range map[string]map[string][]answer{
		"for a turn":       {shop + "/robots.txt": {{status: 200, body: "User-agent: *\nCrawl-delay: 30\n"}}},
		"for a second try": {shop + "/p": {{status: 503}}},
		"for robots.txt":   {shop + "/robots.txt": {{status: 503}}},
		"for an answer":    {shop + "/p": {{status: 200, takes: time.Hour}}},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
			defer cancel()
			start := time.Now()
			a := visitor(&rung{answers: answers}, Config{}).Visit(ctx, parse(t, shop+"/p"), How{})
			if !errors.Is(a.Err, context.DeadlineExceeded) || time.Since(start) != 1500*time.Millisecond {
				t.Errorf("%s: it came to %v after %v", name, a.Err, time.Since(start))
			}
		})
	}
}

// TestTheAccountHasEveryRequestThatWasSent, and no other: one record each, robots.txt, hops
// and tries included.
func TestTheAccountHasEveryRequestThatWasSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var account []Request
		r := &rung{answers: map[string][]answer{
			shop + "/old":  {{status: 301, location: "/new"}},
			shop + "/new":  {{status: 503, takes: time.Second}, {err: page.Errorf(page.Truncated, "it broke off")}, {status: 200, body: "body"}},
			shop + "/away": {{err: page.Errorf(page.RefusedAddress, "a private address"), unsent: true}},
		}}
		v := visitor(r, Config{Asked: func(r Request) { account = append(account, r) }})
		v.Visit(t.Context(), parse(t, shop+"/old"), How{})
		v.Visit(t.Context(), parse(t, shop+"/away"), How{})
		want := []Request{
			{URL: parse(t, shop+"/robots.txt"), Purpose: "robots", Status: 404, Attempt: 1},
			{URL: parse(t, shop+"/old"), Purpose: "page", Status: 301, Attempt: 1, Waited: 1},
			{URL: parse(t, shop+"/new"), Purpose: "hop", Status: 503, Attempt: 1, Waited: 1, Seconds: 1},
			{URL: parse(t, shop+"/new"), Purpose: "hop", Attempt: 2, Waited: 2, Err: page.Errorf(page.Truncated, "")},
			{URL: parse(t, shop+"/new"), Purpose: "hop", Status: 200, Attempt: 3, Waited: 4},
		}
		if len(account) != len(want) || len(account) != len(r.asked) {
			t.Fatalf("%d requests in the account, %d sent", len(account), len(r.asked))
		}
		for i, got := range account {
			w := want[i]
			if got.URL != w.URL || got.Site != "shop.example" || got.Purpose != w.Purpose || got.Status != w.Status || got.Attempt != w.Attempt ||
				got.Waited != w.Waited || got.Seconds != w.Seconds || (got.Err == nil) != (w.Err == nil) || got.At.IsZero() {
				t.Errorf("request %d is %+v, want %+v", i, got, w)
			}
		}
	})
}

// TestWhatIsRefusedBeforeRobotsCostsNoRequest: not for the address, nor for its robots.txt, nor
// where that redirects.
func TestWhatIsRefusedBeforeRobotsCostsNoRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &rung{answers: map[string][]answer{shop + "/robots.txt": {{status: 302, location: "http://closed.example/rules"}}}}
		v := visitor(r, Config{})
		v.config.Refuse = func(a address.Address) error {
			if a.Site() == "closed.example" {
				return page.Errorf(page.OptedOut, "it asked to be left alone")
			}
			return nil
		}
		if a := v.Visit(t.Context(), parse(t, "http://closed.example/p"), How{}); code(a.Err) != page.OptedOut || len(r.asked) != 0 {
			t.Errorf("what is refused came to %v after %q", a.Err, r.asked)
		}
		if a := v.Visit(t.Context(), parse(t, shop+"/p"), How{}); code(a.Err) != page.OptedOut || len(r.asked) != 1 {
			t.Errorf("a robots.txt that leads there came to %v after %q", a.Err, r.asked)
		}
	})
}

// TestWhatIsToldLateIsToldWhole: the gate hears what a robots.txt asks for that came after the time
// to start by.
func TestWhatIsToldLateIsToldWhole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &rung{answers: map[string][]answer{shop + "/robots.txt": {{status: 200, body: "User-agent: *\nCrawl-delay: 20\n", takes: 5 * time.Second}}}}
		ledger := strict{gate.NewMemory()}
		v := visitorOver(ledger, r, Config{})
		if a := v.Visit(t.Context(), parse(t, shop+"/p"), How{Start: Start{By: time.Now().Add(time.Second)}}); !errors.Is(a.Err, ErrNotStarted) {
			t.Errorf("the page came to %v", a.Err)
		}
		if rest := time.Until(v.gate.Due("shop.example", gate.When{})); rest != 20*time.Second {
			t.Errorf("the site is owed %v", rest)
		}
		account, err := ledger.Peek(t.Context(), "shop.example")
		if err != nil || account.Delays[0].Every != 20*time.Second {
			t.Errorf("other processes are told %+v: %v", account.Delays, err)
		}
	})
}

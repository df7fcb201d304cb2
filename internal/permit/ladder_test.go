package permit

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"curtsy/address"
	"curtsy/page"
)

// TestTheLadderOfStatuses: what each final status of a robots.txt means for its origin.
func TestTheLadderOfStatuses(t *testing.T) {
	for _, row := range []struct {
		status      int
		body        string
		allowDenied bool
		want        page.Code
	}{
		{status: 200, body: "User-agent: *\nDisallow: /p\n", want: page.RefusedByRobots},
		{status: 203, body: "User-agent: *\nDisallow: /p\n", want: page.RefusedByRobots},
		{status: 200}, {status: 204},
		{status: 400}, {status: 402}, {status: 404}, {status: 410}, {status: 418},
		{status: 404, body: "User-agent: *\nDisallow: /\n"},
		{status: 401, want: page.RefusedByRobots}, {status: 403, want: page.RefusedByRobots}, {status: 451, want: page.RefusedByRobots},
		{status: 401, allowDenied: true}, {status: 403, allowDenied: true}, {status: 451, allowDenied: true},
		{status: 429, want: page.RobotsUnreachable}, {status: 429, allowDenied: true, want: page.RobotsUnreachable},
		{status: 500, want: page.RobotsUnreachable}, {status: 503, want: page.RobotsUnreachable}, {status: 599, want: page.RobotsUnreachable},
		{status: 101, want: page.RobotsUnreachable}, {status: 304, want: page.RobotsUnreachable}, {status: 300, want: page.RobotsUnreachable},
	} {
		s := &site{}
		s.put(shop+"/robots.txt", row.status, row.body)
		b := NewBook(Config{Token: "examplebot", AllowDenied: row.allowDenied}, s.ask, nil)
		if got := b.code(t, "/p"); got != row.want {
			t.Errorf("robots.txt of %d, denied ones allowed %v: the page came to %q, want %q", row.status, row.allowDenied, got, row.want)
		}
	}
}

// TestFiveRedirectsAndNoMore: RFC 9309 section 2.3.1.2, wherever they lead.
func TestFiveRedirectsAndNoMore(t *testing.T) {
	for hops, want := range map[int]page.Code{1: page.RefusedByRobots, 5: page.RefusedByRobots, 6: page.RobotsUnreachable} {
		s := &site{}
		at := shop + "/robots.txt"
		for i := range hops {
			next := fmt.Sprintf("http://hop%d.example/rules", i)
			s.put(at, 301, "", "Location", next)
			at = next
		}
		s.put(at, 200, "User-agent: *\nDisallow: /p\n")
		if got := NewBook(Config{Token: "examplebot"}, s.ask, nil).code(t, "/p"); got != want {
			t.Errorf("%d redirects: the page came to %q, want %q", hops, got, want)
		}
		if s.count() > 6 {
			t.Errorf("%d redirects: %d requests", hops, s.count())
		}
	}
	for _, location := range []string{"", "mailto:x@example.org", "/robots.txt"} {
		s := &site{}
		s.put(shop+"/robots.txt", 302, "", "Location", location)
		if got := NewBook(Config{Token: "examplebot"}, s.ask, nil).code(t, "/p"); got != page.RobotsUnreachable || s.count() != 1 {
			t.Errorf("a redirect to %q: the page came to %q after %d requests", location, got, s.count())
		}
	}
}

// TestACopyServesItsTimeAndIsThenConfirmed: no request while it is fresh; then one with
// its validators, whose 304 makes it good again.
func TestACopyServesItsTimeAndIsThenConfirmed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, copies := &site{}, NewMemory()
		b := func() *Book { return NewBook(Config{Token: "examplebot"}, s.ask, copies) } // as another process would
		s.put(shop+"/robots.txt", 200, "User-agent: *\nDisallow: /no\n", "ETag", `"v1"`, "Last-Modified", "then", "Cache-Control", "max-age=7200")
		for range 3 {
			if b().code(t, "/no") != page.RefusedByRobots {
				t.Error("/no is allowed")
			}
		}
		time.Sleep(2*time.Hour - time.Second)
		b().code(t, "/no")
		if s.count() != 1 || s.sent[0] != (Conditions{}) {
			t.Fatalf("robots.txt was asked for %d times while it was fresh, first with %+v", s.count(), s.sent[0])
		}
		time.Sleep(2 * time.Second)
		s.put(shop+"/robots.txt", 304, "", "ETag", `"v2"`, "Last-Modified", "now", "Cache-Control", "max-age=10800")
		if b().code(t, "/no") != page.RefusedByRobots {
			t.Error("after the 304 /no is allowed")
		}
		if s.count() != 2 || s.sent[1] != (Conditions{ETag: `"v1"`, LastModified: "then"}) {
			t.Fatalf("the copy was asked about %d times, with %+v", s.count()-1, s.sent[len(s.sent)-1])
		}
		time.Sleep(3*time.Hour - time.Second)
		b().code(t, "/no")
		if s.count() != 2 {
			t.Error("the 304's own freshness is not used")
		}
		time.Sleep(2 * time.Second)
		b().code(t, "/no")
		if s.count() != 3 || s.sent[2] != (Conditions{ETag: `"v2"`, LastModified: "now"}) {
			t.Errorf("after %d requests the validators are %+v", s.count(), s.sent[len(s.sent)-1])
		}
		s.put(shop+"/robots.txt", 304, "")
		time.Sleep(29 * 24 * time.Hour)
		b().code(t, "/no")
		s.put(shop+"/robots.txt", 500, "")
		time.Sleep(29 * 24 * time.Hour)
		if b().code(t, "/no") != page.RefusedByRobots {
			t.Error("a copy confirmed 29 days ago no longer serves")
		}
		if copied, _, _ := copies.Load(t.Context(), parse(t, shop+"/").Origin()); copied.ETag != `"v2"` || copied.LastModified != "now" {
			t.Errorf("a 304 without validators took them away: %+v", copied)
		}
	})
}

// TestNoValidatorsGoWhereRobotsRedirects: they are of another address.
func TestNoValidatorsGoWhereRobotsRedirects(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, copies := &site{}, NewMemory()
		s.put(shop+"/robots.txt", 200, "", "ETag", `"v1"`)
		b := NewBook(Config{Token: "examplebot"}, s.ask, copies)
		b.code(t, "/")
		time.Sleep(25 * time.Hour)
		s.put(shop+"/robots.txt", 302, "", "Location", "/rules")
		s.put(shop+"/rules", 304, "")
		if got := b.code(t, "/"); got != "" { // the copy of yesterday stands in
			t.Errorf("the page came to %q", got)
		}
		if len(s.sent) != 3 || s.sent[2] != (Conditions{}) {
			t.Errorf("validators sent: %+v", s.sent)
		}
	})
}

// TestAGoodCopyStandsInForThirtyDays: of whatever kind it is, and for what could not be
// had alone.
func TestAGoodCopyStandsInForThirtyDays(t *testing.T) {
	refused := page.Errorf(page.NoIdentity, "no contact")
	for _, row := range []struct {
		name         string
		status       int // of the good copy
		fails        error
		after        time.Duration
		want, wanted page.Code // for /p and /no
	}{
		{"a file", 200, nil, 29 * 24 * time.Hour, "", page.RefusedByRobots},
		{"a file, too old", 200, nil, 31 * 24 * time.Hour, page.RobotsUnreachable, page.RobotsUnreachable},
		{"none", 404, nil, 29 * 24 * time.Hour, "", ""},
		{"a refusal", 403, nil, 29 * 24 * time.Hour, page.RefusedByRobots, page.RefusedByRobots},
		{"a file, its name gone", 200, page.Errorf(page.NameNotFound, "no name"), 29 * 24 * time.Hour, "", page.RefusedByRobots},
		{"a file, our own refusal", 200, refused, 29 * 24 * time.Hour, page.NoIdentity, page.NoIdentity},
	} {
		synctest.Test(t, func(t *testing.T) {
			s, copies := &site{}, NewMemory()
			s.put(shop+"/robots.txt", row.status, "User-agent: *\nDisallow: /no\n")
			NewBook(Config{Token: "examplebot"}, s.ask, copies).code(t, "/p")
			time.Sleep(row.after)
			s.put(shop+"/robots.txt", 503, "")
			s.err = row.fails
			b := NewBook(Config{Token: "examplebot"}, s.ask, copies)
			if p, no := b.code(t, "/p"), b.code(t, "/no"); p != row.want || no != row.wanted {
				t.Errorf("%s: /p came to %q and /no to %q; want %q and %q", row.name, p, no, row.want, row.wanted)
			}
		})
	}
}

// TestACopyOfAClockThatMovedIsAskedAbout: one from the future, or good for longer than a
// day, is not used without asking.
func TestACopyOfAClockThatMovedIsAskedAbout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now := time.Now()
		for name, kept := range map[string]Copy{
			"from the future":            {GoodAt: now.Add(10 * time.Hour), Expires: now.Add(20 * time.Hour)},
			"good for longer than a day": {GoodAt: now.Add(-time.Hour), Expires: now.Add(30 * time.Hour)},
		} {
			s, copies := &site{}, NewMemory()
			kept.Origin, kept.Status = parse(t, shop+"/").Origin(), 200
			if err := copies.Save(t.Context(), kept); err != nil {
				t.Fatal(err)
			}
			s.put(shop+"/robots.txt", 200, "User-agent: *\nDisallow: /\n")
			if got := NewBook(Config{Token: "examplebot"}, s.ask, copies).code(t, "/p"); got != page.RefusedByRobots || s.count() != 1 {
				t.Errorf("a copy %s: the page came to %q after %d requests", name, got, s.count())
			}
		}
	})
}

// TestUnreachableIsRememberedForTenMinutes: without a request, unless somebody tries again.
func TestUnreachableIsRememberedForTenMinutes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &site{}
		s.put(shop+"/robots.txt", 500, "")
		b := NewBook(Config{Token: "examplebot"}, s.ask, nil)
		look := func(want int) {
			t.Helper()
			if got := b.code(t, "/"); got != page.RobotsUnreachable || s.count() != want {
				t.Errorf("the page came to %q after %d requests, want %d", got, s.count(), want)
			}
		}
		look(1)
		time.Sleep(10*time.Minute - time.Second)
		look(1)
		time.Sleep(2 * time.Second)
		look(2)
		b.TryAgain(parse(t, shop+"/").Origin())
		look(3)
		s.put(shop+"/robots.txt", 200, "")
		b.TryAgain(parse(t, shop+"/").Origin())
		if got := b.code(t, "/"); got != "" || s.count() != 4 {
			t.Errorf("tried again, the page came to %q after %d requests", got, s.count())
		}
		b.TryAgain(parse(t, shop+"/").Origin())
		if b.code(t, "/"); s.count() != 4 {
			t.Error("what could be had was forgotten")
		}
	})
}

// TestWhatWeRefuseIsJudgedEachTime: our refusal is not the site's, costs no request, and
// ends when its reason does. A name that does not exist says so.
func TestWhatWeRefuseIsJudgedEachTime(t *testing.T) {
	s := &site{err: page.Errorf(page.CrawlDelayTooLong, "too long")}
	b := NewBook(Config{Token: "examplebot"}, s.ask, nil)
	if got := b.code(t, "/"); got != page.CrawlDelayTooLong {
		t.Errorf("the page came to %q", got)
	}
	s.err = nil
	if got := b.code(t, "/"); got != "" {
		t.Errorf("when the reason had gone the page came to %q", got)
	}
	gone := page.Errorf(page.NameNotFound, "no name")
	for retryable, want := range map[bool]page.Code{false: page.NameNotFound, true: page.RobotsUnreachable} {
		gone.Retryable = retryable
		if got := NewBook(Config{Token: "examplebot"}, (&site{err: gone}).ask, nil).code(t, "/"); got != want {
			t.Errorf("a name not found, which may pass %v, came to %q", retryable, got)
		}
	}
}

// TestRetryAfterOfRobotsIsSaid: of an answer that means unreachable, and of one that broke off.
func TestRetryAfterOfRobotsIsSaid(t *testing.T) {
	after := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	s := &site{}
	s.put(shop+"/robots.txt", 503, "")
	s.answers[shop+"/robots.txt"].After = after
	broken := page.Errorf(page.Truncated, "it broke off")
	broken.After = after
	for _, s := range []*site{s, {err: broken}} {
		_, err := NewBook(Config{Token: "examplebot"}, s.ask, nil).Judge(t.Context(), parse(t, shop+"/"), ForPage)
		var failure *page.Error
		if !errors.As(err, &failure) || failure.Code != page.RobotsUnreachable || !failure.After.Equal(after) {
			t.Errorf("the page came to %+v", failure)
		}
	}
}

// TestAStoreThatFailsIsNoVerdict: what copies cannot do ends the run, and permits nothing.
func TestAStoreThatFailsIsNoVerdict(t *testing.T) {
	full := errors.New("disk full")
	for _, c := range []broken{{load: full}, {save: full}} {
		s := &site{}
		_, err := NewBook(Config{Token: "examplebot"}, s.ask, c).Judge(t.Context(), parse(t, shop+"/"), ForPage)
		if !errors.Is(err, full) {
			t.Errorf("%+v: the error is %v", c, err)
		}
	}
}

type broken struct{ load, save error }

func (b broken) Load(context.Context, address.Origin) (Copy, bool, error) {
	return Copy{}, false, b.load
}
func (b broken) Save(context.Context, Copy) error { return b.save }

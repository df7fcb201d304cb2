package permit

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"curtsy/page"
)

const robotsFile = "http://shop.example/robots.txt"

// TestRenewAsksThoughACopyMayBeUsed: conditionally, once for all who wait, and what comes
// of it is kept.
func TestRenewAsksThoughACopyMayBeUsed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &site{}
		s.put(robotsFile, 200, "User-agent: *\nDisallow: /no\n", "ETag", `"1"`)
		b := NewBook(Config{Token: "curtsy"}, s.ask, NewMemory())
		a := parse(t, "http://shop.example/no")
		if _, err := b.Judge(t.Context(), a, ForPage); codeOf(err) != page.RefusedByRobots {
			t.Fatal(err)
		}
		s.put(robotsFile, 200, "User-agent: *\nDisallow:\n")
		s.takes = time.Second
		var group sync.WaitGroup
		for range 10 {
			group.Go(func() {
				if err := b.Renew(t.Context(), a.Origin()); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		if s.count() != 2 || s.sent[1].ETag != `"1"` {
			t.Errorf("asked %d times, then with %+v", s.count(), s.sent[len(s.sent)-1])
		}
		if _, err := b.Judge(t.Context(), a, ForPage); err != nil {
			t.Errorf("the new robots.txt allows it: %v", err)
		}
		if err := b.Renew(t.Context(), a.Origin()); err != nil || s.count() != 3 {
			t.Errorf("a later renewal came to %v after %d requests", err, s.count())
		}
	})
}

// TestRenewFails though a copy is kept: the copy serves, and the renewal has failed.
func TestRenewFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &site{}
		s.put(robotsFile, 200, "User-agent: *\nDisallow: /no\n")
		b := NewBook(Config{Token: "curtsy"}, s.ask, NewMemory())
		a := parse(t, "http://shop.example/p")
		if _, err := b.Judge(t.Context(), a, ForPage); err != nil {
			t.Fatal(err)
		}
		s.put(robotsFile, 503, "")
		if err := b.Renew(t.Context(), a.Origin()); codeOf(err) != page.RobotsUnreachable {
			t.Errorf("a 503 came to %v", err)
		}
		if _, err := b.Judge(t.Context(), a, ForPage); err != nil {
			t.Errorf("the copy no longer serves: %v", err)
		}
	})
}

// TestAGatesRefusalIsNoFailureOfTheFile: it keeps its code, and is not remembered.
func TestAGatesRefusalIsNoFailureOfTheFile(t *testing.T) {
	for _, code := range []page.Code{page.RateLimited, page.SiteResting, page.Blocked, page.BudgetSpent, page.OutsideHours} {
		synctest.Test(t, func(t *testing.T) {
			s := &site{}
			s.put(robotsFile, 200, "User-agent: *\nDisallow: /no\n")
			b := NewBook(Config{Token: "curtsy"}, s.ask, NewMemory())
			a := parse(t, "http://shop.example/p")
			s.err = page.Errorf(code, "not now")
			if _, err := b.Judge(t.Context(), a, ForPage); codeOf(err) != code {
				t.Errorf("%s came to %v", code, err)
			}
			s.err = nil
			if _, err := b.Judge(t.Context(), a, ForPage); err != nil {
				t.Errorf("after %s it came to %v", code, err)
			}
			time.Sleep(25 * time.Hour) // the copy is out of date, and is not found unreachable
			s.err = page.Errorf(code, "not now")
			if _, err := b.Judge(t.Context(), a, ForPage); codeOf(err) != code {
				t.Errorf("with a copy out of date %s came to %v", code, err)
			}
		})
	}
}

func TestOpens(t *testing.T) {
	at := func(clock string) time.Time {
		d, err := time.Parse("15:04", clock)
		if err != nil {
			t.Fatal(err)
		}
		return time.Date(2026, 11, 30, d.Hour(), d.Minute(), 0, 0, time.UTC)
	}
	for _, row := range []struct {
		name, file string
		at         string
		want       time.Time
	}{
		{"no hours", "User-agent: *\nDisallow:\n", "12:00", at("12:00")},
		{"open", "User-agent: *\nVisit-time: 1100-1300\nDisallow:\n", "12:00", at("12:00")},
		{"later", "User-agent: *\nVisit-time: 2200-0600\nDisallow:\n", "12:00", at("22:00")},
		{"across midnight", "User-agent: *\nVisit-time: 2200-0600\nDisallow:\n", "05:59", at("05:59")},
		{"tomorrow", "User-agent: *\nVisit-time: 0900-1000\nDisallow:\n", "10:00", at("09:00").Add(24 * time.Hour)},
		{"a rate for a time of the day", "User-agent: *\nRequest-rate: 1/5 0900-1000\nDisallow:\n", "08:00", at("09:00")},
		{"both our tokens", "User-agent: ExampleBot\nVisit-time: 0800-1200\nDisallow:\n\nUser-agent: curtsy\nVisit-time: 1100-1300\nDisallow:\n", "09:00", at("11:00")},
		{"never both", "User-agent: ExampleBot\nVisit-time: 0800-0900\nDisallow:\n\nUser-agent: curtsy\nVisit-time: 1100-1300\nDisallow:\n", "09:00", time.Time{}},
	} {
		s := &site{}
		s.put(robotsFile, 200, row.file)
		b := NewBook(Config{Token: "ExampleBot", Also: "curtsy"}, s.ask, nil)
		p, err := b.Judge(t.Context(), parse(t, "http://shop.example/p"), ForPage)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Opens(at(row.at)); !got.Equal(row.want) {
			t.Errorf("%s: at %s it opens %s, want %s", row.name, row.at, got, row.want)
		}
		if robots := (Permit{purpose: ForRobots}); !robots.Opens(at(row.at)).Equal(at(row.at)) {
			t.Error("robots.txt itself is read at any hour")
		}
	}
}

// TestMustIsOfRenewalsAlone: others look for a copy that was had while they waited.
func TestMustIsOfRenewalsAlone(t *testing.T) {
	if Must(t.Context()) {
		t.Error("an ordinary request must be made")
	}
}

package permit

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"curtsy/page"
)

// on gives the instant of a clock in UTC on one day.
func on(t testing.TB, clock string) time.Time {
	t.Helper()
	d, err := time.Parse("15:04", clock)
	if err != nil {
		t.Fatal(err)
	}
	return time.Date(2026, 11, 30, d.Hour(), d.Minute(), 0, 0, time.UTC)
}

func granted(t testing.TB, file string, config Config) Permit {
	t.Helper()
	s := &site{}
	s.put(shop+"/robots.txt", 200, file)
	p, err := NewBook(config, s.ask, nil).Judge(t.Context(), parse(t, shop+"/p"), ForPage)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestOpens: the first instant at which both our tokens are wanted.
func TestOpens(t *testing.T) {
	for _, row := range []struct {
		name, file string
		at         string
		want       time.Time
	}{
		{"no hours", "User-agent: *\nDisallow:\n", "12:00", on(t, "12:00")},
		{"open", "User-agent: *\nVisit-time: 1100-1300\nDisallow:\n", "12:00", on(t, "12:00")},
		{"its end is outside", "User-agent: *\nVisit-time: 1100-1300\nDisallow:\n", "13:00", on(t, "11:00").Add(24 * time.Hour)},
		{"later", "User-agent: *\nVisit-time: 2200-0600\nDisallow:\n", "12:00", on(t, "22:00")},
		{"across midnight", "User-agent: *\nVisit-time: 2200-0600\nDisallow:\n", "05:59", on(t, "05:59")},
		{"tomorrow", "User-agent: *\nVisit-time: 0900-1000\nDisallow:\n", "10:00", on(t, "09:00").Add(24 * time.Hour)},
		{"the first of several", "User-agent: *\nVisit-time: 2000-2100\nVisit-time: 1400-1500\nDisallow:\n", "12:00", on(t, "14:00")},
		{"a rate for a time of the day", "User-agent: *\nRequest-rate: 1/5 0900-1000\nDisallow:\n", "08:00", on(t, "09:00")},
		{"both our tokens", "User-agent: ExampleBot\nVisit-time: 0800-1200\nDisallow:\n\nUser-agent: curtsy\nVisit-time: 1100-1300\nDisallow:\n", "09:00", on(t, "11:00")},
		{"one of our tokens", "User-agent: ExampleBot\nDisallow:\n\nUser-agent: curtsy\nVisit-time: 1100-1300\nDisallow:\n", "09:00", on(t, "11:00")},
		{"never both", "User-agent: ExampleBot\nVisit-time: 0800-0900\nDisallow:\n\nUser-agent: curtsy\nVisit-time: 1100-1300\nDisallow:\n", "08:30", time.Time{}},
	} {
		p := granted(t, row.file, Config{Token: "ExampleBot", Also: "curtsy"})
		if got := p.Opens(on(t, row.at)); !got.Equal(row.want) {
			t.Errorf("%s: at %s it opens %s, want %s", row.name, row.at, got, row.want)
		}
	}
	if p := granted(t, "User-agent: curtsy\nVisit-time: 1100-1300\nDisallow:\n", Config{Token: "ExampleBot"}); !p.Opens(on(t, "09:00")).Equal(on(t, "09:00")) {
		t.Error("the hours of a token that is not ours hold for us")
	}
}

// TestOpensIsTheFirstMinuteOfBoth: a walk by the minute, judged by what stands in the
// file, finds no earlier one; and none at all when it is never.
func TestOpensIsTheFirstMinuteOfBoth(t *testing.T) {
	a := parse(t, shop+"/p")
	rapid.Check(t, func(t *rapid.T) {
		minute := rapid.IntRange(0, 24*60-1)
		var file strings.Builder
		wanted := map[string][24 * 60]bool{}
		for _, token := range []string{"examplebot", "curtsy"} {
			var open [24 * 60]bool
			fmt.Fprintf(&file, "User-agent: %s\n", token)
			for range rapid.IntRange(1, 3).Draw(t, "windows") {
				from, length := minute.Draw(t, "from"), rapid.IntRange(1, 8*60).Draw(t, "length")
				until := (from + length) % len(open)
				fmt.Fprintf(&file, "Visit-time: %02d%02d-%02d%02d\n", from/60, from%60, until/60, until%60)
				for i := range length {
					open[(from+i)%len(open)] = true
				}
			}
			file.WriteString("Disallow:\n\n")
			wanted[token] = open
		}
		s := &site{}
		s.put(shop+"/robots.txt", 200, file.String())
		p, err := NewBook(Config{Token: "ExampleBot", Also: "curtsy"}, s.ask, nil).Judge(t.Context(), a, ForPage)
		if err != nil {
			t.Fatal(err)
		}
		at := time.Date(2026, 11, 30, 0, minute.Draw(t, "at"), rapid.IntRange(0, 59).Draw(t, "second"), 0, time.UTC)
		var want time.Time
		for i, walk := 0, at; i <= 24*60; i++ {
			if now := walk.Hour()*60 + walk.Minute(); wanted["examplebot"][now] && wanted["curtsy"][now] {
				want = walk
				break
			}
			walk = walk.Truncate(time.Minute).Add(time.Minute)
		}
		if got := p.Opens(at); !got.Equal(want) {
			t.Errorf("at %s it opens %s, want %s, by\n%s", at, got, want, file.String())
		}
	})
}

// TestRobotsItselfIsReadAtAnyHour: the permits for it, and for where it redirects.
func TestRobotsItselfIsReadAtAnyHour(t *testing.T) {
	s := &site{}
	s.put(shop+"/robots.txt", 302, "", "Location", "/rules")
	s.put(shop+"/rules", 200, "User-agent: *\nVisit-time: 1100-1300\nDisallow:\n")
	var purposes []string
	b := NewBook(Config{Token: "examplebot"}, func(ctx context.Context, p Permit, c Conditions) (*Answer, error) {
		purposes = append(purposes, p.Purpose())
		if early := on(t, "09:00"); !p.Opens(early).Equal(early) {
			t.Errorf("%s waits for the hours it names", p.Address())
		}
		return s.ask(ctx, p, c)
	}, NewMemory())
	for range 2 {
		if code := b.code(t, "/p"); code != "" {
			t.Errorf("the page came to %s", code)
		}
		if err := b.Renew(t.Context(), parse(t, shop+"/").Origin()); err != nil {
			t.Error(err)
		}
	}
	if len(purposes) != 6 || purposes[5] != string(ForHop) {
		t.Errorf("asked for %v", purposes)
	}
}

// TestHoursOfEveryMinuteAreReckonedOnce: two tokens wanted in alternate minutes are never
// wanted together, and that is known without a walk from one window to the next.
func TestHoursOfEveryMinuteAreReckonedOnce(t *testing.T) {
	var file strings.Builder
	for odd, token := range []string{"examplebot", "curtsy"} {
		fmt.Fprintf(&file, "User-agent: %s\n", token)
		for i := odd; i < 24*60; i += 2 {
			until := (i + 1) % (24 * 60)
			fmt.Fprintf(&file, "Visit-time: %02d%02d-%02d%02d\n", i/60, i%60, until/60, until%60)
		}
		file.WriteString("Disallow:\n\n")
	}
	p := granted(t, file.String(), Config{Token: "ExampleBot", Also: "curtsy"})
	if len(p.hours.tokens) != 2 || len(p.hours.tokens[0]) != 720 || len(p.hours.begin) != 0 || !p.Opens(on(t, "09:00")).IsZero() {
		t.Errorf("%d tokens open together %d times a day", len(p.hours.tokens), len(p.hours.begin))
	}
}

// TestHoursAreReckonedOncePerFile: not at every permit, and at no cost where there are none.
func TestHoursAreReckonedOncePerFile(t *testing.T) {
	s := &site{}
	s.put(shop+"/robots.txt", 200, "User-agent: *\nVisit-time: 1100-1300\nDisallow:\n")
	b := NewBook(Config{Token: "examplebot"}, s.ask, nil)
	first, err := b.Judge(t.Context(), parse(t, shop+"/1"), ForPage)
	if err != nil {
		t.Fatal(err)
	}
	second, err := b.Judge(t.Context(), parse(t, shop+"/2"), ForHop)
	if err != nil || first.hours == nil || first.hours != second.hours {
		t.Errorf("the hours are %p and %p, %v", first.hours, second.hours, err)
	}
	if p := granted(t, "User-agent: *\nDisallow:\n", Config{Token: "examplebot", Also: "curtsy"}); p.hours != nil {
		t.Error("there are hours where none are named")
	}
	now := on(t, "12:00")
	if n := testing.AllocsPerRun(100, func() { first.Opens(now) }); n != 0 {
		t.Errorf("%g allocations for each request", n)
	}
}

// TestHoursRefuseNothing: outside them a page is judged as ever, and its turn waits.
func TestHoursRefuseNothing(t *testing.T) {
	s := &site{}
	s.put(shop+"/robots.txt", 200, "User-agent: *\nVisit-time: 1100-1101\nDisallow: /no\n")
	b := NewBook(Config{Token: "examplebot"}, s.ask, nil)
	if got := b.code(t, "/no"); got != page.RefusedByRobots {
		t.Errorf("/no came to %q", got)
	}
	if got := b.code(t, "/p"); got != "" {
		t.Errorf("/p came to %q", got)
	}
}

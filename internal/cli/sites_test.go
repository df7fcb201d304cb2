package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"curtsy"
)

func TestAWordToASiteThatIsBeingAskedSaysWhatItWaitsFor(t *testing.T) {
	const waits = "curtsy: shop\\x1b.example is being asked; this is recorded when the request has ended\n"
	const recorded = "curtsy: shop\\x1b.example is left at least 5.0 s between requests, by every process of this home from its next request on\n"
	for took, want := range map[time.Duration]string{
		1900 * time.Millisecond: recorded,
		2100 * time.Millisecond: waits + recorded, // while the first line is being written
		time.Minute:             waits + recorded,
	} {
		synctest.Test(t, func(t *testing.T) {
			screen := &slowScreen{t: t}
			tell := func(context.Context, string, time.Duration) error {
				time.Sleep(took)
				return nil
			}
			err := (&streams{err: screen}).tellSite(t.Context(), &word{site: "shop\x1b.example", time: 5 * time.Second}, tell)
			if err != nil || screen.text.String() != want {
				t.Errorf("after %s: %v, said\n%swant\n%s", took, err, &screen.text, want)
			}
		})
	}
}

// A slowScreen takes half a second to write a line, and one line at a time.
type slowScreen struct {
	t    *testing.T
	busy atomic.Bool
	text bytes.Buffer
}

func (s *slowScreen) Write(p []byte) (int, error) {
	if !s.busy.CompareAndSwap(false, true) {
		s.t.Errorf("%q is written into another line", p)
		return len(p), nil
	}
	defer s.busy.Store(false)
	time.Sleep(500 * time.Millisecond)
	return s.text.Write(p)
}

// TestAWordThatCouldNotBeKeptIsNotSaidToBe, and the operator is told to mend only what is
// theirs to mend.
func TestAWordThatCouldNotBeKeptIsNotSaidToBe(t *testing.T) {
	full := errors.New("record what is wanted of shop.example: disk full")
	var talk bytes.Buffer
	err := (&streams{err: &talk}).tellSite(t.Context(), &word{site: "shop.example", alone: true, time: time.Hour},
		func(context.Context, string, time.Duration) error { return full })
	var wrong *mistake
	if !errors.Is(err, full) || errors.As(err, &wrong) || talk.Len() > 0 {
		t.Errorf("a full disk is %v, and said %q", err, &talk)
	}
	crawler, err := curtsy.New(curtsy.Agent{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer crawler.Close()
	w := &word{site: "http://u:p@shop.example/", alone: true, time: time.Hour}
	err = (&streams{err: &talk}).tellSite(t.Context(), w, w.teller(crawler))
	if !errors.As(err, &wrong) || wrong.hint != "curtsy sites --rest shop.example 24h" || talk.Len() > 0 {
		t.Errorf("no site is %v, and said %q", err, &talk)
	}
}

// TestHowASiteStandsIsALineOfATerminal: what the delay comes from, what it is left alone
// for, its budget, and nothing that moves a terminal.
func TestHowASiteStandsIsALineOfATerminal(t *testing.T) {
	noon := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	floor := curtsy.Cause{Name: "floor", Delay: 1}
	budget := curtsy.SiteDay{Requests: 10_000}
	states := []curtsy.SiteState{
		{Site: "asks.example", Delay: 5, Causes: []curtsy.Cause{floor, {Name: "robots", Delay: 5}}, LastEnd: &noon, Today: curtsy.SiteDay{Requests: 12}, Budget: budget},
		{Site: "busy.example", Delay: 4, Causes: []curtsy.Cause{floor, {Name: "429", Times: 2}, {Name: "failures", Times: 4}}, LastEnd: &noon, RestingUntil: &noon, RestingFor: "retry_after", Budget: budget},
		{Site: "even.example", Delay: 1, Causes: []curtsy.Cause{floor, {Name: "robots", Delay: 1}}, InFlight: true, LastEnd: &noon, Budget: curtsy.SiteDay{Requests: 50, Bytes: 1 << 20}, Today: curtsy.SiteDay{Requests: 3, Bytes: 2048}},
		{Site: "local", RestingUntil: &noon, RestingFor: "operator"},
		{Site: "new\x1b[31m.example", Delay: 2.5, Causes: []curtsy.Cause{floor, {Name: "coming\u202e", Delay: 2.5}}, BlockedAt: &noon, BlockedBy: "it answers with\x1b[2J", LastEnd: &noon, Budget: budget},
		{Site: "slow.example", Delay: 3.5, Causes: []curtsy.Cause{floor, {Name: "pace", Delay: 1.75}, {Name: "latency", Times: 2}}, Budget: budget, RestingUntil: &noon, RestingFor: "failures", BlockedAt: &noon, BlockedBy: "it keeps answering 403"},
	}
	var out bytes.Buffer
	if err := writeStates(&out, states); err != nil {
		t.Fatal(err)
	}
	want := `
SITE                 DELAY                    TODAY                     LAST ASKED            RESTS UNTIL
asks.example         5.0 s (robots.txt)       12 of 10000               2026-11-30T12:00:00Z  -
busy.example         4.0 s (floor, x4 by failures)  0 of 10000          2026-11-30T12:00:00Z  2026-11-30T12:00:00Z (Retry-After)
even.example         1.0 s (robots.txt)       3 of 50, 2.0 KiB of 1.0 MiB  in flight          -
local                0.0 s                    0                         never                 2026-11-30T12:00:00Z (operator)
new\x1b[31m.example  2.5 s (coming\u202e)     0 of 10000                2026-11-30T12:00:00Z  has blocked us: it answers with\x1b[2J
slow.example         3.5 s (pace, x2 by latency)  0 of 10000            never                 2026-11-30T12:00:00Z (failures); has blocked us: it keeps answering 403
`
	if got := cells(out.String()); got != cells(strings.TrimPrefix(want, "\n")) {
		t.Errorf("got\n%swant\n%s", got, cells(want))
	}
	aligned(t, out.String())
}

// cells is a table with its columns apart by a bar.
func cells(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		var parts []string
		for part := range strings.SplitSeq(strings.TrimSpace(line), "  ") {
			if part = strings.TrimSpace(part); part != "" {
				parts = append(parts, part)
			}
		}
		b.WriteString(strings.Join(parts, " | ") + "\n")
	}
	return b.String()
}

// aligned fails unless every line's last columns begin where the head's do.
func aligned(t *testing.T, text string) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for _, column := range []string{"DELAY", "TODAY", "LAST ASKED", "RESTS UNTIL"} {
		at := strings.Index(lines[0], column)
		for _, line := range lines[1:] {
			if line[at-2:at] != "  " || line[at] == ' ' {
				t.Errorf("%s is not at column %d of %q", column, at, line)
			}
		}
	}
}

// TestMostSitesFitTheWidthOfATerminal: those that rest, too.
func TestMostSitesFitTheWidthOfATerminal(t *testing.T) {
	noon := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	at := func(resting *time.Time) curtsy.SiteState {
		return curtsy.SiteState{
			Site: "shop.example", Delay: 5, Causes: []curtsy.Cause{{Name: "operator", Delay: 5}}, LastEnd: &noon, RestingUntil: resting, RestingFor: "operator",
			Today: curtsy.SiteDay{Requests: 1234}, Budget: curtsy.SiteDay{Requests: 10_000},
		}
	}
	for most, state := range map[int]curtsy.SiteState{80: at(nil), 100: at(&noon)} {
		var out bytes.Buffer
		if err := writeStates(&out, []curtsy.SiteState{state}); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > most {
				t.Errorf("%d wide, more than %d: %s", n, most, line)
			}
		}
	}
}

func TestAWordIsASiteAndALengthOfTime(t *testing.T) {
	for _, c := range []struct {
		slow, rest bool
		args       []string
		want       string
	}{
		{false, false, []string{"a", "b"}, "<nil>"},
		{true, false, []string{"shop.example", "24h"}, "shop.example false 24h0m0s"},
		{false, true, []string{"shop.example", "7d"}, "shop.example true 168h0m0s"},
		{true, false, []string{"shop.example", "0"}, "shop.example false 0s"},
	} {
		set := newSettings()
		set.slow, set.rest = toggle(c.slow), toggle(c.rest)
		got, err := wordOf(set, c.args)
		text := "<nil>"
		if got != nil {
			text = fmt.Sprintf("%s %t %s", got.site, got.alone, got.time)
		}
		if err != nil || text != c.want {
			t.Errorf("%v is %s, %v; want %s", c.args, text, err, c.want)
		}
	}
}

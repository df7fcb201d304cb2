package robots

import (
	"math"
	"slices"
	"testing"
	"time"
)

const longest = time.Duration(math.MaxInt64)

// A wish row says what one line in a group of ours comes to.
type wish struct {
	line  string
	every time.Duration
	found bool
}

func checkWishes(t *testing.T, rows []wish) {
	t.Helper()
	for _, row := range rows {
		t.Run(row.line, func(t *testing.T) {
			got, found := Parse([]byte("User-agent: curtsy\n" + row.line + "\n")).Delay("curtsy")
			want := Delay{Every: row.every, Line: 2, Own: true}
			if !row.found {
				want = Delay{}
			}
			if got != want || found != row.found {
				t.Errorf("got %+v, %t; want %+v, %t", got, found, want, row.found)
			}
		})
	}
}

func TestCrawlDelayIsReadInSecondsAndNeverWraps(t *testing.T) {
	checkWishes(t, []wish{
		{"Crawl-delay: 10", 10 * time.Second, true},
		{"crawl-delay:0.5", 500 * time.Millisecond, true},
		{"Crawl-delay: .5", 500 * time.Millisecond, true},
		{"Crawl-delay: 5.", 5 * time.Second, true},
		{"Crawl-delay: 1,5", 1500 * time.Millisecond, true},
		{"Crawl-delay: 0", 0, true},
		{"Crawl-delay: 0.1", 100 * time.Millisecond, true},
		{"Crawl-delay: 1e3", 1000 * time.Second, true},
		{"Crawl-delay: 10s", 10 * time.Second, true},
		{"Crawl-delay: 10 Seconds", 10 * time.Second, true},
		{"Crawl-delay: 2m", 2 * time.Minute, true},
		{"Crawl-delay: 1 hour", time.Hour, true},
		{"Crawl-delay: 10 # ten", 10 * time.Second, true},
		{"Crawl-delay: 600", 10 * time.Minute, true},
		{"Crawl-delay: 99999999999999", longest, true},
		{"Crawl-delay: 9223372036.854775807", longest, true},
		{"Crawl-delay: 1e999", longest, true},
		{"Crawl-delay: inf", longest, true},
		{"Crawl-delay: 1e18h", 0, false},
		{"Crawl-delay: 9999999999h", longest, true},
		{"Crawl-delay: NaN", 0, false},
		{"Crawl-delay: -5", 0, false},
		{"Crawl-delay: -inf", 0, false},
		{"Crawl-delay: ten", 0, false},
		{"Crawl-delay: 10ms", 0, false},
		{"Crawl-delay: 1.2.3", 0, false},
		{"Crawl-delay: 0x10", 0, false},
		{"Crawl-delay: 1_0", 0, false},
		{"Crawl-delay: 10 20", 0, false},
		{"Crawl-delay: ５", 0, false},
		{"Crawl-delay:", 0, false},
		{"Crawl-delay 10", 0, false},
	})
}

func TestRequestRateIsReadAsSecondsForAPage(t *testing.T) {
	checkWishes(t, []wish{
		{"Request-rate: 1/5", 5 * time.Second, true},
		{"Request-rate: 1/5s", 5 * time.Second, true},
		{"Request-rate: 1/10m", 10 * time.Minute, true},
		{"Request-rate: 1/2H", 2 * time.Hour, true},
		{"Request-rate: 30/1m", 2 * time.Second, true},
		{"Request-rate: 4/1", 250 * time.Millisecond, true},
		{"Request-rate: 1 / 5 s", 5 * time.Second, true},
		{"Request-rate: 1/m", time.Minute, true},
		{"Request-rate: 1/minute", time.Minute, true},
		{"Request-rate: 1/5 0600-0845", 5 * time.Second, true},
		{"Request-rate: 1/5m 0600 - 0845", 5 * time.Minute, true},
		{"Request-rate: 1/5 9900-0000", 5 * time.Second, true},
		{"Request-rate: 0/5", longest, true},
		{"Request-rate: inf/inf", 0, false},
		{"Request-rate: 1/1e999", 0, false},
		{"Request-rate: 1/0", 0, false},
		{"Request-rate: 1/", 0, false},
		{"Request-rate: /5", 0, false},
		{"Request-rate: 5", 0, false},
		{"Request-rate: -1/5", 0, false},
		{"Request-rate: 1/-5", 0, false},
		{"Request-rate: 1/5 parsecs", 0, false},
		{"Request-rate: a/b", 0, false},
	})
}

func TestDelayIsTheLargestOfOurOwnGroupsElseOfEverybodys(t *testing.T) {
	for _, row := range []struct {
		name, file string
		want       Delay
		found      bool
	}{
		{"none", "User-agent: curtsy\nDisallow: /", Delay{}, false},
		{"somebody else's", "User-agent: other\nCrawl-delay: 9", Delay{}, false},
		{"the largest, first", "User-agent: curtsy\nCrawl-delay: 9\nCrawl-delay: 2", Delay{9 * time.Second, 2, true}, true},
		{"the largest, last", "User-agent: curtsy\nCrawl-delay: 2\nCrawl-delay: 9", Delay{9 * time.Second, 3, true}, true},
		{"the first of equals", "User-agent: curtsy\nCrawl-delay: 0\nCrawl-delay: 0", Delay{0, 2, true}, true},
		{"a larger rate", "User-agent: curtsy\nCrawl-delay: 2\nRequest-rate: 1/9", Delay{9 * time.Second, 3, true}, true},
		{"a smaller rate", "User-agent: curtsy\nCrawl-delay: 9\nRequest-rate: 1/2", Delay{9 * time.Second, 2, true}, true},
		{"over merged groups", "User-agent: curtsy\nCrawl-delay: 2\nAllow: /\nUser-agent: curtsy\nCrawl-delay: 9", Delay{9 * time.Second, 5, true}, true},
		{"a bad one beside a good one", "User-agent: curtsy\nCrawl-delay: x\nCrawl-delay: 2", Delay{2 * time.Second, 3, true}, true},
		{"our own though smaller", "User-agent: *\nCrawl-delay: 9\nAllow: /\nUser-agent: curtsy\nCrawl-delay: 2", Delay{2 * time.Second, 5, true}, true},
		{"our own though nothing", "User-agent: *\nCrawl-delay: 9\nAllow: /\nUser-agent: curtsy\nCrawl-delay: 0", Delay{0, 5, true}, true},
		{"everybody's when we have no group", "User-agent: *\nCrawl-delay: 9", Delay{9 * time.Second, 2, false}, true},
		{"everybody's when our group has none", "User-agent: *\nCrawl-delay: 9\nAllow: /\nUser-agent: curtsy\nDisallow: /x", Delay{9 * time.Second, 2, false}, true},
		{"everybody's when our group has a bad one", "User-agent: *\nCrawl-delay: 9\nAllow: /\nUser-agent: curtsy\nCrawl-delay: x", Delay{9 * time.Second, 2, false}, true},
		{"everybody's, from a group beside one that is ours too", "User-agent: *\nUser-agent: curtsy\nAllow: /\nUser-agent: *\nCrawl-delay: 9", Delay{9 * time.Second, 5, false}, true},
		{"our own in a group that is everybody's too", "User-agent: *\nUser-agent: curtsy\nCrawl-delay: 9", Delay{9 * time.Second, 3, true}, true},
		{"for every agent of its run", "User-agent: curtsy\nCrawl-delay: 9\nUser-agent: other\nDisallow: /", Delay{9 * time.Second, 2, true}, true},
		{"outside any group", "Crawl-delay: 9\nUser-agent: curtsy\nDisallow: /x", Delay{9 * time.Second, 1, false}, true},
		{"outside any group beside everybody's", "Crawl-delay: 9\nUser-agent: *\nCrawl-delay: 2", Delay{9 * time.Second, 1, false}, true},
		{"outside any group beside our own", "Crawl-delay: 9\nUser-agent: curtsy\nCrawl-delay: 2", Delay{2 * time.Second, 3, true}, true},
		{"the slowest rate, whatever the time", "User-agent: curtsy\nRequest-rate: 1/9 0100-0200\nRequest-rate: 1/2 0300-0400", Delay{9 * time.Second, 2, true}, true},
		{"everybody's though we have hours", "User-agent: *\nCrawl-delay: 9\nAllow: /\nUser-agent: curtsy\nVisit-time: 0100-0200", Delay{9 * time.Second, 2, false}, true},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got, found := Parse([]byte(row.file)).Delay("Curtsy"); got != row.want || found != row.found {
				t.Errorf("%q: got %+v, %t; want %+v, %t", row.file, got, found, row.want, row.found)
			}
		})
	}
}

func window(from, until string) Window {
	start, _ := parseClock(from)
	end, _ := parseClock(until)
	return Window{start, end}
}

func TestHoursAreThoseInWhichTheSiteWantsUs(t *testing.T) {
	for _, row := range []struct {
		name, lines string
		want        []Window
	}{
		{"none", "Crawl-delay: 2", nil},
		{"plain", "Visit-time: 0600-0845", []Window{window("0600", "0845")}},
		{"blanks", "Visit-time: 0600 - 0845", []Window{window("0600", "0845")}},
		{"over midnight", "Visit-time: 2200-0500", []Window{window("2200", "0500")}},
		{"to midnight", "Visit-time: 2200-2400", []Window{window("2200", "0000")}},
		{"from midnight", "Visit-time: 0000-0500", []Window{window("0000", "0500")}},
		{"with colons", "Visit-time: 06:00-8:45", []Window{window("0600", "0845")}},
		{"three digits", "Visit-time: 600-845", []Window{window("0600", "0845")}},
		{"named UTC", "Visit-time: 0600-0845 UTC", []Window{window("0600", "0845")}},
		{"the whole day", "Visit-time: 0000-2400", nil},
		{"a whole day from noon", "Visit-time: 1200-1200", nil},
		{"two apart", "Visit-time: 2000-2100\nVisit-time: 0100-0200", []Window{window("0100", "0200"), window("2000", "2100")}},
		{"two that overlap", "Visit-time: 0100-0300\nVisit-time: 0200-0400", []Window{window("0100", "0400")}},
		{"two that meet at midnight", "Visit-time: 2200-2400\nVisit-time: 0000-0200", []Window{window("2200", "0200")}},
		{"a minute too many", "Visit-time: 0675-0900", nil},
		{"an hour too many", "Visit-time: 0600-2401", nil},
		{"no dash", "Visit-time: 0600", nil},
		{"words", "Visit-time: at night", nil},
		{"signs", "Visit-time: +600--845", nil},
		{"one bad beside one good", "Visit-time: x\nVisit-time: 0100-0200", []Window{window("0100", "0200")}},
		{"of a rate", "Request-rate: 1/5 0600-0845", []Window{window("0600", "0845")}},
		{"of two rates", "Request-rate: 1/5 0600-0845\nRequest-rate: 1/9 0900-1000", []Window{window("0600", "0845"), window("0900", "1000")}},
		{"of a rate beside one for any time", "Request-rate: 1/5 0600-0845\nRequest-rate: 1/60", nil},
		{"of a rate beside a delay", "Request-rate: 1/5 0600-0845\nCrawl-delay: 2", []Window{window("0600", "0845")}},
		{"of both, where they agree", "Visit-time: 0500-0800\nRequest-rate: 1/5 0600-0900", []Window{window("0600", "0800")}},
		{"of both, where they never agree", "Visit-time: 0500-0600\nRequest-rate: 1/5 0700-0900", []Window{window("0500", "0600")}},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := Parse([]byte(rules(row.lines))).Hours("curtsy"); !slices.Equal(got, row.want) {
				t.Errorf("got %v, want %v", got, row.want)
			}
		})
	}
}

func TestHoursAreBorrowedFromEverybodyLikeDelays(t *testing.T) {
	night, noon := window("0100", "0200"), window("1200", "1300")
	for _, row := range []struct {
		name, file string
		want       []Window
	}{
		{"no group of ours", "User-agent: *\nVisit-time: 0100-0200", []Window{night}},
		{"a group of ours without", "User-agent: *\nVisit-time: 0100-0200\nAllow: /\nUser-agent: curtsy\nAllow: /", []Window{night}},
		{"a group of ours with", "User-agent: *\nVisit-time: 0100-0200\nAllow: /\nUser-agent: curtsy\nVisit-time: 1200-1300", []Window{noon}},
		{"outside any group", "Visit-time: 0100-0200\nUser-agent: curtsy\nAllow: /", []Window{night}},
		{"a rate of theirs where we have a delay", "User-agent: *\nRequest-rate: 1/5 0100-0200\nAllow: /\nUser-agent: curtsy\nCrawl-delay: 1", nil},
		{"somebody else's", "User-agent: other\nVisit-time: 0100-0200", nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := Parse([]byte(row.file)).Hours("curtsy"); !slices.Equal(got, row.want) {
				t.Errorf("got %v, want %v", got, row.want)
			}
		})
	}
}

func TestWindowIsOpenFromItsStartAndNotAtItsEnd(t *testing.T) {
	at := func(clock string) time.Time {
		moment, err := time.Parse("2006-01-02 15:04:05.999999999", "2026-03-01 "+clock)
		if err != nil {
			t.Fatal(err)
		}
		return moment
	}
	for _, row := range []struct {
		window Window
		at     string
		open   bool
		next   time.Time
	}{
		{window("0600", "0845"), "05:59:59.999999999", false, at("06:00:00")},
		{window("0600", "0845"), "06:00:00", true, at("06:00:00").AddDate(0, 0, 1)},
		{window("0600", "0845"), "08:44:59.999999999", true, at("06:00:00").AddDate(0, 0, 1)},
		{window("0600", "0845"), "08:45:00", false, at("06:00:00").AddDate(0, 0, 1)},
		{window("2200", "0500"), "21:59:59", false, at("22:00:00")},
		{window("2200", "0500"), "22:00:00", true, at("22:00:00").AddDate(0, 0, 1)},
		{window("2200", "0500"), "00:00:00", true, at("22:00:00")},
		{window("2200", "0500"), "04:59:59", true, at("22:00:00")},
		{window("2200", "0500"), "05:00:00", false, at("22:00:00")},
		{window("2200", "0000"), "23:59:59", true, at("22:00:00").AddDate(0, 0, 1)},
		{window("2200", "0000"), "00:00:00", false, at("22:00:00")},
		{Window{}, "00:00:00", true, at("00:00:00").AddDate(0, 0, 1)},
		{Window{}, "12:00:00", true, at("00:00:00").AddDate(0, 0, 1)},
	} {
		// The same moment on another clock is the same moment.
		for _, zone := range []*time.Location{time.UTC, time.FixedZone("", -7*3600), time.FixedZone("", 5*3600+1800)} {
			moment := at(row.at).In(zone)
			if open := row.window.Contains(moment); open != row.open {
				t.Errorf("%v at %v: open %t, want %t", row.window, moment, open, row.open)
			}
			if next := row.window.Next(moment); !next.Equal(row.next) || next.Location() != time.UTC {
				t.Errorf("%v after %v: next %v, want %v", row.window, moment, next, row.next)
			}
		}
	}
}

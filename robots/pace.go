package robots

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Delay is how far apart a site wants its requests.
type Delay struct {
	Every time.Duration // as written, not clipped: a number too large for it is the largest one
	Line  int
	Own   bool // it stands in a group that names the token
}

// A pace is one Crawl-delay or Request-rate line.
type pace struct {
	every    time.Duration
	line     int
	rate     bool // it is a Request-rate
	windowed bool // the rate is for a window of the day
	window   Window
}

// Delay gives how far apart requests of the crawler with a product token should be:
// the largest of the Crawl-delay lines and of the intervals of the Request-rate lines
// in the groups that name it or, when these have neither, in the groups of "*" and
// before any group. A rate for a time of the day counts at every time, so of several the
// slowest holds; whether the site is asked at other times is for [File.Hours] to say.
// It gives false when nothing is asked for.
func (f *File) Delay(token string) (Delay, bool) {
	var (
		longest Delay
		found   bool
	)
	from, named := pick(f.own(token), f.forAll(), (*group).paced)
	for _, g := range from {
		for _, p := range g.paces {
			if !found || p.every > longest.Every {
				longest, found = Delay{Every: p.every, Line: p.line}, true
			}
		}
	}
	longest.Own = found && named
	return longest, found
}

// own gives the groups that name a token.
func (f *File) own(token string) []*group {
	if name, groups := f.groupsOf(token); name != everybody {
		return groups
	}
	return nil
}

func (g *group) paced() bool { return len(g.paces) > 0 }

// pick gives own, and true, when one of them has what is sought, else all.
func pick(own, all []*group, has func(*group) bool) ([]*group, bool) {
	if slices.ContainsFunc(own, has) {
		return own, true
	}
	return all, false
}

// wish takes a Crawl-delay, Request-rate or Visit-time line.
func (p *parser) wish(l line) {
	g := p.group()
	switch l.key.key {
	case crawlDelay:
		every, plain, ok := parseDelay(l.value)
		if !ok {
			p.note(NoteDelay, l.text)
			return
		}
		if !plain {
			p.note(NoteUnit, l.text)
		}
		g.paces = append(g.paces, pace{every: every, line: p.number})
	case requestRate:
		every, rest, ok := parseRate(l.value)
		if !ok {
			p.note(NoteDelay, l.text)
			return
		}
		at := pace{every: every, line: p.number, rate: true}
		if rest != "" {
			if at.window, at.windowed = parseWindow(rest); !at.windowed {
				p.note(NoteHours, l.text)
			}
		}
		g.paces = append(g.paces, at)
	case visitTime:
		window, ok := parseWindow(l.value)
		if !ok {
			p.note(NoteHours, l.text)
			return
		}
		g.visits = append(g.visits, window)
	}
}

// parseDelay reads a Crawl-delay: seconds, with decimals or not. A decimal comma and
// a unit after the number are read as meant, and then it is not plain.
func parseDelay(s string) (every time.Duration, plain, ok bool) {
	number, rest := cutNumber(s)
	unit, ok := unitOf(trim(rest))
	if !ok {
		// "1e3" and "inf" are numbers, though nobody counts so.
		unit, number = 1, s
	}
	value, ok := parseNumber(number)
	return seconds(value * unit), number == s && !strings.Contains(s, ","), ok
}

// parseRate reads a Request-rate: pages, "/", seconds or a number with a unit, and
// gives the seconds for one page and what stands behind. No pages at all in a time is
// the longest interval.
func parseRate(s string) (every time.Duration, rest string, ok bool) {
	pages, per, found := strings.Cut(s, "/")
	count, ok := parseNumber(trim(pages))
	if !found || !ok {
		return 0, "", false
	}
	number, rest := cutNumber(trim(per))
	rest = trim(rest)
	word := 0
	for word < len(rest) && ('a' <= rest[word]|0x20 && rest[word]|0x20 <= 'z') {
		word++
	}
	unit, ok := unitOf(rest[:word])
	if number == "" && word > 0 {
		number = "1" // "1/m": one in a minute
	}
	span, also := parseNumber(number)
	if !ok || !also || span == 0 {
		return 0, "", false
	}
	return seconds(span * unit / count), trim(rest[word:]), true
}

// cutNumber cuts s behind the digits, points and commas it begins with.
func cutNumber(s string) (number, rest string) {
	rest = strings.TrimLeft(s, "0123456789.,")
	return s[:len(s)-len(rest)], rest
}

// parseNumber reads a number that is not negative, in ASCII; one too large to hold is
// infinite.
func parseNumber(s string) (float64, bool) {
	if strings.ContainsAny(s, "xX_") {
		return 0, false
	}
	value, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", "."), 64)
	if err != nil && !math.IsInf(value, 1) {
		return 0, false
	}
	return value, value >= 0 // which NaN is not
}

// unitOf gives the seconds in a unit; no unit is seconds.
func unitOf(s string) (float64, bool) {
	switch strings.ToLower(s) {
	case "", "s", "sec", "secs", "second", "seconds":
		return 1, true
	case "m", "min", "mins", "minute", "minutes":
		return 60, true
	case "h", "hr", "hrs", "hour", "hours":
		return 3600, true
	}
	return 0, false
}

// seconds saturates: a wish too long to hold stays too long.
func seconds(value float64) time.Duration {
	nanoseconds := math.Round(value * float64(time.Second))
	if nanoseconds < math.MaxInt64 {
		return time.Duration(nanoseconds)
	}
	return math.MaxInt64 // also for infinity in infinity, which is no number
}

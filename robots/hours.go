package robots

import (
	"strings"
	"time"
)

const day = 24 * time.Hour

// A Window is a stretch of each day in UTC in which a site wants to be visited, from
// From up to and not including Until, both counted from midnight. When From is after
// Until it crosses midnight; when they are equal, as in the zero Window, it is the
// whole day.
type Window struct{ From, Until time.Duration }

// Contains says whether the window is open at t.
func (w Window) Contains(t time.Time) bool {
	at := sinceMidnight(t)
	switch {
	case w.From < w.Until:
		return w.From <= at && at < w.Until
	case w.From > w.Until:
		return at >= w.From || at < w.Until
	}
	return true
}

// Next gives the start of the window's first opening after t, in UTC, whether or not
// it is open at t. A whole day opens anew at each From.
func (w Window) Next(t time.Time) time.Time {
	t = t.UTC()
	start := t.Add(w.From - sinceMidnight(t))
	if !start.After(t) {
		start = start.Add(day)
	}
	return start
}

func sinceMidnight(t time.Time) time.Duration {
	t = t.UTC()
	hour, minute, second := t.Clock()
	return time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute +
		time.Duration(second)*time.Second + time.Duration(t.Nanosecond())
}

// parseWindow reads "hhmm-hhmm", with blanks around the dash or not, a colon inside
// the hours or not, and "UTC" or "GMT" after it or not.
func parseWindow(s string) (Window, bool) {
	if n := len(s) - 3; n > 0 && (strings.EqualFold(s[n:], "UTC") || strings.EqualFold(s[n:], "GMT")) {
		s = trim(s[:n])
	}
	from, until, found := strings.Cut(s, "-")
	start, ok := parseClock(trim(from))
	end, also := parseClock(trim(until))
	return Window{start, end}, found && ok && also
}

// parseClock reads "hhmm", "hmm", "hh:mm" or "h:mm". "2400" is midnight.
func parseClock(s string) (time.Duration, bool) {
	if i := strings.IndexByte(s, ':'); i == 1 || i == 2 {
		s = s[:i] + s[i+1:]
	}
	if len(s) != 3 && len(s) != 4 {
		return 0, false
	}
	number := 0
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		number = number*10 + int(s[i]-'0')
	}
	if number > 2400 || number%100 >= 60 {
		return 0, false
	}
	return (time.Duration(number/100)*time.Hour + time.Duration(number%100)*time.Minute) % day, true
}

// Hours gives when the crawler with a product token is wanted: the windows do not
// overlap and any one of them is enough; outside them all the site does not want to be
// visited. None means any hour. They are those of the
// Visit-time lines, and those of the Request-rate lines when each of these has one;
// where both are given, what is in both, or Visit-time's when nothing is. A group
// that names the token and has no Visit-time borrows the one of "*"; Request-rate
// counts where [File.Delay] takes it from.
func (f *File) Hours(token string) []Window {
	var visits, rates []Window
	own := f.own(token)
	visited, _ := pick(own, f.forAll(), (*group).timed)
	for _, g := range visited {
		visits = append(visits, g.visits...)
	}
	always := false
	paced, _ := pick(own, f.forAll(), (*group).paced)
	for _, g := range paced {
		for _, p := range g.paces {
			switch {
			case p.windowed:
				rates = append(rates, p.window)
			case p.rate:
				always = true
			}
		}
	}
	open := minutesOf(visits)
	if len(rates) > 0 && !always {
		both := minutesOf(rates).and(open)
		if len(visits) == 0 || both != (minutes{}) {
			open = both
		}
	}
	return open.windows()
}

func (g *group) timed() bool { return len(g.visits) > 0 }

// minutes is a day by the minute: true where the site is open.
type minutes [day / time.Minute]bool

// minutesOf gives the whole day for no windows.
func minutesOf(windows []Window) (m minutes) {
	if len(windows) == 0 {
		windows = []Window{{}}
	}
	var change [len(m) + 1]int
	for _, w := range windows {
		from, until := int(w.From/time.Minute), int(w.Until/time.Minute)
		if from >= until {
			change[0]++
			change[until]--
			until = len(m)
		}
		change[from]++
		change[until]--
	}
	depth := 0
	for i := range m {
		depth += change[i]
		m[i] = depth > 0
	}
	return m
}

func (m minutes) and(other minutes) minutes {
	for i := range m {
		m[i] = m[i] && other[i]
	}
	return m
}

// windows gives the openings in the order they begin; a whole day is none.
func (m minutes) windows() (windows []Window) {
	for i := range m {
		before := (i + len(m) - 1) % len(m)
		if !m[i] || m[before] {
			continue
		}
		end := i
		for m[end%len(m)] {
			end++
		}
		windows = append(windows, Window{
			time.Duration(i) * time.Minute,
			time.Duration(end%len(m)) * time.Minute,
		})
	}
	return windows
}

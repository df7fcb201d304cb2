package hours

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// day is the length of a civil day.
const day = 24 * time.Hour

// horizon is how far ahead an opening is looked for. A window comes once a civil day; the
// longest day there was in a zone was the one before it skipped one, and the skipped day
// has none.
const horizon = 4 * day

// A window is a stretch of the civil day, from from up to and not including until; when
// they are equal it is the whole day, and when until is the less it crosses midnight.
type window struct{ from, until time.Duration }

func (w window) contains(at time.Duration) bool {
	switch {
	case w.from < w.until:
		return w.from <= at && at < w.until
	case w.from > w.until:
		return at >= w.from || at < w.until
	}
	return true
}

// Windows are the stretches of each day in which sites may be asked. The zero value is
// always open. It is not changed once made, and safe for concurrent use.
type Windows struct {
	windows []window
	zone    *time.Location
}

// Parse reads windows: HH:MM-HH:MM, several apart by commas, and behind them "@" and the
// zone by its name in the IANA database; without one it is UTC. 24:00 is an end.
func Parse(text string) (Windows, error) {
	list, name, zoned := strings.Cut(text, "@")
	w := Windows{zone: time.UTC}
	if zoned {
		var err error
		if w.zone, err = zoneNamed(strings.TrimSpace(name)); err != nil {
			return Windows{}, err
		}
	}
	for part := range strings.SplitSeq(list, ",") {
		one, err := parseWindow(strings.TrimSpace(part))
		if err != nil {
			return Windows{}, err
		}
		w.windows = append(w.windows, one)
	}
	return w, nil
}

func zoneNamed(name string) (*time.Location, error) {
	switch strings.ToLower(name) {
	case "":
		return nil, errors.New("a zone is named as in Europe/Berlin, or left out for UTC")
	case "local", "localtime", "posixrules": // the last two stand in the database, as links to what a machine is set to
		return nil, fmt.Errorf("%q is another zone on each machine; name one, such as Europe/Berlin", name)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("no time zone is called %q; one is Europe/Berlin", name)
	}
	return zone, nil
}

func parseWindow(text string) (window, error) {
	first, last, ok := strings.Cut(text, "-")
	from, well := parseClock(strings.TrimSpace(first))
	until, also := parseClock(strings.TrimSpace(last))
	if !ok || !well || !also || from == day {
		return window{}, fmt.Errorf("%q is no stretch of a day, such as 22:00-06:00", text)
	}
	if from == until {
		return window{}, fmt.Errorf("%q is empty; the whole day is 00:00-24:00", text)
	}
	return window{from: from, until: until % day}, nil
}

// parseClock reads HH:MM or H:MM, up to 24:00.
func parseClock(text string) (time.Duration, bool) {
	hour, minute, ok := strings.Cut(text, ":")
	h, well := digits(hour)
	m, also := digits(minute)
	if !ok || !well || !also || len(minute) != 2 || h > 24 || m > 59 || h == 24 && m > 0 {
		return 0, false
	}
	return time.Duration(h)*time.Hour + time.Duration(m)*time.Minute, true
}

func digits(text string) (int, bool) {
	if len(text) < 1 || len(text) > 2 {
		return 0, false
	}
	n := 0
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return 0, false
		}
		n = n*10 + int(text[i]-'0')
	}
	return n, true
}

// String gives the windows in the spelling that [Parse] reads; "" for the zero value.
func (w Windows) String() string {
	if len(w.windows) == 0 {
		return ""
	}
	parts := make([]string, len(w.windows))
	for i, one := range w.windows {
		until := one.until
		if until == 0 {
			until = day
		}
		parts[i] = clock(one.from) + "-" + clock(until)
	}
	return strings.Join(parts, ",") + "@" + w.zone.String()
}

func clock(d time.Duration) string {
	return fmt.Sprintf("%02d:%02d", int(d/time.Hour), int(d%time.Hour/time.Minute))
}

// open says whether a window is open at t.
func (w Windows) open(t time.Time) bool {
	h, m, s := t.In(w.zone).Clock()
	at := time.Duration(h)*time.Hour + time.Duration(m)*time.Minute + time.Duration(s)*time.Second
	for _, one := range w.windows {
		if one.contains(at) {
			return true
		}
	}
	return false
}

// Opens gives the first instant not before t at which a window is open, in the zone of t:
// t itself when one is. A window that begins in an hour that is skipped begins with the
// first instant after it, and one that lies in it altogether does not come that day; an
// hour that comes twice is open or shut both times.
func (w Windows) Opens(t time.Time) time.Time {
	if len(w.windows) == 0 || w.open(t) {
		return t
	}
	return w.next(t).In(t.Location())
}

// next gives the first instant after t, which is in no window, at which one opens; the
// zero time is never, which no windows are.
func (w Windows) next(t time.Time) time.Time {
	for at := t; at.Sub(t) < horizon; {
		_, end := at.In(w.zone).ZoneBounds()
		// Within one offset a window opens where the clock shows its beginning; and an offset
		// may begin in the middle of one.
		if opens, ok := w.within(at, end); ok {
			return opens
		}
		if end.IsZero() {
			break
		}
		if w.open(end) {
			return end
		}
		at = end
	}
	return time.Time{}
}

// within gives the first beginning of a window after at and before end, between which the
// zone's offset does not change; a zero end is never.
func (w Windows) within(at, end time.Time) (time.Time, bool) {
	_, offset := at.In(w.zone).Zone()
	shift := time.Duration(offset) * time.Second
	midnight := at.UTC().Add(shift).Truncate(day).Add(-shift)
	var first time.Time
	for _, one := range w.windows {
		opens := midnight.Add(one.from)
		for !opens.After(at) {
			opens = opens.Add(day)
		}
		if (end.IsZero() || opens.Before(end)) && (first.IsZero() || opens.Before(first)) {
			first = opens
		}
	}
	return first, !first.IsZero()
}

package normal

import (
	"regexp"
	"strings"
	"time"
)

// isoDay is a day or a month of ISO 8601: 2026-11, 2026-11-30, 20261130, 2026-334,
// 2026-W49-1, 2026W491. Seven digits alone are left out: 2026113 is read as an
// ordinal date, as the 13th of January and as the 3rd of November.
var isoDay = regexp.MustCompile(`^(\d{4})(?:-(\d\d)(?:-(\d\d))?|(\d\d)(\d\d)|-(\d{3})|-W(\d\d)-(\d)|W(\d\d)(\d))$`)

// isoClock is a clock's reading with T before it: 12:00, 12:00:05.25, 1200, 120005,
// and its offset. What Java adds in brackets names the zone of an offset that is given.
var isoClock = regexp.MustCompile(`^(?:(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?|(\d\d)(\d\d)(?:(\d\d)(?:[.,](\d{1,9}))?)?)(?: ?([Zz]|[+-]\d\d(?::?\d\d)?)(?:\[!?[A-Za-z0-9_/+-]+\])?)?$`)

// iso reads the forms of ISO 8601 that have a T, and those that are a day or a month
// alone. Its hour alone and its year alone are less than the forms given out.
func iso(text string) (moment, bool) {
	day, clock, timed := strings.Cut(strings.ToUpper(text), "T")
	m, ok := isoDate(day)
	if !ok || !timed {
		return m, ok
	}
	parts := isoClock.FindStringSubmatch(clock)
	if parts == nil {
		// A zone's name may hold a T, and is in brackets.
		return moment{}, false
	}
	m.clock = true
	m.hour, m.minute, m.second = number(parts[1]+parts[5]), number(parts[2]+parts[6]), max(0, number(parts[3]+parts[7]))
	m.fraction = parts[4] + parts[8]
	if parts[9] != "" && !m.setZone(parts[9]) {
		return moment{}, false
	}
	return m, true
}

func isoDate(text string) (moment, bool) {
	p := isoDay.FindStringSubmatch(text)
	if p == nil {
		return moment{}, false
	}
	m := moment{year: number(p[1])}
	switch {
	case p[6] != "":
		return ofYearDay(m.year, number(p[6]))
	case p[7]+p[9] != "":
		return ofWeek(m.year, number(p[7]+p[9]), number(p[8]+p[10]))
	}
	m.month = number(p[2] + p[4])
	m.day = max(0, number(p[3]+p[5]))
	if p[3]+p[5] != "" && m.day == 0 {
		return moment{}, false
	}
	return m, true
}

func ofYearDay(year, day int) (moment, bool) {
	t := time.Date(year, time.January, day, 0, 0, 0, 0, time.UTC)
	return ofTime(t), day >= 1 && t.Year() == year
}

// ofWeek reads a week's day: week 1 is the one with the year's first Thursday.
func ofWeek(year, week, day int) (moment, bool) {
	fourth := time.Date(year, time.January, 4, 0, 0, 0, 0, time.UTC)
	monday := fourth.AddDate(0, 0, -(int(fourth.Weekday())+6)%7)
	t := monday.AddDate(0, 0, (week-1)*7+day-1)
	y, w := t.ISOWeek()
	return ofTime(t), day >= 1 && day <= 7 && y == year && w == week
}

func ofTime(t time.Time) moment {
	return moment{year: t.Year(), month: int(t.Month()), day: t.Day()}
}

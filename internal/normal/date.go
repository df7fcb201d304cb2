package normal

import (
	"strings"
	"time"
)

// Date writes a date in the form of RFC 3339, or as much of it as the text gives:
// "2026-11-30T12:00:00+02:00", the same without an offset, "2026-11-30", "2026-11".
// The offset is kept as written, seconds are filled in, and nothing is converted.
//
// It reads ISO 8601, the dates of RFC 9110 and RFC 5322, dates with a month's name,
// and dates of numbers. language is the page's, or "": it says which month a name is
// where languages differ, and whether 03.04.2025 has the day first. Refused are
// 03/04/2025, years of two digits, a weekday that is not the date's, dates that do
// not exist, years of another calendar, and a text that says more than a date.
func Date(text, language string) (string, bool) {
	if len(text) > mostText {
		return "", false
	}
	folded, arabic := fold(text)
	m, ok := iso(strings.ReplaceAll(folded, "\u00A0", " "))
	if !ok {
		m, ok = written(folded, baseOf(language))
	}
	if !ok || !m.exists() || ofOtherCalendar(m.year, language, arabic) {
		return "", false
	}
	return m.String(), true
}

// SameInstant says whether two dates, as [Date] writes them, mean the same: the same
// instant when both have an offset; the same reading of the clock when one has none;
// the same day, or month, as each of them writes it, when one has no more. What is no
// such date is the same as nothing.
func SameInstant(a, b string) bool {
	x, ok := iso(a)
	y, too := iso(b)
	if !ok || !too || !x.exists() || !y.exists() || x.year < 1000 {
		return false
	}
	switch {
	case x.day == 0 || y.day == 0:
		return x.year == y.year && x.month == y.month
	case !x.clock || !y.clock:
		return x.year == y.year && x.month == y.month && x.day == y.day
	case x.zone == "" || y.zone == "":
		x.zone, y.zone = "", ""
		return x.String() == y.String()
	}
	return x.instant().Equal(y.instant())
}

// instant gives the moment on the world's one clock; of one without an offset, as if
// it were in UTC.
func (m moment) instant() time.Time {
	nanos := number((m.fraction + "000000000")[:9])
	offset := 0
	if len(m.zone) == len("+02:00") {
		offset = number(m.zone[1:3])*3600 + number(m.zone[4:6])*60
		if m.zone[0] == '-' {
			offset = -offset
		}
	}
	return time.Date(m.year, time.Month(m.month), m.day, m.hour, m.minute, m.second, nanos, time.FixedZone("", offset))
}

func isDigits(s string) bool {
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return s != ""
}

package fetch

import (
	"strconv"
	"strings"
	"time"
)

// StrictDate reads an HTTP-date in its three forms and no other: IMF-fixdate, the
// RFC 850 form and asctime (RFC 9110 section 5.6.7). It is for Expires, where what
// is not such a date means stale. Second 60 is legal and is the next minute's first.
// A two-digit year is the one in the century before now + 50 years. The day's name
// must be one, but need not be the date's.
func StrictDate(text string, now time.Time) (time.Time, bool) {
	name, rest, comma := strings.Cut(text, ", ")
	switch {
	case comma && oneOf(name, daysShort()) && len(rest) == len("06 Nov 1994 08:49:37 GMT"):
		return fixdate(rest, ' ', now)
	case comma && oneOf(name, daysLong()) && len(rest) == len("06-Nov-94 08:49:37 GMT"):
		return fixdate(rest, '-', now)
	case len(text) == len("Sun Nov  6 08:49:37 1994") && oneOf(text[:3], daysShort()):
		return asctime(text)
	}
	return time.Time{}, false
}

// fixdate reads "06 Nov 1994 08:49:37 GMT" and "06-Nov-94 08:49:37 GMT".
func fixdate(s string, sep byte, now time.Time) (time.Time, bool) {
	clock := len(s) - len("08:49:37 GMT")
	if s[2] != sep || s[6] != sep || s[clock-1] != ' ' || s[clock+8:] != " GMT" {
		return time.Time{}, false
	}
	year, ok := number(s[7 : clock-1])
	if !ok {
		return time.Time{}, false
	}
	if sep == '-' {
		year = wholeYear(year, now)
	}
	return assemble(year, s[3:6], s[:2], s[clock:clock+8])
}

func asctime(s string) (time.Time, bool) {
	day := s[8:10]
	if day[0] == ' ' {
		day = "0" + day[1:]
	}
	year, ok := number(s[20:])
	if !ok || s[3] != ' ' || s[7] != ' ' || s[10] != ' ' || s[19] != ' ' {
		return time.Time{}, false
	}
	return assemble(year, s[4:7], day, s[11:19])
}

// assemble puts a date together from a month's exact name, two digits of a day and
// "08:49:37".
func assemble(year int, monthName, dayDigits, clock string) (time.Time, bool) {
	month := indexOf(monthName, months()) + 1
	day, ok := number(dayDigits)
	hour, ok1 := number(clock[0:2])
	minute, ok2 := number(clock[3:5])
	second, ok3 := number(clock[6:8])
	if month == 0 || !ok || !ok1 || !ok2 || !ok3 || clock[2] != ':' || clock[5] != ':' {
		return time.Time{}, false
	}
	return dateOf(year, time.Month(month), day, hour, minute, second)
}

// dateOf is time.Date for a date and time that exist, and for second 60.
func dateOf(year int, month time.Month, day, hour, minute, second int) (time.Time, bool) {
	t := time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	if day < 1 || t.Day() != day || hour > 23 || minute > 59 || second > 60 {
		return time.Time{}, false
	}
	return t.Add(time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second), true
}

// wholeYear puts a two-digit year into the century that leaves it no more than 50
// years ahead.
func wholeYear(two int, now time.Time) int {
	last := now.UTC().Year() + 50
	return last - ((last-two)%100+100)%100
}

// number reads 1*DIGIT, of at most nine digits.
func number(s string) (int, bool) {
	if !isDigits(s) || len(s) > 9 {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}

func oneOf(s string, names []string) bool { return indexOf(s, names) >= 0 }

func indexOf(s string, names []string) int {
	for i, name := range names {
		if s == name {
			return i
		}
	}
	return -1
}

func months() []string {
	return []string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}
}

func daysShort() []string { return []string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"} }

func daysLong() []string {
	return []string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}
}

package fetch

import (
	"strings"
	"time"
)

// LooseDate reads what [StrictDate] reads and the ways servers get it wrong: any
// letter case, any run of spaces, a day or hour of one digit, no day name, a whole
// month name, dashes with a whole year, no seconds, and UTC, UT, Z, a numeric offset
// or nothing for GMT. It is for Last-Modified, Date, Retry-After and feeds, where a
// date that can be understood is better than none.
func LooseDate(text string, now time.Time) (time.Time, bool) {
	if t, ok := StrictDate(text, now); ok {
		return t, true
	}
	if len(text) > 64 {
		return time.Time{}, false
	}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == ' ' || r == '\t' || r == ',' })
	if len(words) > 0 && isDayName(words[0]) {
		words = words[1:]
	}
	if len(words) > 0 && strings.Count(words[0], "-") == 2 {
		words = append(strings.Split(words[0], "-"), words[1:]...)
	}
	if len(words) < 4 {
		return time.Time{}, false
	}
	if isDigits(words[0]) {
		return dayFirst(words, now)
	}
	return monthFirst(words)
}

// dayFirst reads "6 nov 1994 8:49:37 gmt".
func dayFirst(words []string, now time.Time) (time.Time, bool) {
	year, ok := looseYear(words[2], now)
	offset, known := looseZone(words[4:])
	t, exists := looseMoment(words[0], words[1], words[3], year)
	if !ok || !known || !exists {
		return time.Time{}, false
	}
	return t.Add(-offset), true
}

// monthFirst reads asctime's "nov 6 08:49:37 1994", which some end with a zone and
// others put before the year.
func monthFirst(words []string) (time.Time, bool) {
	year, zone := words[3], words[4:]
	if !isDigits(year) && len(words) == 5 {
		year, zone = words[4], words[3:4]
	}
	if len(year) != 4 {
		return time.Time{}, false
	}
	n, ok := number(year)
	offset, known := looseZone(zone)
	t, exists := looseMoment(words[1], words[0], words[2], n)
	if !ok || !known || !exists {
		return time.Time{}, false
	}
	return t.Add(-offset), true
}

func looseYear(s string, now time.Time) (int, bool) {
	n, ok := number(s)
	switch len(s) {
	case 2:
		return wholeYear(n, now), ok
	case 4:
		return n, ok
	}
	return 0, false
}

func looseMoment(day, month, clock string, year int) (time.Time, bool) {
	d, ok := number(day)
	hms := strings.Split(clock, ":")
	m := looseMonth(month)
	if !ok || len(day) > 2 || m == 0 || len(hms) < 2 || len(hms) > 3 {
		return time.Time{}, false
	}
	var n [3]int
	for i, part := range hms {
		if n[i], ok = number(part); !ok || len(part) > 2 {
			return time.Time{}, false
		}
	}
	return dateOf(year, m, d, n[0], n[1], n[2])
}

// looseMonth takes a month's name, or its first three letters or more; 0: none.
func looseMonth(word string) time.Month {
	for m := time.January; m <= time.December; m++ {
		if len(word) >= 3 && strings.HasPrefix(strings.ToLower(m.String()), word) {
			return m
		}
	}
	return 0
}

// looseZone gives how far a zone is ahead of GMT; no zone is GMT. Offsets go to 14
// hours, the furthest in use.
func looseZone(words []string) (offset time.Duration, ok bool) {
	if len(words) == 0 {
		return 0, true
	}
	if len(words) > 1 {
		return 0, false
	}
	zone := words[0]
	switch zone {
	case "gmt", "utc", "ut", "z":
		return 0, true
	}
	digits := strings.Replace(zone, ":", "", 1)
	if len(digits) != 5 || digits[0] != '+' && digits[0] != '-' || !isDigits(digits[1:]) {
		return 0, false
	}
	hours, _ := number(digits[1:3])
	minutes, _ := number(digits[3:5])
	if hours > 14 || minutes > 59 {
		return 0, false
	}
	offset = time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute
	if digits[0] == '-' {
		offset = -offset
	}
	return offset, true
}

func isDayName(word string) bool {
	word = strings.TrimSuffix(word, ".")
	for d := time.Sunday; d <= time.Saturday; d++ {
		if len(word) >= 3 && strings.HasPrefix(strings.ToLower(d.String()), word) {
			return true
		}
	}
	return false
}

package normal

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A moment is a date as it is written: a month, a day, or a day and a clock's
// reading, with or without an offset.
type moment struct {
	year, month, day     int // day 0: only the month is known
	clock                bool
	hour, minute, second int
	fraction             string // digits of a second
	zone                 string // "", "Z", "+02:00"
}

// exists says whether there is such a moment in the years 1000 to 2999. A leap
// second and the hour 24 are refused: most that read dates do not know them.
func (m moment) exists() bool {
	if m.year < 1000 || m.year > 2999 || m.month < 1 || m.month > 12 {
		return false
	}
	if m.day == 0 {
		return !m.clock
	}
	last := time.Date(m.year, time.Month(m.month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
	return m.day >= 1 && m.day <= last && m.hour <= 23 && m.minute <= 59 && m.second <= 59
}

// String gives the moment in the form of RFC 3339, or as much of it as is known.
func (m moment) String() string {
	switch {
	case m.day == 0:
		return fmt.Sprintf("%04d-%02d", m.year, m.month)
	case !m.clock:
		return fmt.Sprintf("%04d-%02d-%02d", m.year, m.month, m.day)
	}
	text := fmt.Sprintf("%04d-%02d-%02dT%02d:%02d:%02d", m.year, m.month, m.day, m.hour, m.minute, m.second)
	if fraction := strings.TrimRight(m.fraction, "0"); fraction != "" {
		text += "." + fraction
	}
	return text + m.zone
}

// weekday gives the day of the week of a moment that has a day.
func (m moment) weekday() time.Weekday {
	return time.Date(m.year, time.Month(m.month), m.day, 0, 0, 0, 0, time.UTC).Weekday()
}

// setZone takes "Z", "+02", "+0200" or "+02:00". Offsets go to 14 hours, the furthest
// in use. "-00:00" means that the offset is not known (RFC 9557 section 2), as "Z" does.
func (m *moment) setZone(text string) bool {
	switch strings.ToUpper(text) {
	case "Z", "UTC", "GMT":
		m.zone = "Z"
		return true
	}
	digits := strings.Replace(text[1:], ":", "", 1)
	if len(digits) == 2 {
		digits += "00"
	}
	if len(digits) != 4 {
		return false
	}
	hours, minutes := number(digits[:2]), number(digits[2:])
	if minutes > 59 || hours*60+minutes > 14*60 {
		return false
	}
	m.zone = text[:1] + digits[:2] + ":" + digits[2:]
	if m.zone == "-00:00" {
		m.zone = "Z"
	}
	return true
}

// number reads digits; what is none, or too long to be part of a date, is -1.
func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil || n < 0 || len(digits) > 9 {
		return -1
	}
	return n
}

// ofOtherCalendar says whether a year is likely counted from another beginning: the
// Hijri and the Persian year where Arabic is written, the Buddhist one in Thai. Such
// a date looks like one of ours, and is centuries off.
func ofOtherCalendar(year int, language string, arabic bool) bool {
	switch baseOf(language) {
	case "ar", "fa", "ps", "ur", "ckb", "ku", "ug", "sd", "prs":
		arabic = true
	case "th", "lo", "km":
		return year >= 2400
	case "ne", "am", "ti":
		return true
	}
	return arabic && year < 1700
}

package read

import (
	"fmt"
	"regexp"
	"strings"
)

// The parts a moment may be given in (value class pattern, "Date and time parsing").
var (
	partDay  = regexp.MustCompile(`^\d{4}-(?:\d{2}-\d{2}|\d{3}|\d{2})$`)
	partTime = regexp.MustCompile(`^(\d{1,2})(?::(\d{2}))?(?::(\d{2}))? ?([AaPp]\.?[Mm]\.?)? ?(Z|[+-]\d{1,2}(?::?\d{2})?)?$`)
	partZone = regexp.MustCompile(`^(?:Z|[+-]\d{1,2}(?::?\d{2})?)$`)
	wholeDay = regexp.MustCompile(`^(\d{4}-(?:\d{2}-\d{2}|\d{3}))[T ](.+)$`)
)

// joinMoment makes one moment of the day, the time and the zone that stand apart, as
// ISO 8601 writes it. A time alone is of the day the item told last. Parts that are
// no such thing are joined as they stand.
func joinMoment(parts []string, it *microformat) string {
	day, clock, zone := "", "", ""
	for _, part := range parts {
		if whole := wholeDay.FindStringSubmatch(part); whole != nil && day == "" && clock == "" {
			if c, z := clockOf(whole[2]); c != "" {
				day, clock, zone = whole[1], c, z
				continue
			}
		}
		switch {
		case len(part) > 40:
		case partZone.MatchString(part):
			if zone == "" {
				zone = zoneOf(part)
			}
		case partDay.MatchString(part):
			if day == "" {
				day = part
			}
		default:
			if c, z := clockOf(part); c != "" && clock == "" {
				clock = c
				if z != "" {
					zone = z
				}
			}
		}
	}
	switch {
	case day == "" && clock == "":
		return strings.Join(parts, "")
	case day == "":
		day = it.date
	default:
		it.date = day
	}
	switch {
	case day == "":
		return clock + zone
	case clock == "":
		return day
	}
	return day + "T" + clock + zone
}

// told remembers the day of a moment written whole.
func (it *microformat) told(moment string) string {
	text := strings.TrimSpace(moment)
	if len(text) >= 10 && partDay.MatchString(text[:10]) {
		it.date = text[:10]
	}
	return moment
}

// clockOf reads a time of day, in twelve or twenty-four hours, and its zone.
func clockOf(text string) (clock, zone string) {
	m := partTime.FindStringSubmatch(text)
	if len(text) > 40 || m == nil || m[2] == "" && m[4] == "" {
		return "", ""
	}
	hour := 0
	for _, c := range m[1] {
		hour = hour*10 + int(c-'0')
	}
	if m[4] != "" {
		hour %= 12
		if m[4][0] == 'p' || m[4][0] == 'P' {
			hour += 12
		}
	}
	minute := m[2]
	if minute == "" {
		minute = "00"
	}
	clock = fmt.Sprintf("%02d:%s", hour, minute)
	if m[3] != "" {
		clock += ":" + m[3]
	}
	return clock, zoneOf(m[5])
}

// zoneOf writes an offset as RFC 3339 does: "-7" and "-0700" are "-07:00".
func zoneOf(zone string) string {
	if zone == "" || zone == "Z" {
		return zone
	}
	digits := strings.ReplaceAll(zone[1:], ":", "")
	if len(digits)%2 == 1 {
		digits = "0" + digits
	}
	if len(digits) == 2 {
		digits += "00"
	}
	return zone[:1] + digits[:2] + ":" + digits[2:]
}

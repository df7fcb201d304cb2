package traps

import (
	"slices"
	"strings"

	"curtsy/address"
)

// Shape is an address without what tells it from its like: digits are folded to N, long
// tokens to *, and of a query the names of its parameters stay, sorted, each once.
func Shape(a address.Address) string {
	shape, _ := shapes(a)
	return shape
}

// Family is the wider shape that several shapes of one endless space fall under: of an
// address with more than one parameter, its path with any query; of one with a long token,
// its path up to the first. Others have none.
func Family(a address.Address) (family string, has bool) {
	_, family = shapes(a)
	return family, family != ""
}

func shapes(a address.Address) (shape, family string) {
	path, query, queried := strings.Cut(a.Target(), "?")
	var b strings.Builder
	for i, segment := range strings.Split(path, "/") {
		if i > 0 {
			b.WriteByte('/')
		}
		folded := fold(segment)
		b.WriteString(folded)
		if family == "" && strings.Contains(folded, "*") {
			family = b.String()
		}
	}
	if !queried {
		return b.String(), family
	}
	names, several := namesOf(query)
	if family == "" && several {
		family = b.String() + "?*"
	}
	b.WriteByte('?')
	b.WriteString(strings.Join(names, "&"))
	return b.String(), family
}

// namesOf gives the names of a query's parameters, folded, sorted, each once, and whether
// it has more than one parameter.
func namesOf(query string) (names []string, several bool) {
	for part := range strings.FieldsFuncSeq(query, func(r rune) bool { return r == '&' || r == ';' }) {
		name, _, _ := strings.Cut(part, "=")
		names = append(names, fold(name))
	}
	several = len(names) > 1
	slices.Sort(names)
	return slices.Compact(names), several
}

// fold folds the digits and long tokens of one segment.
func fold(segment string) string {
	if isUUID(segment) {
		return "*"
	}
	var b strings.Builder
	for i := 0; i < len(segment); {
		end := i
		for end < len(segment) && isWordOctet(segment[end]) {
			end++
		}
		if end == i {
			b.WriteByte(segment[i])
			i++
			continue
		}
		if run := segment[i:end]; isLong(run) {
			b.WriteByte('*')
		} else {
			foldDigits(&b, run)
		}
		i = end
	}
	return b.String()
}

func foldDigits(b *strings.Builder, run string) {
	digits := false
	for i := range len(run) {
		digit := '0' <= run[i] && run[i] <= '9'
		switch {
		case !digit:
			b.WriteByte(run[i])
		case !digits:
			b.WriteByte('N')
		}
		digits = digit
	}
}

func isWordOctet(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// isLong says whether a run of letters and digits looks made by a machine: eight or more
// hexadecimal digits, or sixteen or more of anything, letters and digits mixed.
func isLong(run string) bool {
	letters, digits, hexadecimal := 0, 0, true
	for i := range len(run) {
		switch c := run[i] | 0x20; {
		case '0' <= run[i] && run[i] <= '9':
			digits++
		case 'a' <= c && c <= 'z':
			letters++
			hexadecimal = hexadecimal && c <= 'f'
		}
	}
	return letters > 0 && digits > 0 && (hexadecimal && len(run) >= 8 || len(run) >= 16 && digits > 2 && letters > 2)
}

// isUUID: five groups of hexadecimal digits, 8-4-4-4-12 (RFC 9562).
func isUUID(text string) bool {
	if len(text) != 36 {
		return false
	}
	for i := range len(text) {
		switch c := text[i] | 0x20; {
		case i == 8 || i == 13 || i == 18 || i == 23:
			if text[i] != '-' {
				return false
			}
		case !('0' <= text[i] && text[i] <= '9' || 'a' <= c && c <= 'f'):
			return false
		}
	}
	return true
}

// hasDate says whether an address names a day or a month: a year beside a month, or a
// parameter that is named for it. Its page is then full of numbers that say nothing.
func hasDate(a address.Address) bool {
	t := newTarget(lower(a.Target()))
	for _, p := range t.parameters {
		switch p.name {
		case "year", "month", "date", "day", "week", "cal", "y", "m", "d", "yr", "mo", "from", "until", "when":
			if isNumber(strings.TrimLeft(p.value, "+-")) || isDate(p.value) {
				return true
			}
		}
	}
	runs := strings.FieldsFunc(t.path, func(r rune) bool { return r < '0' || r > '9' })
	for i, run := range runs {
		if isYear(run) && (i > 0 && isMonth(runs[i-1]) || i+1 < len(runs) && isMonth(runs[i+1])) {
			return true
		}
		if len(run) == 8 && isYear(run[:4]) && isMonth(run[4:6]) || len(run) == 6 && isYear(run[:4]) && isMonth(run[4:]) {
			return true
		}
	}
	return false
}

package normal

import (
	"regexp"
	"strings"
)

// exponent is a number as JSON may write it: 1e3, -1.5E-2.
var exponent = regexp.MustCompile(`^(-?)(\d{1,15})(?:\.(\d{1,15}))?[eE]([+-]?\d{1,2})$`)

// Number writes a rating or a count as a plain decimal number: "4,5" is "4.5",
// "1,234,567" is "1234567". The text must be the number alone: "4.5/5", "87%" and
// "1,234", which may be one and a bit or a thousand, are none.
func Number(text string) (string, bool) {
	if len(text) > mostText {
		return "", false
	}
	folded, _ := fold(text)
	if number, ok := spelt(folded); ok {
		return number, true
	}
	sign, rest := "", folded
	if strings.HasPrefix(rest, "-") {
		sign, rest = "-", rest[1:]
	}
	number, ok := numeral(rest, evidence{})
	return signed(sign, number), ok
}

// spelt reads a number with an exponent, up to 15 places either way.
func spelt(text string) (string, bool) {
	p := exponent.FindStringSubmatch(text)
	if p == nil {
		return "", false
	}
	shift := number(strings.TrimLeft(p[4], "+-"))
	if shift > 15 {
		return "", false
	}
	whole, part := p[2], p[3]
	zeros := strings.Repeat("0", shift)
	if strings.HasPrefix(p[4], "-") {
		whole = zeros + whole
		whole, part = whole[:len(whole)-shift], whole[len(whole)-shift:]+part
	} else {
		part += zeros[:max(0, shift-len(part))]
		whole, part = whole+part[:shift], part[shift:]
	}
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		whole = "0"
	}
	if part != "" {
		whole += "." + part
	}
	return signed(p[1], whole), true
}

// signed puts a sign before a number; nothing is less than nothing.
func signed(sign, number string) string {
	if strings.Trim(number, "0.") == "" {
		return number
	}
	return sign + number
}

// evidence is what is known of a number beside its digits.
type evidence struct {
	blanks  bool // the language parts groups of digits by blanks
	decimal byte // the sign that must be the decimal one, as in "1.299,-"; 0: not known
	whole   bool // the currency has no parts: what parts three digits parts groups
}

// numeral reads one number without its sign: digits, grouped or not, and decimals.
// One comma or stop with three digits behind it may be either, and is refused unless
// something else settles it: more such signs, another kind of them, a group that
// cannot be one, or the evidence.
func numeral(text string, known evidence) (string, bool) {
	if text == "" || !isDigits(text[:1]) || !isDigits(text[len(text)-1:]) {
		return "", false
	}
	var groups []string // of digits
	var signs []rune    // between them
	start := 0
	for i, r := range text {
		switch {
		case '0' <= r && r <= '9':
			continue
		case i == start || !isSeparator(r):
			return "", false
		}
		groups, signs = append(groups, text[start:i]), append(signs, r)
		start = i + len(string(r))
	}
	groups = append(groups, text[start:])
	last := len(signs) - 1
	if last < 0 {
		return plain(groups, "")
	}
	if decimal, ok := isDecimal(groups, signs, known); !ok {
		return "", false
	} else if !decimal {
		return joined(groups, signs, "", known)
	}
	return joined(groups[:last+1], signs[:last], groups[last+1], known)
}

func isSeparator(r rune) bool { return strings.ContainsRune(".,'’ \u00A0\u066B\u066C", r) }

// isDecimal says whether the last sign of a number parts its decimals; ok is false
// when that is in doubt.
func isDecimal(groups []string, signs []rune, known evidence) (decimal, ok bool) {
	last := signs[len(signs)-1]
	tail := len(groups[len(groups)-1])
	switch {
	case last == '\u066B':
		return true, true
	case last != '.' && last != ',':
		return false, true
	case known.decimal != 0:
		// The decimal sign stands behind the digits already.
		return false, last != rune(known.decimal)
	case len(signs) > 1:
		// A sign that comes twice parts groups, one after another parts decimals.
		return signs[len(signs)-2] != last, true
	case tail != 3 || len(groups[0]) > 3 || groups[0] == "0":
		return true, true
	}
	return false, known.whole
}

// joined puts groups together that are parted by one sign and are as long as groups
// are: three digits, or in India two and then three.
func joined(groups []string, signs []rune, decimals string, known evidence) (string, bool) {
	for _, sign := range signs {
		if sign != signs[0] || sign == '\u066B' {
			return "", false
		}
	}
	if len(signs) == 0 {
		return plain(groups, decimals)
	}
	if signs[0] == ' ' && len(signs) == 1 && decimals == "" && !known.blanks {
		return "", false // one number, or two
	}
	last := len(groups) - 1
	if len(groups[last]) != 3 || len(groups[0]) > 3 {
		return "", false
	}
	for _, group := range groups[1:last] {
		if len(group) != len(groups[1]) || len(group) != 3 && (len(group) != 2 || signs[0] != ',' || len(groups[0]) > 2) {
			return "", false
		}
	}
	return plain(groups, decimals)
}

// plain puts digits together. A number that begins with a zero it does not need is
// more likely an article's.
func plain(groups []string, decimals string) (string, bool) {
	whole := strings.Join(groups, "")
	if len(whole) > 1 && whole[0] == '0' {
		return "", false
	}
	if decimals != "" {
		return whole + "." + decimals, true
	}
	return whole, true
}

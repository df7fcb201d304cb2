package normal

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// mostText is the most octets of a text that is taken for a date, an amount or a
// currency: the longest of them in use is half as long.
const mostText = 128

// fold writes a text with digits, blanks and signs of one kind, so that what follows
// need know only those of ASCII: fullwidth and Arabic digits, fullwidth punctuation,
// the minus sign, and blanks of every width. Marks that only turn the direction of
// writing are left out. The blanks that join what they stand between are kept as
// U+00A0, since they tell one grouped number from two numbers. arabic says whether
// digits of the Arabic script were among them.
func fold(text string) (folded string, arabic bool) {
	var b strings.Builder
	for _, r := range text {
		switch {
		case '\u0660' <= r && r <= '\u0669':
			b.WriteRune('0' + r - '\u0660')
			arabic = true
		case '\u06F0' <= r && r <= '\u06F9':
			b.WriteRune('0' + r - '\u06F0')
			arabic = true
		case '\uFF01' <= r && r <= '\uFF5E':
			b.WriteRune('!' + r - '\uFF01')
		case r == '\u2212' || r == '\u2010' || r == '\u2011':
			b.WriteByte('-')
		case r == '\u00A0' || r == '\u202F' || r == '\u2009' || r == '\u2007':
			b.WriteRune('\u00A0')
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case turnsDirection(r):
		default:
			b.WriteRune(r)
		}
	}
	return strings.Trim(b.String(), " \u00A0"), arabic
}

// turnsDirection says whether a rune shows nothing: marks of direction, the
// zero-width space, the byte order mark.
func turnsDirection(r rune) bool {
	switch {
	case r == '\u200B' || r == '\u200E' || r == '\u200F' || r == '\u061C' || r == '\uFEFF':
		return true
	}
	return '\u202A' <= r && r <= '\u202E' || '\u2066' <= r && r <= '\u2069'
}

// key writes a name so that its spellings meet: lower case, no accents, no dotless i.
func key(name string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(name)) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case r == 'ı':
			b.WriteByte('i')
		case r == 'ł':
			b.WriteByte('l')
		case r == 'ø':
			b.WriteByte('o')
		case r == 'ς':
			b.WriteRune('σ')
		default:
			b.WriteRune(r)
		}
	}
	return norm.NFC.String(b.String())
}

// baseOf gives the language of a tag without script and region, the two written
// forms of Norwegian as one.
func baseOf(tag string) string {
	base := strings.ToLower(strings.TrimSpace(tag))
	if end := strings.IndexAny(base, "-_"); end >= 0 {
		base = base[:end]
	}
	if base == "nb" || base == "nn" {
		return "no"
	}
	return base
}

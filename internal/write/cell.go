package write

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// safeCell makes foreign text safe in a table: a spreadsheet runs nothing of it,
// and a terminal obeys nothing of it. Text that could be read as a formula gets an
// apostrophe before it; control characters other than TAB, CR and LF, and those
// that turn the direction of text, become U+FFFD.
// Source: OWASP, CSV Injection.
func safeCell(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\t' && r != '\r' && r != '\n' || unicode.Is(unicode.Bidi_Control, r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
	if runs(text) {
		return "'" + text
	}
	return text
}

// runs says whether a spreadsheet may take the text for a formula: as it is, or
// once its leading blanks are gone and its full-width signs are folded.
func runs(text string) bool {
	if text == "" || isNumber(text) {
		return false
	}
	if strings.ContainsRune("\t\r\n", rune(text[0])) {
		return true
	}
	// Folding can make a blank, and blanks can stand before what folds.
	first := strings.TrimLeftFunc(norm.NFKC.String(head(strings.TrimLeftFunc(text, blank))), blank)
	return first != "" && strings.ContainsRune("=+-@", rune(first[0]))
}

// head is enough of a text to see what its first character folds to.
func head(text string) string {
	const enough = 256
	if len(text) > enough {
		return text[:enough]
	}
	return text
}

// blank says whether a spreadsheet may show nothing for r: space of any width,
// format characters (zero-width, byte order mark, direction), and the fillers.
func blank(r rune) bool {
	switch r {
	case '\u115f', '\u1160', '\u2800', '\u3164', '\uffa0', '\u034f', unicode.ReplacementChar:
		return true
	}
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.In(r, unicode.Z, unicode.Cf, unicode.Variation_Selector)
}

// isNumber says whether the text is a plain number in ASCII: a sign, digits with
// points or commas between them, an exponent.
func isNumber(text string) bool {
	mantissa, exponent, has := text, "", false
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa, exponent, has = text[:i], text[i+1:], true
	}
	if has && !digits(unsigned(exponent), "") {
		return false
	}
	return digits(unsigned(mantissa), ".,")
}

func unsigned(text string) string {
	if text != "" && (text[0] == '+' || text[0] == '-') {
		return text[1:]
	}
	return text
}

// digits says whether text is digits, with single separators between them.
func digits(text, separators string) bool {
	after := false // a digit stands just before
	for i := range len(text) {
		switch c := text[i]; {
		case '0' <= c && c <= '9':
			after = true
		case after && strings.IndexByte(separators, c) >= 0:
			after = false
		default:
			return false
		}
	}
	return after
}

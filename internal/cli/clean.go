package cli

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// clean makes text that others wrote safe for a terminal and a log: what moves
// the cursor, colours, turns the direction of writing or cannot be seen is
// written as an escape.
func clean(text string) string {
	if !strings.ContainsFunc(text, hidden) && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD"):
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case hidden(r) && r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		case hidden(r) && r > 0xFFFF:
			fmt.Fprintf(&b, `\U%08x`, r)
		case hidden(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// hidden says whether a terminal would act on r, or show nothing for it.
func hidden(r rune) bool {
	switch {
	case r < ' ' || r >= 0x7F && r < 0xA0:
		return true // C0, DEL and C1: ESC and CSI among them
	case unicode.In(r, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp):
		return true // bidi controls, zero widths, tags, private use, line separators
	case r == 0x115F || r == 0x1160 || r == 0x3164 || r == 0xFFA0 || r == 0x2800 || r == 0x034F:
		return true // fillers: letters by category, blank by sight
	default:
		return false
	}
}

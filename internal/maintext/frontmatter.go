package maintext

import (
	"fmt"
	"strings"
	"unicode"
)

// A Field is one line of front matter.
type Field struct{ Name, Value, Source string }

// FrontMatter gives the YAML that stands before a Markdown text, its lines of hyphens
// included: a string for each field, in the order given, with its source as a comment;
// "" for no fields. Of two fields of one name the first is taken, since a mapping has
// each key once.
//
// Every value is quoted, and what could be read as something else escaped (YAML 1.2.2,
// sections 5.7 and 7.3.1), so that any reader gives the same text back: no, 1.0 and
// 2026-05-04 stay texts.
func FrontMatter(fields []Field) string {
	if len(fields) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("---\n")
	said := map[string]bool{}
	for _, field := range fields {
		if said[field.Name] {
			continue
		}
		said[field.Name] = true
		if isPlainKey(field.Name) {
			b.WriteString(field.Name)
		} else {
			quote(&b, field.Name)
		}
		b.WriteString(": ")
		quote(&b, field.Value)
		if source := comment(field.Source); source != "" {
			b.WriteString(" # " + source)
		}
		b.WriteByte('\n')
	}
	b.WriteString("---\n")
	return b.String()
}

// isPlainKey says whether a name needs no quotes in any version of YAML: some read no
// and y as truth values.
func isPlainKey(s string) bool {
	switch s {
	case "", "y", "n", "yes", "no", "on", "off", "true", "false", "null":
		return false
	}
	return strings.Trim(s, "abcdefghijklmnopqrstuvwxyz_") == ""
}

func quote(b *strings.Builder, s string) {
	b.WriteByte('"')
	for _, r := range strings.ToValidUTF8(s, "\uFFFD") {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case isUnsafe(r) && r > 0xFFFF:
			fmt.Fprintf(b, `\U%08X`, r)
		case isUnsafe(r):
			fmt.Fprintf(b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
}

// isUnsafe says whether a character is no part of what is seen: controls, marks of
// order and joining, separators of lines, and what is no character at all.
func isUnsafe(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co) || r&0xFFFE == 0xFFFE
}

// comment makes one line of a source.
func comment(s string) string {
	s = strings.Map(func(r rune) rune {
		if isUnsafe(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	return strings.Join(strings.Fields(s), " ")
}

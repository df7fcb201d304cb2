package cli

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestNothingAPageWritesMovesATerminal(t *testing.T) {
	for text, want := range map[string]string{
		"https://shop.example/päge":   "https://shop.example/päge",
		"\x1b[2J\x1b]0;owned\x07":     `\x1b[2J\x1b]0;owned\x07`,
		"a\r\nb\tc":                   `a\x0d\x0ab\x09c`,
		"\u009b31m":                   `\x9b31m`,
		"\u202egpj.exe":               `\u202egpj.exe`,
		"a\u200bb\u2066c\ufeff\u2028": `a\u200bb\u2066c\ufeff\u2028`,
		"tag\U000E0041":               `tag\U000e0041`,
		"not utf-8 \xff\xfe":          `not utf-8 \xff\xfe`,
		"a real \uFFFD stays":         "a real \uFFFD stays",
		"filler\u3164":                `filler\u3164`,
	} {
		if got := clean(text); got != want {
			t.Errorf("clean(%q) = %q, want %q", text, got, want)
		}
	}
}

func FuzzCleanTextHoldsNothingHidden(f *testing.F) {
	f.Add("\x1b[31m\u202e\xff")
	f.Fuzz(func(t *testing.T, text string) {
		got := clean(text)
		if !utf8.ValidString(got) || strings.ContainsFunc(got, hidden) {
			t.Errorf("clean(%q) = %q", text, got)
		}
		if again := clean(got); again != got {
			t.Errorf("cleaned twice, %q is %q", got, again)
		}
	})
}

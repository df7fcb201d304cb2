package simweb

import (
	"regexp"
	"strings"
	"testing"
)

// FuzzSlowMatch has a regular expression as its oracle.
func FuzzSlowMatch(f *testing.F) {
	f.Add("/a*b$", "/axxb")
	f.Add("/**a$b", "/a$b")
	f.Add("", "")
	f.Fuzz(func(t *testing.T, pattern, target string) {
		if len(pattern) > 100 || len(target) > 200 || strings.ContainsFunc(pattern+target, func(r rune) bool { return r < ' ' || r >= 0x7f }) {
			t.Skip("the oracle reads short, visible ASCII")
		}
		body, end := strings.CutSuffix(pattern, "$")
		parts := strings.Split(body, "*")
		for i := range parts {
			parts[i] = regexp.QuoteMeta(parts[i])
		}
		form := "^" + strings.Join(parts, ".*")
		if end {
			form += "$"
		}
		if got, want := slowMatch(pattern, target), regexp.MustCompile(form).MatchString(target); got != want {
			t.Errorf("slowMatch(%q, %q) = %v, want %v", pattern, target, got, want)
		}
	})
}

package read

import "strings"

// maxRefresh is the longest wait, in seconds, after which a meta refresh is taken
// for a redirect. A page that turns to another after a minute is one to be read.
const maxRefresh = 10

// refreshTarget gives the reference of a meta refresh, as WHATWG HTML 4.2.4.5
// reads its content: a number, then a comma, semicolon or blank, then an optional
// "url=" and the reference, perhaps in quotes.
func refreshTarget(content string) (string, bool) {
	const blanks = " \t\r\n\f"
	s := strings.TrimLeft(content, blanks)
	seconds, digits := 0, 0
	for digits < len(s) && '0' <= s[digits] && s[digits] <= '9' {
		seconds = min(seconds*10+int(s[digits]-'0'), maxRefresh+1)
		digits++
	}
	if digits == 0 && !strings.HasPrefix(s, ".") || seconds > maxRefresh {
		return "", false
	}
	s = strings.TrimLeft(s[digits:], "0123456789.")
	rest := strings.TrimLeft(s, blanks)
	if rest == s && !strings.HasPrefix(s, ";") && !strings.HasPrefix(s, ",") {
		return "", false
	}
	rest = strings.TrimPrefix(rest, ",")
	if len(rest) == len(strings.TrimLeft(s, blanks)) {
		rest = strings.TrimPrefix(rest, ";")
	}
	rest = strings.TrimLeft(rest, blanks)
	if len(rest) >= 3 && strings.EqualFold(rest[:3], "url") {
		if after, ok := strings.CutPrefix(strings.TrimLeft(rest[3:], blanks), "="); ok {
			rest = strings.TrimLeft(after, blanks)
		}
	}
	if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
		quote := rest[:1]
		rest, _, _ = strings.Cut(rest[1:], quote)
	}
	rest = strings.TrimSpace(rest)
	return rest, rest != ""
}

package sitemap

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// readText reads a list of addresses, one a line; other lines are none. A file
// without any is no sitemap.
func readText(text *cleaned, g *giver) (Kind, error) {
	kind := Kind("")
	for more := true; more; {
		var line string
		line, more = readLine(text)
		if !more && text.stopped() != nil {
			break // the line was cut off
		}
		if !isAddressLine(line) {
			continue
		}
		kind = Text
		if err := g.give(Entry{Loc: line}); err != nil {
			return kind, err
		}
	}
	switch {
	case text.stopped() != nil:
		return kind, text.stopped()
	case kind != "":
		return kind, nil
	case text.read == 0:
		return "", notSitemap("an empty body, not a sitemap")
	}
	return "", notSitemap("neither markup nor a list of addresses, so not a sitemap")
}

// readLine gives a line without its end and outer white space, cut once it is
// longer than any address may be; more is false at the end of the text.
func readLine(text *cleaned) (line string, more bool) {
	var b strings.Builder
	for n := 0; ; {
		r, ok := text.next()
		switch {
		case !ok || r == '\n' || r == '\r':
			return strings.TrimSpace(b.String()), ok
		case n == 0 && unicode.IsSpace(r):
			continue
		case n <= maxLoc+utf8.UTFMax:
			b.WriteRune(r)
		}
		n++
	}
}

func isAddressLine(line string) bool {
	scheme, rest, ok := strings.Cut(line, "://")
	if !ok || rest == "" || strings.IndexFunc(line, unicode.IsSpace) >= 0 {
		return false
	}
	return strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https")
}

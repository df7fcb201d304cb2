package read

import (
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"
)

// A HeaderLink is one member of a Link header (RFC 8288). Its reference is relative
// to the address the answer came from, whatever base the page names.
type HeaderLink struct {
	Reference, Rel, Anchor string
	Hreflang, Type, Title  string
	Anchored               bool // it is about Anchor, not about this page
}

// maxHeaderLinks is the most members of Link headers that are read.
const maxHeaderLinks = 200

// headerLinks reads every Link header. What is not a member is passed over up to
// the next comma. left is how many members the bound cut.
func headerLinks(header http.Header) (links []HeaderLink, left int) {
	for _, line := range header.Values("Link") {
		for line != "" {
			open := strings.IndexByte(line, '<')
			if open < 0 {
				break
			}
			reference, rest, ok := strings.Cut(line[open+1:], ">")
			if !ok {
				break
			}
			l := HeaderLink{Reference: strings.TrimSpace(reference)}
			line = l.parameters(rest)
			if len(links) >= maxHeaderLinks {
				left++
				continue
			}
			links = append(links, l)
		}
	}
	return links, left
}

// parameters reads a member's parameters, of each the first (sections 3.3 and 3.4.1);
// a title that names its charset counts before one that does not. It gives what stands
// after the member.
func (l *HeaderLink) parameters(s string) (rest string) {
	var seen [4]bool
	first := func(i int, to *string, value string) {
		if !seen[i] {
			*to, seen[i] = value, true
		}
	}
	spelled := false
	for {
		s = strings.TrimLeft(s, " \t;")
		if s == "" || s[0] == ',' {
			return strings.TrimPrefix(s, ",")
		}
		i := strings.IndexAny(s, "=;,")
		if i < 0 {
			return ""
		}
		name, value := strings.ToLower(strings.TrimSpace(s[:i])), ""
		if s[i] == '=' {
			value, s = parameterValue(strings.TrimLeft(s[i+1:], " \t"))
		} else {
			s = s[i:]
		}
		switch name {
		case "rel":
			first(0, &l.Rel, value)
		case "hreflang":
			first(1, &l.Hreflang, value)
		case "type":
			first(2, &l.Type, value)
		case "title":
			first(3, &l.Title, value)
		case "title*":
			if text, ok := extendedValue(value); ok && !spelled {
				l.Title, seen[3], spelled = text, true, true
			}
		case "anchor":
			l.Anchor, l.Anchored = value, true
		}
	}
}

// extendedValue reads a value that names its charset and language (RFC 8187 section
// 3.2). UTF-8 is the only charset there is.
func extendedValue(value string) (string, bool) {
	charset, rest, _ := strings.Cut(value, "'")
	_, encoded, ok := strings.Cut(rest, "'")
	if !ok || !strings.EqualFold(charset, "utf-8") {
		return "", false
	}
	text, err := url.PathUnescape(encoded)
	return text, err == nil && utf8.ValidString(text)
}

// parameterValue reads a token or a quoted string (RFC 9110 section 5.6.4).
func parameterValue(s string) (value, rest string) {
	if !strings.HasPrefix(s, `"`) {
		i := strings.IndexAny(s, ";,")
		if i < 0 {
			i = len(s)
		}
		return strings.TrimSpace(s[:i]), s[i:]
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		case c == '"':
			return b.String(), s[i+1:]
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), ""
}

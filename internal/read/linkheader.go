package read

import (
	"net/http"
	"strings"
)

// A HeaderLink is one member of a Link header (RFC 8288). Its reference is relative
// to the address the answer came from, whatever base the page names.
type HeaderLink struct {
	Reference, Rel, Anchor string
	Anchored               bool // it is about Anchor, not about this page
}

// maxHeaderLinks is the most members of Link headers that are read.
const maxHeaderLinks = 200

// headerLinks reads every Link header. What is not a member is passed over up to
// the next comma.
func headerLinks(header http.Header) (links []HeaderLink) {
	for _, line := range header.Values("Link") {
		for line != "" && len(links) < maxHeaderLinks {
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
			links = append(links, l)
		}
	}
	return links
}

// parameters reads a member's parameters; the first rel counts (section 3.3). It
// gives what stands after the member.
func (l *HeaderLink) parameters(s string) (rest string) {
	related := false
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
		switch {
		case name == "rel" && !related:
			l.Rel, related = value, true
		case name == "anchor":
			l.Anchor, l.Anchored = value, true
		}
	}
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

package address

import (
	"strings"

	"github.com/nlnwa/whatwg-url/url"
	"golang.org/x/text/unicode/norm"
)

// The longest texts taken, in octets. The parser's time is quadratic in a host
// outside ASCII (100,000 characters took it ten seconds) and a page can put that
// in a link, so the first two are checked before it is called.
const (
	maxReference = 8 << 10 // a reference, and an address in its one spelling
	maxHost      = 1 << 10 // host and port as written, escapes and all
	maxName      = 253     // a host as the DNS can carry it (RFC 1035 section 2.3.4, without the root's dot)
	maxLabel     = 63      // one label of it
)

// The circumflex is escaped in a path since March 2025 (whatwg/url pull request
// 817), later than the parser's release.
var parser = url.NewParser(url.WithPathPercentEncodeSet(url.PathPercentEncodeSet.Set('^')))

// slow resolves any reference. What it refuses before parsing costs time linear
// in the reference.
func (a Address) slow(reference string) (Address, error) {
	text := clean(reference)
	scheme, rest := cutScheme(text)
	switch {
	case scheme == "" && a.IsZero():
		return refuse(reference, "it has no scheme; an address starts with https:// or http://")
	case scheme != "" && scheme != "http" && scheme != "https":
		return refuse(reference, "the scheme is %q; only http and https are taken", shown(scheme))
	case len(text) > maxReference:
		return refuse(reference, "it is %d octets long, over the bound of %d", len(text), maxReference)
	}
	var host string
	if authority, ok := a.authority(scheme, rest); ok {
		at := strings.LastIndexByte(authority, '@')
		if at > 0 && authority[:at] != ":" {
			return refuse(reference, "it holds a user name or a password; a login is given with --header or --cookie")
		}
		host = authority[at+1:]
		if why := refuseRawHost(host); why != "" {
			return refuse(reference, "%s", why)
		}
	}
	u, err := parser.ParseRef(a.text, text)
	if err != nil {
		return refuse(reference, "%s", reason(err))
	}
	if u.IsIPv4() && strings.ContainsAny(norm.NFKC.String(unescape(host)), "+-") {
		return refuse(reference, "its host is a number with a sign")
	}
	name := strings.TrimSuffix(u.Hostname(), ".")
	if why := refuseHost(u.Scheme(), name); why != "" {
		return refuse(reference, "%s", why)
	}
	if u.Port() == "0" {
		return refuse(reference, "its port is 0, at which nothing can be asked")
	}
	to := spell(u.Scheme(), name, u.Port(), oneSpelling(u.Pathname())+oneSpelling(u.Search()))
	if len(to.text) > maxReference {
		return refuse(reference, "its one spelling is %d octets long, over the bound of %d", len(to.text), maxReference)
	}
	return to, nil
}

// clean does what a browser does first: outer spaces and controls go, and tabs and
// newlines wherever they stand (WHATWG URL, section 4.4 steps 1 to 3).
func clean(s string) string {
	first, last := 0, len(s)
	for first < last && s[first] <= ' ' {
		first++
	}
	for first < last && s[last-1] <= ' ' {
		last--
	}
	s = s[first:last]
	if !strings.ContainsAny(s, "\t\n\r") {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		if c := s[i]; c != '\t' && c != '\n' && c != '\r' {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// cutScheme gives the scheme of a clean text in lower case, and what follows its
// colon; the scheme is "" when there is none.
func cutScheme(text string) (scheme, rest string) {
	before, after, ok := strings.Cut(text, ":")
	if !ok || !isScheme(before) {
		return "", text
	}
	return strings.ToLower(before), after
}

// authority finds host and port in what follows the scheme, user name and password
// included. A second slash makes an authority; behind another scheme than the
// base's, any number of slashes does, none included (WHATWG URL, the states
// "relative slash" and "special authority ignore slashes").
func (a Address) authority(scheme, rest string) (string, bool) {
	if scheme == "" || scheme == a.Scheme() {
		if len(rest) < 2 || !slash(rest[0]) || !slash(rest[1]) {
			return "", false
		}
	}
	rest = strings.TrimLeft(rest, `/\`)
	if end := strings.IndexAny(rest, `/\?#`); end >= 0 {
		rest = rest[:end]
	}
	return rest, true
}

// refuseRawHost judges host and port as they are written, before the parser sees
// them; "" is no objection.
func refuseRawHost(host string) string {
	switch {
	case len(host) > maxHost:
		return "its host is over the bound of 1024 octets"
	case !strings.HasPrefix(host, "["):
		return ""
	case strings.Contains(host, "%"):
		return "its host has a zone id, which means something on one machine only"
	case strings.Count(host, "[") > 1 || strings.Count(host, "]") > 1:
		return "its host is in brackets and no IPv6 address"
	}
	return ""
}

// refuseHost judges a host as the parser gave it, without its trailing dot; "" is
// no objection.
func refuseHost(scheme, host string) string {
	switch {
	case host == "":
		return "it has no host"
	case host[0] == '[':
		return ""
	case len(host) > maxName:
		return "its host is longer than the 253 octets of a name"
	}
	international := false
	for label := range strings.SplitSeq(host, ".") {
		switch {
		case label == "":
			return "its host has an empty label"
		case len(label) > maxLabel:
			return "a label of its host is longer than 63 octets"
		case strings.HasPrefix(label, "xn--"):
			international = true
		}
	}
	if !international {
		return ""
	}
	// The parser is lenient with a few symbols whose own ASCII form it then refuses
	// to read; such a name would not survive being written down and read again.
	again, err := parser.Parse(scheme + "://" + host + "/")
	if err != nil || again.Hostname() != host {
		return "its host is no name that can be written in ASCII (IDNA)"
	}
	return ""
}

// unescape decodes every escape of a host as the parser does.
func unescape(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if octet, ok := escapeAt(s[i:]); ok {
			b.WriteByte(octet)
			i += 2
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

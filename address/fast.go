package address

import (
	"strconv"
	"strings"
)

// What an octet may be without a reference leaving the fast path.
const (
	inHost  = 1 << iota // of a name in ASCII and lower case
	inPath              // written as it is in a path
	inQuery             // written as it is in a query
)

var class = classes()

func classes() (t [256]uint8) {
	for c := range 256 {
		if unreserved(byte(c)) {
			t[c] |= inPath | inQuery
		}
		if 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '.' {
			t[c] |= inHost
		}
	}
	for _, c := range []byte("!$&()*+,;=:@/[]|") {
		t[c] |= inPath | inQuery
	}
	t['\''] |= inPath // a query escapes it
	t['?'] |= inQuery
	return t
}

// fast resolves the references that most pages are made of: absolute ones on a
// plain host, "//host", "/p", "p/1", "../p", "?q", "#x" and "", all of octets that
// stand for themselves. Whatever it is not sure of it leaves to slow.
//
// Invariant: when fast gives an address, slow gives the same one.
func (a Address) fast(reference string) (Address, bool) {
	if len(reference) > maxReference {
		return Address{}, false
	}
	scheme, rest := "https", ""
	switch {
	case strings.HasPrefix(reference, "https://"):
		rest = reference[len("https://"):]
	case strings.HasPrefix(reference, "http://"):
		scheme, rest = "http", reference[len("http://"):]
	case a.IsZero():
		return Address{}, false
	case strings.HasPrefix(reference, "//"):
		scheme, rest = a.Scheme(), reference[len("//"):]
	default:
		return a.fastOnHost(reference)
	}
	host, end, ok := plainHost(scheme, rest)
	if !ok {
		return Address{}, false
	}
	path, query, ok := plainTarget(rest[end:])
	if !ok {
		return Address{}, false
	}
	if path == "" {
		path = "/"
	}
	to := Address{host: uint16(len(scheme) + len("://"))}
	to.port = to.host + uint16(host)
	to.path = to.host + uint16(end)
	// A concatenation is a copy: an address must not keep the page it was found on
	// in memory.
	to.text = scheme + "://" + rest[:end] + path + query
	return to, len(to.text) <= maxReference
}

// fastOnHost resolves a reference that names no host.
func (a Address) fastOnHost(reference string) (Address, bool) {
	if reference == "" || reference[0] == '#' {
		return a, true
	}
	below, rest := a.climb(reference)
	path, query, ok := plainTarget(rest)
	if !ok {
		return Address{}, false
	}
	switch {
	case below > 0:
		ok = path == "" || path[0] != '/'
	case path == "":
		below = int(a.path) + len(a.Path())
	case path[0] == '/':
		below = int(a.path)
	default:
		below = a.folder()
		ok = strings.IndexByte(path, ':') < 0 // it may end a scheme
	}
	to := a
	to.text = a.text[:below] + path + query
	return to, ok && len(to.text) <= maxReference
}

// climb takes "../" and "./" off the start of a reference; below is where the
// folder that they lead to ends in the text of a, 0 when there are none.
func (a Address) climb(reference string) (below int, rest string) {
	for rest = reference; ; {
		up := strings.HasPrefix(rest, "../")
		if !up && !strings.HasPrefix(rest, "./") {
			return below, rest
		}
		if below == 0 {
			below = a.folder()
		}
		if up && below > int(a.path)+1 { // nothing is above the root
			below = strings.LastIndexByte(a.text[:below-1], '/') + 1
		}
		rest = rest[strings.IndexByte(rest, '/')+1:]
	}
}

// folder is where the folder of a ends in its text: behind the path's last slash.
func (a Address) folder() int {
	return int(a.path) + strings.LastIndexByte(a.Path(), '/') + 1
}

// plainTarget splits path and query ("" or with its "?") off s and drops the
// fragment; ok is false when any of it is not in its one spelling.
func plainTarget(s string) (path, query string, ok bool) {
	i := 0
	for i < len(s) && class[s[i]]&inPath != 0 || keptEscape(s[i:]) {
		if s[i] == '.' && (i == 0 || s[i-1] == '/') && mayBeDots(s[i+1:]) {
			return "", "", false
		}
		i++
	}
	path = s[:i]
	if i < len(s) && s[i] == '?' {
		start := i
		for i++; i < len(s) && class[s[i]]&inQuery != 0 || keptEscape(s[i:]); i++ {
		}
		if i > start+1 {
			query = s[start:i]
		}
	}
	return path, query, i == len(s) || s[i] == '#'
}

// keptEscape says whether s starts with an escape in capitals of an octet that
// needs one. The two digits behind the sign are then plain octets themselves.
func keptEscape(s string) bool {
	octet, ok := escapeAt(s)
	return ok && !unreserved(octet) && s[1] < 'a' && s[2] < 'a'
}

// mayBeDots says whether what follows a segment's first dot may make it "." or
// "..". It errs towards yes.
func mayBeDots(s string) bool {
	return s == "" || s[0] == '.' || s[0] == '/' || s[0] == '?' || s[0] == '#' || s[0] == '%'
}

// plainHost finds host and port at the start of s: host is where the host ends and
// end where the port does. ok is false unless both are in their one spelling.
func plainHost(scheme, s string) (host, end int, ok bool) {
	label := 0
	for ; host < len(s) && class[s[host]]&inHost != 0; host++ {
		if s[host] == '.' {
			if host == label || host-label > maxLabel {
				return 0, 0, false
			}
			label = host + 1
		} else if host == label && strings.HasPrefix(s[host:], "xn--") {
			return 0, 0, false
		}
	}
	if host == label || host-label > maxLabel || host > maxName {
		return 0, 0, false
	}
	// A host that ends in a number is an IPv4 address in one of many spellings.
	if c := s[label]; (c < 'a' || 'z' < c) && !plainIPv4(s[:host]) {
		return 0, 0, false
	}
	end = host
	if end < len(s) && s[end] == ':' {
		for end++; end < len(s) && '0' <= s[end] && s[end] <= '9'; end++ {
		}
		if !plainPort(scheme, s[host+1:end]) {
			return 0, 0, false
		}
	}
	ok = end == len(s) || s[end] == '/' || s[end] == '?' || s[end] == '#'
	return host, end, ok
}

// plainIPv4 says whether s is an IPv4 address written the one way: four decimal numbers.
func plainIPv4(s string) bool {
	parts := 0
	for part := range strings.SplitSeq(s, ".") {
		parts++
		if !plainNumber(part, 255) {
			return false
		}
	}
	return parts == 4
}

func plainPort(scheme, s string) bool {
	if scheme == "http" && s == "80" || scheme == "https" && s == "443" {
		return false
	}
	return s != "0" && plainNumber(s, 65535)
}

// plainNumber says whether s is a decimal number up to most, without a sign and
// without leading zeros.
func plainNumber(s string, most int) bool {
	if s == "" || len(s) > 5 || s[0] == '0' && len(s) > 1 || s[0] < '0' || s[0] > '9' {
		return false
	}
	n, err := strconv.Atoi(s)
	return err == nil && n <= most
}

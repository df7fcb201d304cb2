package address

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nlnwa/whatwg-url/url"
)

// Longest texts taken for parsing. The parser is quadratic in a long host outside
// ASCII, and a page can put that in a link.
const (
	maxReference = 8 << 10
	maxHost      = 1 << 10
)

// An Address is one http or https address in its one spelling. The zero value is
// no address. Addresses are comparable: two are equal when they are the same one.
type Address struct {
	text string // the whole spelling
	host uint16 // where the host starts in text
	port uint16 // where the host ends: at ":port" or at the path
	path uint16 // where the path starts
}

// An Origin is scheme, host and port (the port only when it is not the scheme's
// own): the key for robots.txt, logins and tdmrep.json. RFC 6454 section 4.
type Origin string

// A Site is a host without a leading "www.", either scheme, with its port when
// that is not the scheme's own: the key for pace, budget and scope.
type Site string

// An Error says why a reference is no address.
type Error struct {
	Reference string // as it was written
	Reason    string // what is wrong with it, in words
}

func (e *Error) Error() string { return fmt.Sprintf("%q: %s", e.Reference, e.Reason) }

// Parse gives the address that an absolute text names. The error is an [*Error].
func Parse(text string) (Address, error) { return resolve(nil, text, text) }

// Resolve gives the address that a reference on a names, as a browser would
// resolve it (WHATWG URL, section 4.4). The error is an [*Error].
func (a Address) Resolve(reference string) (Address, error) {
	if a.IsZero() {
		return Parse(reference)
	}
	base := a.text
	return resolve(&base, reference, reference)
}

var parser = url.NewParser(url.WithPathPercentEncodeSet(url.PathPercentEncodeSet.Set('^')))

func resolve(base *string, text, reference string) (Address, error) {
	refuse := func(format string, args ...any) (Address, error) {
		return Address{}, &Error{Reference: reference, Reason: fmt.Sprintf(format, args...)}
	}
	if len(text) > maxReference {
		return refuse("it is %d octets long, over the bound of %d", len(text), maxReference)
	}
	var (
		u   *url.Url
		err error
	)
	if base == nil {
		u, err = parser.Parse(text)
	} else {
		u, err = parser.ParseRef(*base, text)
	}
	if err != nil {
		return refuse("it is not an address (%v)", err)
	}
	if s := u.Scheme(); s != "http" && s != "https" {
		return refuse("the scheme is %q; only http and https are taken", s)
	}
	if u.Username() != "" || u.Password() != "" {
		return refuse("it holds a user name or a password; a login is given with --header or --cookie")
	}
	host := strings.TrimSuffix(u.Hostname(), ".")
	if host == "" {
		return refuse("it has no host")
	}
	return spell(u.Scheme(), host, u.Port(), oneSpelling(u.Pathname()), oneSpelling(u.Search()))
}

func spell(scheme, host, port, path, query string) (Address, error) {
	a := Address{host: uint16(len(scheme) + len("://"))}
	text := scheme + "://" + host
	a.port = uint16(len(text))
	if port != "" {
		text += ":" + port
	}
	a.path = uint16(len(text))
	a.text = text + path + query
	return a, nil
}

// oneSpelling decodes escapes of unreserved octets and writes the rest in
// capitals (RFC 3986 sections 6.2.2.1 and 6.2.2.2).
func oneSpelling(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '%' || i+2 >= len(s) {
			b.WriteByte(s[i])
			continue
		}
		n, err := strconv.ParseUint(s[i+1:i+3], 16, 8)
		if err != nil {
			b.WriteByte(s[i])
			continue
		}
		if c := byte(n); unreserved(c) {
			b.WriteByte(c)
		} else {
			b.WriteString(strings.ToUpper(s[i : i+3]))
		}
		i += 2
	}
	return b.String()
}

func unreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0
}

// String gives the one spelling; the zero address gives "".
func (a Address) String() string { return a.text }

// IsZero says whether a is no address at all.
func (a Address) IsZero() bool { return a.text == "" }

// Scheme is "http" or "https".
func (a Address) Scheme() string {
	if a.IsZero() {
		return ""
	}
	return a.text[:a.host-3]
}

// Host is the name or number alone: in ASCII, lower case, no port; an IPv6 address
// keeps its brackets.
func (a Address) Host() string { return a.text[a.host:a.port] }

// Port is the port as written, or "" for the scheme's own.
func (a Address) Port() string { return strings.TrimPrefix(a.text[a.port:a.path], ":") }

// Target is what a request line carries and robots.txt judges: the path and the
// query, from the first "/" (RFC 9112 section 3.2.1).
func (a Address) Target() string { return a.text[a.path:] }

// Path is the target without its query.
func (a Address) Path() string {
	path, _, _ := strings.Cut(a.Target(), "?")
	return path
}

// Origin is whose robots.txt judges a.
func (a Address) Origin() Origin { return Origin(a.text[:a.path]) }

// Site is whose pace a is asked at.
func (a Address) Site() Site {
	hostport := a.text[a.host:a.path]
	if rest, ok := strings.CutPrefix(hostport, "www."); ok && strings.Contains(rest, ".") {
		hostport = rest
	}
	return Site(hostport)
}

// Address is the origin's address of path, which starts with "/".
func (o Origin) Address(path string) (Address, error) { return Parse(string(o) + path) }

// MarshalText gives the one spelling.
func (a Address) MarshalText() ([]byte, error) { return []byte(a.text), nil }

// UnmarshalText reads what [Parse] reads; an empty text is the zero address.
func (a *Address) UnmarshalText(text []byte) (err error) {
	*a = Address{}
	if len(text) > 0 {
		*a, err = Parse(string(text))
	}
	return err
}

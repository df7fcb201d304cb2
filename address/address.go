package address

import "strings"

// An Address is one http or https address in its one spelling. The zero value is
// no address: its methods give "" and never panic. Addresses are comparable: two
// are equal when they are the same one, so an Address is a map key.
type Address struct {
	text string // the whole spelling, at most maxReference octets
	host uint16 // where the host starts in text
	port uint16 // where the host ends: at ":port" or at the path
	path uint16 // where the path starts; maxName keeps all three far under 65,536
}

// Parse gives the address that an absolute text names. The error is an [*Error].
func Parse(text string) (Address, error) { return Address{}.Resolve(text) }

// Resolve gives the address that a reference on a names, as a browser would
// resolve it (WHATWG URL, section 4.4); on the zero address only an absolute
// reference names one. The error is an [*Error].
func (a Address) Resolve(reference string) (Address, error) {
	if to, ok := a.fast(reference); ok {
		return to, nil
	}
	return a.slow(reference)
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
	return a.text[:a.host-uint16(len("://"))]
}

// Host is the name or number alone: in ASCII, lower case, no port; an IPv6 address
// keeps its brackets.
func (a Address) Host() string { return a.text[a.host:a.port] }

// Port is the port as written, 1 to 65535, or "" for the scheme's own.
func (a Address) Port() string { return strings.TrimPrefix(a.text[a.port:a.path], ":") }

// Target is what a request line carries and robots.txt judges: the path and the
// query, from the first "/" (RFC 9112 section 3.2.1).
func (a Address) Target() string { return a.text[a.path:] }

// Path is the target without its query.
func (a Address) Path() string {
	path, _, _ := strings.Cut(a.Target(), "?")
	return path
}

// Origin is whose robots.txt judges a; the zero address has the zero origin.
func (a Address) Origin() Origin { return Origin(a.text[:a.path]) }

// Site is whose pace a is asked at; the zero address has the zero site.
func (a Address) Site() Site { return siteOf(a.text[a.host:a.path]) }

// MarshalText gives the one spelling; it never fails.
func (a Address) MarshalText() ([]byte, error) { return []byte(a.text), nil }

// UnmarshalText reads what [Parse] reads; an empty text is the zero address. After
// an error a is the zero address.
func (a *Address) UnmarshalText(text []byte) error {
	*a = Address{}
	if len(text) == 0 {
		return nil
	}
	parsed, err := Parse(string(text))
	if err != nil {
		return err
	}
	*a = parsed
	return nil
}

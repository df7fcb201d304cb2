package address

import (
	"errors"
	"fmt"
	"strings"

	whatwg "github.com/nlnwa/whatwg-url/errors"
)

// An Error says why a reference is no address. Its text is safe to log: what
// stands before an "@" is masked, since that is where a password would be.
type Error struct {
	Reference string // as it was written, masked, and cut after maxShown octets
	Reason    string // what is wrong with it, in words
}

func (e *Error) Error() string { return fmt.Sprintf("%q: %s", e.Reference, e.Reason) }

// What is shown of a reference, in octets: enough to find it, not enough for a
// hostile page to fill a log with.
const maxShown = 256

func refuse(reference, format string, args ...any) (Address, error) {
	return Address{}, &Error{Reference: shown(reference), Reason: fmt.Sprintf(format, args...)}
}

func shown(text string) string {
	text = masked(text)
	if len(text) <= maxShown {
		return text
	}
	return strings.ToValidUTF8(text[:maxShown], "") + "…"
}

// masked writes *** for a user name and password. It errs towards masking: when
// what should be host and port holds a colon, a password with a slash in it may
// reach as far as the last "@", wherever that stands.
func masked(text string) string {
	last := strings.LastIndexByte(text, '@')
	if last < 0 {
		return text
	}
	start := 0
	if colon := strings.IndexByte(text, ':'); colon >= 0 && isScheme(strings.TrimLeft(text[:colon], "\t\n\r ")) {
		start = colon + 1
	}
	for start < len(text) && (slash(text[start]) || text[start] <= ' ') {
		start++
	}
	if start > last {
		return text
	}
	end := strings.IndexAny(text[start:], `/\?#`)
	if end < 0 {
		end = len(text) - start
	}
	if strings.ContainsAny(text[start:start+end], ":@") || end > last-start {
		return text[:start] + "***" + text[last:]
	}
	return text
}

// isScheme says whether s could stand before the colon of an address. A user name
// before a colon could too ("ann:secret@shop.example"): only what stands behind it
// is a secret.
func isScheme(s string) bool {
	if s == "" || !letter(s[0]) {
		return false
	}
	for i := 1; i < len(s); i++ {
		c := s[i]
		if !letter(c) && (c < '0' || '9' < c) && c != '+' && c != '-' && c != '.' {
			return false
		}
	}
	return true
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func slash(c byte) bool { return c == '/' || c == '\\' }

// reason says in our words what the parser refused; its own text quotes the whole
// reference, password and all.
func reason(err error) string {
	var refused *whatwg.ValidationError
	if !errors.As(err, &refused) {
		return "it is not an address"
	}
	switch refused.Type() {
	case whatwg.HostMissing:
		return "it has no host"
	case whatwg.PortOutOfRange:
		return "its port is over 65535"
	case whatwg.PortInvalid:
		return "its port is not a number"
	case whatwg.DomainToASCII:
		return "its host is no name that can be written in ASCII (IDNA)"
	case whatwg.DomainInvalidCodePoint, whatwg.HostInvalidCodePoint:
		return fmt.Sprintf("its host holds %q, which no name may", refused.Description())
	case whatwg.InvalidCredentials:
		return "it has an @ and no host behind it"
	}
	text := string(refused.Type())
	switch {
	case strings.Contains(text, "IPv6"):
		return "its host is in brackets and no IPv6 address"
	case strings.Contains(text, "IPv4"):
		return "its host ends in a number and is no IPv4 address"
	}
	return "it is not an address"
}

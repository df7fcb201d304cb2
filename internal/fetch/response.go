package fetch

import (
	"io"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"time"

	"curtsy/address"
	"curtsy/internal/gate"
)

// A Turn is the right to make one request. [*gate.Turn] is one.
type Turn interface {
	Address() address.Address
	Purpose() string
	Waited() time.Duration
	End(gate.Outcome)
}

// A Request says how to ask; the turn says what for. The zero value asks for a page.
type Request struct {
	Header       http.Header // the operator's own for this origin; what CheckHeader refuses is not sent
	Accept       string      // "": HTML before anything else
	Bound        int64       // octets of the decoded body; 0: Bounds.Body
	ETag         string      // of the copy kept, verbatim, sent as If-None-Match
	LastModified string      // of the copy kept, verbatim, sent as If-Modified-Since
	Body         io.Writer   // when set the decoded body is written here, and Response.Body is nil
	KeepCut      bool        // a body at its bound is cut there and is no error

	// Sent, when set, is made true when the request has gone out: after an Ask it says
	// whether the site's own log can have it. A refused address, a name that does not
	// exist and a connection that is not made leave it as it was.
	Sent *atomic.Bool
}

// A Response is what a site answered. Nobody writes to it once Ask returned it.
type Response struct {
	Address   address.Address // what was asked for
	Status    int
	Header    http.Header
	Body      []byte // decoded
	Bytes     int64  // of the body, decoded
	WireBytes int64  // of the body as it came, its transfer coding undone
	SHA256    string // of the decoded body that is here, in hexadecimal
	Started   time.Time
	Ended     time.Time      // when the last octet came
	Cut       bool           // Body is not the whole body
	Remote    netip.AddrPort // who answered: the proxy, through one; zero when the connection has no such address
	Proto     string         // "HTTP/1.1"
	Location  string         // where it redirects, as written; "" for nowhere
	Challenge string         // the kind of challenge page it is; "" for none

	received time.Time // when the head had come
}

// ContentType gives the media type, in lower case and without parameters, and the
// value of the charset parameter as written. Either is "" when the header has none.
// RFC 9110 section 8.3.
func (r *Response) ContentType() (media, charset string) {
	media, rest, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	for rest != "" {
		var name, value string
		name, value, rest = parameter(rest)
		if charset == "" && strings.EqualFold(name, "charset") {
			charset = value
		}
	}
	return strings.ToLower(strings.TrimSpace(media)), charset
}

// parameter reads the first name=value of a list parted by semicolons. A quoted
// value may hold a semicolon.
func parameter(list string) (name, value, rest string) {
	end := strings.IndexAny(list, ";=")
	if end < 0 || list[end] == ';' {
		name, rest, _ = strings.Cut(list, ";")
		return strings.TrimSpace(name), "", rest
	}
	name, list = strings.TrimSpace(list[:end]), strings.TrimLeft(list[end+1:], " \t")
	if !strings.HasPrefix(list, `"`) {
		value, rest, _ = strings.Cut(list, ";")
		return name, strings.TrimSpace(value), rest
	}
	var b strings.Builder
	i := 1
	for ; i < len(list) && list[i] != '"'; i++ {
		if list[i] == '\\' && i+1 < len(list) {
			i++
		}
		b.WriteByte(list[i])
	}
	_, rest, _ = strings.Cut(list[min(i, len(list)):], ";")
	return name, b.String(), rest
}

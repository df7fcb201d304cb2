package cli

import (
	"errors"
	"fmt"
	"net/http"
	"net/textproto"
	"slices"
	"strings"

	"golang.org/x/net/http/httpguts"
)

// headers is the operator's own header fields, "Name: value", sent to the
// start's origin alone. Their values are secrets: no error and no String holds
// one.
type headers struct{ fields http.Header }

// These say who we are or how the message is framed; neither is the operator's
// to write.
var (
	ourNames = []string{"User-Agent", "From"}
	framing  = []string{
		"Host", "Connection", "Content-Length", "Transfer-Encoding", "Te", "Trailer", "Upgrade", "Keep-Alive",
		"Proxy-Authorization", "Proxy-Connection", "Accept-Encoding", "Range", "Expect",
		"If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range",
	}
)

// Set adds one field.
func (h *headers) Set(line string) error {
	name, value, found := strings.Cut(line, ":")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	switch {
	case !found:
		return errors.New("has no colon; write 'Name: value'")
	case !httpguts.ValidHeaderFieldName(name):
		return errors.New("has no header's name before its colon; write 'Name: value'")
	case !httpguts.ValidHeaderFieldValue(value):
		return fmt.Errorf("%s has a character in its value that no header can carry", name)
	}
	name = textproto.CanonicalMIMEHeaderKey(name)
	switch {
	case slices.Contains(ourNames, name):
		return fmt.Errorf("%s says who we are, and is written by the identity alone", name)
	case slices.Contains(framing, name):
		return fmt.Errorf("%s is written by the crawler alone", name)
	case name == "Cookie":
		return errors.New("a Cookie has a flag of its own, --cookie")
	}
	if h.fields == nil {
		h.fields = http.Header{}
	}
	h.fields.Add(name, value)
	return nil
}

// String gives the names alone.
func (h *headers) String() string {
	var names []string
	for name := range h.fields {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// Type names the kind of value, for completions.
func (h *headers) Type() string { return "header" }

// cookies is the operator's own cookies, "name=value", sent as headers are and
// as secret.
type cookies []string

// Set adds one cookie.
func (c *cookies) Set(pair string) error {
	name, value, found := strings.Cut(pair, "=")
	switch {
	case !found:
		return errors.New("has no \"=\"; write name=value")
	case !httpguts.ValidHeaderFieldName(name):
		return errors.New("has no cookie's name before its \"=\"; write name=value")
	case strings.ContainsFunc(value, notCookie):
		return fmt.Errorf("%s has a character in its value that no cookie can carry", name)
	}
	*c = append(*c, pair)
	return nil
}

// notCookie: RFC 6265 section 4.1.1 leaves these out of a cookie's octets.
func notCookie(r rune) bool {
	return r <= ' ' || r > '~' || strings.ContainsRune(`",;\`, r)
}

// String gives how many there are.
func (c *cookies) String() string {
	if len(*c) == 0 {
		return ""
	}
	return fmt.Sprint(len(*c))
}

// Type names the kind of value, for completions.
func (c *cookies) Type() string { return "cookie" }

// sent gives the headers and cookies as one set of fields, nil when there are
// none.
func sent(h headers, c cookies) http.Header {
	fields := h.fields.Clone()
	if len(c) > 0 {
		if fields == nil {
			fields = http.Header{}
		}
		fields.Set("Cookie", strings.Join(c, "; "))
	}
	return fields
}

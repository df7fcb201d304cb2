package fetch

import (
	"fmt"
	"net/http"
	"strings"

	"golang.org/x/net/http/httpguts"
)

const (
	acceptPage     = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.1"
	acceptEncoding = "gzip, br, zstd, deflate"
)

// CheckHeader says why a header of the operator's own cannot be sent: it is no
// header, or it is one that curtsy alone writes. Those are who we say we are, the
// host, the codings we can undo, the validators, what belongs to the connection, and
// what a browser says of itself.
func CheckHeader(h http.Header) error {
	for name, values := range h {
		if !httpguts.ValidHeaderFieldName(name) {
			return fmt.Errorf("header %q: no header has such a name", name)
		}
		if reason := reserved(name); reason != "" {
			return fmt.Errorf("header %q: it %s, so it cannot be given", name, reason)
		}
		for _, value := range values {
			if !httpguts.ValidHeaderFieldValue(value) {
				return fmt.Errorf("header %q: its value holds a character no header can", name)
			}
		}
	}
	return nil
}

// reserved gives the reason why a header is not the operator's to give, or "".
func reserved(name string) string {
	switch name := strings.ToLower(name); name {
	case "user-agent", "from":
		return "says who we are, which the configuration does"
	case "host":
		return "is the address's own host"
	case "accept-encoding":
		return "names the codings that can be undone"
	case "if-none-match", "if-modified-since", "if-match", "if-unmodified-since", "if-range", "range":
		return "makes the request conditional, which the kept copy does"
	case "connection", "keep-alive", "proxy-connection", "proxy-authorization", "proxy-authenticate",
		"te", "trailer", "transfer-encoding", "upgrade", "expect", "content-length", "content-type", "http2-settings":
		return "belongs to the connection or to a body"
	case "via", "forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "client-ip", "true-client-ip", "referer":
		return "says that a request comes from somewhere else"
	default:
		if strings.HasPrefix(name, "sec-") {
			return "is a browser's word about itself"
		}
	}
	return ""
}

// header gives the request's header: the operator's own, then ours, which win.
func (f *Fetcher) header(req Request) http.Header {
	h := make(http.Header, 6+len(req.Header))
	for name, values := range req.Header {
		if reserved(name) == "" {
			h[http.CanonicalHeaderKey(name)] = values
		}
	}
	h["User-Agent"] = []string{f.config.UserAgent}
	h["Accept-Encoding"] = []string{acceptEncoding}
	if f.config.From != "" {
		h["From"] = []string{f.config.From}
	}
	switch {
	case req.Accept != "":
		h["Accept"] = []string{req.Accept}
	case h["Accept"] == nil:
		h["Accept"] = []string{acceptPage}
	}
	// A validator that no header can hold is not worth the request: without it the
	// answer is whole.
	if req.ETag != "" && httpguts.ValidHeaderFieldValue(req.ETag) {
		h["If-None-Match"] = []string{req.ETag}
	}
	if req.LastModified != "" && httpguts.ValidHeaderFieldValue(req.LastModified) {
		h["If-Modified-Since"] = []string{req.LastModified}
	}
	return h
}

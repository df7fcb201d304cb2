package fetch

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"

	"curtsy/address"
)

// An unrepeatable body has nothing in it. Its being there keeps net/http from asking
// again by itself when a kept connection breaks, and HTTP/2 from doing so when a
// stream is refused: either would be a request nobody was granted.
type unrepeatable struct{}

func (unrepeatable) Read([]byte) (int, error) { return 0, io.EOF }
func (unrepeatable) Close() error             { return nil }

// WriteTo spares the 32 KiB that copying nothing would take for its buffer.
func (unrepeatable) WriteTo(io.Writer) (int64, error) { return 0, nil }

// newRequest gives the GET request of an address.
func (f *Fetcher) newRequest(ctx context.Context, a address.Address, req Request) *http.Request {
	r := &http.Request{
		Method: http.MethodGet, URL: f.target(a), Host: hostport(a), Header: f.header(req),
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Body: unrepeatable{}, ContentLength: -1,
		// "identity" keeps net/http from finding out, with a goroutine and a timer of 200
		// ms, whether the body is empty. Should the timer win, the request would say it is
		// chunked, which few sites expect of a GET. Nothing is sent for it.
		TransferEncoding: []string{"identity"},
	}
	return r.WithContext(ctx)
}

// target gives the URL that net/http writes as a's target, octet for octet. Opaque is
// written as it is, unless it starts with two slashes: then it is written behind the
// scheme, in the absolute form. A path that starts so is written from RawPath, which
// net/url takes only if it is made of characters it would have escaped itself; for the
// few others the absolute form remains, which every server must take (RFC 9112 section
// 3.2.2). The absolute form is also what an http proxy is asked in.
func (f *Fetcher) target(a address.Address) *url.URL {
	u := &url.URL{Scheme: a.Scheme(), Host: hostport(a), Opaque: a.Target()}
	if proxy := f.config.Proxy; proxy != nil && proxy.Scheme != "socks5" && u.Scheme == "http" {
		u.Opaque = "//" + u.Host + a.Target()
		return u
	}
	if !strings.HasPrefix(a.Target(), "//") {
		return u
	}
	path, query, asked := strings.Cut(a.Target(), "?")
	plain, err := url.PathUnescape(path)
	if u.Opaque = ""; err == nil {
		u.Path, u.RawPath, u.RawQuery, u.ForceQuery = plain, path, query, asked
	}
	if u.RequestURI() != a.Target() {
		*u = url.URL{Scheme: u.Scheme, Host: u.Host, Opaque: "//" + u.Host + a.Target()}
	}
	return u
}

// hostport is the host of a, with its port when that is not the scheme's own.
func hostport(a address.Address) string {
	if port := a.Port(); port != "" {
		return a.Host() + ":" + port
	}
	return a.Host()
}

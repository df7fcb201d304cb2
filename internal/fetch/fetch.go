package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"golang.org/x/net/http/httpguts"

	"curtsy/address"
)

// A Config is read once, by [New]. UserAgent must be set; the zero of everything
// else is usable and allows public addresses only.
type Config struct {
	UserAgent string // sent with every request, as it is
	From      string // the From header, RFC 9110 section 10.1.2; "" sends none

	// Proxy is an http, https or socks5 proxy that every request goes through; nil:
	// none. The dialled address is then the proxy's, so the guard judges the names and
	// numbers in addresses only. It excludes Resolve.
	Proxy   *url.URL
	Resolve []Resolve // the first that matches a host is taken

	// Allow says whether the operator named the address's origin, which lets it be off
	// the public internet and on any port. It must be safe for concurrent use. Nil: none.
	Allow func(address.Address) bool

	// Dial opens every connection in place of the guarded dialer, and switches the
	// guard off: it is for sites that exist in memory. Nil: the guarded dialer.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)

	// Lookup finds the addresses of a host in place of the system's resolver; nil: that one.
	Lookup func(ctx context.Context, host string) ([]netip.Addr, error)

	RootCAs *x509.CertPool // nil: the system's
	MaxIdle int            // connections kept over all sites, one each; 0: 1024
	Bounds  Bounds
}

// Bounds limit one request. A zero field takes its default.
type Bounds struct {
	Connect  time.Duration // to a connection, and as long again for TLS; 10 s
	NoAnswer time.Duration // from the start to the answer's head; 20 s
	Least    int64         // octets a second the body must come at over any Window; 1024
	Window   time.Duration // 30 s
	Total    time.Duration // from the start to the last octet; 10 min
	Head     int64         // octets of the answer's head; 256 KiB
	Body     int64         // octets of a decoded body, where the request names no bound; 16 MiB
}

// A Resolve sends a host to an address the operator chose, which counts as named by
// the operator: it may be off the public internet. It names no port unless Port is
// set, so with 0 a port other than 80 and 443 still needs Allow.
type Resolve struct {
	Host string     // "shop.test", or "*.shop.test" for every name below it
	Addr netip.Addr // where it is
	Port uint16     // 0: the port asked for
}

// A Fetcher makes requests. It is safe for concurrent use; that a site sees one
// request at a time is the turns' doing.
type Fetcher struct {
	config Config
	guard  *guard
	public *http.Transport // dials only what the guard lets pass
	named  *http.Transport // dials what the operator named, unjudged
	pools  *pools
	pins   *pins
}

// How long a kept connection may lie idle. Servers close theirs after 5 to 75 s.
const idleTime = 60 * time.Second

// New gives a Fetcher, or says what in the configuration cannot be used.
func New(config Config) (*Fetcher, error) {
	if config.UserAgent == "" {
		return nil, errors.New("fetch: no User-Agent is given, and every request carries one")
	}
	for name, value := range map[string]string{"User-Agent": config.UserAgent, "From": config.From} {
		if !httpguts.ValidHeaderFieldValue(value) {
			return nil, fmt.Errorf("fetch: the %s %q holds a character no header can", name, value)
		}
	}
	if err := checkProxy(config); err != nil {
		return nil, err
	}
	if err := checkResolve(config.Resolve); err != nil {
		return nil, err
	}
	config.Bounds = config.Bounds.withDefaults()
	if config.MaxIdle == 0 {
		config.MaxIdle = 1024
	}
	g := newGuard(config)
	f := &Fetcher{config: config, guard: g, pools: newPools(), pins: newPins(config, g)}
	d := &dialer{guard: f.guard, pins: f.pins, dial: config.Dial, connect: config.Bounds.Connect, proxied: config.Proxy != nil}
	f.public, f.named = newTransport(config, d.public), newTransport(config, d.named)
	return f, nil
}

func newTransport(config Config, dial func(context.Context, string, string) (net.Conn, error)) *http.Transport {
	t := &http.Transport{
		DialContext:            dial,
		TLSClientConfig:        &tls.Config{RootCAs: config.RootCAs, ClientSessionCache: tls.NewLRUClientSessionCache(256)},
		TLSHandshakeTimeout:    config.Bounds.Connect,
		DisableCompression:     true, // net/http would ask for gzip alone and hide that it did
		ForceAttemptHTTP2:      true, // a dialer of our own switches HTTP/2 off otherwise
		MaxIdleConns:           config.MaxIdle,
		MaxIdleConnsPerHost:    1,
		IdleConnTimeout:        idleTime,
		MaxResponseHeaderBytes: config.Bounds.Head,
	}
	if config.Proxy != nil {
		t.Proxy = http.ProxyURL(config.Proxy)
	}
	return t
}

// Close closes the kept connections. Requests under way are not disturbed; end them
// by their context.
func (f *Fetcher) Close() error {
	f.public.CloseIdleConnections()
	f.named.CloseIdleConnections()
	return nil
}

func (b Bounds) withDefaults() Bounds {
	or := func(d *time.Duration, by time.Duration) {
		if *d == 0 {
			*d = by
		}
	}
	orSize := func(n *int64, by int64) {
		if *n == 0 {
			*n = by
		}
	}
	or(&b.Connect, 10*time.Second)
	or(&b.NoAnswer, 20*time.Second)
	or(&b.Window, 30*time.Second)
	or(&b.Total, 10*time.Minute)
	orSize(&b.Least, 1<<10)
	orSize(&b.Head, 256<<10)
	orSize(&b.Body, 16<<20)
	return b
}

func checkProxy(config Config) error {
	if config.Proxy == nil {
		return nil
	}
	switch config.Proxy.Scheme {
	case "http", "https", "socks5":
	default:
		return fmt.Errorf("fetch: the proxy's scheme is %q; http, https and socks5 are taken", config.Proxy.Scheme)
	}
	if config.Proxy.Host == "" {
		return errors.New("fetch: the proxy has no host")
	}
	if len(config.Resolve) > 0 {
		return errors.New("fetch: a proxy and resolved hosts exclude each other, since a proxy does its own looking up")
	}
	return nil
}

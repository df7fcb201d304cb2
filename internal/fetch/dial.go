package fetch

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"syscall"
	"time"
)

// A dialer opens the connections of a Fetcher's two transports.
type dialer struct {
	guard    *guard
	pins     *pins
	dial     func(ctx context.Context, network, addr string) (net.Conn, error)
	connect  time.Duration
	resolver *net.Resolver // nil: the system's
	proxied  bool          // what is dialled is the operator's proxy
}

// A refusal is the guard's word on an address that was about to be dialled.
type refusal struct{ reason string }

func (r *refusal) Error() string { return r.reason }

// public dials what the guard lets pass. It judges the address itself, after the
// look-up and just before the socket connects, so there is nothing to rebind.
func (d *dialer) public(ctx context.Context, network, addr string) (net.Conn, error) {
	if d.proxied {
		return d.named(ctx, network, addr)
	}
	return d.pinned(ctx, &net.Dialer{Timeout: d.connect, Resolver: d.resolver, ControlContext: d.control}, network, addr)
}

// pinned dials the one address a host is pinned to. A host that cannot be looked up is
// dialled by its name, and the dialer says what is wrong.
func (d *dialer) pinned(ctx context.Context, nd *net.Dialer, network, addr string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil || d.proxied || d.resolver != nil {
		return nd.DialContext(ctx, network, addr)
	}
	at, ok := d.pins.of(ctx, host)
	if !ok || at.IsLoopback() { // nobody is counted at this machine
		return nd.DialContext(ctx, network, addr)
	}
	c, err := nd.DialContext(ctx, network, net.JoinHostPort(at.String(), port))
	if err != nil && ctx.Err() == nil {
		d.pins.failed(host, at)
	}
	return c, err
}

func (d *dialer) control(_ context.Context, network, addr string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(addr)
	switch {
	case err != nil:
		return &refusal{fmt.Sprintf("%q is no address with a port", addr)}
	case network != "tcp4" && network != "tcp6":
		return &refusal{fmt.Sprintf("%q is not TCP", network)}
	case at.Port() != 80 && at.Port() != 443:
		return &refusal{fmt.Sprintf("port %d is not 80 or 443", at.Port())}
	}
	if reason := d.guard.judgeIP(at.Addr()); reason != "" {
		return &refusal{reason}
	}
	return nil
}

// named dials what the operator named, where the operator said it is.
func (d *dialer) named(ctx context.Context, network, addr string) (net.Conn, error) {
	if host, port, err := net.SplitHostPort(addr); err == nil {
		if e, ok := match(d.guard.resolve, host); ok {
			if e.Port != 0 {
				port = strconv.Itoa(int(e.Port))
			}
			addr = net.JoinHostPort(e.Addr.String(), port)
		}
	}
	if d.dial == nil {
		return d.pinned(ctx, &net.Dialer{Timeout: d.connect, Resolver: d.resolver}, network, addr)
	}
	ctx, cancel := context.WithTimeout(ctx, d.connect)
	defer cancel()
	return d.dial(ctx, network, addr)
}

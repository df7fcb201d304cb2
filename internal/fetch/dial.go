package fetch

import (
	"context"
	"fmt"
	"net"
	"net/http/httptrace"
	"net/netip"
	"strconv"
	"syscall"
	"time"
)

// A dialer opens the connections of a Fetcher's two transports.
type dialer struct {
	guard   *guard
	pins    *pins
	dial    func(ctx context.Context, network, addr string) (net.Conn, error)
	connect time.Duration // to a connection, the look-up in it
	proxied bool          // what is dialled is the operator's proxy
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
	return d.pinned(ctx, &net.Dialer{ControlContext: d.control}, network, addr)
}

// pinned dials the one address a route is pinned to.
func (d *dialer) pinned(ctx context.Context, nd *net.Dialer, network, addr string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, &net.OpError{Op: "dial", Net: network, Err: err}
	}
	dialling, cancel := context.WithTimeout(ctx, d.connect)
	defer cancel()
	if d.proxied {
		return nd.DialContext(dialling, network, addr)
	}
	r := route{host: host, port: port, judged: nd.ControlContext != nil}
	addrs, err := d.pins.of(dialling, r, pinHeld)
	if err != nil {
		return nil, &net.OpError{Op: "dial", Net: network, Err: err}
	}
	var first error
	for _, at := range addrs {
		c, err := nd.DialContext(dialling, network, net.JoinHostPort(at.String(), port))
		if err == nil {
			return c, nil
		}
		if first == nil {
			first = err
		}
	}
	if ctx.Err() == nil {
		d.pins.failed(r, addrs[0])
	}
	return nil, first
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
		return d.pinned(ctx, &net.Dialer{}, network, addr)
	}
	ctx, cancel := context.WithTimeout(ctx, d.connect)
	defer cancel()
	if trace := httptrace.ContextClientTrace(ctx); trace != nil && trace.ConnectStart != nil {
		trace.ConnectStart(network, addr)
	}
	return d.dial(ctx, network, addr)
}

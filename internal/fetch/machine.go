package fetch

import (
	"context"
	"net/netip"
	"strings"

	"code.dny.dev/ssrf"

	"curtsy/address"
)

// Machine names the machine that a request for a would go to: an IPv4 address, or an IPv6
// one's /64. It is not known through a proxy, when the name cannot be looked up (the
// request itself will then say so), for connections of the caller's own without a look-up
// of the caller's own, and for this machine's own addresses, which nobody shares.
//
// What it says holds for the request made next: a look-up is kept for that, and for as
// long as it is used within two minutes.
func (f *Fetcher) Machine(ctx context.Context, a address.Address) (machine string, known bool) {
	addr, ok := f.addrOf(ctx, a)
	if !ok || addr.IsLoopback() {
		return "", false
	}
	if addr = within(addr); addr.Is4() {
		return addr.String(), true
	}
	prefix, err := addr.WithZone("").Prefix(64)
	return prefix.String(), err == nil
}

// addrOf is the address that a is reached at.
func (f *Fetcher) addrOf(ctx context.Context, a address.Address) (netip.Addr, bool) {
	if f.config.Proxy != nil || f.config.Dial != nil && f.config.Lookup == nil {
		return netip.Addr{}, false
	}
	if e, ok := match(f.guard.resolve, a.Host()); ok {
		return e.Addr.Unmap(), true
	}
	addrs, err := f.pins.of(ctx, f.routeOf(a), pinKept)
	if err != nil {
		return netip.Addr{}, false
	}
	return addrs[0], true
}

// routeOf is the route that a dial for a takes.
func (f *Fetcher) routeOf(a address.Address) route {
	port := a.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[a.Scheme()]
	}
	named, err := f.guard.judge(a)
	return route{host: strings.Trim(a.Host(), "[]"), port: port, judged: err != nil || !named}
}

// stays pins a route to where its connection is, since that may be kept.
func (f *Fetcher) stays(a address.Address, remote netip.AddrPort) {
	if _, routed := match(f.guard.resolve, a.Host()); routed || f.config.Proxy != nil || f.config.Dial != nil || !remote.IsValid() {
		return
	}
	r := f.routeOf(a)
	if _, err := netip.ParseAddr(r.host); err != nil {
		f.pins.kept(r, remote.Addr())
	}
}

// within is the IPv4 address that an IPv6 one stands for on a network of IPv6 alone (RFC
// 6052): all such addresses are in one /64, and are as many machines.
func within(addr netip.Addr) netip.Addr {
	if !ssrf.IPv6NAT64Prefix.Contains(addr) {
		return addr
	}
	b := addr.As16()
	return netip.AddrFrom4([4]byte(b[12:]))
}

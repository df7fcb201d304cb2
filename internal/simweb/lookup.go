package simweb

import (
	"context"
	"net"
	"net/netip"
	"slices"
	"strings"
)

// Lookup returns the addresses a host's sites have, sorted and each once, as a
// resolver would; sites with the same Addr share a machine. An address is its own.
// A host that no site has, or whose sites are all Nameless, is a *net.DNSError
// that says not found. ctx's error goes before.
func (w *Web) Lookup(ctx context.Context, host string) ([]netip.Addr, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if a, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return []netip.Addr{a}, nil
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	w.mu.Lock()
	defer w.mu.Unlock()
	var found []netip.Addr
	for name, p := range w.sites {
		if name.host == host && p.downNow() != Nameless {
			found = append(found, p.addr)
		}
	}
	if len(found) == 0 {
		return nil, noSuchHost(host)
	}
	slices.SortFunc(found, netip.Addr.Compare)
	return slices.Compact(found), nil
}

// noSuchHost is what a resolver says of a name that is not there.
func noSuchHost(host string) *net.DNSError {
	return &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
}

// Dials says how many connections to a host [Web.Dial] was asked for, on any
// port, whether or not anything came of it.
func (w *Web) Dials(host string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.dials[strings.ToLower(strings.TrimSuffix(host, "."))]
}

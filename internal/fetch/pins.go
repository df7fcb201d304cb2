package fetch

import (
	"context"
	"net"
	"net/netip"
	"strings"
	"sync"
	"time"

	"curtsy/address"
)

// Bounds on the pins.
const (
	pinKept  = 2 * idleTime // a pin not used for as long is looked up anew: no connection it agreed with is left
	mostPins = 20_000
)

// pins say which one of a host's addresses is dialled, so that what is counted before a
// request is where the request goes. Racing several addresses (RFC 8305) would not do:
// where it led is known too late. It is safe for concurrent use.
type pins struct {
	lookup func(ctx context.Context, host string) ([]netip.Addr, error)

	mu    sync.Mutex // guards hosts and every pin; never held across a look-up
	hosts map[string]*pin
}

// A pin is one host's addresses, and which of them is dialled.
type pin struct {
	ready chan struct{} // closed when the look-up has ended
	addrs []netip.Addr  // none when it failed
	at    int
	used  time.Time
}

func newPins(config Config) *pins {
	p := &pins{lookup: config.Lookup, hosts: map[string]*pin{}}
	if p.lookup == nil {
		p.lookup = func(ctx context.Context, host string) ([]netip.Addr, error) {
			return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
		}
	}
	return p
}

// Machine names the machine that a request for a would go to: an IPv4 address, or an IPv6
// one's /64. It is not known through a proxy, when the name cannot be looked up (the
// request itself will then say so), and for this machine's own addresses, which nobody
// shares.
func (f *Fetcher) Machine(ctx context.Context, a address.Address) (machine string, known bool) {
	addr, ok := f.addrOf(ctx, a.Host())
	if !ok || addr.IsLoopback() {
		return "", false
	}
	if addr.Is4() {
		return addr.String(), true
	}
	prefix, err := addr.WithZone("").Prefix(64)
	return prefix.String(), err == nil
}

// addrOf is the address that a host is reached at.
func (f *Fetcher) addrOf(ctx context.Context, host string) (netip.Addr, bool) {
	if f.config.Proxy != nil || f.config.Dial != nil && f.config.Lookup == nil {
		return netip.Addr{}, false
	}
	if e, ok := match(f.guard.resolve, host); ok {
		return e.Addr.Unmap(), true
	}
	return f.pins.of(ctx, strings.Trim(host, "[]"))
}

// of gives the address a host is pinned to, looking it up when it has no pin. A host that
// cannot be looked up has none.
func (p *pins) of(ctx context.Context, host string) (netip.Addr, bool) {
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.Unmap(), true
	}
	for {
		held, mine := p.hold(host)
		if mine {
			addrs, _ := p.lookup(ctx, host)
			p.settle(host, held, addrs)
		}
		select {
		case <-held.ready:
		case <-ctx.Done():
			return netip.Addr{}, false
		}
		if addr, ok := p.read(held); ok || mine || ctx.Err() != nil {
			return addr, ok
		}
		// Somebody else's look-up failed, it may be because it was given up.
	}
}

// hold gives a host's pin, and says whether its look-up is the caller's to make.
func (p *pins) hold(host string) (held *pin, mine bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	held = p.hosts[host]
	if held != nil && now.Sub(held.used) < pinKept {
		held.used = now
		return held, false
	}
	if len(p.hosts) >= mostPins {
		p.makeRoom(now)
	}
	held = &pin{ready: make(chan struct{}), used: now}
	p.hosts[host] = held
	return held, true
}

// makeRoom forgets the pins that no connection agrees with; if that is not enough, all.
func (p *pins) makeRoom(now time.Time) {
	for host, held := range p.hosts {
		if now.Sub(held.used) >= pinKept {
			delete(p.hosts, host)
		}
	}
	if len(p.hosts) >= mostPins {
		clear(p.hosts)
	}
}

// settle ends a look-up. One that failed leaves no pin: the next request looks again.
func (p *pins) settle(host string, held *pin, addrs []netip.Addr) {
	p.mu.Lock()
	defer p.mu.Unlock()
	held.addrs = addrs
	if len(addrs) == 0 && p.hosts[host] == held {
		delete(p.hosts, host)
	}
	close(held.ready)
}

func (p *pins) read(held *pin) (netip.Addr, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(held.addrs) == 0 {
		return netip.Addr{}, false
	}
	return held.addrs[held.at%len(held.addrs)].Unmap(), true
}

// failed says that no connection could be made to a host's pinned address: the next
// request, a retry, goes to its next one.
func (p *pins) failed(host string, addr netip.Addr) {
	p.mu.Lock()
	defer p.mu.Unlock()
	held := p.hosts[host]
	if held == nil || len(held.addrs) == 0 || held.addrs[held.at%len(held.addrs)].Unmap() != addr {
		return
	}
	if held.at++; held.at >= len(held.addrs) {
		delete(p.hosts, host) // all were tried: look again
	}
}

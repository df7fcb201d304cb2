package fetch

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// Bounds on the pins.
const (
	pinKept  = 2 * idleTime // a pin not used for as long is looked up anew: no connection it agreed with is left
	pinHeld  = time.Hour    // except for who is about to dial: what was counted may have waited for its turn
	mostPins = 20_000       // many more than the connections that are kept
)

// pins say which one of a host's addresses is dialled, so that what is counted before a
// request is where the request goes. Racing a host's addresses against each other (RFC
// 8305) is given up for it: where a race led is known when the request is under way, too
// late to have waited for the machine's turn. A host whose first address is broken fails
// once, and the retry goes to its second. It is safe for concurrent use.
type pins struct {
	lookup func(ctx context.Context, host string) ([]netip.Addr, error)
	within time.Duration         // what a look-up may take
	refuse func(netip.Addr) bool // the guard would not have it dialled

	mu    sync.Mutex // guards hosts and every pin; never held across a look-up
	hosts map[string]*pin
}

// A pin is one host's addresses, and which of them is dialled. The order is the
// resolver's, which puts addresses this machine has no route to last (RFC 6724).
type pin struct {
	ready chan struct{} // closed when the look-up has ended
	err   error         // of the look-up
	addrs []netip.Addr  // all of them; none when the look-up failed
	fit   []netip.Addr  // those the guard lets pass; all when it lets none, so that it says why
	ports map[string]netip.Addr
	used  time.Time
}

// A route is what is to be reached. Ports are pinned each for itself, as connections are
// kept: one that nobody answers on says nothing of another's.
type route struct {
	host, port string
	judged     bool // the guard judges what is dialled
}

func newPins(config Config, g *guard) *pins {
	p := &pins{lookup: config.Lookup, within: config.Bounds.Connect, hosts: map[string]*pin{}}
	p.refuse = func(addr netip.Addr) bool { return !g.off && g.judgeIP(addr) != "" }
	if p.lookup == nil {
		p.lookup = func(ctx context.Context, host string) ([]netip.Addr, error) {
			return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
		}
	}
	return p
}

// of gives the addresses that a dial of r is to try in turn: the one that is pinned, and
// on this machine, where nobody is counted, all it has. A host without a pin, or whose pin
// was not used for so long, is looked up, once for all who ask at the same time. The error
// is the look-up's.
func (p *pins) of(ctx context.Context, r route, kept time.Duration) ([]netip.Addr, error) {
	if addr, err := netip.ParseAddr(r.host); err == nil {
		return []netip.Addr{addr.Unmap()}, nil
	}
	for {
		held, mine := p.hold(r.host, kept)
		if mine {
			looking, cancel := context.WithTimeout(ctx, p.within)
			addrs, err := p.lookup(looking, r.host)
			cancel()
			p.settle(r.host, held, addrs, err)
		}
		select {
		case <-held.ready:
		case <-ctx.Done():
			return nil, &net.DNSError{Err: ctx.Err().Error(), Name: r.host, IsTimeout: errors.Is(ctx.Err(), context.DeadlineExceeded)}
		}
		addrs, err := p.choose(held, r)
		if err == nil || mine || ctx.Err() != nil {
			return addrs, err
		}
		// Somebody else's look-up failed, it may be because it was given up.
	}
}

// hold gives a host's pin, and says whether its look-up is the caller's to make.
func (p *pins) hold(host string, kept time.Duration) (held *pin, mine bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	held = p.hosts[host]
	if held != nil && now.Sub(held.used) < kept {
		held.used = now
		return held, false
	}
	p.makeRoom()
	held = &pin{ready: make(chan struct{}), ports: map[string]netip.Addr{}, used: now}
	p.hosts[host] = held
	return held, true
}

// makeRoom forgets, when there are too many, the half that was not used for longest. The
// caller holds mu.
func (p *pins) makeRoom() {
	if len(p.hosts) < mostPins {
		return
	}
	var times []time.Time
	for _, held := range p.hosts {
		times = append(times, held.used)
	}
	slices.SortFunc(times, time.Time.Compare)
	for host, held := range p.hosts {
		if len(p.hosts) > mostPins/2 && !held.used.After(times[len(times)/2-1]) {
			delete(p.hosts, host)
		}
	}
}

// settle ends a look-up. One that failed leaves no pin: the next request looks again.
func (p *pins) settle(host string, held *pin, addrs []netip.Addr, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, addr := range addrs {
		addr = addr.Unmap()
		held.addrs = append(held.addrs, addr)
		if !p.refuse(addr) {
			held.fit = append(held.fit, addr)
		}
	}
	if held.fit == nil {
		held.fit = held.addrs
	}
	if held.err = err; err == nil && len(addrs) == 0 {
		held.err = &net.DNSError{Err: "no addresses", Name: host, IsNotFound: true}
	}
	if held.err != nil && p.hosts[host] == held {
		delete(p.hosts, host)
	}
	close(held.ready)
}

func (p *pins) choose(held *pin, r route) ([]netip.Addr, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if held.err != nil {
		return nil, held.err
	}
	addr, list := held.at(r)
	if !addr.IsLoopback() {
		return []netip.Addr{addr}, nil
	}
	addrs := []netip.Addr{addr}
	for _, other := range list {
		if other != addr && other.IsLoopback() {
			addrs = append(addrs, other)
		}
	}
	return addrs, nil
}

// at gives the address that r is pinned to, and those it may be.
func (held *pin) at(r route) (netip.Addr, []netip.Addr) {
	list := held.addrs
	if r.judged {
		list = held.fit
	}
	if addr, ok := held.ports[r.port]; ok {
		return addr, list
	}
	return list[0], list
}

// failed says that no connection could be made to the address a route is pinned to: the
// next request, a retry, goes to the host's next one.
func (p *pins) failed(r route, addr netip.Addr) {
	p.mu.Lock()
	defer p.mu.Unlock()
	held := p.hosts[r.host]
	if held == nil || len(held.addrs) == 0 {
		return
	}
	at, list := held.at(r)
	if at != addr {
		return
	}
	next := slices.Index(list, addr) + 1
	if next == 0 || next >= len(list) {
		delete(p.hosts, r.host) // all were tried: look again
		return
	}
	held.ports[r.port] = list[next]
}

// kept says that a connection of a route may be kept from now on. It may have lasted longer
// than the pin it was dialled by: the route is pinned to where it is.
func (p *pins) kept(r route, addr netip.Addr) {
	p.mu.Lock()
	defer p.mu.Unlock()
	held := p.hosts[r.host]
	if held == nil {
		p.makeRoom()
		held = &pin{ready: make(chan struct{}), addrs: []netip.Addr{addr}, fit: []netip.Addr{addr}, ports: map[string]netip.Addr{}}
		close(held.ready)
		p.hosts[r.host] = held
	}
	held.ports[r.port], held.used = addr, time.Now()
}

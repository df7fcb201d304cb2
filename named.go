package curtsy

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"golang.org/x/net/publicsuffix"

	"curtsy/address"
	"curtsy/internal/fetch"
	"curtsy/internal/gate"
)

// name notes an origin that the operator gave as a place to start from: it may be off
// the public internet.
func (c *Crawler) name(a address.Address) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.named[a.Origin()] = true
}

func (c *Crawler) isNamed(a address.Address) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.named[a.Origin()]
}

// private says whether the operator gave the address of a as one on this machine or a
// private network, or said where there its host is to be reached.
func (c *Crawler) private(a address.Address) bool {
	if r, ok := resolved(a.Host(), c.settings.resolve); ok {
		return onPrivateNetwork(r.Addr)
	}
	if a.Host() == "localhost" {
		return c.isNamed(a)
	}
	addr, err := netip.ParseAddr(strings.Trim(a.Host(), "[]"))
	return err == nil && onPrivateNetwork(addr) && c.isNamed(a)
}

// meetPublic notes that a site is asked at an address on the public internet: from then
// on it is left its second, though the operator said where a host of it is to be reached
// on a private network. A host and its www. twin are one site.
func (c *Crawler) meetPublic(site address.Site) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.public[site] = true
}

// floor is our own least rest at a site: a second at a public one, whatever the options.
func (c *Crawler) floor(site address.Site) time.Duration {
	if c.settings.Delay >= defaultDelay {
		return c.settings.Delay
	}
	if c.privateSite(site) {
		return c.settings.Delay
	}
	return defaultDelay
}

// privateSite says whether a site was met nowhere but at addresses the operator gave as
// private.
func (c *Crawler) privateSite(site address.Site) bool {
	c.mu.Lock()
	public := c.public[site]
	c.mu.Unlock()
	if public {
		return false
	}
	for _, scheme := range []string{"http://", "https://"} {
		if a, err := address.Parse(scheme + string(site)); err == nil && c.private(a) {
			return true
		}
	}
	return false
}

// budget is the most that a site may be asked for in a day. One on a private network is
// its operator's own.
func (c *Crawler) budget(site address.Site) gate.Budget {
	budget := gate.Budget{Requests: c.settings.SiteRequests, Bytes: c.settings.SiteBytes}
	if budget.Requests == 0 && !c.privateSite(site) {
		budget.Requests = defaultRequests
	}
	return budget
}

// shares names what a request for a burdens beside its site: the machine it goes to and
// the registrable domain it is below (public suffix list, private section too). Sites of
// this machine share nothing but it.
func (c *Crawler) shares(ctx context.Context, a address.Address) []string {
	if loopback(a) {
		return nil
	}
	if r, ok := resolved(a.Host(), c.settings.resolve); ok && r.Addr.IsLoopback() {
		return nil
	}
	var names []string
	if _, err := netip.ParseAddr(strings.Trim(a.Host(), "[]")); err != nil {
		if domain, err := publicsuffix.EffectiveTLDPlusOne(strings.TrimSuffix(a.Host(), ".")); err == nil {
			names = append(names, "domain "+domain)
		}
	}
	if machine, known := c.rung.Machine(ctx, a); known {
		names = append(names, "machine "+machine)
	}
	return names
}

// stated is the delay the operator asked for, which a site's own group in robots.txt
// does not shorten; 0 when it is the default.
func (c *Crawler) stated(address.Site) time.Duration {
	if !c.settings.statedDelay {
		return 0
	}
	return c.settings.Delay
}

// tooSoon refuses a delay under the floor for a public seed, rather than lengthening it
// without a word.
func (c *Crawler) tooSoon(a address.Address) error {
	if c.settings.Delay < defaultDelay && !c.private(a) {
		return fmt.Errorf("a delay of %g s is under the %g s that a public site such as %s is left between requests", c.settings.Delay.Seconds(), defaultDelay.Seconds(), a.Site())
	}
	return nil
}

// onPrivateNetwork says whether an address is this machine's, or of a network that is
// not the public internet (RFC 1918, RFC 4193, RFC 3927).
func onPrivateNetwork(addr netip.Addr) bool {
	addr = addr.Unmap()
	return addr.IsLoopback() || addr.IsPrivate() || addr.IsLinkLocalUnicast()
}

// loopback says whether a's host is this machine's own, written as such.
func loopback(a address.Address) bool {
	if a.Host() == "localhost" {
		return true
	}
	addr, err := netip.ParseAddr(strings.Trim(a.Host(), "[]"))
	return err == nil && addr.IsLoopback()
}

// resolved gives where the operator said that a host is to be reached.
func resolved(host string, resolve []fetch.Resolve) (fetch.Resolve, bool) {
	for _, r := range resolve {
		suffix, wild := strings.CutPrefix(r.Host, "*")
		if r.Host == host || wild && strings.HasSuffix(host, suffix) && len(host) > len(suffix) {
			return r, true
		}
	}
	return fetch.Resolve{}, false
}

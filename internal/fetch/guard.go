package fetch

import (
	"fmt"
	"net/netip"
	"strings"

	"code.dny.dev/ssrf"

	"curtsy/address"
	"curtsy/page"
)

// A guard says what may be asked and dialled. Judging a name spares a look-up and
// gives the clearer message; what decides is the address dialled.
type guard struct {
	off     bool // the connections are opened by Config.Dial
	resolve []Resolve
	allow   func(address.Address) bool
	ranges  *ssrf.Guardian
}

func newGuard(config Config) *guard {
	return &guard{
		off: config.Dial != nil, resolve: config.Resolve, allow: config.Allow,
		ranges: ssrf.New(ssrf.WithAnyPort(), ssrf.WithDeniedV4Prefixes(
			// The wire server of Azure's machines, an address in public space.
			netip.PrefixFrom(netip.AddrFrom4([4]byte{168, 63, 129, 16}), 32))),
	}
}

// Judge says why a may not be asked, as far as what stands in it tells: a number, a name
// or a port off the public web that the operator did not name. The error is a
// [*page.Error]; without one, where the name leads is still judged as it is dialled.
func (f *Fetcher) Judge(a address.Address) error {
	_, err := f.guard.judge(a)
	return err
}

// judge says whether a may be asked, and whether that is because the operator named
// it, in which case the address dialled is not judged. The error is a [*page.Error].
func (g *guard) judge(a address.Address) (named bool, err error) {
	if g.off || g.allow != nil && g.allow(a) {
		return true, nil
	}
	resolved, ok := match(g.resolve, a.Host())
	if ok && resolved.Port != 0 {
		return true, nil
	}
	if p := a.Port(); p != "" && p != "80" && p != "443" {
		return false, page.Errorf(page.RefusedAddress, "%s: port %s is not 80 or 443, and the operator did not name %s", a, p, a.Origin())
	}
	if ok {
		return true, nil
	}
	host := strings.TrimSuffix(strings.TrimPrefix(a.Host(), "["), "]")
	if ip, err := netip.ParseAddr(host); err == nil {
		if reason := g.judgeIP(ip); reason != "" {
			return false, page.Errorf(page.RefusedAddress, "%s: %s", a, reason)
		}
		return false, nil
	}
	if reason := judgeName(host); reason != "" {
		return false, page.Errorf(page.RefusedAddress, "%s: %s", a, reason)
	}
	return false, nil
}

// judgeIP gives the reason why ip is off the public internet, or "". IPv6 is public
// in 2000::/3 only, less what IANA's registry of special-purpose addresses takes out;
// no range holds an address with a zone.
func (g *guard) judgeIP(ip netip.Addr) string {
	inner := within(ip.Unmap())
	if g.ranges.SafeAddr(inner) == nil {
		return ""
	}
	if inner != ip {
		return fmt.Sprintf("%s is %s, which is off the public internet", ip, inner)
	}
	return fmt.Sprintf("%s is off the public internet", ip)
}

// judgeName gives the reason why a name is not one of the public internet, or "".
// Names kept for other uses are RFC 6761's, 6762's, 7686's and 8375's, and .internal,
// where clouds keep the credentials of their machines.
func judgeName(host string) string {
	host = strings.ToLower(strings.TrimRight(host, "."))
	if !strings.Contains(host, ".") {
		return fmt.Sprintf("%q is a single label, which no public site has", host)
	}
	for _, kept := range []string{".localhost", ".local", ".internal", ".home.arpa", ".onion", ".invalid", ".test"} {
		if strings.HasSuffix(host, kept) || host == kept[1:] {
			return fmt.Sprintf("names in %s are off the public internet", kept)
		}
	}
	return ""
}

// match gives the first entry that covers a host.
func match(entries []Resolve, host string) (Resolve, bool) {
	for _, e := range entries {
		below, wild := strings.CutPrefix(e.Host, "*")
		if wild && len(host) > len(below) && strings.HasSuffix(host, strings.ToLower(below)) || strings.EqualFold(e.Host, host) {
			return e, true
		}
	}
	return Resolve{}, false
}

func checkResolve(entries []Resolve) error {
	for _, e := range entries {
		name := strings.TrimPrefix(e.Host, "*.")
		if name == "" || strings.ContainsAny(name, "*:/ ") {
			return fmt.Errorf("fetch: the host to resolve is %q; a name or *.name is taken", e.Host)
		}
		if !e.Addr.IsValid() {
			return fmt.Errorf("fetch: no address is given for the host %q", e.Host)
		}
	}
	return nil
}

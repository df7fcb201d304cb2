package address

import "strings"

// An Origin is scheme, host and port (the port only when it is not the scheme's
// own), "https://shop.example" or "http://shop.example:8080": the key for
// robots.txt, logins and tdmrep.json. RFC 6454 section 4. The zero value is no
// origin. Only [Address.Origin] makes one; a text converted to an Origin is one
// only if [Origin.Address] takes it.
type Origin string

// A Site is a host without a leading "www.", either scheme, with its port when
// that is not the scheme's own, "shop.example" or "shop.example:8080": the key for
// pace, budget and scope. The zero value is no site.
type Site string

// Address is the origin's address of path, which starts with "/". The error is an
// [*Error].
func (o Origin) Address(path string) (Address, error) {
	if !strings.HasPrefix(path, "/") {
		return refuse(string(o)+path, "a path on an origin starts with a slash")
	}
	return Parse(string(o) + path)
}

// Robots is the address of the origin's robots.txt (RFC 9309 section 2.3); the zero
// address when o is no origin.
func (o Origin) Robots() Address { return o.at("/robots.txt") }

// Root is the address of the origin's front page; the zero address when o is no
// origin.
func (o Origin) Root() Address { return o.at("/") }

func (o Origin) at(path string) Address {
	a, err := o.Address(path)
	if err != nil || a.Origin() != o {
		return Address{}
	}
	return a
}

// Scheme is "http" or "https", and "" of the zero origin.
func (o Origin) Scheme() string {
	scheme, _, ok := strings.Cut(string(o), "://")
	if !ok {
		return ""
	}
	return scheme
}

// Site is whose pace the origin is asked at: that of every address on it.
func (o Origin) Site() Site {
	_, hostport, _ := strings.Cut(string(o), "://")
	return siteOf(hostport)
}

// Host is the site's name or number without its port; an IPv6 address keeps its
// brackets. The site may also be reached under "www." and this.
func (s Site) Host() string {
	colon := strings.LastIndexByte(string(s), ':')
	if colon < 0 || strings.HasSuffix(string(s), "]") {
		return string(s)
	}
	return string(s[:colon])
}

// siteOf drops one leading "www.", unless what is left would be a single label:
// www.com is a site of its own and not another name of com.
func siteOf(hostport string) Site {
	if rest, ok := strings.CutPrefix(hostport, "www."); ok && strings.Contains(rest, ".") {
		return Site(rest)
	}
	return Site(hostport)
}

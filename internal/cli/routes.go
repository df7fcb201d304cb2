package cli

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// A proxy is the URL of the one proxy requests go through. Its password is a
// secret: no error and no String holds it.
type proxy string

// Set reads the URL.
func (p *proxy) Set(value string) error {
	u, err := url.Parse(value)
	switch {
	case err != nil || u.Hostname() == "":
		return errors.New("is not a URL such as http://proxy.example:3128")
	case u.Scheme != "http" && u.Scheme != "https" && u.Scheme != "socks5":
		return errors.New("is of a scheme that is not http, https or socks5")
	case u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.Fragment != "":
		return errors.New("has more than a host and a port")
	}
	if _, err := portOf(u.Port()); err != nil {
		return err
	}
	*p = proxy(value)
	return nil
}

// String gives the URL without its password.
func (p *proxy) String() string {
	u, err := url.Parse(string(*p))
	if err != nil {
		return ""
	}
	return u.Redacted()
}

// Type names the kind of value, for completions.
func (p *proxy) Type() string { return "url" }

// secret says whether the URL holds a password.
func (p *proxy) secret() bool {
	u, err := url.Parse(string(*p))
	return err == nil && u.User != nil
}

// routes are where names lead whatever a resolver says: HOST=ADDR[:PORT], where
// HOST may be "*.shop.test".
type routes []string

// Set reads one route.
func (r *routes) Set(value string) error {
	host, to, found := strings.Cut(value, "=")
	if !found {
		return errors.New("has no \"=\"; write HOST=ADDR or HOST=ADDR:PORT")
	}
	name, wild := strings.CutPrefix(host, "*.")
	ascii, err := idna.Lookup.ToASCII(strings.TrimSuffix(name, "."))
	if err != nil || ascii == "" || strings.ContainsAny(ascii, "*:/[] ") {
		return fmt.Errorf("has no host's name before its \"=\": %q", host)
	}
	if _, err := netip.ParseAddr(strings.Trim(to, "[]")); err != nil {
		address, port, cut := cutPort(to)
		if !cut {
			return fmt.Errorf("leads to %q, which is no IP address", to)
		}
		if _, err := netip.ParseAddr(strings.Trim(address, "[]")); err != nil {
			return fmt.Errorf("leads to %q, which is no IP address", address)
		}
		if _, err := portOf(port); err != nil || port == "" {
			return fmt.Errorf("leads to port %q; ports are 1 to 65535", port)
		}
	}
	if wild {
		ascii = "*." + ascii
	}
	*r = append(*r, ascii+"="+to)
	return nil
}

// String gives the routes.
func (r *routes) String() string { return strings.Join(*r, " ") }

// Type names the kind of value, for completions.
func (r *routes) Type() string { return "route" }

func cutPort(hostport string) (host, port string, found bool) {
	i := strings.LastIndexByte(hostport, ':')
	if i < 0 {
		return hostport, "", false
	}
	return hostport[:i], hostport[i+1:], true
}

// portOf reads a port; "" is none and 0.
func portOf(text string) (uint16, error) {
	if text == "" {
		return 0, nil
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil || port == 0 {
		return 0, fmt.Errorf("has port %q; ports are 1 to 65535", text)
	}
	return uint16(port), nil
}

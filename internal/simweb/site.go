package simweb

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"
)

// A Site is one name of the web and what it serves. A literal is copied when it
// is added to a [Web]; changing it later changes nothing ([Web.Put] does).
type Site struct {
	// Name is [scheme://]host[:port], in ASCII as it stands on the wire. Without
	// a scheme the site answers both http and https; without a port, the
	// scheme's own.
	Name string
	// Pages by target, the path and query as asked ("/", "/a?b=1"). A target
	// that ends in "*" answers everything that begins with what stands before
	// it; an exact one goes first, then the longest beginning. What no page
	// answers is a 404.
	Pages Pages
	// Down says how the name itself is out of order; zero: it is not.
	Down Down
	// DownAfter is how many requests the site answers before it is Down; zero: it
	// is from the beginning.
	DownAfter int
	// Addr is the address its connections say they go to, in memory. Zero: one
	// of its own for each host, out of 198.18.0.0/15. Sites of one Addr share a
	// machine, see [Web.Lookup].
	Addr netip.Addr
}

// Pages are a site's pages by target.
type Pages map[string]Page

// A Page is one target's answer. The zero Page is an empty 200 in HTML.
type Page struct {
	Status int               // 0: 200
	Header map[string]string // sent beside, or instead of, what simweb writes itself
	Body   string
	Type   string // Content-Type; "": by the target's ending, HTML without one

	Takes time.Duration // from the request to the first byte
	Skew  time.Duration // how far the clock that writes its dates is ahead; negative: behind

	Gzip         bool   // gzip on the wire, for those who accept it
	Packed       bool   // the body is a gzip file at rest, as /sitemap.xml.gz is: no Content-Encoding
	ETag         string // with its quotes; "auto": made from the body. A matching If-None-Match gets a 304
	LastModified string // an HTTP-date; an If-Modified-Since not before it gets a 304

	Fault Fault // what goes wrong; nil: nothing

	// Times is how often this answer is given; 0: always. After that Then
	// answers; a nil Then means all is well: the same body, a plain 200.
	Times int
	Then  *Page

	// Make, when set, makes the page anew for each request; all else but Times
	// and Then is taken from what it returns. It is called on the connection's
	// goroutine, several at once when several connections ask.
	Make func(Asked) Page
}

// Asked is one request as a page's Make sees it.
type Asked struct {
	Site   string // scheme://host[:port], as in [Entry]
	Method string
	Target string
	Header http.Header // as sent, Host included
	Times  int         // how often this page was asked before
	At     time.Time   // the arrival

	key string // of the page that answers, in its site's Pages
}

// Down says how a whole site is out of order, before any request. It holds in
// memory only, except BadCertificate. On a connection that was open before, a site
// that Refuses or Hangs does to each request what it does to a new connection:
// reset it, or say nothing. It sees neither, so its log has neither.
type Down string

const (
	Refuses        Down = "refuses"     // the connection is refused
	Hangs          Down = "hangs"       // dialling never comes to an end
	Nameless       Down = "nameless"    // the name does not resolve
	BadCertificate Down = "certificate" // its certificate is for another name
)

// A siteName is a Site's Name, taken apart. Scheme "" is either one; port ""
// is the scheme's own.
type siteName struct{ scheme, host, port string }

func parseSiteName(name string) (siteName, error) {
	n := siteName{host: name}
	if scheme, rest, ok := strings.Cut(name, "://"); ok {
		n.scheme, n.host = strings.ToLower(scheme), rest
		if n.scheme != "http" && n.scheme != "https" {
			return siteName{}, fmt.Errorf("site %q: the scheme is %q; only http and https are played", name, scheme)
		}
	}
	if host, port, err := net.SplitHostPort(n.host); err == nil {
		n.host, n.port = host, port
	}
	n.host = strings.ToLower(strings.Trim(n.host, "[]"))
	if n.host == "" || strings.ContainsAny(n.host, "/ ?#@") {
		return siteName{}, fmt.Errorf("site %q: no host", name)
	}
	for i := range len(n.host) {
		if n.host[i] >= 0x80 {
			return siteName{}, fmt.Errorf("site %q: not ASCII; write the name as on the wire (xn--…)", name)
		}
	}
	switch {
	case n.port == "80" && n.scheme != "https":
		n.scheme, n.port = "http", ""
	case n.port == "443" && n.scheme != "http":
		n.scheme, n.port = "https", ""
	}
	return n, nil
}

// origin writes the name as [Entry.Site] does, under the scheme it was asked by.
func (n siteName) origin(scheme string) string {
	host := n.host
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if n.port != "" {
		host += ":" + n.port
	}
	return scheme + "://" + host
}

// splitName takes [scheme://]host[:port]/target apart at the target's slash.
func splitName(name string) (site, target string, err error) {
	from := 0
	if i := strings.Index(name, "://"); i >= 0 {
		from = i + len("://")
	}
	i := strings.IndexByte(name[from:], '/')
	if i < 0 {
		return "", "", fmt.Errorf("%q: no target; the first page of a site is /", name)
	}
	return name[:from+i], name[from+i:], nil
}

// A played is a Site as the web holds it. Guarded by Web.mu.
type played struct {
	name  siteName
	pages map[string]Page
	asked map[string]int // by the key in pages
	addr  netip.Addr

	down      Down
	downAfter int // requests; downNow counts them in
	requests  int // as long as it was not down
}

// downNow says how the site is out of order by now.
func (p *played) downNow() Down {
	if p.requests < p.downAfter {
		return ""
	}
	return p.down
}

// pick counts one request for target and returns the page that answers it, nil
// when none does.
func (p *played) pick(target string) (page *Page, key string, before int) {
	key, ok := p.key(target)
	if !ok {
		return nil, "", 0
	}
	found := p.pages[key]
	before = p.asked[key]
	p.asked[key]++
	n := before
	for found.Times > 0 && n >= found.Times {
		n -= found.Times
		if found.Then == nil {
			found = found.well()
			break
		}
		found = *found.Then
	}
	return &found, key, before
}

func (p *played) key(target string) (string, bool) {
	if _, ok := p.pages[target]; ok {
		return target, true
	}
	best, found := "", false
	for key, page := range p.pages {
		if beginning, ok := strings.CutSuffix(key, "*"); ok {
			if strings.HasPrefix(target, beginning) && (!found || len(key) > len(best)) {
				best, found = key, true
			}
			continue
		}
		if s, ok := page.Fault.(spreading); ok && s.below(key, target) && (!found || len(key) > len(best)) {
			best, found = key, true
		}
	}
	return best, found
}

// well is the page with nothing wrong about it any more.
func (p Page) well() Page {
	return Page{Body: p.Body, Type: p.Type, Gzip: p.Gzip, Packed: p.Packed, ETag: p.ETag, LastModified: p.LastModified, Skew: p.Skew, Make: p.Make}
}

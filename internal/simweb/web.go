package simweb

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"
)

// A Web is a set of sites and the log of what they saw. Make one with [New] or
// [Parse], inside the bubble it is used in; the zero Web is not usable. It is
// safe for concurrent use and must be closed.
type Web struct {
	mu        sync.Mutex // never held across a wait
	sites     map[siteName]*played
	hosts     []string // in the order they were added: a host's place gives its address
	conns     map[net.Conn]way
	dials     map[string]int // by host
	listeners []net.Listener
	lastConn  int
	closed    bool

	ctx    context.Context // done once the web closes
	cancel context.CancelFunc
	served sync.WaitGroup

	log         accessLog
	certificate authority
	packs       packs
	rests       rests
}

// New returns a web of these sites. It panics on a name it cannot read: names
// are literals of the test.
func New(sites ...Site) *Web {
	w := newWeb()
	for _, s := range sites {
		w.Add(s)
	}
	return w
}

func newWeb() *Web {
	w := &Web{sites: map[siteName]*played{}, conns: map[net.Conn]way{}, dials: map[string]int{}}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	return w
}

// Add adds a site, or pages to one that is there. It panics on a name it cannot
// read.
func (w *Web) Add(s Site) {
	name, err := parseSiteName(s.Name)
	if err != nil {
		panic("simweb: " + err.Error())
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	p := w.playLocked(name)
	for target, page := range s.Pages {
		p.pages[target] = page
		delete(p.asked, target)
	}
	if s.Down != "" {
		p.down, p.downAfter, p.requests = s.Down, s.DownAfter, 0
	}
	if s.Addr.IsValid() {
		p.addr = s.Addr
	}
}

// Put replaces one page, named [scheme://]host[:port]/target, while the web is
// being asked or before; its count of Times begins anew. The scheme and port
// must be those the site was added with. It panics on a name it cannot read.
func (w *Web) Put(name string, page Page) {
	site, target, err := splitName(name)
	if err != nil {
		panic("simweb: " + err.Error())
	}
	w.Add(Site{Name: site, Pages: Pages{target: page}})
}

// Remove takes one page away; it is a 404 from then on. It panics on a name it
// cannot read.
func (w *Web) Remove(name string) {
	site, target, err := splitName(name)
	if err != nil {
		panic("simweb: " + err.Error())
	}
	n, err := parseSiteName(site)
	if err != nil {
		panic("simweb: " + err.Error())
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if p := w.sites[n]; p != nil {
		delete(p.pages, target)
	}
}

// SetDown puts a site out of order, or back ("") in it, while the web is being
// asked or before. [Refuses] resets the site's open connections, those dialled in
// memory, in the middle of an answer too. To have it happen after so many requests
// see [Site.DownAfter]. It panics when there is no site of that name.
func (w *Web) SetDown(name string, down Down) {
	n, err := parseSiteName(name)
	if err != nil {
		panic("simweb: " + err.Error())
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	p := w.sites[n]
	if p == nil {
		panic(fmt.Sprintf("simweb: no site %q", name))
	}
	p.down, p.downAfter = down, 0
	if down != Refuses {
		return
	}
	for c, by := range w.conns {
		end, inMemory := c.(*pipeEnd)
		if dialled, _ := w.dialledLocked(by.host, by.port); inMemory && dialled == p {
			end.Reset()
		}
	}
}

// playLocked returns the site of that name, added if it was not there.
func (w *Web) playLocked(name siteName) *played {
	if p := w.sites[name]; p != nil {
		return p
	}
	i := slices.Index(w.hosts, name.host)
	if i < 0 {
		i = len(w.hosts)
		w.hosts = append(w.hosts, name.host)
	}
	p := &played{name: name, pages: map[string]Page{}, asked: map[string]int{}, addr: addrOf(name.host, i)}
	w.sites[name] = p
	return p
}

// addrOf is the address of the i-th host: its own when it is one, else out of
// the network set aside for measurements (RFC 2544), 250 hosts to a /24.
func addrOf(host string, i int) netip.Addr {
	if a, err := netip.ParseAddr(host); err == nil {
		return a
	}
	return netip.AddrFrom4([4]byte{198, 18 + byte(i/250/250%2), byte(i / 250 % 250), byte(i%250 + 1)})
}

// findLocked returns the site that answers scheme, host and port ("" or the
// scheme's own are one).
func (w *Web) findLocked(scheme, host, port string) *played {
	if scheme == "http" && port == "80" || scheme == "https" && port == "443" {
		port = ""
	}
	host = strings.ToLower(host)
	if p := w.sites[siteName{scheme, host, port}]; p != nil {
		return p
	}
	return w.sites[siteName{"", host, port}]
}

// Sites returns the sites' names as they were added, sorted.
func (w *Web) Sites() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var names []string
	for n := range w.sites {
		names = append(names, strings.TrimPrefix(n.origin(n.scheme), "://"))
	}
	slices.Sort(names)
	return names
}

// track takes charge of a server-side connection, which came by a way, and numbers it; false: the web
// is closed, and so is the connection.
func (w *Web) track(c net.Conn, by way) (id int, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		c.Close()
		return 0, false
	}
	w.conns[c] = by
	w.lastConn++
	w.served.Add(1)
	return w.lastConn, true
}

func (w *Web) untrack(c net.Conn) {
	c.Close()
	w.mu.Lock()
	delete(w.conns, c)
	w.mu.Unlock()
	w.served.Done()
}

// Close ends every listener and connection and waits until all is quiet: no
// goroutine of the web is left, and a client's idle connections see their end.
// The log stays readable. A second Close does nothing.
func (w *Web) Close() {
	w.mu.Lock()
	w.closed = true
	w.cancel()
	for _, l := range w.listeners {
		l.Close()
	}
	w.listeners = nil
	for c := range w.conns {
		c.Close()
	}
	w.mu.Unlock()
	w.served.Wait()
}

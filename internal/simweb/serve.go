package simweb

import (
	"bufio"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/textproto"
	"strconv"
	"strings"
	"time"
)

// A way is how a connection came: dialled by name, or through a listener.
type way struct {
	host, port string  // as dialled; for a listener its own address
	only       *played // the one site a listener plays; nil: as the Host header says
}

// An open is one connection while it is served.
type open struct {
	web    *Web
	raw    net.Conn // below TLS
	conn   net.Conn // what HTTP is spoken over
	r      *bufio.Reader
	scheme string
	id     int
	by     way

	gone   chan struct{} // closed once the client is known to have left
	goneAt time.Time     // set before gone is closed
	next   chan struct{} // closed when a byte of the next request is there, or none will come
	hangup bool          // the next request is the connection's last, unanswered
}

// A sniffed connection has had its first byte looked at.
type sniffed struct {
	net.Conn
	r *bufio.Reader
}

func (s sniffed) Read(p []byte) (int, error) { return s.r.Read(p) }

// tlsHandshake is the first byte of a TLS client's first record (RFC 8446 §5.1).
const tlsHandshake = 0x16

// serve plays its sites to one connection until it ends.
func (w *Web) serve(raw net.Conn, id int, by way) {
	o := &open{web: w, raw: raw, conn: raw, r: bufio.NewReader(raw), scheme: "http", id: id, by: by, gone: make(chan struct{})}
	if !o.greet() {
		return
	}
	o.watch()
	for {
		<-o.next
		if !o.one() {
			break
		}
	}
	// The reader of watch ends with the connection; nothing may outlive it.
	o.conn.Close()
	o.raw.Close()
	<-o.next
}

// greet waits for the client's first byte and takes up TLS when that is what it
// begins. False: the client left, or the handshake did not come about.
func (o *open) greet() bool {
	b, err := o.r.Peek(1)
	if err != nil {
		return false
	}
	if b[0] != tlsHandshake {
		return true
	}
	secure := tls.Server(sniffed{o.conn, o.r}, o.web.tlsConfig(o.by))
	if secure.Handshake() != nil {
		return false
	}
	o.scheme, o.conn, o.r = "https", secure, bufio.NewReader(secure)
	return true
}

// tunnel plays a proxy's CONNECT (RFC 9110 §9.3.6): the connection goes on as
// one to the site named. The proxy's log is not the site's, so it has no entry.
func (o *open) tunnel(target string) bool {
	host, port, err := net.SplitHostPort(target)
	if err != nil {
		return false
	}
	o.by = way{host: host, port: port}
	if _, err := io.WriteString(o.conn, "HTTP/1.1 200 OK\r\n\r\n"); err != nil || !o.greet() {
		return false
	}
	o.watch()
	return true
}

// watch looks for the next request's first byte while the last is answered:
// that is how a client that left is noticed at once.
func (o *open) watch() {
	next := make(chan struct{})
	o.next = next
	go func() {
		defer close(next)
		if _, err := o.r.Peek(1); err != nil {
			o.goneAt = time.Now()
			if p, ok := o.raw.(*pipeEnd); ok {
				if at := p.left(); !at.IsZero() {
					o.goneAt = at
				}
			}
			close(o.gone)
		}
	}()
}

// one reads and answers one request; false: it was the last.
func (o *open) one() bool {
	tp := textproto.NewReader(o.r)
	line, err := tp.ReadLine()
	if err != nil {
		return false
	}
	arrival := time.Now()
	method, rest, ok1 := strings.Cut(line, " ")
	target, proto, ok2 := strings.Cut(rest, " ")
	head, err := tp.ReadMIMEHeader()
	if err != nil || !ok1 || !ok2 || !strings.HasPrefix(proto, "HTTP/1.") {
		io.WriteString(o.conn, "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
		return false
	}
	header := http.Header(head)
	if method == http.MethodConnect {
		return o.tunnel(target)
	}
	if n, _ := strconv.ParseInt(header.Get("Content-Length"), 10, 64); n > 0 {
		if _, err := io.CopyN(io.Discard, o.r, n); err != nil {
			return false
		}
	}
	host, target := o.hostAndTarget(header, target)
	asked := Asked{Method: method, Target: target, Header: header, At: arrival}
	page, down := o.find(host, &asked)
	if down != "" {
		o.lose(down)
		return false
	}
	x := &exchange{open: o, asked: asked, page: page, proto: proto}
	x.rest = o.web.rests.begin(asked.Site, arrival)
	x.entry = o.web.log.begin(Entry{
		Site: asked.Site, Arrival: arrival, Method: method, Target: target, Proto: proto,
		Header: header, Conn: o.id, Remote: o.raw.RemoteAddr().String(),
	})
	x.keep = proto != "HTTP/1.0" && !strings.EqualFold(header.Get("Connection"), "close")
	if o.hangup {
		x.keep = false
		x.finish()
		return false
	}
	o.watch()
	x.play()
	return x.keep
}

// hostAndTarget reads both from a request line in absolute form, as a proxy is
// sent, or from the Host header.
func (o *open) hostAndTarget(header http.Header, target string) (string, string) {
	if i := strings.Index(target, "://"); i >= 0 {
		o.scheme = strings.ToLower(target[:i])
		host, rest := target[i+3:], "/"
		if j := strings.IndexAny(host, "/?"); j >= 0 {
			host, rest = host[:j], host[j:]
		}
		return host, rest
	}
	return header.Get("Host"), target
}

// lose does to a request what a site does that went down while its connection was
// open.
func (o *open) lose(down Down) {
	if end, inMemory := o.raw.(*pipeEnd); inMemory && down == Refuses {
		end.Reset()
		return
	}
	o.watch()
	select {
	case <-o.gone:
	case <-o.web.ctx.Done():
	}
}

// find says which page answers, and completes asked; or how the site is down, so
// that none does. A host that is not played here gets a 421 (RFC 9110 §15.5.20).
func (o *open) find(hostport string, asked *Asked) (Page, Down) {
	host, port := hostport, ""
	if h, p, err := net.SplitHostPort(hostport); err == nil {
		host, port = h, p
	}
	host = strings.Trim(host, "[]")
	w := o.web
	w.mu.Lock()
	defer w.mu.Unlock()
	p := o.by.only
	if p == nil {
		p = w.findLocked(o.scheme, host, port)
	}
	if p == nil && port == o.by.port {
		p = w.findLocked(o.scheme, host, "")
	}
	if p == nil {
		asked.Site = o.scheme + "://" + hostport
		return Page{Status: http.StatusMisdirectedRequest, Body: "no such site here\n", Type: "text/plain"}, ""
	}
	_, inMemory := o.raw.(*pipeEnd)
	if down := p.downNow(); inMemory && (down == Refuses || down == Hangs) {
		return Page{}, down
	}
	p.requests++
	asked.Site = p.name.origin(o.scheme)
	if _, ok := p.key(asked.Target); !ok && p.name.scheme != "" {
		// A page of the name without a scheme is the site's too.
		if either := w.sites[siteName{"", p.name.host, p.name.port}]; either != nil {
			p = either
		}
	}
	page, key, before := p.pick(asked.Target)
	if page == nil {
		return Page{Status: http.StatusNotFound, Body: "<!doctype html><title>Not here</title><p>There is no such page.\n"}, ""
	}
	asked.Times, asked.key = before, key
	return *page, ""
}

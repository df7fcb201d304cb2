package simweb

import (
	"context"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"syscall"
)

// clientAddr is where in-memory clients say they come from (RFC 5737).
var clientAddr = netip.AddrFrom4([4]byte{192, 0, 2, 1})

// Dial opens an in-memory connection to a site by name: addr is host:port. It
// fits http.Transport.DialContext. The connection speaks TLS when the client
// does, whatever the port. A host that no site has is a *net.DNSError that says
// not found; a port that none has is refused.
func (w *Web) Dial(ctx context.Context, network, addr string) (net.Conn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, &net.OpError{Op: "dial", Net: network, Err: err}
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	w.mu.Lock()
	w.dials[host]++
	p, known := w.dialledLocked(host, port)
	var down Down
	var ip netip.Addr
	if p != nil {
		down, ip = p.downNow(), p.addr
	}
	w.mu.Unlock()
	number, _ := strconv.Atoi(port)
	server := &net.TCPAddr{IP: ip.AsSlice(), Port: number}
	switch {
	case !known || down == Nameless:
		return nil, &net.OpError{Op: "dial", Net: network, Err: noSuchHost(host)}
	case p == nil || down == Refuses:
		return nil, &net.OpError{Op: "dial", Net: network, Addr: server, Err: syscall.ECONNREFUSED}
	case down == Hangs:
		return nil, w.hang(ctx, network, server)
	}
	return w.connect(network, server, way{host: host, port: port})
}

// hang waits until the one who dials gives up, or the web closes.
func (w *Web) hang(ctx context.Context, network string, server net.Addr) error {
	err := error(syscall.ECONNREFUSED)
	select {
	case <-ctx.Done():
		err = ctx.Err()
	case <-w.ctx.Done():
	}
	return &net.OpError{Op: "dial", Net: network, Addr: server, Err: err}
}

func (w *Web) connect(network string, server *net.TCPAddr, by way) (net.Conn, error) {
	client := &net.TCPAddr{IP: clientAddr.AsSlice()}
	near, far := pipe(client, server)
	id, ok := w.track(far, by)
	if !ok {
		return nil, &net.OpError{Op: "dial", Net: network, Addr: server, Err: syscall.ECONNREFUSED}
	}
	client.Port = 1024 + id%60000
	go func() {
		defer w.untrack(far)
		w.serve(far, id, by)
	}()
	return near, nil
}

// dialledLocked returns the site behind host and port, and whether the host is
// known at all. Port 80 is plain and 443 is not; any other may be either.
func (w *Web) dialledLocked(host, port string) (p *played, known bool) {
	for _, h := range w.hosts {
		known = known || h == host
	}
	if port != "443" {
		p = w.findLocked("http", host, port)
	}
	if p == nil && port != "80" {
		p = w.findLocked("https", host, port)
	}
	return p, known
}

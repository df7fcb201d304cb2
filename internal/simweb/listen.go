package simweb

import (
	"fmt"
	"net"
	"net/netip"
)

// Listen opens a loopback socket that plays every site, told apart by the Host
// header; TLS or not by how the client begins. address is ip:port on loopback;
// "" is 127.0.0.1:0, any free port. In the Host header the listener's own port
// stands for a site's default one, when no site has that port. It returns where
// it listens. Close ends it.
func (w *Web) Listen(address string) (netip.AddrPort, error) {
	return w.listen(address, nil)
}

// ListenSite opens a loopback socket that plays one site, whatever the Host
// header says: each on an ip and port of its own. It is an error when there is
// no site of that name. See [Web.Listen] for address.
func (w *Web) ListenSite(name, address string) (netip.AddrPort, error) {
	n, err := parseSiteName(name)
	if err != nil {
		return netip.AddrPort{}, err
	}
	w.mu.Lock()
	only := w.sites[n]
	w.mu.Unlock()
	if only == nil {
		return netip.AddrPort{}, fmt.Errorf("site %q: not among those of this web", name)
	}
	return w.listen(address, only)
}

func (w *Web) listen(address string, only *played) (netip.AddrPort, error) {
	if address == "" {
		address = "127.0.0.1:0"
	}
	want, err := netip.ParseAddrPort(address)
	if err != nil {
		return netip.AddrPort{}, fmt.Errorf("%q: not an ip and port to listen on", address)
	}
	if !want.Addr().IsLoopback() {
		return netip.AddrPort{}, fmt.Errorf("%q: not a loopback address, and nothing else is listened on", address)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return netip.AddrPort{}, err
	}
	at := l.Addr().(*net.TCPAddr).AddrPort()
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		l.Close()
		return netip.AddrPort{}, net.ErrClosed
	}
	w.listeners = append(w.listeners, l)
	w.served.Add(1)
	by := way{host: at.Addr().String(), port: fmt.Sprint(at.Port()), only: only}
	go func() {
		defer w.served.Done()
		w.accept(l, by)
	}()
	return at, nil
}

// accept serves each connection of a listener until it is closed.
func (w *Web) accept(l net.Listener, by way) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		id, ok := w.track(c, by)
		if !ok {
			return
		}
		go func() {
			defer w.untrack(c)
			w.serve(c, id, by)
		}()
	}
}

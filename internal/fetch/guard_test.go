package fetch

import (
	"context"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"curtsy/address"
	"curtsy/page"
)

// nonPublic is every row of IANA's special-purpose registries and what clouds add,
// by first and last address.
func nonPublic() [][2]string {
	return [][2]string{
		{"0.0.0.0", "0.255.255.255"}, {"10.0.0.0", "10.255.255.255"}, {"100.64.0.0", "100.127.255.255"},
		{"127.0.0.0", "127.255.255.255"}, {"169.254.0.0", "169.254.255.255"}, {"172.16.0.0", "172.31.255.255"},
		{"192.0.0.0", "192.0.0.255"}, {"192.0.2.0", "192.0.2.255"}, {"192.31.196.0", "192.31.196.255"},
		{"192.52.193.0", "192.52.193.255"}, {"192.88.99.0", "192.88.99.255"}, {"192.168.0.0", "192.168.255.255"},
		{"192.175.48.0", "192.175.48.255"}, {"198.18.0.0", "198.19.255.255"}, {"198.51.100.0", "198.51.100.255"},
		{"203.0.113.0", "203.0.113.255"}, {"224.0.0.0", "239.255.255.255"}, {"240.0.0.0", "255.255.255.255"},
		{"168.63.129.16", "168.63.129.16"}, {"169.254.169.254", "169.254.170.2"}, {"100.100.100.200", "100.100.100.200"},
		{"192.0.0.192", "192.0.0.192"},
		{"::", "::1"}, {"::2", "::ffff:ffff"}, {"::8.8.8.8", "::8.8.8.8"},
		{"::ffff:127.0.0.1", "::ffff:10.255.255.255"}, {"::ffff:168.63.129.16", "::ffff:169.254.169.254"},
		{"64:ff9b::127.0.0.1", "64:ff9b::10.1.2.3"}, {"64:ff9b::169.254.169.254", "64:ff9b::168.63.129.16"},
		{"64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff"}, {"64:ff9b:0:0:0:1::", "64:ff9b:0:0:0:1:808:808"},
		{"100::", "100::ffff:ffff:ffff:ffff"}, {"100:0:0:1::", "100:0:0:1:ffff:ffff:ffff:ffff"},
		{"2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"}, {"2001:2::", "2001:2:0:ffff:ffff:ffff:ffff:ffff"},
		{"2001:10::", "2001:1f:ffff:ffff:ffff:ffff:ffff:ffff"}, {"2001:20::", "2001:2f:ffff:ffff:ffff:ffff:ffff:ffff"},
		{"2001:30::", "2001:3f:ffff:ffff:ffff:ffff:ffff:ffff"}, {"2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"},
		{"2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"}, {"2002:808:808::", "2002:7f00:1::"},
		{"2620:4f:8000::", "2620:4f:8000:ffff:ffff:ffff:ffff:ffff"}, {"3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"},
		{"4000::", "5eff:ffff::"}, {"5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff"}, {"200::", "1fff:ffff::"},
		{"fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"}, {"fd00:ec2::254", "fd00:ec2::254"},
		{"fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"}, {"fe80::1%eth0", "2606:4700::1111%eth0"},
		{"fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"}, {"ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"},
	}
}

// public holds public addresses, among them the neighbours of what is not.
func public() []string {
	return []string{
		"1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
		"169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.0.3.0", "192.167.255.255", "192.169.0.0",
		"198.17.255.255", "198.20.0.0", "223.255.255.255", "168.63.129.15", "168.63.129.17", "203.0.112.255", "203.0.114.0",
		"2000::1", "2001:200::1", "2001:db7::1", "2001:db9::1", "2003::1", "2606:4700::1111", "2620:4f:7fff::1", "3ffe::1", "3fff:1000::1",
		"::ffff:8.8.8.8", "64:ff9b::8.8.8.8",
	}
}

func TestOnlyAddressesOnThePublicInternetAreDialled(t *testing.T) {
	d := &dialer{guard: newGuard(Config{})}
	for _, row := range nonPublic() {
		for _, text := range row {
			ip := netip.MustParseAddr(text)
			network := "tcp4"
			if ip.Is6() {
				network = "tcp6"
			}
			if err := d.control(t.Context(), network, netip.AddrPortFrom(ip, 443).String(), nil); err == nil {
				t.Errorf("%s may be dialled", ip)
			}
		}
	}
	for _, text := range public() {
		ip := netip.MustParseAddr(text)
		network := "tcp4"
		if ip.Is6() {
			network = "tcp6"
		}
		for _, port := range []uint16{80, 443} {
			if err := d.control(t.Context(), network, netip.AddrPortFrom(ip, port).String(), nil); err != nil {
				t.Errorf("%s port %d may not be dialled: %v", ip, port, err)
			}
		}
		if d.control(t.Context(), network, netip.AddrPortFrom(ip, 22).String(), nil) == nil {
			t.Errorf("%s port 22 may be dialled", ip)
		}
	}
	if d.control(t.Context(), "udp4", "1.1.1.1:443", nil) == nil || d.control(t.Context(), "tcp4", "example.com:443", nil) == nil {
		t.Error("what is not TCP, or not an address, may be dialled")
	}
}

// The judgement before a connection must be the dialler's, for numbers in addresses.
func TestNumbersInAddressesAreJudgedBeforeAnyConnection(t *testing.T) {
	g := newGuard(Config{})
	for _, row := range nonPublic() {
		for _, text := range row {
			ip := netip.MustParseAddr(text)
			host := text
			if ip.Zone() != "" {
				continue // no address has one
			}
			if ip.Is6() {
				host = "[" + text + "]"
			}
			_, err := g.judge(parse(t, "http://"+host+"/"))
			wantCode(t, err, page.RefusedAddress, "http://")
		}
	}
	for _, text := range []string{"http://127.1/", "http://0x7f000001/", "http://2130706433/", "http://0177.0.0.1/", "http://[::ffff:7f00:1]/"} {
		_, err := g.judge(parse(t, text))
		wantCode(t, err, page.RefusedAddress, "http://")
	}
	if named, err := g.judge(parse(t, "https://[2606:4700::1111]/")); named || err != nil {
		t.Errorf("a public number is refused or taken for named: %v, %v", named, err)
	}
}

func TestNamesOffThePublicInternetAreRefusedBeforeLookingUp(t *testing.T) {
	g := newGuard(Config{})
	for _, host := range []string{
		"localhost", "a.localhost", "printer.local", "metadata.google.internal", "x.internal", "router.home.arpa", "home.arpa",
		"expyuzz4wqqyqhjn.onion", "a.invalid", "shop.test", "a.b.test", "intranet", "com", "LOCALHOST", "localhost.", "a.LOCAL.",
	} {
		_, err := g.judge(parse(t, "http://"+host+"/"))
		wantCode(t, err, page.RefusedAddress, "http://")
	}
	for _, host := range []string{"example.com", "local.example", "test.example.com", "notlocalhost.example", "home.arpa.example", "xn--bcher-kva.example"} {
		if _, err := g.judge(parse(t, "http://"+host+"/")); err != nil {
			t.Errorf("%s is refused: %v", host, err)
		}
	}
}

func TestPortsOtherThan80And443NeedTheOperatorsWord(t *testing.T) {
	ours := address.Origin("http://example.com:8080")
	g := newGuard(Config{Allow: func(a address.Address) bool { return a.Origin() == ours }})
	for text, want := range map[string]bool{
		"http://example.com/": true, "https://example.com/": true, "http://example.com:443/": true, "https://example.com:80/": true,
		"http://example.com:8080/": true, "https://example.com:8080/": false, "http://example.com:22/": false, "http://other.example:8080/": false,
	} {
		if _, err := g.judge(parse(t, text)); (err == nil) != want {
			t.Errorf("%s: allowed %v, want %v: %v", text, err == nil, want, err)
		}
	}
}

// counting is a listener that counts the connections it is offered.
func counting(t *testing.T) (s *rawSite, port string) {
	t.Helper()
	s = &rawSite{answer: says(plainOK)}
	_, port, _ = net.SplitHostPort(s.listen(t))
	return s, port
}

func TestARefusedAddressOpensNoSocket(t *testing.T) {
	s, port := counting(t)
	lookups := &lookup{answer: "127.0.0.1"}
	f := newFetcher(t, Config{})
	lookups.use(t, f)
	for _, host := range []string{"127.0.0.1:" + port, "localhost:" + port, "rebound.example:" + port, "[::1]:" + port, "127.0.0.1", "rebound.example"} {
		r, outcome, err := ask(t, f, "http://"+host+"/", Request{})
		wantCode(t, err, page.RefusedAddress, "http://")
		if r != nil || outcome.Status != 0 || outcome.Bytes != 0 {
			t.Errorf("%s: %+v, %+v", host, r, outcome)
		}
	}
	if n := s.connections(); n != 0 {
		t.Errorf("%d connections were opened", n)
	}
	if lookups.names.Load() == 0 {
		t.Error("the last name was not looked up, so the dialled address was not what refused it")
	}
}

// A name that is public when it is judged and private when it is dialled: the look-up
// is the dialler's own, so the second answer is the one judged.
func TestANameThatLeadsOffThePublicInternetIsRefusedAsItIsDialled(t *testing.T) {
	for _, answer := range []string{"127.0.0.1", "10.0.0.1", "169.254.169.254", "168.63.129.16", "100.64.0.1"} {
		f := newFetcher(t, Config{})
		(&lookup{answer: answer}).use(t, f)
		_, _, err := ask(t, f, "http://rebound.example/", Request{})
		if e := wantCode(t, err, page.RefusedAddress, "http://rebound.example/: "+answer); e.Retryable {
			t.Errorf("%s: it is worth asking again, want not", answer)
		}
	}
}

func TestOnlyTheOriginTheOperatorNamedMayBeOffThePublicInternet(t *testing.T) {
	s, port := counting(t)
	other, otherPort := counting(t)
	ours := address.Origin("http://127.0.0.1:" + port)
	f := newFetcher(t, Config{Allow: func(a address.Address) bool { return a.Origin() == ours }})
	if _, _, err := ask(t, f, string(ours)+"/", Request{}); err != nil {
		t.Fatal(err)
	}
	_, _, err := ask(t, f, "http://127.0.0.1:"+otherPort+"/", Request{})
	wantCode(t, err, page.RefusedAddress, "http://127.0.0.1:"+otherPort+"/")
	if s.connections() != 1 || other.connections() != 0 {
		t.Errorf("%d connections to what was named and %d to what was not", s.connections(), other.connections())
	}
}

func TestAResolvedHostIsAskedWhereTheOperatorSaysItIs(t *testing.T) {
	s, port := counting(t)
	at := netip.MustParseAddrPort("127.0.0.1:" + port)
	f := newFetcher(t, Config{
		Resolve: []Resolve{{Host: "*.shop.test", Addr: at.Addr(), Port: at.Port()}, {Host: "plain.test", Addr: at.Addr()}, {Host: "one", Addr: at.Addr(), Port: at.Port()}},
	})
	for _, text := range []string{"http://a.shop.test/", "http://b.a.shop.test:8080/", "http://one/"} {
		r, _, err := ask(t, f, text, Request{})
		if err != nil || r.Remote != at {
			t.Errorf("%s: %v", text, err)
		}
	}
	heads := s.seen()
	if len(heads) != 3 || !strings.Contains(heads[0], "\r\nHost: a.shop.test\r\n") || !strings.Contains(heads[1], "\r\nHost: b.a.shop.test:8080\r\n") {
		t.Errorf("the site saw %q", heads)
	}
	for _, text := range []string{"http://shop.test/", "http://xshop.test/", "http://plain.test:" + port + "/"} {
		_, _, err := ask(t, f, text, Request{})
		wantCode(t, err, page.RefusedAddress, text)
	}
	for _, entry := range []Resolve{{}, {Host: "a"}, {Host: "*", Addr: at.Addr()}, {Host: "a.*.b", Addr: at.Addr()}, {Host: "a:80", Addr: at.Addr()}} {
		if _, err := New(Config{UserAgent: testAgent, Resolve: []Resolve{entry}}); err == nil {
			t.Errorf("New takes %+v", entry)
		}
	}
}

func TestThroughAProxyNamesAndNumbersAreStillJudged(t *testing.T) {
	s := &rawSite{answer: says(plainOK)}
	proxy := &url.URL{Scheme: "http", Host: s.listen(t), User: url.UserPassword("me", "secret")}
	f := newFetcher(t, Config{Proxy: proxy})
	for _, target := range []string{"/a|b", "//a|b"} {
		if _, _, err := ask(t, f, "http://example.com"+target, Request{}); err != nil {
			t.Fatal(err)
		}
		heads := s.seen()
		if want := "GET http://example.com" + target + " HTTP/1.1\r\n"; !strings.HasPrefix(heads[len(heads)-1], want) {
			t.Errorf("the proxy was sent %q, want %q", heads[len(heads)-1], want)
		}
	}
	for _, text := range []string{"http://localhost/", "http://127.0.0.1/", "http://example.com:22/"} {
		_, _, err := ask(t, f, text, Request{})
		wantCode(t, err, page.RefusedAddress, text)
	}
	if n := len(s.seen()); n != 2 {
		t.Errorf("the proxy saw %d requests, want 2", n)
	}
	for _, config := range []Config{
		{Proxy: &url.URL{Scheme: "ftp", Host: "x"}}, {Proxy: &url.URL{Scheme: "http"}},
		{Proxy: proxy, Resolve: []Resolve{{Host: "a.test", Addr: netip.MustParseAddr("::1")}}},
	} {
		config.UserAgent = testAgent
		if _, err := New(config); err == nil {
			t.Errorf("New takes the proxy %v with %d resolved hosts", config.Proxy.Redacted(), len(config.Resolve))
		} else if strings.Contains(err.Error(), "secret") {
			t.Errorf("the error tells the proxy's password: %v", err)
		}
	}
}

func TestTheEnvironmentsProxyIsNotRead(t *testing.T) {
	t.Setenv("HTTP_PROXY", "http://proxy.example:3128")
	t.Setenv("http_proxy", "http://proxy.example:3128")
	s := &rawSite{answer: says(plainOK)}
	var dialled string
	f := newFetcher(t, Config{Dial: func(ctx context.Context, network, addr string) (net.Conn, error) {
		dialled = addr
		return s.dial(ctx, network, addr)
	}})
	if _, _, err := ask(t, f, "http://example.com/", Request{}); err != nil || dialled != "example.com:80" {
		t.Errorf("%q was dialled, want example.com:80: %v", dialled, err)
	}
	// net/http reads the environment once in a process, so this may be too late to see.
	if f.public.Proxy != nil || f.named.Proxy != nil {
		t.Error("a transport has a proxy that nobody gave it")
	}
	f.Close()
	s.running.Wait()
}

// A lookup is a resolver on a loopback socket that says the same of every name.
type lookup struct {
	answer string // an IPv4 address; "": no such name; "fail": it cannot say
	names  atomic.Int32
}

// use makes it the resolver of a fetcher's public connections.
func (l *lookup) use(t *testing.T, f *Fetcher) {
	t.Helper()
	c, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		b := make([]byte, 1500)
		for {
			n, from, err := c.ReadFrom(b)
			if err != nil {
				return
			}
			l.names.Add(1)
			c.WriteTo(l.reply(b[:n]), from)
		}
	}()
	t.Cleanup(func() {
		c.Close()
		<-done
	})
	resolver := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", c.LocalAddr().String())
	}}
	f.pins.lookup = func(ctx context.Context, host string) ([]netip.Addr, error) {
		return resolver.LookupNetIP(ctx, "ip", host)
	}
}

func (l *lookup) reply(query []byte) []byte {
	var m dnsmessage.Message
	if m.Unpack(query) != nil || len(m.Questions) != 1 {
		return nil
	}
	m.Response, m.RecursionAvailable, m.Additionals = true, true, nil
	q := m.Questions[0]
	switch {
	case l.answer == "":
		m.RCode = dnsmessage.RCodeNameError
	case l.answer == "fail":
		m.RCode = dnsmessage.RCodeServerFailure
	case q.Type == dnsmessage.TypeA:
		ip := netip.MustParseAddr(l.answer)
		m.Answers = []dnsmessage.Resource{{
			Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class}, Body: &dnsmessage.AResource{A: ip.As4()},
		}}
	}
	b, _ := m.Pack()
	return b
}

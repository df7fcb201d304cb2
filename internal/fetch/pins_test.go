package fetch

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"curtsy/address"
	"curtsy/page"
)

// names is a resolver that counts what it is asked.
type names struct {
	mu    sync.Mutex
	asked int
	addrs map[string][]string
}

func (n *names) lookup(_ context.Context, host string) ([]netip.Addr, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.asked++
	var addrs []netip.Addr
	for _, text := range n.addrs[host] {
		addrs = append(addrs, netip.MustParseAddr(text))
	}
	if addrs == nil {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	return addrs, nil
}

// testPins are pins that look up with n, for routes that the guard does not judge.
func testPins(n *names) *pins {
	return newPins(Config{Lookup: n.lookup, Bounds: Bounds{}.withDefaults()}, newGuard(Config{}))
}

func TestMachine(t *testing.T) {
	n := &names{addrs: map[string][]string{
		"v4.example": {"192.0.2.7"}, "v6.example": {"2001:db8:1:2:3::9"}, "mapped.example": {"::ffff:192.0.2.7"}, "here.example": {"127.0.0.1"},
		"translated.example": {"64:ff9b::192.0.2.7"}, "several.example": {"192.0.2.3", "192.0.2.2"},
	}}
	never := func(context.Context, string, string) (net.Conn, error) { return nil, errors.New("not dialled") }
	f, err := New(Config{UserAgent: "curtsy", Lookup: n.lookup, Dial: never, Resolve: []Resolve{{Host: "*.routed.example", Addr: netip.MustParseAddr("198.51.100.4")}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct{ address, want string }{
		{"http://v4.example/", "192.0.2.7"},
		{"https://v4.example/p?q", "192.0.2.7"},
		{"http://mapped.example/", "192.0.2.7"},
		{"http://v6.example/", "2001:db8:1:2::/64"},
		{"http://192.0.2.8/", "192.0.2.8"},
		{"http://translated.example/", "192.0.2.7"},
		{"http://[64:ff9b::192.0.2.7]/", "192.0.2.7"},
		{"http://several.example/", "192.0.2.3"},
		{"http://[2001:db8::1]/", "2001:db8::/64"},
		{"http://a.routed.example/", "198.51.100.4"},
		{"http://here.example/", ""},
		{"http://127.0.0.1:8080/", ""},
		{"http://nowhere.example/", ""},
	} {
		if got, known := f.Machine(t.Context(), parse(t, row.address)); got != row.want || known != (row.want != "") {
			t.Errorf("%s goes to %q, %v; want %q", row.address, got, known, row.want)
		}
	}
	behind, err := New(Config{UserAgent: "curtsy", Lookup: n.lookup, Proxy: &url.URL{Scheme: "http", Host: "proxy.example"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, known := behind.Machine(t.Context(), parse(t, "http://v4.example/")); known {
		t.Errorf("through a proxy the machine is %q", got)
	}
	unplayed, err := New(Config{UserAgent: "curtsy", Dial: never})
	if err != nil {
		t.Fatal(err)
	}
	if got, known := unplayed.Machine(t.Context(), parse(t, "http://192.0.2.8/")); known {
		t.Errorf("with connections of the caller's own and no look-up the machine is %q", got)
	}
}

// TestAPin: one look-up serves for as long as it is used, however many ask at once.
func TestAPin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := &names{addrs: map[string][]string{"shop.example": {"192.0.2.1", "192.0.2.2"}}}
		p := testPins(n)
		plain, secure := route{"shop.example", "80", false}, route{"shop.example", "443", false}
		want := func(r route, kept time.Duration, addr string, asked int) {
			t.Helper()
			if got, err := p.of(t.Context(), r, kept); err != nil || len(got) != 1 || got[0].String() != addr || n.asked != asked {
				t.Errorf("pinned to %v, %v after %d look-ups; want %s after %d", got, err, n.asked, addr, asked)
			}
		}
		var group sync.WaitGroup
		for range 20 {
			group.Go(func() { p.of(t.Context(), plain, pinKept) })
		}
		group.Wait()
		want(plain, pinKept, "192.0.2.1", 1)
		for range 10 {
			time.Sleep(pinKept - time.Second)
			want(plain, pinKept, "192.0.2.1", 1)
		}
		time.Sleep(pinKept)
		want(plain, pinHeld, "192.0.2.1", 1) // who is about to dial holds to what was counted
		time.Sleep(pinKept)
		want(plain, pinKept, "192.0.2.1", 2)
		p.failed(plain, netip.MustParseAddr("192.0.2.2")) // not the one that is pinned
		want(plain, pinKept, "192.0.2.1", 2)
		p.failed(plain, netip.MustParseAddr("192.0.2.1"))
		want(plain, pinKept, "192.0.2.2", 2)
		want(secure, pinKept, "192.0.2.1", 2) // another port has connections of its own
		p.failed(plain, netip.MustParseAddr("192.0.2.2"))
		want(plain, pinKept, "192.0.2.1", 3)
		if _, err := p.of(t.Context(), route{"nowhere.example", "80", false}, pinKept); err == nil || len(p.hosts) != 1 {
			t.Errorf("a name that does not exist is pinned: %d pins, %v", len(p.hosts), err)
		}
	})
}

// TestAPinOutlivesALongRequest: a connection that lasted longer than its pin may be kept,
// and is where the next request goes.
func TestAPinOutlivesALongRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := &names{addrs: map[string][]string{"shop.example": {"192.0.2.1"}}}
		p := testPins(n)
		plain, secure := route{"shop.example", "80", false}, route{"shop.example", "443", false}
		p.of(t.Context(), plain, pinKept)
		time.Sleep(pinKept)
		n.addrs["shop.example"] = []string{"192.0.2.9"} // it moved
		p.of(t.Context(), secure, pinKept)
		p.kept(plain, netip.MustParseAddr("192.0.2.1"))
		for r, want := range map[route]string{plain: "192.0.2.1", secure: "192.0.2.9"} {
			if got, err := p.of(t.Context(), r, pinKept); err != nil || got[0].String() != want {
				t.Errorf("port %s is pinned to %v, %v; want %s", r.port, got, err, want)
			}
		}
		clear(p.hosts)
		p.kept(plain, netip.MustParseAddr("192.0.2.1"))
		if got, err := p.of(t.Context(), plain, pinKept); err != nil || got[0].String() != "192.0.2.1" {
			t.Errorf("a connection without a pin leaves %v, %v", got, err)
		}
	})
}

// TestThePinsAreBounded: of too many the ones not used for longest go.
func TestThePinsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := testPins(&names{})
		p.lookup = func(context.Context, string) ([]netip.Addr, error) {
			return []netip.Addr{netip.MustParseAddr("192.0.2.1")}, nil
		}
		for i := range mostPins + 1 {
			time.Sleep(time.Millisecond)
			p.of(t.Context(), route{host: fmt.Sprint(i, ".example")}, pinKept)
		}
		if n := len(p.hosts); n != mostPins/2+1 {
			t.Errorf("%d pins are kept", n)
		}
		for i, want := range map[int]bool{0: false, mostPins/2 - 1: false, mostPins / 2: true, mostPins - 1: true, mostPins: true} {
			if p.hosts[fmt.Sprint(i, ".example")] != nil != want {
				t.Errorf("host %d is pinned: %v, want %v", i, !want, want)
			}
		}
	})
}

// TestAPinLetsNoRefusedAddressInTheWay: of a host that is here and there off the public
// internet the public address is taken, unless the operator named it.
func TestAPinLetsNoRefusedAddressInTheWay(t *testing.T) {
	n := &names{addrs: map[string][]string{"mixed.example": {"10.0.0.1", "8.8.8.8"}, "private.example": {"10.0.0.1", "10.0.0.2"}}}
	p := testPins(n)
	for r, want := range map[route]string{
		{"mixed.example", "80", true}: "8.8.8.8", {"mixed.example", "8080", false}: "10.0.0.1", {"private.example", "80", true}: "10.0.0.1",
	} {
		if got, err := p.of(t.Context(), r, pinKept); err != nil || got[0].String() != want {
			t.Errorf("%+v is pinned to %v, %v; want %s", r, got, err, want)
		}
	}
	f := newFetcher(t, Config{Lookup: n.lookup, Allow: func(a address.Address) bool { return a.Port() == "8080" }})
	for text, want := range map[string]string{"http://mixed.example/": "8.8.8.8", "http://mixed.example:8080/": "10.0.0.1"} {
		if got, _ := f.Machine(t.Context(), parse(t, text)); got != want {
			t.Errorf("%s goes to %s, want %s", text, got, want)
		}
	}
}

// TestALookUpThatIsGivenUpIsNobodyElses: who waited for it makes one of its own.
func TestALookUpThatIsGivenUpIsNobodyElses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := testPins(&names{})
		asked := 0
		p.lookup = func(ctx context.Context, _ string) ([]netip.Addr, error) {
			if asked++; asked == 1 {
				<-ctx.Done()
				return nil, ctx.Err()
			}
			return []netip.Addr{netip.MustParseAddr("192.0.2.1")}, nil
		}
		r := route{"shop.example", "80", false}
		ctx, cancel := context.WithCancel(t.Context())
		var group sync.WaitGroup
		group.Go(func() {
			if _, err := p.of(ctx, r, pinKept); err == nil {
				t.Error("a look-up that was given up found something")
			}
		})
		synctest.Wait()
		group.Go(func() {
			if got, err := p.of(t.Context(), r, pinKept); err != nil || got[0].String() != "192.0.2.1" {
				t.Errorf("who waited was given %v, %v", got, err)
			}
		})
		synctest.Wait()
		cancel()
		group.Wait()
		if asked != 2 {
			t.Errorf("%d look-ups were made, want 2", asked)
		}
	})
}

// TestALookUpIsBounded: a resolver that says nothing is left after the time for connecting.
func TestALookUpIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		silent := func(ctx context.Context, host string) ([]netip.Addr, error) {
			<-ctx.Done()
			return nil, &net.DNSError{Err: "i/o timeout", Name: host, IsTimeout: true}
		}
		f := newFetcher(t, Config{Lookup: silent})
		start := time.Now()
		if _, known := f.Machine(t.Context(), parse(t, "http://shop.example/")); known || time.Since(start) != 10*time.Second {
			t.Errorf("after %v the machine is known: %v", time.Since(start), known)
		}
		start = time.Now()
		_, outcome, err := ask(t, f, "http://shop.example/", Request{})
		if e := wantCode(t, err, page.NameNotFound, "http://shop.example/: the resolver could not say"); !e.Retryable || time.Since(start) != 10*time.Second || outcome.Unsent {
			t.Errorf("after %v: %v, %+v", time.Since(start), err, outcome)
		}
		f.Close()
	})
}

// TestANameIsLookedUpAsOftenAsItMust: once for all that finds it, and a request for a name
// that does not exist makes one look-up of its own.
func TestANameIsLookedUpAsOftenAsItMust(t *testing.T) {
	s := &rawSite{answer: says(plainOK)}
	_, port, _ := net.SplitHostPort(s.listen(t))
	n := &names{addrs: map[string][]string{"shop.example": {"127.0.0.1"}}}
	f := newFetcher(t, Config{Allow: everything, Lookup: n.lookup})
	for range 3 {
		f.Machine(t.Context(), parse(t, "http://shop.example:"+port+"/"))
		if _, _, err := ask(t, f, "http://shop.example:"+port+"/", Request{}); err != nil {
			t.Fatal(err)
		}
	}
	if n.asked != 1 || s.connections() != 1 {
		t.Errorf("%d look-ups and %d connections for three requests, want one", n.asked, s.connections())
	}
	_, _, err := ask(t, f, "http://nowhere.example/", Request{})
	wantCode(t, err, page.NameNotFound, `http://nowhere.example/: no name "nowhere.example" exists`)
	if n.asked != 2 {
		t.Errorf("%d look-ups for a name that does not exist, want 1", n.asked-1)
	}
}

// TestWhatIsCountedIsDialled: a connection goes to the pinned address, and after one that
// could not be made to the next.
func TestWhatIsCountedIsDialled(t *testing.T) {
	n := &names{addrs: map[string][]string{"shop.example": {"192.0.2.1", "2001:db8::2"}}}
	f := newFetcher(t, Config{Lookup: n.lookup, Allow: everything})
	d := &dialer{guard: f.guard, pins: f.pins, connect: time.Second}
	var dialled []string
	nd := &net.Dialer{Control: func(_, addr string, _ syscall.RawConn) error {
		dialled = append(dialled, addr)
		return errors.New("nothing is sent in a test")
	}}
	for _, want := range []string{"192.0.2.1", "2001:db8::/64", "192.0.2.1"} {
		if got, known := f.Machine(t.Context(), parse(t, "https://shop.example/")); got != want || !known {
			t.Errorf("the machine is %q, want %s", got, want)
		}
		if _, err := d.pinned(t.Context(), nd, "tcp", "shop.example:443"); err == nil {
			t.Fatal("an address kept for documentation answered")
		}
	}
	if want := []string{"192.0.2.1:443", "[2001:db8::2]:443", "192.0.2.1:443"}; !slices.Equal(dialled, want) {
		t.Errorf("dialled %q, want %q", dialled, want)
	}
}

// TestAHostWithABrokenAddressIsReachedOnTheRetry: an IPv6 address that nobody can connect to
// costs one failure.
func TestAHostWithABrokenAddressIsReachedOnTheRetry(t *testing.T) {
	s := &rawSite{answer: says(plainOK)}
	_, port, _ := net.SplitHostPort(s.listen(t))
	// A link-local address without a link is refused by the system itself: nothing is sent.
	n := &names{addrs: map[string][]string{"shop.example": {"fe80::1", "127.0.0.1"}}}
	f := newFetcher(t, Config{Allow: everything, Lookup: n.lookup, Bounds: Bounds{Connect: 2 * time.Second}})
	_, outcome, err := ask(t, f, "http://shop.example:"+port+"/", Request{})
	var failure *page.Error
	if !errors.As(err, &failure) || !failure.Retryable || outcome.Unsent || outcome.Status != 0 {
		t.Fatalf("the first request: %v, %+v; want a failure that is worth a retry", err, outcome)
	}
	if r, _, err := ask(t, f, "http://shop.example:"+port+"/", Request{}); err != nil || r.Remote.Addr().String() != "127.0.0.1" {
		t.Errorf("the retry: %v", err)
	}
}

// TestOnThisMachineEveryAddressIsTried: nobody is counted here, so one that does not answer
// costs nothing.
func TestOnThisMachineEveryAddressIsTried(t *testing.T) {
	s := &rawSite{answer: says(plainOK)}
	_, port, _ := net.SplitHostPort(s.listen(t))
	n := &names{addrs: map[string][]string{"here.example": {"::1", "127.0.0.1"}}}
	f := newFetcher(t, Config{Allow: everything, Lookup: n.lookup})
	if _, _, err := ask(t, f, "http://here.example:"+port+"/", Request{}); err != nil {
		t.Error(err)
	}
}

// TestARequestLeavesItsRoutePinnedToWhereItWent: also when the pin was forgotten meanwhile,
// but not where a dialler of the caller's own led.
func TestARequestLeavesItsRoutePinnedToWhereItWent(t *testing.T) {
	var f *Fetcher
	s := &rawSite{answer: func(n int, c net.Conn) bool {
		f.pins.mu.Lock()
		clear(f.pins.hosts)
		f.pins.mu.Unlock()
		return says(plainOK)(n, c)
	}}
	at := s.listen(t)
	_, port, _ := net.SplitHostPort(at)
	n := &names{addrs: map[string][]string{"shop.example": {"127.0.0.1"}, "played.example": {"192.0.2.1"}}}
	f = newFetcher(t, Config{Allow: everything, Lookup: n.lookup})
	if _, _, err := ask(t, f, "http://shop.example:"+port+"/", Request{}); err != nil {
		t.Fatal(err)
	}
	n.addrs["shop.example"] = []string{"192.0.2.9"} // it moved
	if got, known := f.Machine(t.Context(), parse(t, "http://shop.example:"+port+"/")); known || n.asked != 1 {
		t.Errorf("the next request is counted at %q after %d look-ups, and its connection is kept here", got, n.asked)
	}
	f = newFetcher(t, Config{Lookup: n.lookup, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "tcp", at)
	}})
	if _, _, err := ask(t, f, "http://played.example/", Request{}); err != nil {
		t.Fatal(err)
	}
	if got, known := f.Machine(t.Context(), parse(t, "http://played.example/")); got != "192.0.2.1" || !known {
		t.Errorf("what a look-up of the caller's own says became %q", got)
	}
}

// TestADialThatIsGivenUpMovesNoPin: it says nothing of the address.
func TestADialThatIsGivenUpMovesNoPin(t *testing.T) {
	p := testPins(&names{addrs: map[string][]string{"shop.example": {"192.0.2.1", "192.0.2.2"}}})
	ctx, cancel := context.WithCancel(t.Context())
	d := &dialer{guard: newGuard(Config{}), pins: p, connect: time.Second}
	nd := &net.Dialer{Control: func(string, string, syscall.RawConn) error {
		cancel()
		return errors.New("nothing is sent in a test")
	}}
	if _, err := d.pinned(ctx, nd, "tcp", "shop.example:443"); err == nil {
		t.Fatal("an address kept for documentation answered")
	}
	if got, err := p.of(t.Context(), route{"shop.example", "443", false}, pinKept); err != nil || got[0].String() != "192.0.2.1" {
		t.Errorf("pinned to %v, %v", got, err)
	}
}

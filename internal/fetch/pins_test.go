package fetch

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"slices"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
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

func TestMachine(t *testing.T) {
	n := &names{addrs: map[string][]string{
		"v4.example": {"192.0.2.7"}, "v6.example": {"2001:db8:1:2:3::9"}, "mapped.example": {"::ffff:192.0.2.7"}, "here.example": {"127.0.0.1"},
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
		p := newPins(Config{Lookup: n.lookup})
		want := func(addr string, asked int) {
			t.Helper()
			if got, ok := p.of(t.Context(), "shop.example"); !ok || got.String() != addr || n.asked != asked {
				t.Errorf("pinned to %v, %v after %d look-ups; want %s after %d", got, ok, n.asked, addr, asked)
			}
		}
		var group sync.WaitGroup
		for range 20 {
			group.Go(func() { p.of(t.Context(), "shop.example") })
		}
		group.Wait()
		want("192.0.2.1", 1)
		for range 10 {
			time.Sleep(pinKept - time.Second)
			want("192.0.2.1", 1)
		}
		time.Sleep(pinKept)
		want("192.0.2.1", 2)
		p.failed("shop.example", netip.MustParseAddr("192.0.2.2")) // not the one that is pinned
		want("192.0.2.1", 2)
		p.failed("shop.example", netip.MustParseAddr("192.0.2.1"))
		want("192.0.2.2", 2)
		p.failed("shop.example", netip.MustParseAddr("192.0.2.2"))
		want("192.0.2.1", 3)
		if _, ok := p.of(t.Context(), "nowhere.example"); ok || len(p.hosts) != 1 {
			t.Errorf("a name that does not exist is pinned: %d pins", len(p.hosts))
		}
	})
}

// TestWhatIsCountedIsDialled: a connection goes to the pinned address, and after one that
// could not be made to the next.
func TestWhatIsCountedIsDialled(t *testing.T) {
	n := &names{addrs: map[string][]string{"shop.example": {"192.0.2.1", "2001:db8::2"}}}
	d := &dialer{guard: newGuard(Config{}), pins: newPins(Config{Lookup: n.lookup}), connect: time.Second}
	var dialled []string
	nd := &net.Dialer{Control: func(_, addr string, _ syscall.RawConn) error {
		dialled = append(dialled, addr)
		return errors.New("nothing is sent in a test")
	}}
	for range 3 {
		if _, err := d.pinned(t.Context(), nd, "tcp", "shop.example:443"); err == nil {
			t.Fatal("an address kept for documentation answered")
		}
	}
	if want := []string{"192.0.2.1:443", "[2001:db8::2]:443", "192.0.2.1:443"}; !slices.Equal(dialled, want) {
		t.Errorf("dialled %q, want %q", dialled, want)
	}
}

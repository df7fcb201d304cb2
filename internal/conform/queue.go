package conform

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"curtsy/address"
	"curtsy/internal/frontier"
	"curtsy/page"
)

// Queue checks what every frontier.Queue must do. fresh makes an empty one; the
// suite closes it.
func Queue(t *testing.T, fresh func(*testing.T) frontier.Queue) {
	run := func(name string, check func(*testing.T, frontier.Queue)) {
		t.Run(name, func(t *testing.T) {
			q := fresh(t)
			check(t, q)
			if err := q.Close(); err != nil {
				t.Errorf("Close: %v", err)
			}
		})
	}
	run("an entry comes back as it was kept", queueKeeps)
	run("a spelling is kept once", queueOnce)
	run("a marked address is seen and never appended", queueMarks)
	run("many addresses of every length", queueMany)
}

func parse(t *testing.T, text string) address.Address {
	t.Helper()
	a, err := address.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func queueKeeps(t *testing.T, q frontier.Queue) {
	vias := []page.Via{
		page.ViaSeed, page.ViaLink, page.ViaSitemap, page.ViaFeed, page.ViaList, page.ViaRedirect, page.ViaTemplate,
	}
	want := make(map[uint32]frontier.Entry)
	for i, via := range vias {
		e := frontier.Entry{
			Address: parse(t, fmt.Sprintf("https://www.shop.test:8443/p/%d?q=%%20é", i)),
			Lane:    uint32(i) * 7919, K: math.MaxUint32 - 1 - uint32(i), FoundOn: uint32(i) << 28, Depth: i * 10_000, Via: via,
		}
		index, added, err := q.Append(e)
		if err != nil || !added {
			t.Fatalf("Append(%v): added %v, %v", e, added, err)
		}
		want[index] = e
	}
	for index, e := range want {
		if got, err := q.At(index); err != nil || got != e {
			t.Errorf("At(%d) = %v, %v; want %v", index, got, err, e)
		}
	}
	if q.Len() != len(vias) {
		t.Errorf("Len = %d, want %d", q.Len(), len(vias))
	}
}

func queueOnce(t *testing.T, q frontier.Queue) {
	e := frontier.Entry{Address: parse(t, "https://shop.test/a"), Via: page.ViaSeed}
	first, added, err := q.Append(e)
	if err != nil || !added {
		t.Fatalf("first: added %v, %v", added, err)
	}
	again := e
	again.Depth, again.Via = 3, page.ViaLink
	if _, added, err := q.Append(again); err != nil || added {
		t.Errorf("second: added %v, %v; want false", added, err)
	}
	if got, _ := q.At(first); got != e {
		t.Errorf("the first entry became %v", got)
	}
	for _, near := range []string{"http://shop.test/a", "https://shop.test/A", "https://shop.test/a/", "https://shop.test/a?"} {
		a := parse(t, near)
		if seen, err := q.Seen(a.String()); err != nil || seen != (a == e.Address) {
			t.Errorf("Seen(%s) = %v, %v", a, seen, err)
		}
	}
	if q.Len() != 1 {
		t.Errorf("Len = %d, want 1", q.Len())
	}
}

func queueMarks(t *testing.T, q frontier.Queue) {
	a := parse(t, "https://shop.test/landed")
	for i, want := range []bool{true, false} {
		if added, err := q.Mark(a); err != nil || added != want {
			t.Errorf("Mark, time %d: %v, %v", i+1, added, err)
		}
	}
	if _, added, err := q.Append(frontier.Entry{Address: a, Via: page.ViaLink}); err != nil || added {
		t.Errorf("Append of a marked address: added %v, %v", added, err)
	}
	if seen, err := q.Seen(a.String()); err != nil || !seen {
		t.Errorf("Seen = %v, %v", seen, err)
	}
	if q.Len() != 0 {
		t.Errorf("Len = %d, want 0: a marked address is no entry", q.Len())
	}
}

func queueMany(t *testing.T, q frontier.Queue) {
	const n = 20_000
	text := func(i int) address.Address {
		return parse(t, fmt.Sprintf("https://h%d.test/%s%d", i%300, strings.Repeat("x", i*i%997*(i%50/49*7+1)), i))
	}
	indexes := make([]uint32, n)
	for i := range n {
		index, added, err := q.Append(frontier.Entry{Address: text(i), K: uint32(i), FoundOn: math.MaxUint32, Via: page.ViaLink})
		if err != nil || !added {
			t.Fatalf("Append %d: added %v, %v", i, added, err)
		}
		indexes[i] = index
	}
	for i := range n {
		a := text(i)
		if e, err := q.At(indexes[i]); err != nil || e.Address != a || e.K != uint32(i) || e.FoundOn != math.MaxUint32 {
			t.Fatalf("At(%d) = %v, %v; want %s", indexes[i], e, err, a)
		}
		if _, added, err := q.Append(frontier.Entry{Address: a, Via: page.ViaLink}); err != nil || added {
			t.Fatalf("Append %d again: added %v, %v", i, added, err)
		}
		if seen, err := q.Seen(a.String() + "-"); err != nil || seen {
			t.Fatalf("Seen(%s-) = %v, %v", a, seen, err)
		}
	}
}

package frontier_test

import (
	"fmt"
	"os"
	"testing"

	"curtsy/address"
	"curtsy/internal/conform"
	"curtsy/internal/frontier"
	"curtsy/page"
)

func TestQueueInMemoryConforms(t *testing.T) {
	conform.Queue(t, func(*testing.T) frontier.Queue { return frontier.NewMemory() })
}

func TestQueueThatSpillsConforms(t *testing.T) {
	conform.Queue(t, spill)
}

func spill(t *testing.T) frontier.Queue {
	t.Helper()
	q, err := frontier.NewSpill(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestAQueueThatSpillsLeavesNoFile(t *testing.T) {
	dir := t.TempDir()
	q, err := frontier.NewSpill(dir)
	must(t, err)
	for i := range 5000 {
		_, _, err := q.Append(frontier.Entry{Address: at(t, fmt.Sprintf("https://shop.test/%d", i)), Via: page.ViaLink})
		must(t, err)
	}
	must(t, q.Close())
	left, err := os.ReadDir(dir)
	must(t, err)
	if len(left) > 0 {
		t.Errorf("it left %v", left)
	}
}

func TestAQueueRefusesWhatItCannotKeep(t *testing.T) {
	q := frontier.NewMemory()
	a := at(t, "https://shop.test/")
	for _, e := range []frontier.Entry{
		{Address: a, Via: "rumour"}, {Address: a}, {Address: a, Via: page.ViaLink, Depth: 1 << 16}, {Address: a, Via: page.ViaLink, Depth: -1},
	} {
		if _, added, err := q.Append(e); err == nil || added {
			t.Errorf("Append(%v): added %v, no error", e, added)
		}
	}
	if seen, _ := q.Seen(a.String()); seen {
		t.Error("a refused address is seen")
	}
}

func at(t testing.TB, text string) address.Address {
	t.Helper()
	a, err := address.Parse(text)
	must(t, err)
	return a
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

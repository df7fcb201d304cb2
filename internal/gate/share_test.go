package gate

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"curtsy/address"
)

// TestAtMostTwoAtOneMachine: sites that share a machine share two places, whatever their
// slots, and hold up nobody else.
func TestAtMostTwoAtOneMachine(t *testing.T) {
	for _, most := range []int{0, 1, 2} {
		t.Run(fmt.Sprint(most), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				ledger := NewMemory()
				shares := func(_ context.Context, a address.Address) []string {
					if a.Host() == "alone.example" {
						return []string{"machine 192.0.2.9"}
					}
					return []string{"machine 192.0.2.1", "domain example.org"}
				}
				gates := []*Gate{
					newGate(Config{Slots: 3, Shares: shares, PerShare: most}, ledger),
					newGate(Config{Slots: 3, Shares: shares, PerShare: most}, ledger),
				}
				var group sync.WaitGroup
				for i := range 8 {
					group.Go(func() {
						asks(t, gates[i%2], to(t, fmt.Sprintf("http://site%d.example/", i)), Outcome{Status: 200, Answered: 10 * time.Second})
					})
				}
				synctest.Wait()
				asks(t, gates[0], to(t, "http://alone.example/"), Outcome{Status: 200})
				if since := time.Since(start); since != 0 {
					t.Errorf("a site on another machine waited %v", since)
				}
				group.Wait()
				want := 80 * time.Second / time.Duration(max(most, 1))
				if most == 0 {
					want = 40 * time.Second
				}
				if took := time.Since(start); took != want {
					t.Errorf("eight answers of 10 s took %v, want %v", took, want)
				}
			})
		})
	}
}

// TestAShareIsGivenBack: by who had one, and by who gave up waiting.
func TestAShareIsGivenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := NewMemory()
		one, err := m.Share(t.Context(), "machine", 1)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := m.Share(ctx, "machine", 1); err == nil {
			t.Error("a second share was had of one")
		}
		one()
		one() // once is enough
		two, err := m.Share(t.Context(), "machine", 2)
		if err != nil {
			t.Fatal(err)
		}
		three, err := m.Share(t.Context(), "machine", 2)
		if err != nil {
			t.Fatal(err)
		}
		two()
		three()
		if len(m.shares) != 0 {
			t.Errorf("%d names are kept of shares that nobody has", len(m.shares))
		}
	})
}

// TestABusyGateKeepsNoMachine: who waits for a slot keeps no share from another process.
func TestABusyGateKeepsNoMachine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		ledger := NewMemory()
		shares := func(_ context.Context, a address.Address) []string {
			if a.Host() == "slow.example" {
				return nil
			}
			return []string{"machine 192.0.2.1"}
		}
		busy, idle := newGate(Config{Slots: 1, Shares: shares}, ledger), newGate(Config{Slots: 1, Shares: shares}, ledger)
		var group sync.WaitGroup
		group.Go(func() {
			asks(t, busy, to(t, "http://slow.example/"), Outcome{Status: 200, Answered: 5 * time.Minute})
		})
		synctest.Wait()
		for i := range 4 {
			group.Go(func() { asks(t, busy, to(t, fmt.Sprintf("http://site%d.example/", i)), Outcome{Status: 200}) })
		}
		synctest.Wait()
		asks(t, idle, to(t, "http://other.example/"), Outcome{Status: 200})
		if waited := time.Since(start); waited != 0 {
			t.Errorf("a machine nobody asks was waited for %v", waited)
		}
		group.Wait()
	})
}

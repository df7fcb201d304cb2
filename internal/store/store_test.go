package store

import (
	"database/sql"
	"fmt"
	"testing"
	"time"

	"curtsy/address"
	"curtsy/internal/conform"
	"curtsy/internal/gate"
	"curtsy/internal/permit"
)

// open opens a home for the length of a test.
func open(t testing.TB, home string) *Store {
	t.Helper()
	s, err := Open(home)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return s
}

func TestStoreIsALedger(t *testing.T) {
	conform.Ledger(t, func(t *testing.T) (one, other gate.Ledger) {
		home := t.TempDir()
		return open(t, home).Ledger(), open(t, home).Ledger()
	})
}

func TestStoreKeepsCopies(t *testing.T) {
	conform.Copies(t, func(t *testing.T) (one, other permit.Copies) {
		home := t.TempDir()
		return open(t, home).Copies(), open(t, home).Copies()
	})
}

// account is one that grows with n.
func account(n int) gate.Account {
	a := gate.Account{LastEnd: time.Now()}
	for m := range n {
		a.Delays = append(a.Delays, gate.OriginDelay{Origin: address.Origin(fmt.Sprintf("http://shop.example:%d", m)), Every: time.Second, Heard: a.LastEnd})
	}
	return a
}

// synced is how often a connection of a pool waits for the disk.
func synced(t *testing.T, s *Store, a gate.Account) (put, putNow int) {
	t.Helper()
	h, err := s.Ledger().Hold(t.Context(), "shop.example")
	if err != nil {
		t.Fatal(err)
	}
	count := func(db *sql.DB) (n int) {
		t.Helper()
		if err := db.QueryRow(`SELECT total_changes()`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	put, putNow = -count(s.write), -count(s.sync)
	if err := h.Free(a); err != nil {
		t.Fatal(err)
	}
	return put + count(s.write), putNow + count(s.sync)
}

func TestWhatASiteAskedForIsOnTheDiskAtOnce(t *testing.T) {
	s := open(t, t.TempDir())
	var full int
	if err := s.sync.QueryRow(`PRAGMA synchronous`).Scan(&full); err != nil || full != 2 {
		t.Fatalf("synchronous = %d (%v), want 2: FULL", full, err)
	}
	a, until := gate.Account{LastEnd: time.Now()}, time.Now().Add(24*time.Hour).Round(0)
	for _, c := range []struct {
		what        string
		until       time.Duration
		told        gate.Told
		put, putNow int
	}{
		{"nothing new", 0, gate.Told{}, 1, 0},
		{"a Retry-After", time.Hour, gate.Told{}, 0, 1},
		{"the same again", time.Hour, gate.Told{}, 1, 0},
		{"a longer one", 2 * time.Hour, gate.Told{}, 0, 1},
		{"the operator's delay", 2 * time.Hour, gate.Told{Slow: time.Minute}, 0, 1},
		{"the operator's rest", 2 * time.Hour, gate.Told{Slow: time.Minute, Until: until}, 0, 1},
		{"the same words again", 2 * time.Hour, gate.Told{Slow: time.Minute, Until: until.UTC()}, 1, 0},
		{"a word taken back", 2 * time.Hour, gate.Told{Slow: time.Minute}, 0, 1},
	} {
		a.Told = c.told
		if c.until > 0 {
			a.RestUntil = a.LastEnd.Add(c.until)
		}
		if put, putNow := synced(t, s, a); put != c.put || putNow != c.putNow {
			t.Errorf("%s: %d writes that survive the process and %d that survive the power, want %d and %d", c.what, put, putNow, c.put, c.putNow)
		}
	}
}

func TestTimesThatDoNotFitAreDrawnIn(t *testing.T) {
	for _, c := range []struct{ in, want time.Time }{
		{time.Time{}, time.Time{}},
		{time.Date(1900, 1, 1, 0, 0, 0, 0, time.UTC), time.Time{}},
		{time.Date(2026, 11, 30, 1, 2, 3, 4, time.UTC), time.Date(2026, 11, 30, 1, 2, 3, 4, time.UTC)},
		{time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), time.Unix(1<<33-1, 0)},
	} {
		if got := fromNanos(toNanos(c.in)); !got.Equal(c.want) {
			t.Errorf("%v became %v, want %v", c.in, got, c.want)
		}
	}
}

package store

import (
	"testing"

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

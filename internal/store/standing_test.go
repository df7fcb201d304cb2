package store

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"curtsy/address"
)

// TestAHomeTakenAwayIsNotedBeforeTheNextRequest: whoever goes on with files nobody else can
// reach would be alone with its rests.
func TestAHomeTakenAwayIsNotedBeforeTheNextRequest(t *testing.T) {
	for _, away := range []string{"", "locks", "curtsy.db"} {
		home := filepath.Join(t.TempDir(), "home")
		s, err := Open(home)
		if err != nil {
			t.Fatal(err)
		}
		const site = address.Site("shop.example")
		hold, held, err := s.Ledger().Try(t.Context(), site)
		if err != nil || !held {
			t.Fatal(err)
		}
		hold.Abandon()
		if err := os.RemoveAll(filepath.Join(home, away)); err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.Ledger().Try(t.Context(), site); err == nil || !strings.Contains(err.Error(), "taken away while it was in use") {
			t.Errorf("without %q the site is held all the same: %v", away, err)
		}
		s.Close()
	}
}

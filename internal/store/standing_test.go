package store

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"curtsy/address"
	"curtsy/internal/gate"
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

// TestARetryAfterThatCouldNotBeRecordedKeepsOthersOut: until it is recorded, no other
// process has the site; the one that heard it goes on.
func TestARetryAfterThatCouldNotBeRecordedKeepsOthersOut(t *testing.T) {
	home := t.TempDir()
	s, other := open(t, home), open(t, home)
	const site = address.Site("shop.example")
	refuse := func(on int) {
		for _, db := range []*sql.DB{s.write, s.sync} {
			if _, err := db.Exec(fmt.Sprintf("PRAGMA query_only = %d", on)); err != nil {
				t.Fatal(err)
			}
		}
	}
	heard := gate.Account{LastEnd: time.Now(), RestUntil: time.Now().Add(time.Hour)}
	hold, _, err := s.Ledger().Try(t.Context(), site)
	if err != nil {
		t.Fatal(err)
	}
	if err := hold.Begin(gate.Account{}); err != nil {
		t.Fatal(err)
	}
	refuse(1)
	if err := hold.Free(heard); err == nil {
		t.Fatal("a database that cannot be written recorded an end")
	}
	for range 2 {
		if _, held, err := other.Ledger().Try(t.Context(), site); held || err != nil {
			t.Fatalf("another store has the site, and has not heard the Retry-After: %v, %v", held, err)
		}
		again, held, err := s.Ledger().Try(t.Context(), site)
		if err != nil || !held {
			t.Fatalf("the store that heard it no longer has the site: %v, %v", held, err)
		}
		again.Abandon()
	}
	refuse(0)
	again, _, err := s.Ledger().Try(t.Context(), site)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Free(heard); err != nil {
		t.Fatal(err)
	}
	theirs, held, err := other.Ledger().Try(t.Context(), site)
	if err != nil || !held || !theirs.Account().RestUntil.Equal(heard.RestUntil.Round(0)) {
		t.Errorf("once it is recorded: %v, %v, %+v", held, err, theirs)
	}
	theirs.Abandon()
}

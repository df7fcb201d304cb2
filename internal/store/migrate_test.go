package store

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3/driver"

	"curtsy/address"
	"curtsy/internal/gate"
)

// putSiteBefore is how processes of schema 1 write an account.
const putSiteBefore = `INSERT INTO sites (site, last_end, rest_until, in_flight, delays) VALUES (?1, ?2, ?3, ?4, ?5)
	ON CONFLICT (site) DO UPDATE SET last_end = ?2, rest_until = ?3, in_flight = ?4, delays = ?5`

// before is what a process of schema 1 remembered of a site.
var before = gate.Account{
	LastEnd:   time.Unix(1764500000, 1).UTC(),
	RestUntil: time.Unix(1764503600, 2).UTC(),
	InFlight:  true,
	Delays: []gate.OriginDelay{
		{Origin: "https://shop.example", Every: 5 * time.Second, Own: true, Heard: time.Unix(1764499000, 0).UTC()},
	},
}

// oldHome makes a home as schema 1 left it, with some sites, and gives its database as
// a process of that time has it open.
func oldHome(t *testing.T, home string) *sql.DB {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(home, "locks"), 0o700); err != nil {
		t.Fatal(err)
	}
	db, err := driver.Open(source(filepath.Join(home, "curtsy.db"), "normal"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1)
	step, err := steps.ReadFile("schema/0001.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		`CREATE TABLE schema (version INTEGER NOT NULL PRIMARY KEY) STRICT`, string(step), `INSERT INTO schema (version) VALUES (1)`,
	} {
		if _, err := db.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
	for _, site := range []string{"shop.example", "other.example"} {
		writeBefore(t, db, site)
	}
	return db
}

func writeBefore(t *testing.T, db *sql.DB, site string) {
	t.Helper()
	delays, err := delaysText(before.Delays)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(putSiteBefore, site, toNanos(before.LastEnd), toNanos(before.RestUntil), before.InFlight, delays); err != nil {
		t.Fatal(err)
	}
}

func TestAHomeOfSchema1IsBroughtForward(t *testing.T) {
	home := t.TempDir()
	if err := oldHome(t, home).Close(); err != nil {
		t.Fatal(err)
	}
	s := open(t, home)
	if version, err := schemaOf(t.Context(), s.write); version != 2 || err != nil {
		t.Errorf("the schema is %d, %v", version, err)
	}
	for _, site := range []address.Site{"shop.example", "other.example"} {
		a, err := s.Ledger().Peek(t.Context(), site)
		if err != nil {
			t.Fatal(err)
		}
		alike(t, string(site), a, before)
	}
	all, err := s.Ledger().Sites(t.Context())
	if err != nil || len(all) != 2 || all[0].Site != "other.example" {
		t.Fatalf("listed as %v, %v", all, err)
	}
	alike(t, "as listed", all[0].Account, before)
}

// TestAnOlderProcessGoesOn: one that has the database open while it is brought forward
// writes what it knows of, and takes nothing away that it does not.
func TestAnOlderProcessGoesOn(t *testing.T) {
	home := t.TempDir()
	old := oldHome(t, home)
	put, err := old.Prepare(putSiteBefore)
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, home)
	h, err := s.Ledger().Hold(t.Context(), "shop.example")
	if err != nil {
		t.Fatal(err)
	}
	told := before
	told.Told = gate.Told{Slow: time.Minute, Until: time.Unix(1900000000, 0).UTC()}
	told.Day = gate.Day{Date: 20000, Requests: 5}
	if err := h.Free(told); err != nil {
		t.Fatal(err)
	}
	for _, site := range []string{"shop.example", "new.example"} {
		if _, err := put.Exec(site, 0, toNanos(before.RestUntil), false, ""); err != nil {
			t.Fatalf("an older process can no longer write: %v", err)
		}
	}
	want := told
	want.LastEnd, want.InFlight, want.Delays = time.Time{}, false, nil
	a, err := s.Ledger().Peek(t.Context(), "shop.example")
	if err != nil {
		t.Fatal(err)
	}
	alike(t, "a site we were told of", a, want)
	if a, err = s.Ledger().Peek(t.Context(), "new.example"); err != nil {
		t.Fatal(err)
	}
	alike(t, "a site it asked first", a, gate.Account{RestUntil: before.RestUntil})
}

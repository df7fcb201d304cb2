//go:build unix

package store

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"curtsy/address"
	"curtsy/internal/gate"
)

// BenchmarkTurn is one Enter and End with no rest owed: in the database one read and
// two transactions. The processor time is the steady figure on a shared machine.
func BenchmarkTurn(b *testing.B) {
	for _, ledger := range []struct {
		name string
		open func(b *testing.B) gate.Ledger
	}{
		{"memory", func(*testing.B) gate.Ledger { return gate.NewMemory() }},
		{"sqlite", func(b *testing.B) gate.Ledger { return open(b, b.TempDir()).Ledger() }},
	} {
		b.Run(ledger.name, func(b *testing.B) {
			none := func(address.Site) time.Duration { return 0 }
			g := gate.New(gate.Config{Floor: none, Slots: 8}, ledger.open(b))
			passes := make([]pass, 1000)
			for n := range passes {
				passes[n] = passTo(b, fmt.Sprintf("http://site%d.example/", n))
			}
			b.ReportAllocs()
			before := cpu(b)
			for n := 0; b.Loop(); n++ {
				turn, err := g.Enter(b.Context(), passes[n%len(passes)], gate.When{})
				if err != nil {
					b.Fatal(err)
				}
				turn.End(gate.Outcome{Status: 200, Answered: time.Duration(100+n%50) * time.Microsecond, Bytes: 12345})
			}
			b.ReportMetric(float64((cpu(b)-before).Nanoseconds())/float64(b.N), "cpu-ns/op")
		})
	}
}

func BenchmarkOpen(b *testing.B) {
	home := b.TempDir()
	open(b, home)
	for b.Loop() {
		s, err := Open(home)
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSites lists a home of a hundred thousand sites, each with all that is known of
// one after twenty pages.
func BenchmarkSites(b *testing.B) {
	s := open(b, b.TempDir())
	a := account(2)
	a.Pace = gate.Pace{Smoothed: 123456789, Baseline: 98765432, Recent: slices.Repeat([]time.Duration{123456789}, 20), Answers: 20}
	a.Trouble.Served = true
	a.Day = gate.Day{Date: 20000, Requests: 20, Bytes: 1 << 20}
	delays, err := delaysText(a.Delays)
	if err != nil {
		b.Fatal(err)
	}
	standing, err := standingText(a)
	if err != nil {
		b.Fatal(err)
	}
	const sites = 100_000
	tx, err := s.write.Begin()
	if err != nil {
		b.Fatal(err)
	}
	for n := range sites {
		if _, err := tx.Exec(putSite, fmt.Sprintf("site%d.example", n), n, 0, false, delays, standing); err != nil {
			b.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if all, err := s.Ledger().Sites(b.Context()); err != nil || len(all) != sites {
			b.Fatal(len(all), err)
		}
	}
}

// pass is a gate.Pass of an address whose robots.txt asks for a delay.
type pass struct {
	a     address.Address
	every time.Duration
}

func (p pass) Address() address.Address           { return p.a }
func (p pass) Purpose() string                    { return "page" }
func (p pass) Heard() time.Time                   { return time.Now() }
func (p pass) Opens(t time.Time) time.Time        { return t }
func (p pass) Delay() (time.Duration, bool, bool) { return p.every, true, true }

func passTo(t testing.TB, text string) pass {
	t.Helper()
	a, err := address.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return pass{a: a}
}

// cpu gives the processor time this process has used.
func cpu(t testing.TB) time.Duration {
	t.Helper()
	var used unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

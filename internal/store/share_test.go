package store

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestAShareGivenBackIsHadAtOnce: whoever waits in the same process has whichever place
// comes free, in the instant it does.
func TestAShareGivenBackIsHadAtOnce(t *testing.T) {
	for free := range mostShares {
		synctest.Test(t, func(t *testing.T) {
			l := open(t, t.TempDir()).Ledger()
			var gives [mostShares]func()
			for n := range gives {
				give, err := l.Share(t.Context(), "machine", mostShares)
				if err != nil {
					t.Fatal(err)
				}
				gives[n] = give
			}
			const waiters = 5
			had := make(chan time.Time)
			for range waiters {
				go func() {
					give, err := l.Share(t.Context(), "machine", mostShares)
					if err != nil {
						t.Error(err)
						give = func() {}
					}
					had <- time.Now()
					give()
				}()
			}
			time.Sleep(time.Minute + time.Millisecond)
			given := time.Now()
			gives[free]()
			for range waiters {
				if at := <-had; !at.Equal(given) {
					t.Errorf("place %d was had %v after it came free", free, at.Sub(given))
				}
			}
			gives[1-free]()
		})
	}
}

// TestAStoppedClaimantKeepsNoShareFromOthers: a process that stands in line, or has the
// claim, and is stopped there holds others up for a moment only.
func TestAStoppedClaimantKeepsNoShareFromOthers(t *testing.T) {
	for stopped := range mostShares {
		synctest.Test(t, func(t *testing.T) {
			home := t.TempDir()
			s, other := open(t, home), open(t, home)
			p := sharePlaceOf("machine", stopped)
			file, err := other.locks.file(p)
			if err != nil {
				t.Fatal(err)
			}
			if ok, err := lock(file, p, next); !ok || err != nil {
				t.Fatal(ok, err)
			}
			for most := 1; most <= mostShares; most++ {
				began := time.Now()
				give, err := s.Ledger().Share(t.Context(), "machine", most)
				if err != nil {
					t.Fatal(err)
				}
				give()
				if waited := time.Since(began); waited < courtesy || waited > 4*courtesy {
					t.Errorf("one of at most %d waited %v for one that is stopped, want little more than %v", most, waited, courtesy)
				}
			}
		})
	}
}

// TestWhoHasTheClaimIsLetFirst: a place that comes free now and then, for less than a
// moment each time, is for whoever has the claim.
func TestWhoHasTheClaimIsLetFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		home := t.TempDir()
		s, other := open(t, home), open(t, home)
		p := sharePlaceOf("machine", 0)
		file, err := other.locks.file(p)
		if err != nil {
			t.Fatal(err)
		}
		if ok, err := lock(file, p, next); !ok || err != nil {
			t.Fatal(ok, err)
		}
		busy := func() (free func() error) {
			other, q := other.locks, sharePlaceOf("machine", 1)
			second, err := other.file(q)
			if err != nil {
				t.Fatal(err)
			}
			for n, at := range []*os.File{file, second} {
				if ok, err := lock(at, []place{p, q}[n], itself); !ok || err != nil {
					t.Fatal("one without the claim has a share: ", ok, err)
				}
			}
			return func() error { return errors.Join(unlock(file, p, itself), unlock(second, q, itself)) }
		}
		free := busy()
		had := make(chan func())
		go func() {
			give, err := s.Ledger().Share(t.Context(), "machine", 1)
			if err != nil {
				t.Error(err)
			}
			had <- give
		}()
		for range 10 {
			time.Sleep(time.Second)
			if err := free(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(courtesy / 2)
			free = busy()
		}
		if err := free(); err != nil {
			t.Fatal(err)
		}
		(<-had)()
	})
}

func TestNamesNobodySharesAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, t.TempDir())
		give, err := s.Ledger().Share(t.Context(), "machine", 1)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := s.Ledger().Share(ctx, "machine", 1); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		give()
		if len(s.locks.shares) != 0 {
			t.Errorf("%d names are kept of shares that nobody has", len(s.locks.shares))
		}
	})
}

func TestSharesThatCannotBeGivenAreRefused(t *testing.T) {
	home := t.TempDir()
	s := open(t, home)
	for _, most := range []int{-1, 0, mostShares + 1} {
		_, err := s.Ledger().Share(t.Context(), "machine", most)
		says(t, err, "shares of machine", "1 to 2")
	}
	give, err := s.Ledger().Share(t.Context(), "machine", 2)
	if err != nil {
		t.Fatal(err)
	}
	for n := range mostShares {
		file, err := s.locks.file(sharePlaceOf("machine", n))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(file.Name()); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
	}
	for range 2 { // what was refused is not kept
		give, err := s.Ledger().Share(t.Context(), "machine", 2)
		if err == nil {
			give()
			t.Error("a place whose file is gone was given")
		} else if !strings.Contains(err.Error(), "taken away while it was in use") {
			t.Error(err)
		}
	}
	give()
	if err := s.locks.close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Ledger().Share(t.Context(), "machine", 2); !errors.Is(err, os.ErrClosed) {
		t.Errorf("a store that is closed: %v", err)
	}
}

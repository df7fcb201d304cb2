package gate

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestWhatIsHeardBindsEveryProcessAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := NewMemory()
		reader, stranger := newGate(Config{}, ledger), newGate(Config{}, ledger)
		robots := to(t, "https://shop.example/robots.txt")
		enter(t, stranger, robots).End(Outcome{})
		enter(t, reader, robots).End(Outcome{Status: 200})
		end := time.Now()
		if err := reader.Heard(t.Context(), robots.a.Origin(), 6*time.Second, false); err != nil {
			t.Fatal(err)
		}
		if due := reader.Due("shop.example"); due.Sub(end) != 6*time.Second {
			t.Errorf("the one who heard it would ask after %v, want 6s", due.Sub(end))
		}
		enter(t, stranger, to(t, "http://www.shop.example/")).End(Outcome{})
		if got := time.Since(end); got != 6*time.Second {
			t.Errorf("another process asked after %v, want 6s", got)
		}
	})
}

func TestWhatIsHeardWaitsForTheHolderAndKeepsItsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := NewMemory()
		reader, holder := newGate(Config{}, ledger), newGate(Config{}, ledger)
		p := to(t, "https://shop.example/")
		turn := enter(t, holder, p)
		heard := make(chan error)
		go func() { heard <- reader.Heard(t.Context(), p.a.Origin(), 3*time.Second, true) }()
		time.Sleep(time.Minute)
		turn.End(Outcome{RetryAfter: 10 * time.Second, AskedToWait: true})
		if err := <-heard; err != nil {
			t.Fatal(err)
		}
		a, err := ledger.Peek(t.Context(), "shop.example")
		if err != nil || !a.LastEnd.Equal(time.Now()) || time.Until(a.RestUntil) != 10*time.Second || a.Delays[p.a.Origin()].Every != 3*time.Second {
			t.Errorf("the ledger has %+v, %v; want the end, the Retry-After and the delay", a, err)
		}
	})
}

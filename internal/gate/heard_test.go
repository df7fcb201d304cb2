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
		enter(t, stranger, robots).End(Outcome{Status: 200})
		enter(t, reader, robots).End(Outcome{Status: 200})
		end := time.Now()
		if err := reader.Heard(t.Context(), robots.a.Origin(), 6*time.Second, false, time.Now()); err != nil {
			t.Fatal(err)
		}
		if due := reader.Due("shop.example", When{}); due.Sub(end) != 6*time.Second {
			t.Errorf("the one who heard it would ask after %v, want 6s", due.Sub(end))
		}
		enter(t, stranger, to(t, "http://www.shop.example/")).End(Outcome{Status: 200})
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
		go func() { heard <- reader.Heard(t.Context(), p.a.Origin(), 3*time.Second, true, time.Now()) }()
		time.Sleep(time.Minute)
		turn.End(Outcome{Status: 302, RetryAfter: 10 * time.Second, AskedToWait: true})
		if err := <-heard; err != nil {
			t.Fatal(err)
		}
		a, err := ledger.Peek(t.Context(), "shop.example")
		if err != nil || !a.LastEnd.Equal(time.Now()) || time.Until(a.RestUntil) != 10*time.Second || a.Delays[0].Every != 3*time.Second {
			t.Errorf("the ledger has %+v, %v; want the end, the Retry-After and the delay", a, err)
		}
	})
}

// TestAnOlderWordNeverReplacesANewerOne: who goes by an old copy of a robots.txt keeps
// nobody to it who has read the new one.
func TestAnOlderWordNeverReplacesANewerOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ledger := NewMemory()
		old, fresh := newGate(Config{}, ledger), newGate(Config{}, ledger)
		read := time.Now()
		time.Sleep(time.Hour)
		p := to(t, "https://shop.example/")
		for range 3 {
			if err := fresh.Heard(t.Context(), p.a.Origin(), 5*time.Second, true, time.Now()); err != nil {
				t.Fatal(err)
			}
			if err := old.Heard(t.Context(), p.a.Origin(), time.Second/5, true, read); err != nil {
				t.Fatal(err)
			}
			first, err := old.Enter(t.Context(), aged{p.asking(time.Second/5, true), read}, When{})
			if err != nil {
				t.Fatal(err)
			}
			first.End(Outcome{Status: 200})
			ended := time.Now()
			turn, err := old.Enter(t.Context(), aged{p.asking(time.Second/5, true), read}, When{})
			if err != nil {
				t.Fatal(err)
			}
			if rest := time.Since(ended); rest < 5*time.Second {
				t.Errorf("the rest was %v; the newer word is 5 s", rest)
			}
			turn.End(Outcome{Status: 200})
		}
	})
}

// TestAnotherAgentsPermissionIsNotOurs: on one ledger, a group that names one agent and asks
// for little shortens nobody else's rest, however lately it was read.
func TestAnotherAgentsPermissionIsNotOurs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(Config{}, NewMemory())
		read := time.Now()
		time.Sleep(time.Hour)
		p := to(t, "https://shop.example/")
		if err := g.Heard(t.Context(), p.a.Origin(), time.Second/5, true, time.Now()); err != nil {
			t.Fatal(err)
		}
		enter(t, g, p).End(Outcome{Status: 200})
		ended := time.Now()
		turn, err := g.Enter(t.Context(), aged{p.asking(10*time.Second, false), read}, When{})
		if err != nil {
			t.Fatal(err)
		}
		if rest := time.Since(ended); rest < 10*time.Second {
			t.Errorf("the agent that owes 10 s came %v after the other's request", rest)
		}
		turn.End(Outcome{Status: 200})
	})
}

// aged is a pass by a robots.txt read long ago.
type aged struct {
	pass
	read time.Time
}

func (a aged) Heard() time.Time            { return a.read }
func (a aged) Opens(t time.Time) time.Time { return t }

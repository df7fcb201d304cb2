package gate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"curtsy/address"
	"curtsy/page"
)

// An ask is one request of a random schedule.
type ask struct {
	Gate      int
	At        time.Duration // when it is wanted
	NotBefore time.Duration // after that
	GiveUp    time.Duration // when its context ends, after At; 0: never
	Origin    int
	Takes     time.Duration
	Retry     time.Duration // Retry-After; 0: none
}

// A schedule is a random day of several sites of two origins each.
type schedule struct {
	Jitter float64
	Slots  int
	Delays []pass // of each origin; origins 2n and 2n+1 are of one site
	Asks   []ask
}

func schedules(t *rapid.T) schedule {
	span := func(most time.Duration) *rapid.Generator[time.Duration] {
		return rapid.Map(rapid.IntRange(0, 200), func(n int) time.Duration { return most * time.Duration(n) / 200 })
	}
	s := schedule{
		Jitter: rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "jitter"),
		Slots:  rapid.IntRange(1, 4).Draw(t, "slots"),
	}
	for n := range 2 * rapid.IntRange(1, 3).Draw(t, "sites") {
		scheme := []string{"http", "https"}[n%2]
		a, err := address.Parse(fmt.Sprintf("%s://s%d.example/", scheme, n/2))
		if err != nil {
			t.Fatal(err)
		}
		s.Delays = append(s.Delays, pass{a: a}.asking(span(8*time.Second).Draw(t, "delay"), rapid.Bool().Draw(t, "own")))
	}
	s.Asks = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) ask {
		a := ask{
			Gate: rapid.IntRange(0, 1).Draw(t, "gate"), Origin: rapid.IntRange(0, len(s.Delays)-1).Draw(t, "origin"),
			At: span(30*time.Second).Draw(t, "at"), Takes: span(5*time.Second).Draw(t, "takes"),
		}
		switch rapid.IntRange(0, 9).Draw(t, "kind") {
		case 0:
			a.NotBefore = span(10*time.Second).Draw(t, "not before")
		case 1:
			a.GiveUp = 1 + span(20*time.Second).Draw(t, "give up")
		case 2:
			a.Retry = span(90*time.Second).Draw(t, "retry after")
		}
		return a
	}), 1, 25).Draw(t, "asks")
	return s
}

// A judge reads the requests as the sites see them and knows only what they asked for.
type judge struct {
	mu     sync.Mutex
	delays []pass
	sites  map[address.Site]*seen
	faults []string
}

type seen struct {
	inFlight int
	end      time.Time
	until    time.Time
	owed     time.Duration
}

func (j *judge) begin(origin int, start, notBefore time.Time) {
	j.mu.Lock()
	defer j.mu.Unlock()
	p := j.delays[origin]
	s := j.sites[p.a.Site()]
	if s == nil {
		s = &seen{}
		j.sites[p.a.Site()] = s
	}
	owed := p.every
	if !p.own {
		owed = max(owed, time.Second)
	}
	s.owed = max(s.owed, owed)
	fault := func(format string, args ...any) {
		j.faults = append(j.faults, fmt.Sprintf("%s at %s: ", p.a, start.Format("05.000"))+fmt.Sprintf(format, args...))
	}
	if s.inFlight++; s.inFlight > 1 {
		fault("%d in flight", s.inFlight)
	}
	if gap := start.Sub(s.end); gap < s.owed {
		fault("it came %v after the last end, owed %v", gap, s.owed)
	}
	if start.Before(s.until) {
		fault("it came %v before Retry-After was over", s.until.Sub(start))
	}
	if start.Before(notBefore) {
		fault("it came %v before its backoff was over", notBefore.Sub(start))
	}
}

func (j *judge) end(origin int, retry time.Duration) {
	j.mu.Lock()
	defer j.mu.Unlock()
	s := j.sites[j.delays[origin].a.Site()]
	s.inFlight--
	s.end = time.Now()
	s.until = later(s.until, s.end.Add(retry))
}

func (j *judge) refused(origin int, err error, gaveUp bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	s := j.sites[j.delays[origin].a.Site()]
	limited := s != nil && time.Until(s.until) > time.Minute
	if !(errors.Is(err, page.RateLimited) && limited) && !gaveUp {
		j.faults = append(j.faults, fmt.Sprintf("%s: refused without a reason: %v", j.delays[origin].a, err))
	}
}

func TestNoScheduleBreaksAPromise(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := schedules(rt)
		j := &judge{delays: s.Delays, sites: make(map[address.Site]*seen)}
		synctest.Test(t, func(t *testing.T) {
			ledger := NewMemory()
			var gates []*Gate
			for seed := range uint64(2) {
				gates = append(gates, New(Config{Jitter: s.Jitter, Slots: s.Slots, Rand: rand.New(rand.NewPCG(seed, 0))}, ledger))
			}
			var all sync.WaitGroup
			for _, a := range s.Asks {
				all.Go(func() { perform(t.Context(), gates[a.Gate], j, a) })
			}
			all.Wait()
			for _, g := range gates {
				if len(g.slots) != 0 {
					j.faults = append(j.faults, fmt.Sprintf("%d slots are held after the end", len(g.slots)))
				}
			}
		})
		for _, fault := range j.faults {
			rt.Error(fault)
		}
	})
}

func perform(ctx context.Context, g *Gate, j *judge, a ask) {
	time.Sleep(a.At)
	notBefore := time.Now().Add(a.NotBefore)
	if a.GiveUp > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, a.GiveUp)
		defer cancel()
	}
	turn, err := g.Enter(ctx, j.delays[a.Origin], When{NotBefore: notBefore})
	if err != nil {
		j.refused(a.Origin, err, errors.Is(err, context.DeadlineExceeded))
		return
	}
	j.begin(a.Origin, turn.Started(), notBefore)
	time.Sleep(a.Takes)
	j.end(a.Origin, a.Retry)
	turn.End(Outcome{Status: 200, RetryAfter: a.Retry, AskedToWait: a.Retry > 0})
}

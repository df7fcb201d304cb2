package gate

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"curtsy/address"
)

// Defaults of a Config's zero fields.
const (
	defaultFloor    = time.Second
	defaultMaxDelay = 60 * time.Second
)

// A Config says how patient a gate is. The zero value is usable: a floor of one
// second, a MaxDelay of 60 s, no jitter, one slot.
type Config struct {
	// Floor gives the least rest of a site whose own group in robots.txt asks for no
	// less. Nil: one second for every site.
	Floor func(address.Site) time.Duration
	// Stated gives the delay the operator stated for a site, which even its own
	// group's smaller delay does not shorten; 0 for none. Nil: none for any site.
	Stated func(address.Site) time.Duration
	// MaxDelay is the longest delay, and the longest Retry-After, that is waited for.
	MaxDelay time.Duration
	// Jitter is the largest part of the delay that is added to a rest, 0 to 1.
	Jitter float64
	// Slots is how many turns may be out at once over all sites.
	Slots int
	// Rand draws the jitter; the gate uses it from one goroutine at a time. Nil: one
	// seeded by the runtime.
	Rand *rand.Rand
	// Waiting, if set, is told when a wait of known end begins. It is called without
	// locks, from the goroutine that waits.
	Waiting func(site address.Site, until time.Time)
}

// A Pass says what may be asked, why, and what its origin's robots.txt asks for
// between requests: known is false when that file has not been read.
type Pass interface {
	Address() address.Address
	Purpose() string
	Delay() (every time.Duration, own bool, known bool)
	Heard() time.Time // when that file was read: a newer word stands
}

// A Gate lends turns. Its methods are safe for concurrent use.
type Gate struct {
	cfg    Config
	ledger Ledger
	slots  chan struct{} // one entry per turn that is out

	mu      sync.Mutex // guards what follows and every site; never held across a wait
	sites   map[address.Site]*site
	sweepAt int   // how many sites there are when idle ones are next forgotten
	err     error // the first end that could not be recorded
}

// leastSweep is how many sites are kept before idle ones are looked for.
const leastSweep = 1024

// New gives a gate over a ledger. Gates that share a ledger share its promises.
func New(cfg Config, ledger Ledger) *Gate {
	if cfg.Floor == nil {
		cfg.Floor = func(address.Site) time.Duration { return defaultFloor }
	}
	if cfg.Stated == nil {
		cfg.Stated = func(address.Site) time.Duration { return 0 }
	}
	if cfg.MaxDelay <= 0 {
		cfg.MaxDelay = defaultMaxDelay
	}
	if cfg.Rand == nil {
		cfg.Rand = rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	}
	cfg.Jitter = min(max(cfg.Jitter, 0), 1)
	return &Gate{
		cfg: cfg, ledger: ledger, slots: make(chan struct{}, max(cfg.Slots, 1)),
		sites: make(map[address.Site]*site), sweepAt: leastSweep,
	}
}

// Enter waits until the site of p is owed no more rest, and not before notBefore,
// and gives the turn to ask it. The turn must be ended.
//
// The error is ctx's, a ledger's, or a [*page.Error]: crawl_delay_too_long or
// rate_limited (with After), given at once when the site asks for more than
// MaxDelay. A robots.txt that is asked for again is not refused for the delay its
// older copy asked for, as long as the rest itself is over within MaxDelay. Without
// a turn nothing is held.
func (g *Gate) Enter(ctx context.Context, p Pass, notBefore time.Time) (*Turn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	e := entry{gate: g, pass: p, entered: time.Now()}
	e.site = g.join(&e)
	turn, err := e.enter(ctx, notBefore)
	if err != nil {
		g.leave(e.site)
		return nil, err
	}
	return turn, nil
}

// Due says when a site may next be asked, as far as this process knows now: the zero
// time when it knows of nothing to wait for. While a turn is out, it is as if the
// turn ended now.
func (g *Gate) Due(name address.Site) time.Time {
	terms := g.terms(name)
	g.mu.Lock()
	defer g.mu.Unlock()
	s := g.sites[name]
	if s == nil {
		return time.Time{}
	}
	due := g.dueOf(s, terms)
	if s.out {
		due = later(due, time.Now().Add(s.account.rest(terms)))
	}
	return due
}

// Err gives the first failure to record the end of a turn, or nil. Within the
// process nothing is forgotten by it; another process might be.
func (g *Gate) Err() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.err
}

// terms are what is kept at one site whatever its ledger says: the operator's floor and
// stated delay, and the least that the request in hand owes. Another agent of the same
// home may have heard of a group of its own that asks for less.
type terms struct{ floor, stated, least time.Duration }

// owed is the rest that an origin's word comes to.
func (t terms) owed(d OriginDelay) time.Duration {
	if d.Own {
		return max(d.Every, t.stated)
	}
	return max(d.Every, t.stated, t.floor)
}

func (g *Gate) terms(name address.Site) terms {
	return terms{floor: g.cfg.Floor(name), stated: g.cfg.Stated(name)}
}

func (g *Gate) takeSlot(ctx context.Context) error {
	select {
	case g.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (g *Gate) giveSlot() { <-g.slots }

// sleep waits until a time; a time that is past is not waited for.
func (g *Gate) sleep(ctx context.Context, name address.Site, until time.Time) error {
	wait := time.Until(until)
	if wait <= 0 {
		return ctx.Err()
	}
	if g.cfg.Waiting != nil {
		g.cfg.Waiting(name, until)
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

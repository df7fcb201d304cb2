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

	mostPerShare = 2
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
	// Gentle asks a site half as often until it has answered twenty times.
	Gentle bool
	// Budget gives the most that a site may be asked for in a day. Nil: no bound.
	Budget func(address.Site) Budget
	// Opens gives the first instant not before another at which the operator lets sites
	// be asked. Nil: always.
	Opens func(time.Time) time.Time
	// Shares gives the names of what a request for an address burdens beside its site: the
	// machine it goes to, the registrable domain. It may look a name up. Nil: none.
	Shares func(ctx context.Context, a address.Address) []string
	// PerShare is how many requests may be in flight at each of them, 1 or 2; 0 is 2.
	PerShare int
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
	// Opens gives the first instant not before another at which that file lets the address
	// be asked; zero is never.
	Opens(time.Time) time.Time
}

// A When says when a request may be made, beside what its site is owed. The zero value
// is at once.
type When struct {
	NotBefore time.Time // the earliest: a retry's
	Began     time.Time // when the run it is for began; zero: when the gate was made
	By        time.Time // a window that opens later is not waited for; zero: every window is
}

// A Gate lends turns. Its methods are safe for concurrent use.
type Gate struct {
	cfg    Config
	ledger Ledger
	began  time.Time
	aside  aside
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
	if cfg.Budget == nil {
		cfg.Budget = func(address.Site) Budget { return Budget{} }
	}
	if cfg.Opens == nil {
		cfg.Opens = func(t time.Time) time.Time { return t }
	}
	if cfg.PerShare != 1 {
		cfg.PerShare = mostPerShare
	}
	cfg.Jitter = min(max(cfg.Jitter, 0), 1)
	return &Gate{
		cfg: cfg, ledger: ledger, began: time.Now(), slots: make(chan struct{}, max(cfg.Slots, 1)),
		sites: make(map[address.Site]*site), sweepAt: leastSweep,
	}
}

// Enter waits until the site of p is owed no more rest, and for when, and gives the turn
// to ask it. The turn must be ended.
//
// The error is ctx's, a ledger's, [ErrTryFirst], or a [*page.Error] given at once:
// crawl_delay_too_long or rate_limited when the site asks for more than MaxDelay,
// site_resting, blocked, budget_spent, outside_hours. Those that end have After. A
// robots.txt that is asked for again is not refused for the delay its older copy asked
// for, as long as the rest itself is over within MaxDelay. Without a turn nothing is held.
func (g *Gate) Enter(ctx context.Context, p Pass, when When) (*Turn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	e := entry{gate: g, pass: p, when: when, entered: time.Now()}
	e.site = g.join(&e)
	turn, err := e.enter(ctx)
	if err != nil {
		g.leave(e.site)
		return nil, err
	}
	return turn, nil
}

// Due says when a site may next be asked for a run, as far as this process knows now:
// the zero time when it knows of nothing to wait for, or when a request would be refused
// at once. While a turn is out, it is as if the turn ended now.
func (g *Gate) Due(name address.Site, when When) time.Time {
	terms := g.terms(name, when.Began)
	now := time.Now()
	g.mu.Lock()
	defer g.mu.Unlock()
	s := g.sites[name]
	if s == nil {
		s = &site{name: name}
	}
	if s.refusal(g.cfg.Budget(name), terms, now) != nil {
		return time.Time{}
	}
	due := time.Time{}
	if s.head != nil {
		due = g.dueOf(s, terms)
	}
	if s.out {
		due = later(due, now.Add(s.account.rest(terms, now)))
	}
	if opens := g.cfg.Opens(later(due, now)); opens.After(later(due, now)) {
		if opens.IsZero() || !when.By.IsZero() && opens.After(when.By) {
			return time.Time{}
		}
		due = opens
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

// terms are those of a run that began at began; zero is the gate's own beginning.
func (g *Gate) terms(name address.Site, began time.Time) terms {
	if began.IsZero() {
		began = g.began
	}
	return terms{floor: g.cfg.Floor(name), stated: g.cfg.Stated(name), began: began, gentle: g.cfg.Gentle, limit: g.cfg.MaxDelay}
}

func (g *Gate) takeSlot(ctx context.Context) error {
	select {
	case g.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// trySlot takes a slot if one is free.
func (g *Gate) trySlot() bool {
	select {
	case g.slots <- struct{}{}:
		return true
	default:
		return false
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
	defer g.Aside()()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

package gate

import (
	"context"
	"sync"

	"curtsy/address"
)

// A Ledger remembers the account of every site and lends a site to one holder at a
// time, over everything that shares it: goroutines, gates, processes. Its methods
// are safe for concurrent use. [curtsy/internal/conform] has the suite every ledger
// passes.
type Ledger interface {
	// Peek gives what is remembered of a site, without holding it. A site never
	// heard of gives the zero Account.
	Peek(ctx context.Context, site address.Site) (Account, error)
	// Try holds the site if nobody does, and otherwise says false without waiting.
	Try(ctx context.Context, site address.Site) (Hold, bool, error)
	// Hold waits until nobody holds the site, in fair turn with the others who wait,
	// or until ctx is done.
	Hold(ctx context.Context, site address.Site) (Hold, error)
	// Share waits until fewer than most have a share of name, takes one, and gives what
	// gives it back, which is called once. Most is 1 or 2; who waits in one process is
	// served in the order they came.
	Share(ctx context.Context, name string, most int) (give func(), err error)
	// Sites gives every site that is remembered, and its account, in the order of their
	// names. A site that is asked meanwhile may be given as it was.
	Sites(ctx context.Context) ([]Remembered, error)
}

// Remembered is a site and what is remembered of it.
type Remembered struct {
	Site    address.Site
	Account Account
}

// A Hold is the one claim there is on a site. It ends with Free or Abandon,
// whichever is called first; later calls do nothing. One goroutine uses it at a time.
type Hold interface {
	Account() Account    // as remembered when the hold began
	Begin(Account) error // records that a request starts, before it does
	Free(Account) error  // records how it ended and frees the site, even when recording fails
	Abandon()            // frees the site; what is recorded stays
}

// Memory is a [Ledger] for one process: it remembers until it is dropped.
type Memory struct {
	mu     sync.Mutex
	sites  map[address.Site]*lent
	shares map[string]*share
}

// lent is a site in a Memory.
type lent struct {
	account  Account
	recorded bool
	users    int           // who holds the site or waits for it
	token    chan struct{} // holds one token when nobody holds the site; nil without users
}

// NewMemory gives an empty ledger.
func NewMemory() *Memory {
	return &Memory{sites: make(map[address.Site]*lent), shares: make(map[string]*share)}
}

// Peek implements [Ledger].
func (m *Memory) Peek(_ context.Context, site address.Site) (Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if l := m.sites[site]; l != nil {
		return l.account, nil
	}
	return Account{}, nil
}

// Try implements [Ledger].
func (m *Memory) Try(_ context.Context, site address.Site) (Hold, bool, error) {
	l := m.join(site)
	select {
	case <-l.token:
		return m.hold(l), true, nil
	default:
		m.leave(l)
		return nil, false, nil
	}
}

// Hold implements [Ledger]; those who wait are served in the order they came.
func (m *Memory) Hold(ctx context.Context, site address.Site) (Hold, error) {
	l := m.join(site)
	select {
	case <-l.token:
		return m.hold(l), nil
	case <-ctx.Done():
		m.leave(l)
		return nil, ctx.Err()
	}
}

func (m *Memory) join(site address.Site) *lent {
	m.mu.Lock()
	defer m.mu.Unlock()
	l := m.sites[site]
	if l == nil {
		l = &lent{}
		m.sites[site] = l
	}
	if l.users++; l.users == 1 {
		l.token = make(chan struct{}, 1)
		l.token <- struct{}{}
	}
	return l
}

func (m *Memory) leave(l *lent) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if l.users--; l.users == 0 {
		l.token = nil
	}
}

func (m *Memory) hold(l *lent) *memoryHold {
	m.mu.Lock()
	defer m.mu.Unlock()
	return &memoryHold{memory: m, lent: l, token: l.token, account: l.account}
}

// memoryHold is a Hold of a Memory.
type memoryHold struct {
	memory  *Memory
	lent    *lent
	token   chan struct{} // nil once the hold has ended
	account Account
}

func (h *memoryHold) Account() Account { return h.account }

func (h *memoryHold) Begin(a Account) error {
	a.InFlight = true
	h.record(a)
	return nil
}

func (h *memoryHold) Free(a Account) error {
	a.InFlight = false
	h.record(a)
	h.Abandon()
	return nil
}

func (h *memoryHold) record(a Account) {
	if h.token == nil {
		return
	}
	h.memory.mu.Lock()
	defer h.memory.mu.Unlock()
	h.lent.account, h.lent.recorded = a, true
}

func (h *memoryHold) Abandon() {
	if h.token == nil {
		return
	}
	h.token <- struct{}{}
	h.token = nil
	h.memory.leave(h.lent)
}

package gate

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// share is one name's shares in a Memory: who has one, and who waits, in the order they
// came.
type share struct {
	taken   int
	waiting []*waiter
}

// A waiter waits for a share.
type waiter struct {
	most int
	had  chan struct{} // closed when it has the share
}

// Share implements [Ledger].
func (m *Memory) Share(ctx context.Context, name string, most int) (give func(), err error) {
	m.mu.Lock()
	s := m.shares[name]
	if s == nil {
		s = &share{}
		m.shares[name] = s
	}
	w := &waiter{most: most, had: make(chan struct{})}
	s.waiting = append(s.waiting, w)
	s.serve()
	m.mu.Unlock()
	give = sync.OnceFunc(func() { m.unshare(name, s, nil) })
	select {
	case <-w.had:
		return give, nil
	case <-ctx.Done():
		m.unshare(name, s, w)
		return nil, ctx.Err()
	}
}

// unshare gives a share back: that of a waiter who left, whether or not it had come to
// one, or that of who had one.
func (m *Memory) unshare(name string, s *share, w *waiter) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if i := slices.Index(s.waiting, w); w != nil && i >= 0 {
		s.waiting = slices.Delete(s.waiting, i, i+1)
	} else {
		s.taken--
	}
	s.serve()
	if s.taken == 0 && len(s.waiting) == 0 {
		delete(m.shares, name)
	}
}

// serve gives shares to those who wait while there is room. The caller holds Memory.mu.
func (s *share) serve() {
	for len(s.waiting) > 0 && s.taken < s.waiting[0].most {
		s.taken++
		close(s.waiting[0].had)
		s.waiting = slices.Delete(s.waiting, 0, 1)
	}
}

// Sites implements [Ledger].
func (m *Memory) Sites(context.Context) ([]Remembered, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := make([]Remembered, 0, len(m.sites))
	for site, l := range m.sites {
		if l.recorded {
			all = append(all, Remembered{Site: site, Account: l.account})
		}
	}
	slices.SortFunc(all, func(a, b Remembered) int { return cmp.Compare(a.Site, b.Site) })
	return all, nil
}

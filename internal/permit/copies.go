package permit

import (
	"context"
	"sync"
	"time"

	"curtsy/address"
)

// A Copy is what is kept of an origin's robots.txt: the last good answer, and the
// instants that say how long it may be used.
type Copy struct {
	Origin       address.Origin
	Status       int       // of the last good answer: 2xx, or a 4xx that means "no rules" or "refused"
	Body         []byte    // decoded, at most 512 KiB; empty unless Status is 2xx
	ETag         string    // verbatim
	LastModified string    // verbatim
	GoodAt       time.Time // when it was last read or confirmed
	Expires      time.Time // until when it is used without asking
}

// Copies keeps copies beyond one process. It is safe for concurrent use.
type Copies interface {
	// Load gives the copy kept of origin; false when there is none.
	Load(ctx context.Context, origin address.Origin) (Copy, bool, error)
	// Save keeps a copy in place of the one before.
	Save(ctx context.Context, copy Copy) error
}

// maxCopies bounds what a Memory keeps.
const maxCopies = 10_000

// A Memory is [Copies] for one process. Beyond its bound it forgets copies at random:
// they are asked for again.
type Memory struct {
	mu     sync.Mutex
	copies map[address.Origin]Copy
}

// NewMemory gives an empty one.
func NewMemory() *Memory { return &Memory{copies: map[address.Origin]Copy{}} }

// Load implements [Copies].
func (m *Memory) Load(_ context.Context, origin address.Origin) (Copy, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	kept, ok := m.copies[origin]
	return kept, ok, nil
}

// Save implements [Copies].
func (m *Memory) Save(_ context.Context, kept Copy) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, known := m.copies[kept.Origin]; !known && len(m.copies) >= maxCopies {
		for origin := range m.copies {
			delete(m.copies, origin)
			break
		}
	}
	m.copies[kept.Origin] = kept
	return nil
}

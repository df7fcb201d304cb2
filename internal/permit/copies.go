package permit

import (
	"context"
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

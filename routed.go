package curtsy

import (
	"context"
	"fmt"

	"curtsy/address"
	"curtsy/internal/fetch"
	"curtsy/internal/permit"
)

// routedCopies keeps the robots.txt of a host that the operator said where to reach apart
// from that of the real host: what a staging machine allows, the site may not.
type routedCopies struct {
	permit.Copies
	resolve []fetch.Resolve
}

// Load implements [permit.Copies].
func (r routedCopies) Load(ctx context.Context, origin address.Origin) (permit.Copy, bool, error) {
	kept, ok, err := r.Copies.Load(ctx, r.key(origin))
	kept.Origin = origin
	return kept, ok, err
}

// Save implements [permit.Copies].
func (r routedCopies) Save(ctx context.Context, kept permit.Copy) error {
	kept.Origin = r.key(kept.Origin)
	return r.Copies.Save(ctx, kept)
}

// key is the origin and, when its host is reached elsewhere than its name says, where.
func (r routedCopies) key(origin address.Origin) address.Origin {
	route, ok := resolved(origin.Root().Host(), r.resolve)
	if !ok {
		return origin
	}
	return address.Origin(fmt.Sprintf("%s at %s port %d", origin, route.Addr, route.Port))
}

package gate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"curtsy/address"
)

// A place is what a request takes up beside its site: a slot of this gate, and a share of
// the machine it goes to and of its registrable domain.
type place struct {
	gate   *Gate
	shares []func()
}

// soon is how long the shares are waited for with a slot in hand: long enough for what is
// free, too short to be missed.
const soon = 5 * time.Millisecond

// takePlace waits for a place. It waits for the shares without a slot, and for a slot
// without the shares: a machine that is busy keeps no slot from another, and a gate that is
// busy keeps no machine from another process.
func (e *entry) takePlace(ctx context.Context) (place, error) {
	names := e.gate.shared(ctx, e.pass.Address())
	for {
		p, err := e.takeShares(ctx, names)
		if err != nil || e.gate.trySlot() {
			return p, err
		}
		p.giveShares()
		if err := e.gate.takeSlot(ctx); err != nil {
			return place{}, err
		}
		soon, cancel := context.WithTimeout(ctx, soon)
		p, err = e.takeShares(soon, names)
		cancel()
		if err == nil {
			return p, nil
		}
		e.gate.giveSlot()
		if ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
			return place{}, err
		}
	}
}

// takeShares waits for a share of each name.
func (e *entry) takeShares(ctx context.Context, names []string) (place, error) {
	p := place{gate: e.gate}
	if len(names) == 0 {
		return p, nil
	}
	defer e.gate.Aside()()
	for _, name := range names {
		give, err := e.gate.ledger.Share(ctx, name, e.gate.cfg.PerShare)
		if err != nil {
			p.giveShares()
			return place{}, fmt.Errorf("share %s: %w", name, err)
		}
		p.shares = append(p.shares, give)
	}
	return p, nil
}

// shared names what a request for a burdens beside its site, in the one order that all
// take them in, so that no two wait for each other.
func (g *Gate) shared(ctx context.Context, a address.Address) []string {
	if g.cfg.Shares == nil {
		return nil
	}
	names := g.cfg.Shares(ctx, a)
	slices.Sort(names)
	return slices.Compact(names)
}

func (p place) give() {
	p.gate.giveSlot()
	p.giveShares()
}

func (p place) giveShares() {
	for _, give := range p.shares {
		give()
	}
}

package gate

import (
	"context"
	"fmt"
	"slices"

	"curtsy/address"
)

// A place is what a request takes up beside its site: a slot of this gate, and a share of
// the machine it goes to and of its registrable domain.
type place struct {
	gate   *Gate
	shares []func()
}

// takePlace waits for a place, first for the shares and then for the slot: a machine that
// is busy keeps no slot from another.
func (e *entry) takePlace(ctx context.Context) (place, error) {
	p := place{gate: e.gate}
	for _, name := range e.gate.shared(ctx, e.pass.Address()) {
		over := e.gate.Aside()
		give, err := e.gate.ledger.Share(ctx, name, e.gate.cfg.PerShare)
		over()
		if err != nil {
			p.giveShares()
			return place{}, fmt.Errorf("share %s: %w", name, err)
		}
		p.shares = append(p.shares, give)
	}
	if err := e.gate.takeSlot(ctx); err != nil {
		p.giveShares()
		return place{}, err
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

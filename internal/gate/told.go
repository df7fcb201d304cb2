package gate

import (
	"context"
	"fmt"
	"time"

	"curtsy/address"
)

// Tell changes what the operator wants of a site, for every run and process that shares
// the ledger, from their next request on. It waits while the site is held, so a caller
// that has a turn there ends it first.
func (g *Gate) Tell(ctx context.Context, name address.Site, change func(Told) Told) error {
	err := g.amend(ctx, name, func(a Account) Account {
		a.Told = change(a.Told)
		return a
	})
	if err != nil {
		return fmt.Errorf("record what is wanted of %s: %w", name, err)
	}
	return nil
}

// amend changes what a ledger remembers of a site that nobody asks at the moment.
func (g *Gate) amend(ctx context.Context, name address.Site, change func(Account) Account) error {
	hold, err := g.ledger.Hold(ctx, name)
	if err != nil {
		return err
	}
	account := hold.Account()
	if account.InFlight { // its holder died: the request counts as ending now
		account.LastEnd = time.Now()
	}
	return hold.Free(change(g.known(name, account)))
}

// known is what is remembered of a held site, with what this gate knows and could not
// record: a Retry-After, for one.
func (g *Gate) known(name address.Site, account Account) Account {
	g.mu.Lock()
	s := g.sites[name]
	g.mu.Unlock()
	if s == nil {
		return account
	}
	told := account.Told
	g.learn(s, account)
	g.mu.Lock()
	defer g.mu.Unlock()
	account = s.record(false)
	account.Told = told
	return account
}

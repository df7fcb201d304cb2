package store

import (
	"context"
	"fmt"
	"sync"

	"curtsy/internal/gate"
)

// Share implements [gate.Ledger]: a share of a name is one of its places, and a place is
// locked like a site's.
func (l *Ledger) Share(ctx context.Context, name string, most int) (give func(), err error) {
	places := make([]place, most)
	for i := range places {
		places[i] = placeOf(fmt.Sprintf("share %d of %s", i, name))
		held, ok, err := l.store.locks.try(places[i])
		if err != nil {
			return nil, err
		}
		if ok {
			return giver(held), nil
		}
	}
	held, err := l.store.locks.hold(ctx, places[l.turn.Add(1)%uint64(most)])
	if err != nil {
		return nil, err
	}
	return giver(held), nil
}

func giver(held *held) func() {
	return sync.OnceFunc(func() { _ = held.free() }) // an unlock fails only on a closed file, whose locks are gone
}

// Sites implements [gate.Ledger].
func (l *Ledger) Sites(ctx context.Context) ([]gate.Remembered, error) {
	rows, err := l.store.read.QueryContext(ctx, allSites)
	if err != nil {
		return nil, trouble(l.store.path, err)
	}
	defer rows.Close()
	var all []gate.Remembered
	for rows.Next() {
		var r gate.Remembered
		row := kept{}
		if err := rows.Scan(&r.Site, &row.lastEnd, &row.restUntil, &row.inFlight, &row.delays, &row.standing); err != nil {
			return nil, trouble(l.store.path, err)
		}
		if r.Account, err = row.account(); err != nil {
			return nil, fmt.Errorf("%s: the row of %q in sites: %w", l.store.path, r.Site, err)
		}
		all = append(all, r)
	}
	return all, trouble(l.store.path, rows.Err())
}

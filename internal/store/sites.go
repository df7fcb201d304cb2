package store

import (
	"context"

	"curtsy/internal/gate"
)

// Sites implements [gate.Ledger].
func (l *Ledger) Sites(ctx context.Context) ([]gate.Remembered, error) {
	rows, err := l.store.read.QueryContext(ctx, allSites)
	if err != nil {
		return nil, trouble(l.store.path, err)
	}
	defer func() { _ = rows.Close() }() // what went wrong is in rows.Err
	var all []gate.Remembered
	for rows.Next() {
		var r gate.Remembered
		row := kept{}
		if err := rows.Scan(&r.Site, &row.lastEnd, &row.restUntil, &row.inFlight, &row.delays, &row.standing); err != nil {
			return nil, trouble(l.store.path, err)
		}
		if r.Account, err = row.account(); err != nil {
			return nil, damagedRow(l.store.path, r.Site, err)
		}
		all = append(all, r)
	}
	return all, trouble(l.store.path, rows.Err())
}

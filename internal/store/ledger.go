package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"curtsy/address"
	"curtsy/internal/gate"
)

// A Ledger is a store's [gate.Ledger]: accounts in the database, holds in the lock
// files. One request costs one read and two transactions.
type Ledger struct {
	store  *Store
	get    *sql.Stmt
	put    *sql.Stmt // survives the process
	putNow *sql.Stmt // survives a loss of power too
}

const (
	getSite = `SELECT last_end, rest_until, in_flight, delays, standing FROM sites WHERE site = ?`
	putSite = `INSERT INTO sites (site, last_end, rest_until, in_flight, delays, standing) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
		ON CONFLICT (site) DO UPDATE SET last_end = ?2, rest_until = ?3, in_flight = ?4, delays = ?5, standing = ?6`
	allSites = `SELECT site, last_end, rest_until, in_flight, delays, standing FROM sites ORDER BY site`
)

func (l *Ledger) prepare(ctx context.Context) (err error) {
	if l.get, err = l.store.read.PrepareContext(ctx, getSite); err != nil {
		return err
	}
	if l.put, err = l.store.write.PrepareContext(ctx, putSite); err != nil {
		return err
	}
	l.putNow, err = l.store.sync.PrepareContext(ctx, putSite)
	return err
}

// Peek implements [gate.Ledger].
func (l *Ledger) Peek(ctx context.Context, site address.Site) (gate.Account, error) {
	if err := ctx.Err(); err != nil {
		return gate.Account{}, err
	}
	row := kept{}
	// A read of one row waits for nobody, and to watch ctx meanwhile would cost more.
	err := l.get.QueryRowContext(context.WithoutCancel(ctx), string(site)).Scan(&row.lastEnd, &row.restUntil, &row.inFlight, &row.delays, &row.standing)
	if errors.Is(err, sql.ErrNoRows) {
		return gate.Account{}, nil
	}
	if err != nil {
		return gate.Account{}, trouble(l.store.path, err)
	}
	account, err := row.account()
	if err != nil {
		return gate.Account{}, damagedRow(l.store.path, site, err)
	}
	return account, nil
}

// Try implements [gate.Ledger].
func (l *Ledger) Try(ctx context.Context, site address.Site) (gate.Hold, bool, error) {
	held, ok, err := l.store.locks.try(placeOf(string(site)))
	if !ok || err != nil {
		return nil, false, err
	}
	h, err := l.holding(ctx, site, held)
	return h, err == nil, err
}

// Hold implements [gate.Ledger].
func (l *Ledger) Hold(ctx context.Context, site address.Site) (gate.Hold, error) {
	held, err := l.store.locks.hold(ctx, placeOf(string(site)))
	if err != nil {
		return nil, err
	}
	return l.holding(ctx, site, held)
}

func (l *Ledger) holding(ctx context.Context, site address.Site, held *held) (gate.Hold, error) {
	err := l.store.standing(held.file)
	var account gate.Account
	if err == nil {
		account, err = l.Peek(ctx, site)
	}
	if err != nil {
		return nil, errors.Join(err, held.free())
	}
	return &hold{ledger: l, site: site, held: held, account: account}, nil
}

// A hold is one site held in this store.
type hold struct {
	ledger  *Ledger
	site    address.Site
	held    *held
	account gate.Account // as last recorded
}

func (h *hold) Account() gate.Account { return h.account }

func (h *hold) Begin(a gate.Account) error {
	a.InFlight = true
	return h.record(a)
}

func (h *hold) Free(a gate.Account) error {
	a.InFlight = false
	err := h.record(a)
	if h.held.file != nil {
		// A Retry-After that could not be recorded is kept from being broken by the lock: no
		// other process asks the site while this one lives and has not recorded it.
		h.held.locks.withhold(h.held.place, err != nil && a.RestUntil.After(time.Now()))
	}
	return errors.Join(err, h.held.free())
}

func (h *hold) Abandon() {
	_ = h.held.free() // an unlock fails only on a closed file, whose locks are gone
}

// record writes an account. What the site asked for, and what the operator wants of it,
// is on the disk before it is acted on; the rest may be lost with the power, since the
// machine is then down for longer than any rest between requests.
func (h *hold) record(a gate.Account) error {
	if h.held.file == nil {
		return nil
	}
	delays, err := delaysText(a.Delays)
	if err != nil {
		return err
	}
	standing, err := standingText(a)
	if err != nil {
		return err
	}
	put := h.ledger.put
	told := a.Told.Slow != h.account.Told.Slow || !a.Told.Until.Equal(h.account.Told.Until)
	if told || a.RestUntil.After(h.account.RestUntil) && a.RestUntil.After(time.Now()) {
		put = h.ledger.putNow
	}
	_, err = put.ExecContext(context.Background(), string(h.site), toNanos(a.LastEnd), toNanos(a.RestUntil), a.InFlight, delays, standing)
	if err != nil {
		return trouble(h.ledger.store.path, err)
	}
	h.account = a
	return nil
}

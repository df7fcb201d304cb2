package permit

import (
	"context"
	"time"

	"curtsy/address"
)

// Renew asks for the origin's robots.txt now, though a copy may still be used: what
// becomes of that one request says whether a site that has rested is well again. What it
// comes to is kept as ever. Those who wait for a renewal that began after they did do not
// ask again.
//
// The error is nil when there was an answer to go by, a *page.Error when there was none
// (a copy that is kept serves as ever), or the context's.
func (b *Book) Renew(ctx context.Context, o address.Origin) error {
	began := time.Now()
	entry := b.entry(o)
	select {
	case entry.token <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-entry.token }()
	if entry.renewed.After(began) {
		return entry.outcome()
	}
	kept, err := b.kept(ctx, o)
	if err != nil {
		return err
	}
	if err := b.renew(context.WithValue(ctx, mustKey{}, true), o, entry, kept); err != nil {
		return err
	}
	entry.renewed = time.Now()
	return entry.outcome()
}

// outcome is why the last renewal had no answer to go by; nil when it had one.
func (e *origin) outcome() error {
	if e.failure == nil {
		return nil
	}
	copied := *e.failure
	return &copied
}

// mustKey is where the context of a renewal says so.
type mustKey struct{}

// Must says whether the request that ctx is of is to be made although a copy may be used:
// its Asker then does not look for one that was had meanwhile.
func Must(ctx context.Context) bool {
	must, _ := ctx.Value(mustKey{}).(bool)
	return must
}

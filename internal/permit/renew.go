package permit

import (
	"context"
	"time"

	"curtsy/address"
	"curtsy/page"
)

// Renew asks for the origin's robots.txt now, though a copy may still be used: what
// becomes of that one request says whether a site that has rested is well again. What it
// comes to is kept as ever. Who had to wait while somebody else asked goes by what the
// site said to him, and does not ask again; a refusal of our own says nothing of the site,
// and each who waits asks for himself.
//
// The error is nil when there was an answer to go by, a *page.Error when there was none
// (a copy that may be used is used as ever), or the context's.
func (b *Book) Renew(ctx context.Context, o address.Origin) error {
	began := time.Now()
	entry := b.entry(o)
	select {
	case entry.token <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-entry.token }()
	if entry.asked.After(began) {
		return copied(entry.said)
	}
	kept, err := b.kept(ctx, o)
	if err != nil {
		return err
	}
	rules, expires, fresh := entry.rules, entry.expires, entry.failure == nil && time.Now().Before(entry.expires)
	if err := b.renew(context.WithValue(ctx, mustKey{}, true), o, entry, kept); err != nil {
		return err
	}
	failure := entry.failure
	if failure != nil && kept == nil && fresh { // no copy outlives the request, and what was read before may still be used
		entry.rules, entry.expires, entry.failure = rules, expires, nil
	}
	return copied(failure)
}

// copied is a failure for one caller, for its reader may add to it; nil for none.
func copied(failure *page.Error) error {
	if failure == nil {
		return nil
	}
	own := *failure
	return &own
}

// mustKey is where the context of a renewal says so.
type mustKey struct{}

// Must says whether the request that ctx is of is to be made although a copy may be used:
// its Asker then does not look for one that was had meanwhile.
func Must(ctx context.Context) bool {
	must, _ := ctx.Value(mustKey{}).(bool)
	return must
}

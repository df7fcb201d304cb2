package gate

import (
	"context"
	"fmt"
	"time"

	"curtsy/address"
)

// Heard records what an origin's robots.txt asks for between requests, as soon as it is
// read: whoever asks the site next, in any process, then rests as long. every is 0 when
// it asks for none; own says that the group that asks names our product token.
//
// What is recorded already costs one look. Otherwise Heard waits while the site is
// held, so a caller that has a turn there ends it first.
func (g *Gate) Heard(ctx context.Context, origin address.Origin, every time.Duration, own bool, at time.Time) error {
	name := origin.Site()
	heard := OriginDelay{Origin: origin, Every: every, Own: own, Heard: at}
	g.mu.Lock()
	if s := g.sites[name]; s != nil {
		s.account = s.account.heard(heard)
	}
	g.mu.Unlock()
	known, err := g.ledger.Peek(ctx, name)
	if err != nil {
		return fmt.Errorf("look up %s: %w", name, err)
	}
	if old, ok := known.DelayOf(origin); ok && old.Every == every && old.Own == own && heard.Heard.Sub(old.Heard) < delayRenewed {
		return nil
	}
	if err := g.amend(ctx, name, func(a Account) Account { return a.heard(heard) }); err != nil {
		return fmt.Errorf("record what %s asks for: %w", origin, err)
	}
	return nil
}

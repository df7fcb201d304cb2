package permit

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"curtsy/address"
	"curtsy/page"
	"curtsy/robots"
)

// rules gives the origin's rules, asking for its robots.txt when no copy may be used.
// One caller asks; the others wait for what it learns.
func (b *Book) rules(ctx context.Context, o address.Origin) (*rules, error) {
	entry := b.entry(o)
	select {
	case entry.token <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-entry.token }()

	now := time.Now()
	if now.Before(entry.expires) && entry.failure == nil {
		return entry.rules, nil
	}
	kept, err := b.kept(ctx, o)
	if err != nil {
		return nil, err
	}
	if kept != nil && now.Before(kept.Expires) {
		rules := entry.use(*kept, kept.Expires, nil)
		return rules, b.tell(ctx, o, rules)
	}
	if now.Before(entry.expires) { // it could not be had, and nobody has had it since
		if entry.rules == nil {
			return nil, copied(entry.failure)
		}
		return entry.rules, nil
	}
	if err := b.renew(ctx, o, entry, kept); err != nil {
		return nil, err
	}
	if entry.rules == nil {
		return nil, copied(entry.failure)
	}
	return entry.rules, nil
}

// kept loads the copy of origin that may still serve: as conditions for a request, or
// in place of a robots.txt that cannot be had. A copy from the future is from a clock
// that moved, and is not used without asking.
func (b *Book) kept(ctx context.Context, o address.Origin) (*Copy, error) {
	if b.copies == nil {
		return nil, nil
	}
	kept, ok, err := b.copies.Load(ctx, o)
	if err != nil || !ok {
		return nil, err
	}
	now := time.Now()
	if kept.GoodAt.After(now) || kept.Expires.Sub(kept.GoodAt) > mostUse {
		kept.Expires = time.Time{}
	}
	if now.Sub(kept.GoodAt) > oldestUse {
		return nil, nil
	}
	return &kept, nil
}

// renew asks for the robots.txt and puts what it comes to into entry: rules, or the
// failure. The error is the context's, or the store's.
func (b *Book) renew(ctx context.Context, o address.Origin, entry *origin, kept *Copy) error {
	fresh, err := b.fetch(ctx, o, kept)
	if errors.Is(err, ErrHad) && !Must(ctx) {
		if had, err := b.kept(ctx, o); err != nil {
			return err
		} else if had != nil {
			return b.tell(ctx, o, entry.use(*had, had.Expires, nil))
		}
		return fmt.Errorf("the robots.txt of %s was kept and is gone", o)
	}
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	var failure *page.Error
	switch {
	case err == nil:
		if b.copies != nil { // what was answered is kept whatever becomes of who asked
			if err := b.copies.Save(context.WithoutCancel(ctx), *fresh); err != nil {
				return err
			}
		}
		entry.asked, entry.said = time.Now(), nil
		return b.tell(ctx, o, entry.use(*fresh, fresh.Expires, nil))
	case !errors.As(err, &failure):
		return err
	}
	if !unreachable(failure) { // we refused, not the site: judged anew each time, at no request
		entry.rules, entry.expires, entry.failure = nil, time.Time{}, failure
		return nil
	}
	entry.asked, entry.said = time.Now(), failure
	until := entry.asked.Add(unreachableFor)
	if kept != nil {
		return b.tell(ctx, o, entry.use(*kept, until, failure))
	}
	entry.rules, entry.expires, entry.failure = nil, until, failure
	return nil
}

// tell passes on what the origin's rules ask for between requests.
func (b *Book) tell(ctx context.Context, o address.Origin, rules *rules) error {
	if b.config.Heard == nil {
		return nil
	}
	var every time.Duration
	var own bool
	if rules.file != nil {
		every, own = b.delay(rules.file)
	}
	return b.config.Heard(ctx, o, every, own, rules.heard)
}

// unreachable says whether the failure is that of a robots.txt that could not be had,
// rather than of a request we would not make.
func unreachable(failure *page.Error) bool {
	return failure.Code == page.RobotsUnreachable || failure.Code == page.NameNotFound
}

// use makes a copy the origin's rules until an instant.
func (e *origin) use(kept Copy, until time.Time, failure *page.Error) *rules {
	e.rules, e.expires, e.failure = read(kept), until, failure
	e.rules.until, e.rules.heard = until, kept.GoodAt
	return e.rules
}

func read(kept Copy) *rules {
	if kept.Status/100 == 2 {
		file := robots.Parse(kept.Body)
		cut := slices.ContainsFunc(file.Notes(), func(n robots.Note) bool { return n.Kind == robots.NoteCut })
		return &rules{file: file, status: kept.Status, cut: cut}
	}
	return &rules{status: kept.Status}
}

// fetch asks for the origin's robots.txt, following its redirects (RFC 9309 section
// 2.3.1.2: wherever they lead, the rules are those of the origin first asked). The
// ladder of statuses is that of the design's rulings.
func (b *Book) fetch(ctx context.Context, o address.Origin, kept *Copy) (*Copy, error) {
	first := robotsOf(o)
	at, seen := first, map[address.Address]bool{first: true}
	for hops := 0; ; hops++ {
		var conditions Conditions
		if hops == 0 && kept != nil && kept.Status/100 == 2 && (kept.ETag != "" || kept.LastModified != "") {
			conditions = Conditions{ETag: kept.ETag, LastModified: kept.LastModified}
		}
		purpose := ForRobots
		if hops > 0 {
			purpose = ForHop
		}
		answer, err := b.ask(ctx, Permit{address: at, purpose: purpose}, conditions)
		if err != nil {
			return nil, cannotBeHad(o, err)
		}
		if answer.Status == http.StatusNotModified && hops == 0 && kept != nil {
			return confirmed(*kept, answer), nil
		}
		if answer.Status/100 != 3 {
			return b.settle(o, first, answer, hops)
		}
		next, err := at.Resolve(answer.Location)
		switch {
		case answer.Location == "" || err != nil:
			return nil, page.Errorf(page.RobotsUnreachable, "%s: answered %d with no address to go on to, so nothing on %s is asked", at, answer.Status, o)
		case seen[next]:
			return nil, page.Errorf(page.RobotsUnreachable, "%s: its redirects come back to %s, so nothing on %s is asked", first, next, o)
		case hops == b.config.MaxRedirects:
			return nil, page.Errorf(page.RobotsUnreachable, "%s: redirects more than %d times, so nothing on %s is asked", first, b.config.MaxRedirects, o)
		}
		seen[next] = true
		at = next
	}
}

// settle reads a final answer.
func (b *Book) settle(o address.Origin, first address.Address, answer *Answer, hops int) (*Copy, error) {
	status := answer.Status
	if status == http.StatusTooManyRequests || status >= 500 || status < 200 {
		failure := page.Errorf(page.RobotsUnreachable, "%s: answered %d, so nothing on %s is asked", first, status, o)
		failure.After = answer.After
		return nil, failure
	}
	now := time.Now()
	fresh := &Copy{Origin: o, Status: status, GoodAt: now, Expires: now.Add(useFor(answer.Header))}
	if status/100 == 2 {
		fresh.Body = answer.Body
		if hops == 0 { // the validators of where a redirect led are not for where it began (RFC 9110 section 15.4)
			fresh.ETag, fresh.LastModified = answer.Header.Get("ETag"), answer.Header.Get("Last-Modified")
		}
	}
	return fresh, nil
}

// confirmed is the kept copy after a 304, its stored fields replaced by those the
// answer carries (RFC 9111 section 3.2).
func confirmed(kept Copy, answer *Answer) *Copy {
	kept.GoodAt = time.Now()
	kept.Expires = kept.GoodAt.Add(useFor(answer.Header))
	if tag := answer.Header.Get("ETag"); tag != "" {
		kept.ETag = tag
	}
	if modified := answer.Header.Get("Last-Modified"); modified != "" {
		kept.LastModified = modified
	}
	return &kept
}

// cannotBeHad turns the failure of a request for robots.txt into what it means for the
// origin. What we refuse to ask, and a name that does not exist, keep their own code.
func cannotBeHad(o address.Origin, err error) error {
	var failure *page.Error
	if !errors.As(err, &failure) {
		return err
	}
	if failure.Class == page.Refused && failure.Code != page.RobotsUnreachable || failure.Code == page.NameNotFound && !failure.Retryable {
		return failure
	}
	unreachable := page.Errorf(page.RobotsUnreachable, "%s, so nothing on %s is asked", failure.Message, o)
	unreachable.After = failure.After
	return unreachable
}

package visit

import (
	"context"
	"errors"
	"time"

	"curtsy/address"
	"curtsy/internal/fetch"
	"curtsy/internal/gate"
	"curtsy/internal/permit"
	"curtsy/page"
)

// A Trip is one visit under way. One goroutine uses it at a time.
type Trip struct {
	*Visitor
	how     How
	answer  *Answer
	attempt int

	at      address.Address // what is asked next: the address itself, then each hop
	purpose permit.Purpose
	seen    map[address.Address]bool // what was asked, so that a loop is seen

	patient  bool      // it waits for rests itself
	due      time.Time // until when the site is owed rest
	paused   time.Time // since when it has been waiting; zero: it is not
	retrying bool      // it waits to ask again
	before   Answer    // what the last try came to

	tries     int           // times a rested site's robots.txt was asked first
	repeated  bool          // a kept connection had been closed, and the request was made once more
	started   bool          // a request for the address itself has been made
	failedAt  time.Time     // when the request to be tried again ended
	reason    string        // why it is tried again; "" when nothing is
	notBefore time.Time     // when it may be tried again
	slept     time.Duration // what was waited for it before the turn
}

// once asks for the address, following its redirects, until there is an answer or an
// error. A second try goes on at the hop that failed: the hops before it were answered.
func (t *Trip) once(ctx context.Context) error {
	t.answer.Landed, t.answer.Response = address.Address{}, nil
	for {
		response, err := t.request(ctx, t.at, t.purpose)
		if response != nil {
			t.answer.Response, t.answer.Landed = response, t.at
		}
		if err != nil {
			return err
		}
		if err := challenged(t.at, response); err != nil {
			return err
		}
		next, redirected, err := follow(t.at, response)
		if err != nil {
			return err
		}
		if !redirected {
			return statusError(t.at, response)
		}
		t.answer.Hops = append(t.answer.Hops, page.Hop{URL: t.at.String(), Status: response.Status})
		if err := t.mayHop(next); err != nil {
			return err
		}
		if err := t.restart(); err != nil {
			return err
		}
		t.seen[next] = true
		t.at, t.purpose = next, permit.ForHop
	}
}

// request makes one request for at: judged, in its turn, and judged again when its
// robots.txt went out of date while it waited. Once a visit it is made once more, in a
// turn of its own, when the connection it went out on turns out to have been closed by
// the site: a retry that counts as none, for most often the site has not seen it.
func (t *Trip) request(ctx context.Context, at address.Address, purpose permit.Purpose) (*fetch.Response, error) {
	for {
		granted, err := t.judge(ctx, at, purpose)
		if err != nil {
			return nil, err
		}
		turn, err := t.enter(ctx, granted)
		if errors.Is(err, gate.ErrTryFirst) {
			if err := t.tryFirst(ctx, at); err != nil {
				return nil, err
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		if granted.Stale(time.Now()) {
			turn.Leave()
			continue
		}
		request := fetch.Request{Accept: t.how.Accept, Bound: t.how.Bound, Body: t.how.Body}
		if at.Origin() == t.how.Home {
			request.Header = t.how.Header
		}
		response, sent, err := t.ask(ctx, turn, request, t.attempt, t.slept+turn.Waited())
		t.answer.Ended = time.Now()
		t.started = true
		if sent {
			t.asked(turn)
		}
		if err != nil && !t.repeated && errors.Is(err, fetch.ErrStaleConnection) && ctx.Err() == nil {
			t.repeated = true
			t.failedAt, t.reason, t.notBefore = t.answer.Ended, "the kept connection had been closed", time.Time{}
			continue
		}
		return response, err
	}
}

// judge refuses what may not be asked, before any request.
func (t *Trip) judge(ctx context.Context, at address.Address, purpose permit.Purpose) (permit.Permit, error) {
	t.answer.Robots = nil
	if t.config.Refuse != nil {
		if err := t.config.Refuse(at); err != nil {
			return permit.Permit{}, err
		}
	}
	if t.startTooLate() {
		return permit.Permit{}, ErrNotStarted
	}
	starting, cancel := t.starting(ctx)
	defer cancel()
	granted, err := t.book.Judge(starting, at, purpose)
	if err != nil {
		var refusal *permit.Refusal
		if errors.As(err, &refusal) {
			t.answer.Robots = refusal.Robots
			return permit.Permit{}, refusal.Err
		}
		return permit.Permit{}, t.startError(ctx, err)
	}
	t.answer.Robots, t.answer.File = granted.Robots(), granted.File()
	if t.config.Reserved != nil && t.how.Purpose == permit.ForPage {
		start := t.how.Start
		if t.started {
			start.By, start.Until = time.Time{}, nil
		}
		if err := t.config.Reserved(ctx, at, start); err != nil {
			return permit.Permit{}, err
		}
	}
	return granted, nil
}

// briefly is a rest that is waited for in place.
const briefly = 5 * time.Millisecond

// rests gives until when the site is owed rest, or its robots.txt's hours are waited for.
func (t *Trip) rests(granted permit.Permit) time.Time {
	due, now := t.gate.Due(granted.Address().Site(), t.when()), time.Now()
	if due.Before(now) {
		due = now
	}
	if opens, by := granted.Opens(due), t.how.Start.By; opens.After(due) && (by.IsZero() || opens.Before(by)) {
		return opens
	}
	return due
}

// enter waits for the turn, or gives errResting.
func (t *Trip) enter(ctx context.Context, granted permit.Permit) (*gate.Turn, error) {
	if !t.patient {
		if t.due = t.rests(granted); time.Until(t.due) > briefly {
			return nil, errResting
		}
	}
	starting, cancel := t.starting(ctx)
	defer cancel()
	turn, err := t.gate.Enter(starting, granted, t.when())
	if err != nil {
		return nil, t.startError(ctx, refusalOf(granted.Address(), err))
	}
	return turn, nil
}

// when says when the next request may be made.
func (t *Trip) when() gate.When {
	return gate.When{NotBefore: t.notBefore, Began: t.how.Start.Began, By: t.how.Start.By}
}

// maxTries is how often a visit has a rested site's robots.txt asked for: what it says may
// be out of date again by the time of the turn.
const maxTries = 3

// tryFirst asks for the robots.txt of a site that has rested: what becomes of that one
// request decides whether anything else is asked, and what the site answered is judged
// anew. The error is the context's, the store's, or a *page.Error when the request was
// none we would make.
func (t *Trip) tryFirst(ctx context.Context, at address.Address) error {
	if t.tries++; t.tries > maxTries {
		return page.Errorf(page.SiteResting, "%s: its site has rested, and its robots.txt could not be asked whether it is well again", at)
	}
	starting, cancel := t.starting(ctx)
	defer cancel()
	err := t.book.Renew(starting, at.Origin())
	var failure *page.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &failure) && (failure.Class != page.Refused || failure.Code == page.RobotsUnreachable):
		return nil // the site's own word
	}
	return t.startError(ctx, err)
}

// asked notes when a request was made, and with it how long after the failed one.
func (t *Trip) asked(turn *gate.Turn) {
	t.answer.AskedAt = turn.Started()
	t.answer.Waited += t.slept + turn.Waited()
	t.slept = 0
	if t.reason != "" {
		after := float64(turn.Started().Sub(t.failedAt).Round(time.Millisecond).Milliseconds()) / 1000
		t.answer.Retries = append(t.answer.Retries, page.Retry{Reason: t.reason, After: after})
	}
	t.reason, t.notBefore = "", time.Time{}
}

// starting bounds the wait for the first request by the time to start by; what is
// started finishes.
func (t *Trip) starting(ctx context.Context) (context.Context, context.CancelFunc) {
	starting := context.WithValue(ctx, askingKey{}, asking{whole: ctx, when: gate.When{Began: t.how.Start.Began, By: t.how.Start.By}})
	start := t.how.Start
	if t.started || start.By.IsZero() && start.Until == nil {
		return starting, func() {}
	}
	starting, cancel := context.WithCancel(starting)
	if !start.By.IsZero() {
		starting, cancel = withDeadline(starting, cancel, start.By)
	}
	if start.Until == nil {
		return starting, cancel
	}
	unwatch := context.AfterFunc(start.Until, cancel)
	return starting, func() {
		unwatch()
		cancel()
	}
}

// withDeadline bounds a context that can be cancelled already.
func withDeadline(ctx context.Context, cancel context.CancelFunc, by time.Time) (context.Context, context.CancelFunc) {
	bounded, unbound := context.WithDeadline(ctx, by)
	return bounded, func() {
		unbound()
		cancel()
	}
}

// asking is what the request for a robots.txt has to know of the visit it is made for.
type asking struct {
	whole context.Context // the caller's own, not bounded by the time to start by
	when  gate.When
}

// askingKey is where a context has its asking.
type askingKey struct{}

// whole is the caller's own context: what has been started finishes under it, also when
// it is the robots.txt that others wait for.
func whole(ctx context.Context) context.Context {
	if a, ok := ctx.Value(askingKey{}).(asking); ok {
		return a.whole
	}
	return ctx
}

// whenOf says when a robots.txt may be asked for the visit that ctx is of.
func whenOf(ctx context.Context) gate.When {
	a, _ := ctx.Value(askingKey{}).(asking)
	return a.when
}

func (t *Trip) startTooLate() bool { return !t.started && t.how.Start.late() }

// startError tells the time to start by, which only the visit knows of, from the end of
// the caller's own context.
func (t *Trip) startError(ctx context.Context, err error) error {
	if ctx.Err() == nil && (errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)) {
		return ErrNotStarted
	}
	return err
}

// refusalOf is a gate's refusal of a site, with the address it was given for.
func refusalOf(at address.Address, err error) error {
	var refusal *page.Error
	if !errors.As(err, &refusal) {
		return err
	}
	named := *refusal
	named.Message = at.String() + ": " + refusal.Message
	return &named
}

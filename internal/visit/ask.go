package visit

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"curtsy/address"
	"curtsy/internal/fetch"
	"curtsy/internal/gate"
	"curtsy/internal/permit"
	"curtsy/page"
	"curtsy/robots"
)

// ask makes one request in its turn and gives its account. It says whether a request
// went out at all: one that the guard refused did not.
func (v *Visitor) ask(ctx context.Context, turn *gate.Turn, request fetch.Request, attempt int, waited time.Duration) (response *fetch.Response, sent bool, err error) {
	var out atomic.Bool
	request.Sent = &out
	response, err = v.rung.Ask(ctx, turn, request)
	if v.config.Asked == nil || !out.Load() {
		return response, out.Load(), err
	}
	account := Request{
		Site: turn.Address().Site(), URL: turn.Address(), Purpose: turn.Purpose(), At: turn.Started(),
		Waited: waited.Seconds(), Attempt: attempt, Err: err,
	}
	if response != nil {
		account.Status, account.Bytes, account.WireBytes = response.Status, response.Bytes, response.WireBytes
		account.Seconds = response.Ended.Sub(turn.Started()).Seconds()
	}
	v.config.Asked(account)
	return response, true, err
}

// askRobots makes one request for a robots.txt: the book's way to the site.
func (v *Visitor) askRobots(ctx context.Context, granted permit.Permit, conditions permit.Conditions) (*permit.Answer, error) {
	if v.config.Refuse != nil {
		if err := v.config.Refuse(granted.Address()); err != nil {
			return nil, err
		}
	}
	for again := false; ; again = true {
		turn, err := v.gate.Enter(ctx, granted, whenOf(ctx))
		if err != nil {
			return nil, err
		}
		if granted.Purpose() == string(permit.ForRobots) && !permit.Must(ctx) && v.book.Had(ctx, granted.Address().Origin()) {
			turn.Leave()
			return nil, permit.ErrHad
		}
		response, _, err := v.ask(whole(ctx), turn, fetch.Request{
			Accept: "text/plain,*/*;q=0.1", Bound: robotsBound, KeepCut: true,
			ETag: conditions.ETag, LastModified: conditions.LastModified,
		}, 1, turn.Waited())
		switch {
		case err != nil && !again && errors.Is(err, fetch.ErrStaleConnection) && ctx.Err() == nil:
			continue
		case err != nil:
			return nil, withAfter(err, response)
		}
		if err := challenged(granted.Address(), response); err != nil {
			return nil, err // it is no robots.txt, and allows nothing
		}
		answer := &permit.Answer{Status: response.Status, Header: response.Header, Body: response.Body, Location: response.Location}
		if rest, ok := response.RetryAfter(); ok {
			answer.After = instant(response.Ended.Add(rest))
		}
		return answer, nil
	}
}

// instant is t in UTC to the millisecond, never earlier than t.
func instant(t time.Time) time.Time {
	return t.Add(time.Millisecond - 1).UTC().Truncate(time.Millisecond)
}

// withAfter puts the instant the site asked to be left until into its error.
func withAfter(err error, response *fetch.Response) error {
	var failure *page.Error
	if response == nil || !errors.As(err, &failure) {
		return err
	}
	if rest, ok := response.RetryAfter(); ok {
		failure.After = instant(response.Ended.Add(rest))
		failure.Message += fmt.Sprintf("; asks to be left %g s", rest.Seconds())
	}
	return err
}

// Verdict gives what the robots.txt that judges a says of it; see [Visitor.Robots] for the
// error. A refusal is a verdict.
func (v *Visitor) Verdict(ctx context.Context, a address.Address, start Start) (*page.Robots, error) {
	if _, err := v.Robots(ctx, a, start); err != nil {
		return nil, err
	}
	granted, err := v.book.Judge(ctx, a, permit.ForPage)
	var refusal *permit.Refusal
	if errors.As(err, &refusal) {
		return refusal.Robots, nil
	}
	return granted.Robots(), err
}

// Robots gives the robots.txt that judges a, read at most as often as the book does;
// nil when it has no rules. The error is a *page.Error when the origin refuses or
// cannot be judged, the context's, or [ErrNotStarted].
func (v *Visitor) Robots(ctx context.Context, a address.Address, start Start) (*robots.File, error) {
	t := &Trip{Visitor: v, how: How{Start: start}, answer: &Answer{Address: a}, at: a}
	for t.attempt = 1; ; {
		file, err := t.robots(ctx, a)
		t.answer.Err = err
		if err == nil || !t.worthAnother() || !t.backOff() {
			return file, err
		}
		if err := t.sleepUntil(ctx, t.notBefore); err != nil {
			return nil, err
		}
		t.retry()
	}
}

func (t *Trip) robots(ctx context.Context, a address.Address) (*robots.File, error) {
	if t.startTooLate() {
		return nil, ErrNotStarted
	}
	starting, cancel := t.starting(ctx)
	defer cancel()
	file, err := t.book.File(starting, a.Origin())
	if err != nil {
		return nil, t.startError(ctx, err)
	}
	return file, nil
}

// sleepUntil waits for a retry, aside: it keeps nobody from being begun.
func (v *Visitor) sleepUntil(ctx context.Context, until time.Time) error {
	defer v.gate.Aside()()
	timer := time.NewTimer(time.Until(until))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

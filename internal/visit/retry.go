package visit

import (
	"errors"
	"fmt"
	"time"

	"curtsy/address"
	"curtsy/page"
)

// worthAnother says whether what the visit came to is worth asking again, and keeps
// count of the sites whose pages fail through all their tries: those are asked once a
// page until one answers, so that a site that is down costs its retries once.
func (t *Trip) worthAnother() bool {
	site := t.answer.Address.Site()
	var failure *page.Error
	if !errors.As(t.answer.Err, &failure) {
		if t.answer.Err == nil {
			t.answers(site)
		}
		return false
	}
	if !failure.Retryable || failure.Class == page.Refused && failure.Code != page.RobotsUnreachable {
		if failure.Class == page.Answered {
			t.answers(site)
		}
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.failing[site] {
		return false
	}
	if t.attempt >= t.config.Attempts {
		if t.config.Attempts > 1 {
			t.failing[site] = true
		}
		return false
	}
	return true
}

// answers notes that site answers again.
func (t *Trip) answers(site address.Site) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.failing, site)
}

// backOff says when to ask again: twice the site's delay after the failed request
// ended, then four times it, or the site's own Retry-After when that is longer.
// It is false when that is later than a visit waits: too long is an answer.
func (t *Trip) backOff() bool {
	ended := t.answer.Ended
	if ended.IsZero() || t.answer.Robots == nil {
		ended = time.Now() // it was the robots.txt that failed
	}
	wait := t.delay() << t.attempt
	var failure *page.Error
	if errors.As(t.answer.Err, &failure) && !failure.After.IsZero() {
		wait = max(wait, failure.After.Sub(ended))
	}
	if wait > t.config.MaxDelay {
		return false
	}
	t.failedAt, t.notBefore, t.reason = ended, ended.Add(wait), t.why(failure)
	if t.answer.Response != nil { // nobody reads the body of a failure, and many may wait
		bodiless := *t.answer.Response
		bodiless.Body = nil
		t.answer.Response = &bodiless
	}
	return t.how.Start.By.IsZero() || t.notBefore.Before(t.how.Start.By)
}

// retry begins the next try, before anything is judged: robots.txt may be out of date by
// now, and is not asked for sooner than the page.
func (t *Trip) retry() {
	t.retrying = false
	t.before = *t.answer
	t.attempt++
	if t.answer.Robots != nil {
		return
	}
	// It was robots.txt that could not be had: the request for it is the retry.
	after := float64(time.Since(t.failedAt).Round(time.Millisecond).Milliseconds()) / 1000
	t.answer.Retries = append(t.answer.Retries, page.Retry{Reason: t.reason, After: after})
	t.reason, t.notBefore = "", time.Time{}
	t.book.TryAgain(t.at.Origin())
}

// delay is the site's politeness delay as far as the visit knows it.
func (t *Trip) delay() time.Duration {
	floor := t.config.Floor(t.answer.Address.Site())
	if t.answer.Robots == nil {
		return floor
	}
	return max(floor, time.Duration(t.answer.Robots.Delay*float64(time.Second)))
}

// why says in a few words why a request is made again.
func (t *Trip) why(failure *page.Error) string {
	if failure.Class == page.Answered {
		return fmt.Sprintf("it answered %d", t.answer.Response.Status)
	}
	return failure.Message
}

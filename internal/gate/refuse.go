package gate

import (
	"errors"
	"time"

	"curtsy/page"
)

// ErrTryFirst says that the site has rested after failing ten times in a row, and that
// one request for its robots.txt is to try it before anything else is asked.
var ErrTryFirst = errors.New("gate: the site has rested, and its robots.txt is to be asked first")

// clockSlack is how far a clock may fall back while a run lasts, and what it saw still be
// known to be its own.
const clockSlack = 10 * time.Second

// refusal says why a site is not asked at all now; nil when it may be. The caller holds
// Gate.mu.
func (s *site) refusal(budget Budget, t terms, now time.Time) *page.Error {
	trouble, day := s.account.Trouble, s.account.Day.on(now)
	until := func(code page.Code, after time.Time, format string, args ...any) *page.Error {
		e := page.Errorf(code, format, args...)
		e.After = after.Round(0).UTC()
		return e
	}
	switch {
	case s.until.at.After(now.Add(t.limit)):
		return until(page.RateLimited, s.until.at, "%s asks to be left alone until %s, %s s from now, more than the %s s allowed",
			s.name, clock(s.until.at), seconds(s.until.at.Sub(now).Round(time.Second)), seconds(t.limit))
	case s.account.Told.Until.After(now.Add(t.limit)):
		return until(page.SiteResting, s.account.Told.Until, "%s is left alone until %s, as the operator wants", s.name, clock(s.account.Told.Until))
	case !trouble.Blocked.IsZero() && !trouble.Blocked.Before(t.began.Add(-clockSlack)):
		return page.Errorf(page.Blocked, "%s has blocked us: %s", s.name, trouble.how())
	case trouble.Failures >= breakerAt && trouble.Rest.After(now):
		return until(page.SiteResting, trouble.Rest, "%s failed %d times in a row and rests until %s", s.name, trouble.Failures, clock(trouble.Rest))
	case budget.spent(day):
		return until(page.BudgetSpent, day.tomorrow(), "%s was asked for %d requests and %d bytes today, its budget is %s", s.name, day.Requests, day.Bytes, budget)
	}
	return nil
}

// how says how a site showed that it has blocked us.
func (t Trouble) how() string {
	if t.Challenge != "" {
		return "it answers with a challenge page (" + t.Challenge + ")"
	}
	return "it keeps answering 403"
}

// due gives when the entry's site may next be asked, or why it will not be waited for.
// Shut says that it is a window that is waited for.
func (e *entry) due() (due time.Time, shut bool, err error) {
	g, s := e.gate, e.site
	terms := g.terms(s.name, e.when.Began)
	every, own, known := e.pass.Delay()
	if known {
		terms.least = terms.owed(OriginDelay{Every: every, Own: own})
	}
	now := time.Now()
	if due, err = e.dueAt(terms, now); err != nil {
		return time.Time{}, false, err
	}
	return e.opens(due, now)
}

// dueAt is due but for the windows, which are reckoned without the lock.
func (e *entry) dueAt(terms terms, now time.Time) (time.Time, error) {
	g, s, read := e.gate, e.site, e.read
	g.mu.Lock()
	defer g.mu.Unlock()
	if refusal := s.refusal(g.cfg.Budget(s.name), terms, now); refusal != nil {
		return time.Time{}, refusal
	}
	if read && s.account.Trouble.Failures >= breakerAt {
		return time.Time{}, ErrTryFirst
	}
	due := g.dueOf(s, terms)
	if asked := s.account.asked(); asked > terms.limit && (read || due.After(now.Add(terms.limit))) {
		return time.Time{}, page.Errorf(page.CrawlDelayTooLong, "%s asks for %s s between requests, more than the %s s allowed",
			s.name, seconds(asked), seconds(terms.limit))
	}
	return due, nil
}

// horizon is how far ahead an instant is looked for at which the site's windows and the
// operator's are both open: windows repeat each day.
const horizon = 8 * 24 * time.Hour

// opens moves due to when both the site's robots.txt and the operator let it be asked.
func (e *entry) opens(due, now time.Time) (time.Time, bool, error) {
	from := later(due, now)
	at := from
	for at.Sub(from) < horizon {
		next := e.gate.cfg.Opens(at)
		if !next.IsZero() {
			next = e.pass.Opens(next)
		}
		switch {
		case next.IsZero():
			return time.Time{}, false, page.Errorf(page.OutsideHours, "the hours its robots.txt allows and the operator's are never open together")
		case next.Equal(at) && at.Equal(from):
			return due, false, nil
		case next.Equal(at):
			return at, true, e.worthWaiting(at)
		}
		at = next
	}
	return time.Time{}, false, page.Errorf(page.OutsideHours, "the hours its robots.txt allows and the operator's are never open together")
}

// worthWaiting refuses a window that opens too late for the run.
func (e *entry) worthWaiting(opens time.Time) error {
	if e.when.By.IsZero() || opens.Before(e.when.By) {
		return nil
	}
	refusal := page.Errorf(page.OutsideHours, "it is outside the hours it may be asked in, which begin at %s, after the run's time is over", clock(opens))
	refusal.After = opens.Round(0).UTC()
	return refusal
}

func clock(t time.Time) string { return t.UTC().Format(time.RFC3339) }

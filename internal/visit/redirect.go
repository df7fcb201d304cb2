package visit

import (
	"net/http"

	"curtsy/address"
	"curtsy/internal/fetch"
	"curtsy/page"
)

// follow says where an answer leads (RFC 9110 section 15.4): 301, 302, 303, 307 and 308
// redirect; 300 only when it names a place, else it is the answer. The other 3xx are
// neither: 304 is no answer to a request without conditions.
func follow(at address.Address, response *fetch.Response) (next address.Address, redirected bool, err error) {
	switch response.Status {
	case http.StatusMultipleChoices:
		if response.Location == "" {
			return next, false, nil
		}
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
	default:
		if response.Status > 303 && response.Status < 400 {
			return next, false, page.Errorf(page.BadRedirect, "%s: answered %d, which is no page and leads nowhere", at, response.Status)
		}
		return next, false, nil
	}
	if response.Location == "" {
		return next, false, page.Errorf(page.BadRedirect, "%s: answered %d without saying where to", at, response.Status)
	}
	next, err = at.Resolve(response.Location)
	if err != nil {
		return next, false, page.Errorf(page.BadRedirect, "%s: answered %d, leading to %v", at, response.Status, err)
	}
	return next, true, nil
}

// mayHop refuses a hop that leaves the site, comes back, or is one too many.
func (t *Trip) mayHop(next address.Address) error {
	start := t.answer.Address
	switch {
	case next.Site() != start.Site():
		refusal := page.Errorf(page.RedirectedOffSite, "%s: redirects to %s, off its site", start, next)
		refusal.Target = next.String()
		return refusal
	case t.seen[next]:
		return page.Errorf(page.RedirectLoop, "%s: its redirects come back to %s", start, next)
	case len(t.answer.Hops) > maxHops:
		return page.Errorf(page.TooManyRedirects, "%s: redirects more than %d times", start, maxHops)
	}
	return nil
}

// statusError is the error of an answer that is no page; nil below 400.
func statusError(at address.Address, response *fetch.Response) error {
	if response.Status < 400 {
		return nil
	}
	return withAfter(page.StatusError(at.String(), response.Status), response)
}

// challenged is the error of a challenge page, whatever its status: it is no content, and
// it is never solved.
func challenged(at address.Address, response *fetch.Response) error {
	if response.Challenge == "" {
		return nil
	}
	return page.Errorf(page.Blocked, "%s: answered %d with a challenge page (%s): the site has blocked us", at, response.Status, response.Challenge)
}

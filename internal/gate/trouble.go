package gate

import (
	"net/http"
	"time"
)

// The numbers of leaving a site alone.
const (
	breakerAt     = 10        // failures in a row after which a site rests
	breakerRest   = time.Hour // how long
	forbiddenAt   = 5         // 403s in a row from a site that has served pages: it has blocked us
	neverServedAt = 20        // the same for a site that never served one
	limitedFor    = 24 * time.Hour
	mostDoublings = 12
)

// Trouble is what went wrong at a site. The zero value is a site that never did any.
type Trouble struct {
	// Failures counts requests in a row that came to nothing usable: no answer, one cut
	// short, 408, 429 or 5xx.
	Failures int `json:"failures,omitempty"`
	// Rest is until when the site rests after ten failures in a row. One robots.txt then
	// tries it.
	Rest time.Time `json:"rest,omitzero"`
	// Limited counts answers of 429, each at most a day after the one before; LimitedAt is
	// when the last one came.
	Limited   int       `json:"limited,omitempty"`
	LimitedAt time.Time `json:"limited_at,omitzero"`
	// Forbidden counts pages in a row that were answered 403, or with a challenge page.
	Forbidden int `json:"forbidden,omitempty"`
	// Served says that the site has served a page.
	Served bool `json:"served,omitempty"`
	// Blocked is when the site last showed that it has blocked us, and Challenge the kind
	// of challenge page it showed it with; "" for 403s.
	Blocked   time.Time `json:"blocked,omitzero"`
	Challenge string    `json:"challenge,omitempty"`
}

// after gives the trouble once a request for purpose has ended as o says.
func (t Trouble) after(o Outcome, purpose string, now time.Time) Trouble {
	now = now.Round(0)
	if failed(o) {
		if t.Failures++; t.Failures >= breakerAt {
			t.Rest = now.Add(breakerRest)
		}
	} else {
		t.Failures, t.Rest = 0, time.Time{}
	}
	if o.Status == http.StatusTooManyRequests {
		if now.Sub(t.LimitedAt) > limitedFor {
			t.Limited = 0
		}
		t.Limited, t.LimitedAt = t.Limited+1, now
	}
	return t.refused(o, purpose, now)
}

// refused counts the pages a site would not serve us.
func (t Trouble) refused(o Outcome, purpose string, now time.Time) Trouble {
	switch {
	case o.Challenge != "": // it said so whatever it was asked for
		t.Forbidden = max(t.Forbidden+1, forbiddenAt)
		t.Blocked, t.Challenge = now, o.Challenge
	case !isPage(purpose) || o.Status == 0:
	case o.Status == http.StatusForbidden:
		t.Forbidden++
		if t.Forbidden >= forbiddenAt && (t.Served || !t.Blocked.IsZero()) || t.Forbidden >= neverServedAt {
			t.Blocked, t.Challenge = now, ""
		}
	case o.Status/100 == 3: // it is where it leads that is served or not
	case o.Status < 500 && o.Status != http.StatusTooManyRequests:
		t.Served = t.Served || o.Status/100 == 2
		t.Forbidden = 0
	}
	return t
}

// failed says whether a request came to nothing usable in a way that says something of
// how the site is.
func failed(o Outcome) bool {
	return o.Status == 0 || o.Broken || o.Status >= 500 && o.Status < 600 ||
		o.Status == http.StatusTooManyRequests || o.Status == http.StatusRequestTimeout
}

// halvings is what 429s multiply the delay by for a run that began at began: from the
// second on each halves the rate, for the rest of the run, and for others a day long.
func (t Trouble) halvings(began, now time.Time) float64 {
	if t.Limited < 2 || now.Sub(t.LimitedAt) > limitedFor && t.LimitedAt.Before(began) {
		return 1
	}
	return float64(int(1) << min(t.Limited-1, mostDoublings))
}

// backoff is what failures in a row multiply the delay by.
func (t Trouble) backoff() float64 { return float64(int(1) << min(max(t.Failures, 0), mostDoublings)) }

// believed is the trouble that another process recorded, as far as it can be true. A rest
// further off than a rest lasts, and what is to have happened more than a day from now, are
// from a clock that has moved: such a block was an earlier run's, not one of every run until
// then.
func (t Trouble) believed(now time.Time) Trouble {
	now = now.Round(0)
	if t.Rest.Sub(now) > breakerRest {
		t.Rest = now.Add(breakerRest)
	}
	if t.LimitedAt.Sub(now) > limitedFor {
		t.LimitedAt = now
	}
	if t.Blocked.Sub(now) > limitedFor {
		t.Blocked = now.Add(-limitedFor)
	}
	return t
}

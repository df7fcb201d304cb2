package fetch

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/dunglas/httpsfv"
)

// longestWindow is the longest window of a quota that is believed: a quota for more than a
// day is a plan, not a pace, and a reset further off is a date in disguise.
const longestWindow = 24 * time.Hour

// RateLimit gives the least rest that the answer's RateLimit and RateLimit-Policy fields
// (draft-ietf-httpapi-ratelimit-headers) ask for, and how long from now; 0 for none. What
// is left of a quota is spread over what is left of its window, and with nothing left the
// rest is the window; of a quota of which only the policy is told, the whole is spread over
// the whole window. Of several the longest rest is given.
//
// They are hints: they only ever lengthen a rest, and Retry-After is heard by itself. A
// field with anything malformed in it is not heard at all; nor is a quota of anything but
// requests, nor a window of more than a day, nor an answer out of a cache, which says what
// was left to somebody else, nor X-RateLimit-*, whose reset is seconds to some and a date
// to others. Of the drafts before the eighth the dictionary and the fields
// of their own are read.
func (r *Response) RateLimit() (spread, spreadFor time.Duration) {
	if age := strings.TrimLeft(r.Header.Get("Age"), "0 "); age != "" {
		return 0, 0
	}
	for _, quota := range quotas(r.Header) {
		if each, window := quota.spread(); each > spread {
			spread, spreadFor = each, window
		}
	}
	return spread, spreadFor
}

// A quota is so many requests in what is left of a window.
type quota struct{ requests, seconds int64 }

func (q quota) spread() (each, window time.Duration) {
	if q.seconds <= 0 || q.seconds > int64(longestWindow/time.Second) {
		return 0, 0
	}
	window = time.Duration(q.seconds) * time.Second
	return window / time.Duration(max(q.requests, 1)), window
}

// quotas gives the limits, and of the policies those that no limit speaks of.
func quotas(h http.Header) (found []quota) {
	policies := policiesOf(h.Values("RateLimit-Policy"))
	limits, older := limitsOf(h.Values("RateLimit")), olderLimit(h)
	for _, l := range limits {
		if p, ok := policies[l.name]; !ok || !p.foreign {
			found = append(found, l.quota)
		}
		delete(policies, l.name)
	}
	if older != nil {
		return append(found, *older) // it does not say which policy it is of
	}
	for _, p := range policies {
		if !p.foreign {
			found = append(found, p.quota)
		}
	}
	return found
}

// A named is a quota with its name: one item of a field.
type named struct {
	name    string
	foreign bool // of something other than requests
	quota
}

// policiesOf reads `"name";q=100;w=60`, and the older `100;w=60`, which has no name.
func policiesOf(lines []string) map[string]named {
	policies := map[string]named{}
	list, ok := itemsOf(lines)
	if !ok {
		return nil
	}
	for _, item := range list {
		p := named{}
		if p.requests, ok = item.Value.(int64); ok {
			ok = p.requests >= 0
		} else if p.name, ok = nameOf(item); ok {
			p.requests, ok = integer(item.Params, "q")
		}
		unit, given := item.Params.Get("qu")
		p.foreign = given && unit != "requests"
		_, windowed := item.Params.Get("w")
		if windowed && ok {
			p.seconds, ok = integer(item.Params, "w")
		}
		if !ok {
			return nil
		}
		if old, twice := policies[p.name]; !twice || quicker(old.quota, p.quota) {
			policies[p.name] = p
		}
	}
	return policies
}

// quicker says whether one quota asks for a shorter rest than another.
func quicker(one, other quota) bool {
	a, _ := one.spread()
	b, _ := other.spread()
	return a < b
}

// limitsOf reads `"name";r=50;t=30`. A limit without a window says nothing.
func limitsOf(lines []string) (limits []named) {
	list, ok := itemsOf(lines)
	if !ok {
		return nil
	}
	for _, item := range list {
		l := named{}
		if l.name, ok = nameOf(item); ok {
			l.requests, ok = integer(item.Params, "r")
		}
		_, windowed := item.Params.Get("t")
		if windowed && ok {
			l.seconds, ok = integer(item.Params, "t")
		}
		if !ok {
			return nil
		}
		if windowed {
			limits = append(limits, l)
		}
	}
	return limits
}

// nameOf gives an item's name: a string, and in the eighth draft a token.
func nameOf(item httpsfv.Item) (string, bool) {
	if token, ok := item.Value.(httpsfv.Token); ok {
		return string(token), true
	}
	name, ok := item.Value.(string)
	return name, ok
}

// itemsOf reads a list that has items in it and nothing else.
func itemsOf(lines []string) (items []httpsfv.Item, ok bool) {
	if len(lines) == 0 {
		return nil, false
	}
	list, err := httpsfv.UnmarshalList(lines)
	if err != nil {
		return nil, false
	}
	for _, member := range list {
		item, ok := member.(httpsfv.Item)
		if !ok {
			return nil, false
		}
		items = append(items, item)
	}
	return items, true
}

// integer gives a parameter that is an integer and not below 0.
func integer(params *httpsfv.Params, name string) (int64, bool) {
	value, ok := params.Get(name)
	if !ok {
		return 0, false
	}
	n, ok := value.(int64)
	return n, ok && n >= 0
}

// olderLimit reads the forms before the eighth draft: the dictionary "limit=100,
// remaining=50, reset=30", or fields of their own.
func olderLimit(h http.Header) *quota {
	if lines := h.Values("RateLimit"); len(lines) > 0 {
		dict, err := httpsfv.UnmarshalDictionary(lines)
		if err != nil {
			return nil
		}
		left, ok := memberOf(dict, "remaining")
		reset, also := memberOf(dict, "reset")
		if !ok || !also {
			return nil
		}
		return &quota{left, reset}
	}
	left, ok := digits(h.Values("RateLimit-Remaining"))
	reset, also := digits(h.Values("RateLimit-Reset"))
	if !ok || !also {
		return nil
	}
	return &quota{left, reset}
}

func memberOf(dict *httpsfv.Dictionary, name string) (int64, bool) {
	value, ok := dict.Get(name)
	if !ok {
		return 0, false
	}
	item, ok := value.(httpsfv.Item)
	if !ok {
		return 0, false
	}
	n, ok := item.Value.(int64)
	return n, ok && n >= 0
}

// digits reads a field that is a number and nothing else.
func digits(lines []string) (int64, bool) {
	if len(lines) != 1 || !isDigits(strings.TrimSpace(lines[0])) {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSpace(lines[0]), 10, 64)
	return n, err == nil
}

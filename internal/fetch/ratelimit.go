package fetch

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/dunglas/httpsfv"
)

// longestWindow is the longest window of a quota that is believed.
const longestWindow = 24 * time.Hour

// RateLimit gives the least rest that the answer's RateLimit and RateLimit-Policy fields
// (draft-ietf-httpapi-ratelimit-headers) ask for, and how long from now; 0 for none. What
// is left of a quota is spread over what is left of its window, and with nothing left the
// rest is the window. They are hints: they only ever lengthen a rest, and Retry-After is
// heard by itself. A field that is malformed is not heard; nor is a quota of anything but
// requests, nor X-RateLimit-*, whose reset is seconds to some and a date to others.
func (r *Response) RateLimit() (spread, spreadFor time.Duration) {
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
	if q.requests < 0 || q.seconds <= 0 || q.seconds > int64(longestWindow/time.Second) {
		return 0, 0
	}
	window = time.Duration(q.seconds) * time.Second
	return window / time.Duration(max(q.requests, 1)), window
}

func quotas(h http.Header) (found []quota) {
	found = append(found, listed(h.Values("RateLimit"), "r", "t")...)
	found = append(found, listed(h.Values("RateLimit-Policy"), "q", "w")...)
	found = append(found, dictionary(h.Values("RateLimit"))...)
	left, ok := digits(h.Get("RateLimit-Remaining"))
	reset, also := digits(h.Get("RateLimit-Reset"))
	if ok && also {
		found = append(found, quota{left, reset})
	}
	return found
}

// listed reads a list of items whose parameters are a number of requests and one of seconds.
func listed(lines []string, requests, seconds string) (found []quota) {
	if len(lines) == 0 {
		return nil
	}
	list, err := httpsfv.UnmarshalList(lines)
	if err != nil {
		return nil
	}
	for _, member := range list {
		item, ok := member.(httpsfv.Item)
		if !ok {
			continue
		}
		if unit, ok := item.Params.Get("qu"); ok && unit != "requests" {
			continue
		}
		n, ok := parameterOf(item.Params, requests)
		t, also := parameterOf(item.Params, seconds)
		if ok && also {
			found = append(found, quota{n, t})
		}
	}
	return found
}

func parameterOf(params *httpsfv.Params, name string) (int64, bool) {
	value, ok := params.Get(name)
	if !ok {
		return 0, false
	}
	n, ok := value.(int64)
	return n, ok
}

// dictionary reads the older form, "limit=100, remaining=50, reset=30".
func dictionary(lines []string) []quota {
	if len(lines) == 0 {
		return nil
	}
	dict, err := httpsfv.UnmarshalDictionary(lines)
	if err != nil {
		return nil
	}
	member := func(name string) (int64, bool) {
		value, ok := dict.Get(name)
		if !ok {
			return 0, false
		}
		item, ok := value.(httpsfv.Item)
		if !ok {
			return 0, false
		}
		n, ok := item.Value.(int64)
		return n, ok
	}
	left, ok := member("remaining")
	reset, also := member("reset")
	if !ok || !also {
		return nil
	}
	return []quota{{left, reset}}
}

// digits reads a number of the older fields of their own, the first of a list.
func digits(text string) (int64, bool) {
	text, _, _ = strings.Cut(text, ",")
	text = strings.TrimSpace(text)
	if !isDigits(text) {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

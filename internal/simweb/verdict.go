package simweb

import (
	"fmt"
	"time"
)

// Complaints is what the site's owner could hold against the agent, a sentence
// each; none means a polite visit. least is the rest the agent owes whatever
// robots.txt says; a larger Crawl-delay counts in its place.
func (v SiteVerdict) Complaints(least time.Duration) []string {
	var c []string
	if v.MostInFlight > 1 {
		c = append(c, fmt.Sprintf("%s: %d requests in flight at once", v.Site, v.MostInFlight))
	}
	if owed := max(least, v.CrawlDelay); v.Requests > 1 && v.Shortest < owed {
		c = append(c, fmt.Sprintf("%s: a rest of %v, where %v is owed", v.Site, v.Shortest, owed))
	}
	for _, one := range []struct {
		what    string
		entries []Entry
	}{
		{"disallowed by robots.txt", v.Disallowed},
		{"asked before robots.txt was", v.Unasked},
		{"asked while a Retry-After was running", v.TooSoon},
		{"asked without saying whom to write to", v.Anonymous},
	} {
		if n := len(one.entries); n > 0 {
			e := one.entries[0]
			c = append(c, fmt.Sprintf("%s: %d %s, the first %s %s at %s", v.Site, n, one.what, e.Method, e.Target, e.Arrival.UTC().Format("15:04:05.000")))
		}
	}
	return c
}

// Complaints gathers what the owners of all the log's sites could say; see
// [SiteVerdict.Complaints].
func Complaints(entries []Entry, least time.Duration) []string {
	var c []string
	for _, v := range Judge(entries) {
		c = append(c, v.Complaints(least)...)
	}
	return c
}

// String says it in a line, for people.
func (v SiteVerdict) String() string {
	s := fmt.Sprintf("%s: %d requests, at most %d in flight", v.Site, v.Requests, v.MostInFlight)
	if v.Requests == 1 {
		s = v.Site + ": 1 request"
	}
	if v.Requests > 1 {
		s += fmt.Sprintf(", rests of %.3f to %.3f s", v.Shortest.Seconds(), v.Longest.Seconds())
	}
	if v.CrawlDelay > 0 {
		s += fmt.Sprintf(" (it asks for %g s)", v.CrawlDelay.Seconds())
	}
	return s + fmt.Sprintf(", %d disallowed, %d before robots.txt, %d inside a Retry-After, %d without a contact",
		len(v.Disallowed), len(v.Unasked), len(v.TooSoon), len(v.Anonymous))
}

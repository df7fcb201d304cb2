package simweb

import (
	"cmp"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A SiteVerdict is what a site's owner reads out of the access log. The site is
// the host without "www.", under either scheme, with its port when it is not the
// default one.
type SiteVerdict struct {
	Site     string
	Requests int
	Bytes    int64
	ByStatus map[int]int // requests by the status they were answered; 0: by none
	// MostInFlight counts from arrival to end; two that only touch do not overlap.
	MostInFlight int
	// Shortest and Longest are the rests: from the latest end so far to the next
	// arrival. One that is negative means an overlap; one that is zero, no rest
	// at all. Both are zero with fewer than two requests.
	Shortest, Longest time.Duration
	// Gaps are all the rests in order, the first before the second request: what
	// the rate was before an event and after it.
	Gaps []time.Duration
	// CrawlDelay is the largest the site's robots.txt asked of this agent.
	CrawlDelay time.Duration
	// Disallowed are requests against the robots.txt that the agent had last
	// been given, and all requests to an origin whose robots.txt could not be had.
	Disallowed []Entry
	// Unasked are requests to an origin before an answer to its robots.txt.
	Unasked []Entry
	// TooSoon are requests while a Retry-After was running.
	TooSoon []Entry
	// Anonymous are requests with neither a From nor an address or page to write
	// to in the User-Agent.
	Anonymous []Entry
}

// Judge reads a log, sorted or not, and returns a verdict for each site, sorted.
// A request without an End counts as in flight until the log's last moment.
// Robots.txt is judged by what was served: the Body of its last 200 before the
// request, redirects followed, for the product tokens in the User-Agent; a 4xx
// but 429 means no rules; else what was served before holds, and nothing is
// allowed if there was nothing.
func Judge(entries []Entry) []SiteVerdict {
	entries, last := byArrival(entries)
	sites := map[string][]Entry{}
	for _, e := range entries {
		name := siteOf(e.Site)
		sites[name] = append(sites[name], e)
	}
	heard := hearRobots(entries)
	var verdicts []SiteVerdict
	for name, seen := range sites {
		v := SiteVerdict{Site: name, Requests: len(seen), ByStatus: map[int]int{}}
		v.rests(seen, last)
		v.retryAfter(seen)
		for _, e := range seen {
			v.Bytes += e.Bytes
			v.ByStatus[e.Status]++
			if !signed(e.Header) {
				v.Anonymous = append(v.Anonymous, e)
			}
			v.robots(e, heard)
		}
		verdicts = append(verdicts, v)
	}
	slices.SortFunc(verdicts, func(a, b SiteVerdict) int { return cmp.Compare(a.Site, b.Site) })
	return verdicts
}

// signed says whether a request tells whom to write to.
func signed(h http.Header) bool {
	agent := h.Get("User-Agent")
	return h.Get("From") != "" || strings.Contains(agent, "://") || strings.Contains(agent, "@")
}

// siteOf names the site of an origin.
func siteOf(origin string) string {
	scheme, host, _ := strings.Cut(strings.ToLower(origin), "://")
	port := ""
	if h, p, err := net.SplitHostPort(host); err == nil {
		host, port = h, p
	}
	host = strings.Trim(host, "[]")
	if bare, ok := strings.CutPrefix(host, "www."); ok && bare != "" {
		host = bare
	}
	if port == "" || scheme == "http" && port == "80" || scheme == "https" && port == "443" {
		return host
	}
	return net.JoinHostPort(host, port)
}

// rests walks a site's requests by arrival.
func (v *SiteVerdict) rests(seen []Entry, last time.Time) {
	var flying flights
	var latest time.Time
	for i, e := range seen {
		v.MostInFlight = max(v.MostInFlight, flying.add(e, last))
		if i > 0 {
			v.Gaps = append(v.Gaps, e.Arrival.Sub(latest))
		}
		if end := e.endBy(last); end.After(latest) {
			latest = end
		}
	}
	if len(v.Gaps) > 0 {
		v.Shortest, v.Longest = slices.Min(v.Gaps), slices.Max(v.Gaps)
	}
}

// retryAfter finds requests that arrived after an answer with a Retry-After had
// ended and before its time was over, each once.
func (v *SiteVerdict) retryAfter(seen []Entry) {
	type running struct{ from, until time.Time }
	var asked []running
	for _, e := range seen {
		if slices.ContainsFunc(asked, func(r running) bool { return !e.Arrival.Before(r.from) && e.Arrival.Before(r.until) }) {
			v.TooSoon = append(v.TooSoon, e)
		}
		if until, ok := retryUntil(e); ok {
			asked = append(asked, running{e.End, until})
		}
	}
}

// retryUntil reads Retry-After in either form (RFC 9110 §10.2.3), a date against the
// answer's own Date.
func retryUntil(e Entry) (time.Time, bool) {
	value := e.Answer.Get("Retry-After")
	if value == "" || e.End.IsZero() {
		return time.Time{}, false
	}
	if s, err := strconv.ParseInt(value, 10, 32); err == nil {
		return e.End.Add(time.Duration(s) * time.Second), s >= 0
	}
	until, err := http.ParseTime(value)
	if said, wrong := http.ParseTime(e.Answer.Get("Date")); wrong == nil {
		// A date is of the clock that wrote it, right or wrong.
		until = e.End.Add(until.Sub(said))
	}
	return until, err == nil
}

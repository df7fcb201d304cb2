package simweb

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
)

// heardRobots is what each origin's robots.txt was, in the order it was heard.
type heardRobots struct {
	answers map[string][]robotsAnswer // by origin
	hops    map[hop]bool              // requests that were made to get one
}

type robotsAnswer struct {
	at     time.Time // the end of the last request it took
	status int       // 0: it could not be had
	rules  slowRobots
}

// A hop is a request, as far as one needs to be told from another.
type hop struct {
	site, target string
	arrival      time.Time
}

// robotsHops is how many redirects of robots.txt are followed (RFC 9309 §2.3.1.2).
const robotsHops = 5

// robotsEnough is how much of a robots.txt must be read (RFC 9309 §2.5); whoever
// leaves before has not had it.
const robotsEnough = 500 << 10

// hearRobots reads every robots.txt out of a log sorted by arrival.
func hearRobots(log []Entry) heardRobots {
	h := heardRobots{answers: map[string][]robotsAnswer{}, hops: map[hop]bool{}}
	for _, e := range log {
		if e.Target != "/robots.txt" || e.End.IsZero() {
			continue // a hop that is a robots.txt too is also its own origin's
		}
		last, status := e, 0
		for hops := 0; ; hops++ {
			to, redirected := landing(last)
			if !redirected {
				status = last.Status
				break
			}
			// Of requests at one instant the log says no order: the hop may stand before.
			j := slices.IndexFunc(log, func(n Entry) bool { return n.Site+n.Target == to && !n.Arrival.Before(last.End) })
			if hops == robotsHops || j < 0 {
				status = 0
				break
			}
			last = log[j]
			h.hops[hop{last.Site, last.Target, last.Arrival}] = true
		}
		if last.Left && last.Bytes < robotsEnough {
			status = 0
		}
		h.answers[e.Site] = append(h.answers[e.Site], robotsAnswer{at: last.End, status: status, rules: readSlowRobots(last.Body)})
	}
	return h
}

// robots judges one request by what robots.txt had said before it arrived.
func (v *SiteVerdict) robots(e Entry, heard heardRobots) {
	if e.Target == "/robots.txt" || heard.hops[hop{e.Site, e.Target, e.Arrival}] {
		return
	}
	var rules slowRobots
	known, asked := false, false
	for _, a := range heard.answers[e.Site] {
		if a.at.IsZero() || a.at.After(e.Arrival) {
			continue
		}
		asked = true
		switch {
		case a.status >= 200 && a.status < 300, a.status == http.StatusNotModified && !known:
			rules, known = a.rules, true
		case a.status >= 400 && a.status < 500 && a.status != http.StatusTooManyRequests:
			rules, known = slowRobots{}, true
		}
	}
	tokens := productTokens(e.Header.Get("User-Agent"))
	v.CrawlDelay = max(v.CrawlDelay, rules.delay(tokens))
	switch {
	case !asked:
		v.Unasked = append(v.Unasked, e)
	case !known || !rules.allows(tokens, e.Target):
		v.Disallowed = append(v.Disallowed, e)
	}
}

// landing is the origin and target an answer redirects to.
func landing(e Entry) (string, bool) {
	if e.Status < 300 || e.Status > 399 || e.Status == http.StatusNotModified {
		return "", false
	}
	base, err1 := url.Parse(e.Site + e.Target)
	to, err2 := url.Parse(e.Answer.Get("Location"))
	if err1 != nil || err2 != nil {
		return "", false
	}
	u := base.ResolveReference(to)
	host := strings.ToLower(u.Host)
	if u.Scheme == "http" {
		host = strings.TrimSuffix(host, ":80")
	} else {
		host = strings.TrimSuffix(host, ":443")
	}
	return u.Scheme + "://" + host + u.RequestURI(), true
}

// product is a name and version in a User-Agent, in a comment or out of one.
var product = regexp.MustCompile(`(?:^|[\s(;])([A-Za-z_-]+)/[0-9]`)

// browserProducts are names that every browser claims and no crawler is.
var browserProducts = []string{"mozilla", "applewebkit", "chrome", "headlesschrome", "safari", "gecko", "firefox", "version", "mobile"}

// productTokens are the names a User-Agent goes by, the foremost first: those
// with a version that are no browser's, else the first word.
func productTokens(agent string) []string {
	var tokens []string
	for _, m := range product.FindAllStringSubmatch(agent, -1) {
		if name := strings.ToLower(m[1]); !slices.Contains(browserProducts, name) && !slices.Contains(tokens, name) {
			tokens = append(tokens, name)
		}
	}
	if len(tokens) == 0 {
		if first := slowToken(strings.TrimSpace(agent)); first != "" && first != "*" {
			tokens = append(tokens, first)
		}
	}
	return tokens
}

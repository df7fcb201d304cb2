package permit

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// The bounds on how long a robots.txt is used without asking (design rulings, after
// RFC 9309 section 2.4), and how old a good copy may be that stands in for one that
// cannot be had (section 2.3.1.4).
const (
	leastUse  = time.Hour
	mostUse   = 24 * time.Hour
	oldestUse = 30 * 24 * time.Hour
)

// useFor says how long an answer may be used: its explicit freshness for a private
// cache (RFC 9111 section 4.2.1: max-age, else Expires less Date; s-maxage is not for
// us), less its Age, within the bounds; without any, a day.
func useFor(header http.Header) time.Duration {
	lifetime, ok := explicitFreshness(header)
	if !ok {
		return mostUse
	}
	first, _, _ := strings.Cut(header.Get("Age"), ",")
	if age, err := strconv.ParseUint(strings.TrimSpace(first), 10, 31); err == nil {
		lifetime -= time.Duration(age) * time.Second
	}
	return min(max(lifetime, leastUse), mostUse)
}

func explicitFreshness(header http.Header) (time.Duration, bool) {
	control := strings.ToLower(strings.Join(header.Values("Cache-Control"), ","))
	for directive := range strings.SplitSeq(control, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(directive), "=")
		switch strings.TrimSpace(name) {
		case "no-cache", "no-store":
			return 0, true
		case "max-age":
			seconds, err := strconv.ParseUint(strings.Trim(strings.TrimSpace(value), `"`), 10, 31)
			if err != nil {
				return 0, true // section 4.2.1: an invalid max-age is stale
			}
			return time.Duration(seconds) * time.Second, true
		}
	}
	if header.Get("Expires") == "" {
		return 0, false
	}
	expires, err := http.ParseTime(header.Get("Expires"))
	if err != nil {
		return 0, true // section 5.3: an invalid Expires has passed
	}
	date, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		return 0, true
	}
	return expires.Sub(date), true
}

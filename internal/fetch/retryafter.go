package fetch

import (
	"strconv"
	"time"
)

// longestWait is where a Retry-After stops counting: a site that names more than a
// year is left for a year and a day.
const longestWait = 366 * 24 * time.Hour

// RetryAfter gives how long the site asked to be left, counted from the end of its
// answer, and whether it asked at all. It is heard on every answer of 300 and above,
// beyond those it is defined for (RFC 9110 section 10.2.3, RFC 6585 section 4): whoever
// writes it wants to be left. In either form; what is neither is
// not heard. A date is read against the answer's own Date, so neither clock need be
// right; without a Date it is read against the time the answer came. The past is 0.
// Of several the longest counts.
func (r *Response) RetryAfter() (wait time.Duration, ok bool) {
	if !mayAskToWait(r.Status) {
		return 0, false
	}
	for _, text := range r.Header.Values("Retry-After") {
		if d, heard := readRetryAfter(text, r.now()); heard {
			wait, ok = max(wait, d), true
		}
	}
	return wait, ok
}

// now is the site's own idea of when it answered.
func (r *Response) now() time.Time {
	received := r.received
	if received.IsZero() {
		received = r.Ended
	}
	if date, ok := LooseDate(r.Header.Get("Date"), received); ok {
		return date
	}
	return received
}

func mayAskToWait(status int) bool {
	return status >= 300
}

// readRetryAfter reads delay-seconds or an HTTP-date; one in the past is negative.
func readRetryAfter(text string, now time.Time) (time.Duration, bool) {
	if isDigits(text) {
		seconds, err := strconv.ParseInt(text, 10, 64)
		if err != nil || seconds > int64(longestWait/time.Second) {
			return longestWait, true
		}
		return time.Duration(seconds) * time.Second, true
	}
	date, ok := LooseDate(text, now)
	if !ok {
		return 0, false
	}
	return min(date.Sub(now), longestWait), true
}

// isDigits says whether text is 1*DIGIT: the ten of ASCII, no sign, no space.
func isDigits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}

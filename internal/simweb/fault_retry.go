package simweb

import (
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// Retry answers with a Retry-After, in seconds or, with Date, as the HTTP-date
// that far ahead on the site's clock, which [Page.Skew] may set wrong; both are
// rounded up to a whole second. The status is the page's, else 429. Text: (retry 7s) or (retry 7s date).
type Retry struct {
	After time.Duration
	Date  bool
}

func (r Retry) play(x *exchange) {
	if x.page.Status == 0 {
		x.page.Status = http.StatusTooManyRequests
	}
	d := x.draft()
	after := strconv.FormatInt(int64((r.After+time.Second-1)/time.Second), 10)
	if r.Date {
		after = x.clock().Add(r.After + time.Second - 1).Truncate(time.Second).UTC().Format(http.TimeFormat)
	}
	d.header.Set("Retry-After", after)
	x.send(d)
}

func readRetry(w words) (Fault, error) {
	var r Retry
	if len(w) == 0 {
		return nil, fmt.Errorf("wants how long, such as 7s")
	}
	err := w.read(toDuration(&r.After), toFlag(&r.Date, "date"))
	return r, err
}

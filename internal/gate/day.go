package gate

import (
	"fmt"
	"time"
)

// A Day counts what a site was asked for in one UTC day. The zero value is nothing.
type Day struct {
	Date     int   `json:"date,omitempty"` // days since 1970
	Requests int   `json:"requests,omitempty"`
	Bytes    int64 `json:"bytes,omitempty"` // of bodies, as they came over the wire
}

// A Budget is the most that a site may be asked for in one UTC day, by everything that
// shares its ledger; 0 is no bound.
type Budget struct {
	Requests int
	Bytes    int64
}

func dateOf(t time.Time) int { return int(t.Unix() / int64((24*time.Hour)/time.Second)) }

// on gives the count as it stands at now: nothing when the day has changed. A clock that
// fell back behind midnight brings no new day; one that had been far ahead does.
func (d Day) on(now time.Time) Day {
	today := dateOf(now)
	if today > d.Date || d.Date > today+1 {
		return Day{Date: today}
	}
	return d
}

// spent says whether nothing more may be asked.
func (b Budget) spent(d Day) bool {
	return b.Requests > 0 && d.Requests >= b.Requests || b.Bytes > 0 && d.Bytes >= b.Bytes
}

// tomorrow is when the next count begins.
func (d Day) tomorrow() time.Time {
	return time.Unix(int64(d.Date+1)*int64((24*time.Hour)/time.Second), 0).UTC()
}

// greater gives the larger count of two of one site.
func (d Day) greater(other Day) Day {
	switch {
	case d.Date > other.Date:
		return d
	case d.Date < other.Date:
		return other
	}
	d.Requests, d.Bytes = max(d.Requests, other.Requests), max(d.Bytes, other.Bytes)
	return d
}

func (b Budget) String() string {
	switch {
	case b.Bytes <= 0:
		return fmt.Sprintf("%d requests", b.Requests)
	case b.Requests <= 0:
		return fmt.Sprintf("%d bytes", b.Bytes)
	}
	return fmt.Sprintf("%d requests and %d bytes", b.Requests, b.Bytes)
}

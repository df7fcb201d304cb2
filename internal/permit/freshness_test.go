package permit

import (
	"net/http"
	"testing"
	"time"
)

// TestFreshnessIsClampedBetweenAnHourAndADay holds the time a robots.txt is used to RFC 9111 section 4.2,
// within the bounds of the design.
func TestFreshnessIsClampedBetweenAnHourAndADay(t *testing.T) {
	date := "Sat, 01 Jan 2000 00:00:00 GMT"
	for _, row := range []struct {
		name   string
		header http.Header
		want   time.Duration
	}{
		{"nothing said", http.Header{}, mostUse},
		{"within the bounds", http.Header{"Cache-Control": {"max-age=7200"}}, 2 * time.Hour},
		{"shorter than an hour", http.Header{"Cache-Control": {"max-age=60"}}, leastUse},
		{"nought", http.Header{"Cache-Control": {"max-age=0"}}, leastUse},
		{"longer than a day", http.Header{"Cache-Control": {"max-age=31536000"}}, mostUse},
		{"quoted", http.Header{"Cache-Control": {`public, Max-Age="7200"`}}, 2 * time.Hour},
		{"in the second field", http.Header{"Cache-Control": {"public", "max-age=7200"}}, 2 * time.Hour},
		{"for shared caches only", http.Header{"Cache-Control": {"s-maxage=7200"}}, mostUse},
		{"no-cache", http.Header{"Cache-Control": {"no-cache"}}, leastUse},
		{"no-store", http.Header{"Cache-Control": {"private, no-store, max-age=80000"}}, leastUse},
		{"not a number", http.Header{"Cache-Control": {"max-age=soon"}}, leastUse},
		{"negative", http.Header{"Cache-Control": {"max-age=-1"}}, leastUse},
		{"beyond any number", http.Header{"Cache-Control": {"max-age=99999999999999999999"}}, leastUse},
		{"aged", http.Header{"Cache-Control": {"max-age=10800"}, "Age": {"3600"}}, 2 * time.Hour},
		{"aged, by a list", http.Header{"Cache-Control": {"max-age=10800"}, "Age": {"3600, 10"}}, 2 * time.Hour},
		{"older than its freshness", http.Header{"Cache-Control": {"max-age=10800"}, "Age": {"20000"}}, leastUse},
		{"an age that is no number", http.Header{"Cache-Control": {"max-age=10800"}, "Age": {"old"}}, 3 * time.Hour},
		{"Expires by the site's own clock", http.Header{"Date": {date}, "Expires": {"Sat, 01 Jan 2000 05:00:00 GMT"}}, 5 * time.Hour},
		{"max-age before Expires", http.Header{"Cache-Control": {"max-age=7200"}, "Date": {date}, "Expires": {"Sat, 01 Jan 2000 05:00:00 GMT"}}, 2 * time.Hour},
		{"an Expires that is no date", http.Header{"Date": {date}, "Expires": {"0"}}, leastUse},
		{"Expires without a Date", http.Header{"Expires": {"Sat, 01 Jan 2000 05:00:00 GMT"}}, leastUse},
		{"Expires that has passed", http.Header{"Date": {date}, "Expires": {"Fri, 31 Dec 1999 05:00:00 GMT"}}, leastUse},
	} {
		if got := useFor(row.header); got != row.want {
			t.Errorf("%s: used for %v, want %v", row.name, got, row.want)
		}
	}
}

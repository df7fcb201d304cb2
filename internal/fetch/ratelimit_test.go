package fetch

import (
	"net/http"
	"testing"
	"time"
)

func TestRateLimitFields(t *testing.T) {
	for _, row := range []struct {
		name           string
		header         http.Header
		spread, window time.Duration
	}{
		{"none", http.Header{}, 0, 0},
		{"what is left over what is left", http.Header{"Ratelimit": {`"default";r=10;t=30`}}, 3 * time.Second, 30 * time.Second},
		{"nothing left", http.Header{"Ratelimit": {`"default";r=0;t=30`}}, 30 * time.Second, 30 * time.Second},
		{"the longest of several", http.Header{"Ratelimit": {`"burst";r=10;t=10, "day";r=100;t=500`}}, 5 * time.Second, 500 * time.Second},
		{"on several lines", http.Header{"Ratelimit": {`"burst";r=10;t=10`, `"day";r=100;t=500`}}, 5 * time.Second, 500 * time.Second},
		{"a policy alone", http.Header{"Ratelimit-Policy": {`"default";q=10;w=60`}}, 6 * time.Second, time.Minute},
		{"of requests by name", http.Header{"Ratelimit-Policy": {`"default";q=10;w=60;qu="requests"`}}, 6 * time.Second, time.Minute},
		{"of bytes", http.Header{"Ratelimit-Policy": {`"default";q=10;w=60;qu="content-bytes"`}}, 0, 0},
		{"of what is in flight", http.Header{"Ratelimit-Policy": {`"default";q=1;w=60;qu="concurrent-requests"`}}, 0, 0},
		{"the older dictionary", http.Header{"Ratelimit": {`limit=100, remaining=5, reset=50`}}, 10 * time.Second, 50 * time.Second},
		{"the older fields", http.Header{"Ratelimit-Limit": {"100, 100;w=60"}, "Ratelimit-Remaining": {"5"}, "Ratelimit-Reset": {"50"}}, 10 * time.Second, 50 * time.Second},
		{"ambiguous ones", http.Header{"X-Ratelimit-Remaining": {"5"}, "X-Ratelimit-Reset": {"50"}}, 0, 0},
		{"malformed", http.Header{"Ratelimit": {`default;r=;t=30`}}, 0, 0},
		{"no number", http.Header{"Ratelimit": {`"default";r="none";t=30`}}, 0, 0},
		{"negative", http.Header{"Ratelimit": {`"default";r=-1;t=30`}}, 0, 0},
		{"no window", http.Header{"Ratelimit": {`"default";r=5`}}, 0, 0},
		{"longer than a day", http.Header{"Ratelimit": {`"default";r=0;t=99999999`}}, 0, 0},
	} {
		r := &Response{Header: row.header}
		if spread, window := r.RateLimit(); spread != row.spread || window != row.window {
			t.Errorf("%s: %v for %v, want %v for %v", row.name, spread, window, row.spread, row.window)
		}
	}
}

func FuzzRateLimit(f *testing.F) {
	f.Add(`"default";r=10;t=30`, "5", "50")
	f.Add(`limit=100, remaining=5, reset=50`, "", "x")
	f.Fuzz(func(t *testing.T, field, remaining, reset string) {
		r := &Response{Header: http.Header{"Ratelimit": {field}, "Ratelimit-Policy": {field}, "Ratelimit-Remaining": {remaining}, "Ratelimit-Reset": {reset}}}
		if spread, window := r.RateLimit(); spread < 0 || window < 0 || window > longestWindow || spread > window {
			t.Errorf("%v for %v", spread, window)
		}
	})
}

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
		{"a limit and its policy", http.Header{"Ratelimit": {`"a";r=60;t=30`}, "Ratelimit-Policy": {`"a";q=10;w=60`}}, time.Second / 2, 30 * time.Second},
		{"a limit and another policy", http.Header{"Ratelimit": {`"a";r=60;t=30`}, "Ratelimit-Policy": {`"a";q=10;w=60, "b";q=30;w=60`}}, 2 * time.Second, time.Minute},
		{"a limit without a window", http.Header{"Ratelimit": {`"a";r=60`}, "Ratelimit-Policy": {`"a";q=10;w=60`}}, 6 * time.Second, time.Minute},
		{"a limit whose policy is of bytes", http.Header{"Ratelimit": {`"a";r=0;t=30`}, "Ratelimit-Policy": {`"a";q=10;w=60;qu="content-bytes"`}}, 0, 0},
		{"a limit whose policy is of what is in flight", http.Header{"Ratelimit": {`"a";r=0;t=30, "b";r=30;t=60`}, "Ratelimit-Policy": {`"a";q=1;qu="concurrent-requests"`}}, 2 * time.Second, time.Minute},
		{"a unit that is no string", http.Header{"Ratelimit-Policy": {`"a";q=10;w=60;qu=requests`}}, 0, 0},
		{"a partition", http.Header{"Ratelimit": {`"a";r=6;t=60;pk=:AAAA:`}}, 10 * time.Second, time.Minute},
		{"more than one a second", http.Header{"Ratelimit": {`"a";r=300;t=60`}}, time.Second / 5, time.Minute},
		{"a policy twice", http.Header{"Ratelimit-Policy": {`"a";q=10;w=60, "a";q=20;w=60`}}, 6 * time.Second, time.Minute},
		{"a policy twice, in the other order", http.Header{"Ratelimit-Policy": {`"a";q=20;w=60, "a";q=10;w=60`}}, 6 * time.Second, time.Minute},
		{"a policy of nothing", http.Header{"Ratelimit-Policy": {`"a";q=0;w=60`}}, time.Minute, time.Minute},
		{"an older policy", http.Header{"Ratelimit-Policy": {`100;w=300;comment="x"`}}, 3 * time.Second, 5 * time.Minute},
		{"an older policy and what is left", http.Header{"Ratelimit-Policy": {`100;w=300`}, "Ratelimit-Remaining": {"60"}, "Ratelimit-Reset": {"60"}}, time.Second, time.Minute},
		{"an older policy and its dictionary", http.Header{"Ratelimit-Policy": {`100;w=300`}, "Ratelimit": {`limit=100, remaining=60, reset=60`}}, time.Second, time.Minute},
		{"the older dictionary with nothing left", http.Header{"Ratelimit": {`limit=100, remaining=0, reset=50`}}, 50 * time.Second, 50 * time.Second},
		{"the older dictionary without a reset", http.Header{"Ratelimit": {`limit=100, remaining=0`}}, 0, 0},
		{"the older dictionary with a word", http.Header{"Ratelimit": {`limit=100, remaining=none, reset=50`}}, 0, 0},
		{"the older dictionary below 0", http.Header{"Ratelimit": {`remaining=-1, reset=50`}}, 0, 0},
		{"the older fields with a date", http.Header{"Ratelimit-Remaining": {"5"}, "Ratelimit-Reset": {"1767225600"}}, 0, 0},
		{"the older fields with a sign", http.Header{"Ratelimit-Remaining": {"-5"}, "Ratelimit-Reset": {"+50"}}, 0, 0},
		{"the older fields twice", http.Header{"Ratelimit-Remaining": {"5", "6"}, "Ratelimit-Reset": {"50"}}, 0, 0},
		{"the older fields as a list", http.Header{"Ratelimit-Remaining": {"5, 6"}, "Ratelimit-Reset": {"50"}}, 0, 0},
		{"a day", http.Header{"Ratelimit": {`"a";r=0;t=86400`}}, 24 * time.Hour, 24 * time.Hour},
		{"a second more than a day", http.Header{"Ratelimit": {`"a";r=0;t=86401`}}, 0, 0},
		{"one item of two malformed", http.Header{"Ratelimit": {`"a";r=1;t=60, "b";r=x;t=60`}}, 0, 0},
		{"one line of two malformed", http.Header{"Ratelimit": {`"a";r=1;t=60`, `"b";;r=1`}}, 0, 0},
		{"a fraction", http.Header{"Ratelimit": {`"a";r=1.5;t=60`}}, 0, 0},
		{"an inner list", http.Header{"Ratelimit": {`("a");r=1;t=60`}}, 0, 0},
		{"a policy malformed beside a limit", http.Header{"Ratelimit": {`"a";r=1;t=60`}, "Ratelimit-Policy": {`"a";q=;w=60`}}, time.Minute, time.Minute},
		{"a limit malformed beside a policy", http.Header{"Ratelimit": {`"a";r=;t=60`}, "Ratelimit-Policy": {`"a";q=10;w=60`}}, 6 * time.Second, time.Minute},
		{"a policy without a quota", http.Header{"Ratelimit-Policy": {`"a";w=60`}}, 0, 0},
		{"names that are tokens", http.Header{"Ratelimit": {`a;r=6;t=60, b;r=1;t=1`}, "Ratelimit-Policy": {`a;q=1;w=60`}}, 10 * time.Second, time.Minute},
		{"an answer out of a cache", http.Header{"Age": {"30"}, "Ratelimit": {`"a";r=6;t=60`}}, 0, 0},
		{"an answer through a cache", http.Header{"Age": {"0"}, "Ratelimit": {`"a";r=6;t=60`}}, 10 * time.Second, time.Minute},
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
	f.Add(`"default";r=10;t=30`, `"default";q=10;w=60;qu="content-bytes", 100;w=3`, "5", "50")
	f.Add(`limit=100, remaining=5, reset=50`, "", "", "x")
	f.Fuzz(func(t *testing.T, limit, policy, remaining, reset string) {
		h := http.Header{}
		for name, text := range map[string]string{"RateLimit": limit, "RateLimit-Policy": policy, "RateLimit-Remaining": remaining, "RateLimit-Reset": reset} {
			if text != "" {
				h.Set(name, text)
			}
		}
		r := &Response{Header: h}
		spread, window := r.RateLimit()
		if spread < 0 || window < 0 || window > longestWindow || spread > window || (spread == 0) != (window == 0) {
			t.Errorf("%v for %v", spread, window)
		}
		if again, _ := r.RateLimit(); again != spread {
			t.Errorf("%v, and asked again %v", spread, again)
		}
	})
}

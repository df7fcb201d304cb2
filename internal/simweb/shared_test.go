package simweb

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// sharedLog has three hosts: two of them one machine's, the first and the last one
// domain's. It is not sorted.
var sharedLog = []Entry{
	seen("http://c.example", "/3", 6, 8, 200),
	seen("https://www.a.example", "/1", 0, 4, 200),
	seen("http://b.example:8080", "/1", 1, 2, 503),
	seen("http://c.example", "/1", 3, 5, 200),
	seen("http://b.example:8080", "/2", 5, 6, 200),
	seen("http://a.example", "/2", 7, 9, 200),
	unended(seen("http://b.example", "/4", 6.5, 0, 0)),
}

func TestTheJudgeCountsWhatAMachineSeesAtOnce(t *testing.T) {
	asked := map[string]int{}
	got := JudgeMachines(sharedLog, func(host string) string {
		asked[host]++
		return map[string]string{"www.a.example": "198.51.100.1", "a.example": "198.51.100.1", "b.example": "198.51.100.1", "c.example": "192.0.2.1"}[host]
	})
	want := []MachineVerdict{{"192.0.2.1", 2, 1}, {"198.51.100.1", 5, 2}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]int{"www.a.example": 1, "a.example": 1, "b.example": 1, "c.example": 1}, asked); diff != "" {
		t.Errorf("hosts asked for (-want +got):\n%s", diff)
	}
}

func TestTheJudgeCountsWhatADomainSeesAtOnce(t *testing.T) {
	got := JudgeDomains(sharedLog, func(host string) string {
		return map[string]string{"www.a.example": "one", "a.example": "one", "c.example": "one"}[host]
	})
	// b.example is left out; /1 of a ends after c's begins, and so does c's /3.
	if diff := cmp.Diff([]DomainVerdict{{"one", 4, 2}}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := JudgeDomains(nil, func(string) string { return "one" }); got != nil {
		t.Errorf("of nothing: %v", got)
	}
}

func TestEndsThatTouchDoNotOverlapOnAMachine(t *testing.T) {
	log := []Entry{seen(a, "/1", 1, 2, 200), seen("http://b.example", "/2", 2, 3, 200)}
	if got := JudgeMachines(log, func(string) string { return "m" }); got[0].MostInFlight != 1 {
		t.Errorf("%+v", got)
	}
}

func TestTheJudgeKeepsAllRestsAndStatuses(t *testing.T) {
	v := Judge([]Entry{rules(a, ""), seen(a, "/1", 1, 10, 200), seen(a, "/2", 2, 3, 503), seen(a, "/3", 12, 12, 0), seen(a, "/4", 14.5, 15, 503)})[0]
	if diff := cmp.Diff([]time.Duration{time.Second, -8 * time.Second, 2 * time.Second, 2500 * time.Millisecond}, v.Gaps); diff != "" {
		t.Errorf("rests (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[int]int{200: 2, 503: 2, 0: 1}, v.ByStatus); diff != "" {
		t.Errorf("statuses (-want +got):\n%s", diff)
	}
	if v := Judge([]Entry{rules(a, "")})[0]; v.Gaps != nil || v.Shortest != 0 || v.Longest != 0 {
		t.Errorf("one request has no rest: %+v", v)
	}
}

func TestOutsideFindsRequestsThatCameWhileClosed(t *testing.T) {
	log := []Entry{seen(a, "/1", 0, 20, 200), seen(a, "/2", 10, 11, 200), seen(a, "/3", 15, 16, 200)}
	got := Outside(log, func(t time.Time) bool { return t.Before(at(10)) })
	if len(got) != 2 || got[0].Target != "/2" || got[1].Target != "/3" {
		t.Errorf("%+v", got)
	}
}

func TestARequestThatWasUnderWayCouldNotKnowARetryAfter(t *testing.T) {
	v := Judge([]Entry{seen(a, "/1", 0, 5, 429, "Retry-After", "9"), seen(a, "/2", 4, 6, 200), seen(a, "/3", 5, 7, 200)})[0]
	if len(v.TooSoon) != 1 || v.TooSoon[0].Target != "/3" {
		t.Errorf("%+v", v.TooSoon)
	}
}

func TestARequestInsideTwoRetryAftersIsOneRequestTooSoon(t *testing.T) {
	v := Judge([]Entry{seen(a, "/1", 0, 0, 429, "Retry-After", "9"), seen(a, "/2", 1, 1, 429, "Retry-After", "9"), seen(a, "/3", 2, 2, 200)})[0]
	if len(v.TooSoon) != 2 || v.TooSoon[0].Target != "/2" || v.TooSoon[1].Target != "/3" {
		t.Errorf("%+v", v.TooSoon)
	}
}

package frontier_test

import (
	"fmt"
	"strings"
	"testing"

	"curtsy/address"
	"curtsy/internal/frontier"
)

func TestALaneIsKeptToItsSite(t *testing.T) {
	seeds := []address.Address{at(t, "https://a.test/x"), at(t, "https://www.b.test/"), at(t, "http://b.test/two"), at(t, "https://a.test:8443/")}
	scope, err := frontier.NewScope(seeds, nil, nil, false)
	must(t, err)
	if scope.Lanes() != 3 {
		t.Fatalf("%d lanes, want 3", scope.Lanes())
	}
	for _, c := range []struct {
		lane  int
		text  string
		admit bool
	}{
		{0, "https://a.test/y", true},
		{0, "http://www.a.test/y", true},
		{0, "https://b.test/", false}, // in scope, but of another lane
		{1, "https://b.test/y", true},
		{0, "https://a.test:8443/y", false},
		{2, "https://a.test:8443/y", true},
		{0, "https://sub.a.test/", false},
		{0, "https://c.test/", false},
	} {
		if got := scope.Admits(c.lane, at(t, c.text)); got != c.admit {
			t.Errorf("lane %d admits %s: %v, want %v", c.lane, c.text, got, c.admit)
		}
	}
}

func TestAnySiteIsOneLane(t *testing.T) {
	scope, err := frontier.NewScope([]address.Address{at(t, "https://a.test/"), at(t, "https://b.test/")}, nil, nil, true)
	must(t, err)
	if scope.Lanes() != 1 || !scope.Admits(0, at(t, "https://c.test/")) {
		t.Errorf("%d lanes; c.test admitted: %v", scope.Lanes(), scope.Admits(0, at(t, "https://c.test/")))
	}
}

func TestPatternsAreSearchedInTheWholeAddress(t *testing.T) {
	seeds := []address.Address{at(t, "https://a.test/")}
	scope, err := frontier.NewScope(seeds, []string{`/p/\d+`, `a\.test/$`}, []string{`color=`}, false)
	must(t, err)
	for text, want := range map[string]bool{
		"https://a.test/p/7": true, "https://a.test/": true, "https://a.test/p/x": false, "https://a.test/p/7?color=red": false,
	} {
		if got := scope.Admits(0, at(t, text)); got != want {
			t.Errorf("admits %s: %v, want %v", text, got, want)
		}
	}
	if _, err := frontier.NewScope(seeds, nil, []string{`(`}, false); err == nil || !strings.HasPrefix(err.Error(), `exclude "("`) {
		t.Errorf("a bad pattern gives %v", err)
	}
}

func TestEndlessSpacesAreCut(t *testing.T) {
	const home = "https://a.test/"
	parameters := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "&k%d=v", i)
		}
		return home + "?" + strings.TrimPrefix(b.String(), "&")
	}
	segments := func(n int) string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprint("s", i))
		}
		return home + strings.Join(all, "/")
	}
	for _, c := range []struct{ text, want string }{
		{home, ""},
		{home + strings.Repeat("x", 2048-len(home)), ""},
		{home + strings.Repeat("x", 2049-len(home)), frontier.TooLong},
		{segments(20), ""},
		{segments(20) + "/", ""},
		{segments(21), frontier.TooDeep},
		{home + "a/b/a/b", ""},
		{home + "a/b/a/b/a", frontier.TooRepetitive},
		{home + "x/a/a/a?q", frontier.TooRepetitive},
		{home + "a/A/aa/a", ""},
		{parameters(8), ""},
		{parameters(9), frontier.TooManyParameters},
		{home + "?a=1&&&&&&&&&&&&b", ""},
		{home + "?a=/x/x/x/x", ""},
	} {
		if got, cut := (frontier.Bounds{}).Endless(at(t, c.text)); got != c.want || cut != (c.want != "") {
			t.Errorf("%.80s…: %q, %v; want %q", c.text, got, cut, c.want)
		}
	}
	if got, _ := (frontier.Bounds{Segments: 2}).Endless(at(t, home+"a/b/c")); got != frontier.TooDeep {
		t.Errorf("a bound of 2 segments gives %q", got)
	}
}

package simweb

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func at(seconds float64) time.Time {
	return time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(seconds * float64(time.Second)))
}

func TestTheGoldenFormIsAligned(t *testing.T) {
	one := []Entry{
		{Site: "http://a.example", Arrival: at(0), End: at(0), Method: "GET", Target: "/robots.txt", Status: 200},
		{Site: "http://a.example", Arrival: at(2), End: at(7), Method: "GET", Target: "/a", Status: 200},
		{Site: "http://a.example", Arrival: at(11.5), Method: "HEAD", Target: "/b"},
	}
	want := `  0.000  GET /robots.txt  200
  2.000  GET /a           200  5.000
 11.500  HEAD /b          -    open
`
	if diff := cmp.Diff(want, Format(one, at(0))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCombinedIsWhatAServerWrites(t *testing.T) {
	entries := []Entry{
		{Site: "http://a.example", Arrival: at(1), End: at(2), Method: "GET", Target: "/a?b", Proto: "HTTP/1.1", Status: 200, Bytes: 17, Remote: "192.0.2.1:1025",
			Header: http.Header{"User-Agent": {"Bot/1.0 \"x\"\n\xff (+https://b.example)"}}},
		{Site: "http://a.example", Arrival: at(3), End: at(3), Method: "GET", Target: "/drop", Proto: "HTTP/1.1", Remote: "[::1]:1025"},
		{Site: "http://a.example", Arrival: at(3), End: at(3), Method: "GET", Target: "/left", Proto: "HTTP/1.1", Status: 200, Left: true, Remote: "[::1]:1025"},
	}
	var b strings.Builder
	if err := WriteCombined(&b, entries); err != nil {
		t.Fatal(err)
	}
	want := `192.0.2.1 - - [01/Jan/2000:00:00:01 +0000] "GET /a?b HTTP/1.1" 200 17 "-" "Bot/1.0 \x22x\x22\x0A\xFF (+https://b.example)"
::1 - - [01/Jan/2000:00:00:03 +0000] "GET /drop HTTP/1.1" 444 0 "-" "-"
::1 - - [01/Jan/2000:00:00:03 +0000] "GET /left HTTP/1.1" 499 0 "-" "-"
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

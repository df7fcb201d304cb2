package cli

import (
	"bytes"
	"strings"
	"testing"
)

// TestTryCrawlsThePracticeWebAndItsOwnersHaveNoComplaint: the demonstration runs the real
// engine over real sockets, for real seconds.
func TestTryCrawlsThePracticeWebAndItsOwnersHaveNoComplaint(t *testing.T) {
	t.Parallel()
	var out, talk bytes.Buffer
	code := Main([]string{"try"}, strings.NewReader(""), &out, &talk, func(string) string { return "" })
	if code != exitGave {
		t.Errorf("try ended with exit code %d\n%s", code, &talk)
	}
	for _, want := range []string{
		"https://shop.example/p/8  Umbrella stand  31.40  EUR\n",
		"robots.txt line 5 disallows it (Disallow: /cart)\n",
		"robots.txt: answered 503, so nothing on https://closed.example is asked\n",
		`"GET /stock HTTP/1.1" 429 `,
		`"GET /catalogue/2 HTTP/1.1" 200 `,
		"0 disallowed, 0 before robots.txt, 0 inside a Retry-After, 0 without a contact\n",
		"\nno complaints\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("try does not print %q", want)
		}
	}
	if strings.Contains(out.String(), "GET /cart HTTP") {
		t.Error("the log shows a disallowed request")
	}
}

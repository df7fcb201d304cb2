package fetch

import (
	"math/big"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// today is when the tests' two-digit years are read.
func today() time.Time { return time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC) }

func TestTheThreeFormsOfADateAreRead(t *testing.T) {
	for text, want := range map[string]string{
		"Sun, 06 Nov 1994 08:49:37 GMT":     "1994-11-06T08:49:37Z",
		"Sunday, 06-Nov-94 08:49:37 GMT":    "1994-11-06T08:49:37Z",
		"Sun Nov  6 08:49:37 1994":          "1994-11-06T08:49:37Z",
		"Sun Nov 16 08:49:37 1994":          "1994-11-16T08:49:37Z",
		"Sat, 31 Dec 2016 23:59:60 GMT":     "2017-01-01T00:00:00Z", // a leap second
		"Mon, 29 Feb 2016 00:00:00 GMT":     "2016-02-29T00:00:00Z",
		"Fri, 06 Nov 1994 08:49:37 GMT":     "1994-11-06T08:49:37Z", // it was a Sunday
		"Wednesday, 01-Jan-76 00:00:00 GMT": "2076-01-01T00:00:00Z", // 50 years ahead: the future
		"Wednesday, 01-Jan-77 00:00:00 GMT": "1977-01-01T00:00:00Z", // 51 years ahead: the past
		"Wednesday, 01-Jan-69 00:00:00 GMT": "2069-01-01T00:00:00Z", // net/http says 1969
		"Wednesday, 01-Jan-00 00:00:00 GMT": "2000-01-01T00:00:00Z",
	} {
		got, ok := StrictDate(text, today())
		if !ok || got.Format(time.RFC3339) != want {
			t.Errorf("StrictDate(%q) = %v, %v, want %s", text, got, ok, want)
		}
		if loose, ok := LooseDate(text, today()); !ok || !loose.Equal(got) {
			t.Errorf("LooseDate(%q) = %v, %v, want what StrictDate gives", text, loose, ok)
		}
	}
}

func TestADateThatIsNearlyRightIsReadOnlyByTheLooseReader(t *testing.T) {
	for text, want := range map[string]string{
		"Sun, 6 Nov 1994 08:49:37 GMT":      "1994-11-06T08:49:37Z",
		"sun, 06 nov 1994 08:49:37 gmt":     "1994-11-06T08:49:37Z",
		"Sun, 06 Nov 1994 08:49:37 UTC":     "1994-11-06T08:49:37Z",
		"Sun, 06 Nov 1994 08:49:37 +0000":   "1994-11-06T08:49:37Z",
		"Sun, 06 Nov 1994 08:49:37 -0000":   "1994-11-06T08:49:37Z",
		"Sun, 06 Nov 1994 08:49:37 +0130":   "1994-11-06T07:19:37Z",
		"Sun, 06 Nov 1994 08:49:37 -08:00":  "1994-11-06T16:49:37Z",
		"Sun, 06 Nov 1994 08:49:37":         "1994-11-06T08:49:37Z",
		"Sun, 06 Nov 1994 08:49 GMT":        "1994-11-06T08:49:00Z",
		"Sun, 06 Nov 1994 8:49:37 GMT":      "1994-11-06T08:49:37Z",
		"06 Nov 1994 08:49:37 GMT":          "1994-11-06T08:49:37Z",
		"  Sun,06  Nov 1994 08:49:37 GMT ":  "1994-11-06T08:49:37Z",
		"Sun, 06-Nov-1994 08:49:37 GMT":     "1994-11-06T08:49:37Z",
		"Sunday, 6-November-94 08:49:37 UT": "1994-11-06T08:49:37Z",
		"Sun Nov 6 08:49:37 1994":           "1994-11-06T08:49:37Z",
		"Sun Nov  6 08:49:37 UTC 1994":      "1994-11-06T08:49:37Z",
		"Sun Nov  6 08:49:37 1994 GMT":      "1994-11-06T08:49:37Z",
		"Sat, 31 Dec 2016 23:59:60 UTC":     "2017-01-01T00:00:00Z",
	} {
		if got, ok := StrictDate(text, today()); ok {
			t.Errorf("StrictDate(%q) = %v, want none", text, got)
		}
		if got, ok := LooseDate(text, today()); !ok || got.Format(time.RFC3339) != want {
			t.Errorf("LooseDate(%q) = %v, %v, want %s", text, got, ok, want)
		}
	}
}

func TestWhatIsNoDateIsNoDate(t *testing.T) {
	for _, text := range []string{
		"", "0", "-1", "never", "1994-11-06T08:49:37Z", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
		"Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 08:49:37 EST",
		"Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 19940 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT GMT", "Sun, 06 Nov 1994 08:49:37 +2500",
		"Sun, ٠٦ Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994", "Foo, 06 Nov 1994 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT", strings.Repeat("Sun ", 100),
	} {
		if got, ok := StrictDate(text, today()); ok {
			t.Errorf("StrictDate(%q) = %v, want none", text, got)
		}
		if got, ok := LooseDate(text, today()); ok {
			t.Errorf("LooseDate(%q) = %v, want none", text, got)
		}
	}
}

func TestRetryAfterIsHeardInBothForms(t *testing.T) {
	received := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for _, row := range []struct {
		text, date string
		want       time.Duration
		heard      bool
	}{
		{"120", "", 2 * time.Minute, true},
		{"0", "", 0, true},
		{"007", "", 7 * time.Second, true},
		{"86400", "", 24 * time.Hour, true},
		{"31536000", "", 365 * 24 * time.Hour, true},
		{"99999999999999999999999999", "", longestWait, true},
		{"9223372036854775807", "", longestWait, true},
		{"1.5", "", 0, false}, {"120s", "", 0, false}, {"-1", "", 0, false}, {"+5", "", 0, false}, {"1 2", "", 0, false},
		{"١٢٠", "", 0, false}, {"１２０", "", 0, false}, {"", "", 0, false}, {"soon", "", 0, false}, {"0x10", "", 0, false}, {"1e3", "", 0, false},
		{"Mon, 30 Nov 2026 12:05:00 GMT", "", 5 * time.Minute, true},
		{"Mon, 30 Nov 2026 11:05:00 GMT", "", 0, true},
		{"Mon Nov 30 12:05:00 2026", "", 5 * time.Minute, true},
		{"Monday, 30-Nov-26 12:05:00 GMT", "", 5 * time.Minute, true},
		{"mon, 30 nov 2026 12:05:00 utc", "", 5 * time.Minute, true},
		// The site's clock is a year slow, and it asks for ten minutes of its own.
		{"Sun, 30 Nov 2025 12:10:00 GMT", "Sun, 30 Nov 2025 12:00:00 GMT", 10 * time.Minute, true},
		{"Mon, 30 Nov 2026 12:10:00 GMT", "nonsense", 10 * time.Minute, true},
		{"Fri, 31 Dec 9999 23:59:59 GMT", "", longestWait, true},
		{"Mon, 30 Nov 2026 11:59:60 GMT", "Mon, 30 Nov 2026 11:00:00 GMT", time.Hour, true},
	} {
		r := &Response{Status: 503, Header: http.Header{"Retry-After": {row.text}}, received: received}
		if row.date != "" {
			r.Header.Set("Date", row.date)
		}
		if got, heard := r.RetryAfter(); got != row.want || heard != row.heard {
			t.Errorf("Retry-After: %q with Date %q = %v, %v, want %v, %v", row.text, row.date, got, heard, row.want, row.heard)
		}
	}
}

func TestRetryAfterIsHeardOnEveryAnswerThatIsNoPage(t *testing.T) {
	for status, want := range map[int]bool{
		200: false, 204: false, 206: false, 299: false, 300: true, 301: true, 302: true, 304: true, 307: true, 308: true, 399: true,
		400: true, 403: true, 404: true, 413: true, 429: true, 500: true, 502: true, 503: true, 504: true,
	} {
		r := &Response{Status: status, Header: http.Header{"Retry-After": {"7"}}}
		if got, heard := r.RetryAfter(); heard != want || want && got != 7*time.Second {
			t.Errorf("of a %d: %v, %v, want heard %v", status, got, heard, want)
		}
	}
	r := &Response{Status: 429, Header: http.Header{"Retry-After": {"7", "no", "70", "1"}}}
	if got, _ := r.RetryAfter(); got != 70*time.Second {
		t.Errorf("of several: %v, want the longest", got)
	}
	if _, heard := (&Response{Status: 429}).RetryAfter(); heard {
		t.Error("it is heard where it is not")
	}
}

func TestTheGateIsToldWhatTheSiteAsked(t *testing.T) {
	s := &rawSite{answer: says("HTTP/1.1 429 Too Many\r\nRetry-After: 90\r\nContent-Length: 4\r\n\r\nlate")}
	f, origin := s.loopback(t)
	r, outcome, err := ask(t, f, origin+"/", Request{})
	if err != nil || r.Status != 429 || !outcome.AskedToWait || outcome.RetryAfter != 90*time.Second || outcome.Status != 429 || outcome.Bytes != 4 {
		t.Errorf("%+v, %v", outcome, err)
	}
	// Its body being broken does not unsay it.
	s = &rawSite{answer: saysAndCloses("HTTP/1.1 503 Down\r\nRetry-After: 90\r\nContent-Length: 40\r\n\r\nlate")}
	f, origin = s.loopback(t)
	if _, outcome, err = ask(t, f, origin+"/", Request{}); err == nil || !outcome.AskedToWait || outcome.RetryAfter != 90*time.Second || outcome.Status != 503 {
		t.Errorf("%+v, %v", outcome, err)
	}
}

// dateForms are the forms of RFC 9110 section 5.6.7 as regular expressions.
var dateForms = []*regexp.Regexp{
	dateForm(`(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), DAY MONTH (?P<year>[0-9]{4}) CLOCK GMT`),
	dateForm(`(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday), DAY-MONTH-(?P<year>[0-9]{2}) CLOCK GMT`),
	dateForm(`(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) MONTH (?P<day>[0-9]{2}| [0-9]) CLOCK (?P<year>[0-9]{4})`),
}

func dateForm(form string) *regexp.Regexp {
	return regexp.MustCompile(`\A` + strings.NewReplacer(
		"DAY", `(?P<day>[0-9]{2})`, "CLOCK", `(?P<h>[0-9]{2}):(?P<m>[0-9]{2}):(?P<s>[0-9]{2})`,
		"MONTH", `(?P<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)`,
	).Replace(form) + `\z`)
}

// slowStrict reads a date by those forms.
func slowStrict(text string, now time.Time) (time.Time, bool) {
	for _, re := range dateForms {
		m := re.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		n := func(name string) int {
			v, _ := strconv.Atoi(strings.TrimSpace(m[re.SubexpIndex(name)]))
			return v
		}
		year := n("year")
		if len(m[re.SubexpIndex("year")]) == 2 {
			for year += 1900; year+100 <= now.Year()+50; year += 100 {
			}
		}
		mon, _ := time.Parse("Jan", m[re.SubexpIndex("month")])
		leap := 0
		sec := n("s")
		if sec == 60 {
			sec, leap = 59, 1
		}
		t := time.Date(year, mon.Month(), n("day"), n("h"), n("m"), sec, 0, time.UTC)
		if t.Day() != n("day") || t.Hour() != n("h") || t.Minute() != n("m") || t.Second() != sec {
			return time.Time{}, false
		}
		return t.Add(time.Duration(leap) * time.Second), true
	}
	return time.Time{}, false
}

func FuzzDates(f *testing.F) {
	for _, seed := range []string{
		"Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sat, 31 Dec 2016 23:59:60 GMT",
		"sun, 6 nov 1994 8:49 +0200", "Wednesday, 01-Jan-76 00:00:00 GMT", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun Nov  6 08:49:37 UTC 1994", "",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		strict, ok := StrictDate(text, today())
		want, wantOK := slowStrict(text, today())
		if ok != wantOK || !strict.Equal(want) {
			t.Errorf("StrictDate(%q) = %v, %v; the grammar gives %v, %v", text, strict, ok, want, wantOK)
		}
		loose, looseOK := LooseDate(text, today())
		if ok && (!looseOK || !loose.Equal(strict)) {
			t.Errorf("LooseDate(%q) = %v, %v, StrictDate %v", text, loose, looseOK, strict)
		}
		if theirs, err := http.ParseTime(text); err == nil && ok && !theirs.Equal(strict) && theirs.AddDate(100, 0, 0).Year() != strict.Year() {
			t.Errorf("StrictDate(%q) = %v, net/http gives %v", text, strict, theirs)
		}
		if !looseOK {
			return
		}
		if y := loose.Year(); y < -1 || y > 10000 {
			t.Errorf("LooseDate(%q) is in the year %d", text, y)
		}
		if again, ok := StrictDate(loose.Format(http.TimeFormat), today()); loose.Year() >= 0 && loose.Year() <= 9999 && (!ok || !again.Equal(loose)) {
			t.Errorf("LooseDate(%q) = %v is read back as %v, %v", text, loose, again, ok)
		}
	})
}

func FuzzRetryAfter(f *testing.F) {
	for _, seed := range []string{"120", "1.5", "120s", "-1", "١٢٠", "99999999999999999999", "Mon, 30 Nov 2026 12:05:00 GMT", "Mon, 30 Nov 2020 12:05:00 GMT", ""} {
		f.Add(seed, "")
		f.Add(seed, "Mon, 30 Nov 2026 12:00:00 GMT")
	}
	digits := regexp.MustCompile(`\A[0-9]+\z`)
	f.Fuzz(func(t *testing.T, text, date string) {
		r := &Response{Status: 429, Header: http.Header{"Retry-After": {text}, "Date": {date}}, received: today()}
		got, heard := r.RetryAfter()
		if got < 0 || got > longestWait || !heard && got != 0 {
			t.Fatalf("%q: %v, %v is out of bounds", text, got, heard)
		}
		if digits.MatchString(text) {
			n, _ := new(big.Int).SetString(text, 10)
			want := longestWait
			if n.Cmp(big.NewInt(int64(longestWait/time.Second))) < 0 {
				want = time.Duration(n.Int64()) * time.Second
			}
			if !heard || got != want {
				t.Fatalf("%q: %v, %v, want %v", text, got, heard, want)
			}
			return
		}
		if when, ok := slowStrict(text, today()); ok && date == "" {
			if want := min(max(when.Sub(today()), 0), longestWait); !heard || got != want {
				t.Fatalf("%q: %v, %v, want %v", text, got, heard, want)
			}
		}
		if heard && !strings.ContainsAny(text, ":") {
			t.Fatalf("%q is neither digits nor a date, and was heard as %v", text, got)
		}
	})
}

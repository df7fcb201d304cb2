package write_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"curtsy/internal/write"
	"curtsy/page"
)

// meant is what the full decoder says a line holds of what resume needs.
func meant(p *page.Page) *write.Line {
	l := &write.Line{
		Place: write.Place{URL: p.URL, N: p.N, Depth: p.Depth, FoundOn: p.FoundOn, Via: p.Via},
		OK:    p.OK, Landed: p.Landed, Canonical: p.Canonical, Links: p.Links, Fingerprint: p.Fingerprint, Gave: len(p.Summary) > 0 || len(p.Records) > 0,
	}
	if p.Fetch != nil {
		l.Status, l.SHA256 = p.Fetch.Status, p.Fetch.SHA256
	}
	var failure *page.Error
	if errors.As(p.Err, &failure) {
		l.Code, l.Class, l.Retryable, l.Target = failure.Code, failure.Class, failure.Retryable, failure.Target
	}
	if len(l.Links) == 0 {
		l.Links = nil
	}
	return l
}

func TestResumeReadsOfALineWhatItMeans(t *testing.T) {
	for _, p := range everyPage() {
		line, err := p.Line()
		must(t, err)
		got, err := write.ReadLine(line)
		must(t, err)
		if diff := cmp.Diff(meant(p), got); diff != "" {
			t.Errorf("%s%s", line, diff)
		}
	}
}

// FuzzStateLine: whatever page.Page makes of a text, once written as a line, the
// light reader of resume makes the same of it; a text both take means the same to
// both; and a line at another place differs in its place alone.
func FuzzStateLine(f *testing.F) {
	for _, p := range everyPage() {
		line, err := p.Line()
		must(f, err)
		f.Add(line)
	}
	f.Add([]byte(`{"url":"u","n":1e0,"ok":true,"depth":-0,"found_on":null,"via":"","links":["\ud800"]}`))
	f.Add([]byte(`{"url":"u","n":1,"ok":true,"depth":0,"found_on":null,"via":"","URL":"v"} x`))
	f.Fuzz(func(t *testing.T, text []byte) {
		direct, directErr := write.ReadLine(text)
		p := new(page.Page)
		if json.Unmarshal(text, p) != nil {
			return
		}
		if directErr == nil && ourNames(text) {
			if diff := cmp.Diff(meant(p), direct); diff != "" {
				t.Errorf("%q\n%s", text, diff)
			}
		}
		line, err := p.Line()
		if err != nil {
			return
		}
		written := new(page.Page)
		if err := json.Unmarshal(line, written); err != nil {
			return // a value of no kind that a record can hold
		}
		got, err := write.ReadLine(line)
		if err != nil {
			t.Fatalf("%v\n%s", err, line)
		}
		if diff := cmp.Diff(meant(written), got); diff != "" {
			t.Errorf("%s%s", line, diff)
		}
		to := write.Place{URL: p.URL, N: 12, Depth: 3, FoundOn: "https://shop.test/", Via: page.ViaLink}
		moved, err := write.Respell(line[:len(line)-1], to)
		if err != nil {
			t.Fatalf("%v\n%s", err, line)
		}
		p.N, p.Depth, p.FoundOn, p.Via = to.N, to.Depth, to.FoundOn, to.Via
		if want, err := p.Line(); err != nil || string(moved) != string(want) {
			t.Errorf("moved\n%s\nwant\n%s", moved, want)
		}
	})
}

// ourNames says whether the two decoders can be compared on a text: encoding/json
// takes names in any case, and a null anywhere.
func ourNames(text []byte) bool {
	s := string(text)
	return utf8.Valid(text) && s == strings.ToLower(s) && !strings.Contains(s, "null") && !strings.ContainsAny(s, "\\ſK")
}

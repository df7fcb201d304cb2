package sitemap

import (
	"bytes"
	"encoding/xml"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzRead holds any bytes to the bounds, and compares what well-formed markup
// gives with what a second, obvious reader makes of it and with what a part of it
// gives.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("testdata/*")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil || strings.HasSuffix(file, ".golden") {
			continue
		}
		f.Add(data, len(data)/2)
		f.Add(compress(f, string(data)), len(data)/3)
		f.Add([]byte(utf16Text("\ufeff"+string(data))), len(data))
	}
	f.Add([]byte("<urlset><url><loc><![CDATA[a]]]]>&#0;&#x41;<!-- x --><?y?></loc></url>"), 30)
	f.Fuzz(func(t *testing.T, data []byte, cut int) {
		if len(data) > 1<<20 {
			return
		}
		bound := Bound{Bytes: 1 << 20, Entries: 100}
		kind, entries, count, err := readAll(t, bytes.NewReader(data), bound)
		checkRead(t, kind, entries, count, err)
		if kind == Text || cut < 0 || cut > len(data) {
			return // the line that a list is cut off in may be an address still
		}
		_, part, _, _ := readAll(t, bytes.NewReader(data[:cut]), bound)
		if bytes.HasPrefix(data, []byte("<")) && len(data) > 0 && utf8.Valid(data) && !bytes.Contains(data, []byte("encoding")) {
			for i, e := range part {
				if i >= len(entries) || e != entries[i] {
					t.Fatalf("%d octets give %+v, the whole gives %+v", cut, part, entries)
				}
			}
		}
		if err == nil && kind == URLSet {
			checkAgainstTree(t, data, entries)
		}
	})
}

func checkRead(t *testing.T, kind Kind, entries []Entry, count Count, err error) {
	t.Helper()
	if len(entries) != count.Given || len(entries) > 100 {
		t.Fatalf("%d entries given, %d counted, of at most 100", len(entries), count.Given)
	}
	if kind == "" && (len(entries) > 0 || err == nil) {
		t.Fatalf("no kind, %d entries, error %v", len(entries), err)
	}
	for _, e := range entries {
		if e.Loc == "" || e.Loc != strings.TrimSpace(e.Loc) || utf8.RuneCountInString(e.Loc) > maxLoc || len(e.LastMod) > maxLastMod || !utf8.ValidString(e.Loc) || e.Index != (kind == Index) {
			t.Fatalf("entry %+v of a %s", e, kind)
		}
		if strings.IndexFunc(e.Loc, func(r rune) bool { return !allowed(r) }) >= 0 {
			t.Fatalf("entry %q holds a control character", e.Loc)
		}
	}
	var told *Error
	if err != nil && (!errors.As(err, &told) || told.Cause == nil || told.Given != len(entries) || strings.ContainsAny(err.Error(), "\x00\x1b\n")) {
		t.Fatalf("error %q", err)
	}
}

// checkAgainstTree reads strict, plain markup into a tree: what is in both orders
// the same must be the same.
func checkAgainstTree(t *testing.T, data []byte, entries []Entry) {
	t.Helper()
	if bytes.ContainsAny(data, ":\r") || bytes.Contains(data, []byte("<!")) || bytes.Contains(data, []byte("xml")) || len(data) > 16<<10 {
		return
	}
	var tree struct {
		XMLName xml.Name `xml:"urlset"`
		URLs    []struct {
			Locs []struct {
				Text string `xml:",chardata"`
			} `xml:"loc"`
		} `xml:"url"`
	}
	if !bytes.HasPrefix(data, []byte("<urlset>")) || xml.Unmarshal(data, &tree) != nil {
		return
	}
	var want []string
	for _, u := range tree.URLs {
		if len(u.Locs) == 0 {
			continue
		}
		if loc := strings.TrimSpace(u.Locs[0].Text); loc != "" && utf8.RuneCountInString(loc) <= maxLoc && len(want) < 100 {
			want = append(want, loc)
		}
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Loc)
	}
	if !strings.EqualFold(strings.Join(got, "\n"), strings.Join(want, "\n")) {
		t.Fatalf("Read gives %q, the tree %q", got, want)
	}
}

package write_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"curtsy/internal/write"
	"curtsy/page"
)

// cell gives what the url column of a page with this url reads as.
func cell(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	c, err := write.NewCSV(&b)
	must(t, err)
	must(t, c.Write(&page.Page{URL: text, Via: page.ViaList}))
	rows, err := csv.NewReader(&b).ReadAll()
	must(t, err)
	return rows[1][0]
}

func TestACellThatCouldRunAsAFormulaIsGuarded(t *testing.T) {
	for _, text := range []string{
		`=HYPERLINK("http://evil.test","x")`, "@SUM(1)", "+cmd|' /C calc'!A0", "-2+3", " =1+1", "\n=1", "\t=1", "\tx", "\nx", "\u00a0=1",
		"\u200b\ufeff=1", "\uff1d1+1", "\uff0b1", "\uff20x", "\ufe631x", "\u3000=1", "-\u0661", "-\uff11", "-1.", "-.5", "-1,,2", "+1e", "-",
		"--1", "=1", "-1 ", "\u3164=1", "\u00ad=1",
	} {
		if got, want := cell(t, text), "'"+text; got != want {
			t.Errorf("%q is written as %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{
		"", "x", "x=1", "1", "-3.50", "+1e3", "-1,234.5", "-1E-5", "1+1", "https://shop.test/?a=-1", "'=1", "a\nb", "\u2014 dash", "日本", "-0",
	} {
		if got := cell(t, text); got != text {
			t.Errorf("%q is written as %q", text, got)
		}
	}
	if got := cell(t, "a\x1b[31mb\x07\u009b1"); got != "a\ufffd[31mb\ufffd\ufffd1" {
		t.Errorf("control characters are written as %q", got)
	}
}

func TestACSVHasItsColumnsBeforeAnyPageAndARowForEach(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shop.csv")
	c, err := write.CreateCSV(path)
	must(t, err)
	const first = "url,n,ok,depth,found_on,via,landed,status,rung,seconds,bytes,not_modified,canonical,climbs,retries,error,message,retryable,sources,types,records,links,rights,summary.title,"
	if got := content(t, path); !strings.HasPrefix(got, first) || strings.Count(got, "\n") != 1 {
		t.Fatalf("before the first page: %q", got)
	}
	must(t, c.Write(fullPage()))
	if strings.Count(content(t, path), "\n") != 2 {
		t.Error("the row is not in the file at once")
	}
	must(t, c.Write(&page.Page{URL: "https://shop.test/x", N: 4, Depth: 1, Via: page.ViaLink, Err: page.Errorf(page.TimedOut, "no answer")}))
	must(t, c.Close())
	if strings.Contains(content(t, path), "\r") {
		t.Error("lines end in CR LF")
	}
	rows, err := csv.NewReader(strings.NewReader(content(t, path))).ReadAll()
	must(t, err)
	if len(rows[0]) != 23+len(page.SummaryFields()) {
		t.Errorf("%d columns", len(rows[0]))
	}
	url := fullPage().URL
	want := []string{url, "3", "true", "1", "https://shop.test/?a=<b>&c", "link", url, "200", "http", "0.25", "10", "false", url, "1", "1",
		"", "", "", "jsonld html", "Product", "1", "1", "tdm-reservation=1", "'=cmd()\u2028\ufffd"}
	if !slices.Equal(rows[1][:24], want) {
		t.Errorf("row %q\nwant %q", rows[1][:24], want)
	}
	want = []string{"https://shop.test/x", "4", "false", "1", "", "link", "", "", "", "", "", "", "", "", "0", "timed_out", "no answer", "true", "", "", "", "", "", ""}
	if !slices.Equal(rows[2][:24], want) {
		t.Errorf("row %q\nwant %q", rows[2][:24], want)
	}
}

func TestACSVThatHoldsRowsIsNotTouched(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shop.csv")
	for range 2 { // columns alone are begun again
		c, err := write.CreateCSV(path)
		must(t, err)
		if _, err := write.CreateCSV(path); !errors.As(err, new(*write.BusyError)) {
			t.Errorf("a second writer: %v", err)
		}
		must(t, c.Close())
	}
	c, err := write.CreateCSV(path)
	must(t, err)
	must(t, c.Write(pageAt(0)))
	must(t, c.Close())
	before := content(t, path)
	_, err = write.CreateCSV(path)
	var held *write.HeldError
	if !errors.As(err, &held) || held.Error() != path+" already holds 1 page" {
		t.Errorf("error %v", err)
	}
	_, err = write.Resume(path, header(), write.Config{})
	if err == nil || !strings.Contains(err.Error(), "a CSV is no state") {
		t.Errorf("resume says %v", err)
	}
	if content(t, path) != before {
		t.Error("the file has changed")
	}
	other := filepath.Join(t.TempDir(), "notes.csv")
	must(t, os.WriteFile(other, []byte("a,b\n1,2\n"), 0o600))
	if _, err := write.CreateCSV(other); !errors.As(err, new(*write.OtherRunError)) || content(t, other) != "a,b\n1,2\n" {
		t.Errorf("a table of another kind: %v", err)
	}
}

func TestTheMapsCSV(t *testing.T) {
	var b bytes.Buffer
	c, err := write.NewMapCSV(&b)
	must(t, err)
	must(t, c.Write("https://shop.test/", "=2026", ""))
	if got := b.String(); got != "url,lastmod,sitemap\nhttps://shop.test/,'=2026,\n" {
		t.Errorf("%q", got)
	}
}

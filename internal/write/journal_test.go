package write_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"curtsy/internal/write"
	"curtsy/page"
)

// inTurn is an order of pages 0 to n-1.
type inTurn struct{ next, n int }

func (o *inTurn) Turn() (int, bool) { return o.next, o.next < o.n }
func (o *inTurn) Pass()             { o.next++ }

func header() write.Header {
	return write.Header{
		Command: "crawl", Seeds: []string{"https://shop.test/"}, Options: map[string]any{"max_pages": 100, "exclude": []string{"/cart"}},
		Started: time.Date(2026, 11, 3, 10, 0, 0, 0, time.UTC),
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func content(t testing.TB, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	must(t, err)
	return string(b)
}

func absent(t testing.TB, path string) {
	t.Helper()
	if _, err := os.Stat(path); err == nil {
		t.Errorf("%s is still there", filepath.Base(path))
	}
}

// pageAt is an answered page with a link.
func pageAt(n int) *page.Page {
	url := "https://shop.test/p/" + string(rune('a'+n))
	return &page.Page{
		URL: url, N: n, OK: true, Depth: min(n, 1), Via: page.ViaLink, FoundOn: "https://shop.test/", Landed: url,
		AskedAt:     time.Date(2026, 11, 3, 10, 0, n, 0, time.UTC),
		Fetch:       &page.Fetch{Rung: "http", Status: 200, Seconds: 0.25, Bytes: 10, WireBytes: 9, Type: "text/html"},
		Fingerprint: "aZ09_-", Links: []string{url + "/next"},
	}
}

func TestWhateverOrderPagesFinishInTheFileIsInOrder(t *testing.T) {
	want := ""
	for _, order := range [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {1, 0, 3, 2}, {2, 3, 0, 1}} {
		path := filepath.Join(t.TempDir(), "shop.jsonl")
		j, err := write.Create(path, header(), write.Config{Order: &inTurn{n: 4}})
		must(t, err)
		for _, n := range order {
			must(t, j.Append(pageAt(n)))
		}
		must(t, j.Finish())
		got := content(t, path)
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("finished as %v:\n%swant\n%s", order, got, want)
		}
		absent(t, path+".pending")
	}
}

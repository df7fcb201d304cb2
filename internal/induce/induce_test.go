package induce

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"curtsy/internal/tree"
	"curtsy/page"
)

// resolve stands in for the reader's: what looks like an address is one.
func resolve(reference string) (string, bool) {
	switch {
	case strings.HasPrefix(reference, "https://"), strings.HasPrefix(reference, "http://"), strings.HasPrefix(reference, "data:"):
		return reference, true
	case strings.HasPrefix(reference, "/"), strings.HasPrefix(reference, "?"), strings.HasPrefix(reference, "#"):
		return "https://site.test" + reference, true
	}
	return "", false
}

func induced(t testing.TB, text string) ([]page.Record, map[string]int) {
	t.Helper()
	parsed, err := tree.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return Records(parsed, resolve)
}

// written shows records as a person reads them.
func written(records []page.Record, leftOut map[string]int) string {
	var b strings.Builder
	for _, r := range records {
		fmt.Fprintf(&b, "%s\n", r.Where)
		for _, f := range r.Fields {
			fmt.Fprintf(&b, "  %s: %s  (%s)\n", f.Name, f.Value.Value, strings.TrimPrefix(f.Where, r.Where))
		}
	}
	for _, what := range slices.Sorted(maps.Keys(leftOut)) {
		fmt.Fprintf(&b, "left out: %s %d\n", what, leftOut[what])
	}
	return b.String()
}

var update = flag.Bool("update", false, "write the golden files")

// TestPages: what is made of pages as sites write them.
func TestPages(t *testing.T) {
	pages, err := filepath.Glob("testdata/*.html")
	if err != nil || len(pages) < 30 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	for _, name := range pages {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".html"), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := []byte(written(induced(t, string(text))))
			golden := strings.TrimSuffix(name, ".html") + ".golden"
			if *update {
				if err := os.WriteFile(golden, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

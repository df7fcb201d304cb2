package maintext

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"curtsy/address"
	"curtsy/internal/tree"
)

var update = flag.Bool("update", false, "write the Markdown of the golden pages anew")

func at(t testing.TB) address.Address {
	t.Helper()
	base, err := address.Parse("https://site.example/dir/page.html")
	if err != nil {
		t.Fatal(err)
	}
	return base
}

func parse(t testing.TB, text string) *tree.Tree {
	t.Helper()
	page, err := tree.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// TestGoldens: the Markdown of whole pages, main content and, behind a line that says
// so, everything.
func TestGoldens(t *testing.T) {
	files, err := filepath.Glob("testdata/*.html")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d pages, error %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			page := parse(t, string(text))
			main, err := Main(page, at(t))
			if err != nil {
				t.Fatal(err)
			}
			full, err := Full(page, at(t))
			if err != nil {
				t.Fatal(err)
			}
			if main.LeftOut != nil || full.LeftOut != nil {
				t.Errorf("left out of a small page: %v, %v", main.LeftOut, full.LeftOut)
			}
			got := "<!-- main: from " + main.From + " at " + main.Where + " -->\n\n" + main.Markdown +
				"\n<!-- full: from " + full.From + " at " + full.Where + " -->\n\n" + full.Markdown
			golden := strings.TrimSuffix(file, ".html") + ".md"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

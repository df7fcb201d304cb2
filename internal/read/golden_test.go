package read

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"curtsy/address"
)

var update = flag.Bool("update", false, "write the golden files from what is read now")

// TestGoldenPages reads whole pages and holds all that was read against what a
// person has looked through once.
func TestGoldenPages(t *testing.T) {
	files, err := filepath.Glob("testdata/*.html")
	if err != nil || len(files) == 0 {
		t.Fatalf("pages %v: %v", files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			body, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			at, err := address.Parse("https://golden.test/dir/page")
			if err != nil {
				t.Fatal(err)
			}
			r := Page(&Document{Address: at, Body: body, Token: "shopbot", At: time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)})
			var got bytes.Buffer
			e := json.NewEncoder(&got)
			e.SetEscapeHTML(false)
			e.SetIndent("", "  ")
			if err := e.Encode(r); err != nil {
				t.Fatal(err)
			}
			golden := file + ".golden"
			if *update {
				if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got.String()); diff != "" {
				t.Errorf("what is read has changed (-golden +now):\n%s", diff)
			}
		})
	}
}

package curtsy_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"curtsy/internal/read"
	"curtsy/internal/summary"
	"curtsy/internal/visible"
)

// TestReadingDocs: the tables of docs/reading.md are the code's own. -fill-docs writes
// them.
func TestReadingDocs(t *testing.T) {
	const path = "docs/reading.md"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for name, table := range map[string]string{"readers": readersTable(), "questions": questionsTable(), "rules": rulesTable()} {
		begin, end := "<!-- "+name+" -->\n", "<!-- end of "+name+" -->\n"
		before, rest, ok := strings.Cut(page, begin)
		written, after, closed := strings.Cut(rest, end)
		if !ok || !closed {
			t.Fatalf("%s has no table between %q and %q", path, begin, end)
		}
		if written != table && !*fillDocs {
			t.Errorf("%s: the table of %s is not what the code says; -fill-docs writes it\n%s", path, name, table)
		}
		page = before + begin + table + end + after
	}
	if *fillDocs {
		if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func readersTable() string {
	var b strings.Builder
	b.WriteString("| reader | reads |\n|---|---|\n")
	for _, r := range read.Readers() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", r.Name, r.Doc)
	}
	return b.String()
}

func questionsTable() string {
	var b strings.Builder
	b.WriteString("| field | asked in this order | compared |\n|---|---|---|\n")
	for _, q := range summary.Questions() {
		places := make([]string, len(q.From))
		for i, from := range q.From {
			places[i] = from.Doc
		}
		compared := ""
		if q.Compared {
			compared = "yes"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", q.Field, strings.Join(places, " → "), compared)
	}
	return b.String()
}

func rulesTable() string {
	var b strings.Builder
	b.WriteString("| rule | guesses | when |\n|---|---|---|\n")
	for _, r := range visible.Rules() {
		fmt.Fprintf(&b, "| `%s` | `%s` | %s |\n", r.Name, r.Question, r.Doc)
	}
	return b.String()
}

// TestDocsNameWhatIsLeftOut: every key of left_out that a reader may write is in the
// table of bounds.
func TestDocsNameWhatIsLeftOut(t *testing.T) {
	text, err := os.ReadFile("docs/reading.md")
	if err != nil {
		t.Fatal(err)
	}
	_, bounds, _ := strings.Cut(string(text), "\n## Bounds\n")
	cut := regexp.MustCompile(`[lL]eaveOut\((?:([a-z.]+)\s*\+\s*)?"([a-z_]+)"`)
	keys := 0
	for _, pattern := range []string{"internal/read/*.go", "internal/induce/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			code, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			for _, found := range cut.FindAllStringSubmatch(string(code), -1) {
				keys++
				if found[1] == "" && !strings.Contains(bounds, "`"+found[2]+"`") || !strings.Contains(bounds, found[2]+"`") {
					t.Errorf("%s: left_out.%s is not in the bounds of docs/reading.md", file, found[2])
				}
			}
		}
	}
	if keys < 30 {
		t.Errorf("%d keys were found; the code was not understood", keys)
	}
}

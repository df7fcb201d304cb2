package curtsy

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestWhatWasBrokenIsStillTested: every test and conversation that docs/broken-once.md names is there.
func TestWhatWasBrokenIsStillTested(t *testing.T) {
	text, err := os.ReadFile("docs/broken-once.md")
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	functions := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Example)\w*)\(`)
	for _, file := range goFiles(t) {
		if !strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range functions.FindAllSubmatch(source, -1) {
			there[string(match[1])] = true
		}
	}
	named := regexp.MustCompile("`((?:Test|Fuzz|Example)\\w*)`").FindAllSubmatch(text, -1)
	if len(named) < 100 {
		t.Errorf("only %d tests are named", len(named))
	}
	for _, match := range named {
		if !there[string(match[1])] {
			t.Errorf("it names %s, which is no test", match[1])
		}
	}
	for _, match := range regexp.MustCompile(`→ conversation ([a-z0-9-]+)`).FindAllSubmatch(text, -1) {
		if _, err := os.Stat(filepath.Join("testdata/conversations", string(match[1])+".txtar")); err != nil {
			t.Errorf("it names the conversation %s: %v", match[1], err)
		}
	}
}

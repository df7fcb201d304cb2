package curtsy_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"curtsy"
	"curtsy/internal/cli"
	"curtsy/page"
)

// TestDocsNameEverything: each code, option, flag, variable and key has its place.
func TestDocsNameEverything(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	holds := func(name, text, part string) {
		t.Helper()
		if !strings.Contains(text, part) {
			t.Errorf("%s lacks %s", name, part)
		}
	}
	output, options, configuration := read("docs/output.md"), read("docs/options.md"), read("docs/configuration.md")
	for _, row := range page.Codes() {
		retried := map[bool]string{true: "yes", false: "no"}[row.Retryable]
		holds("docs/output.md", output, fmt.Sprintf("| `%s` | %s | %s | %s |\n", row.Code, row.Class, retried, row.When))
	}
	for _, field := range page.SummaryFields() {
		holds("docs/output.md", output, "`"+field+"`")
	}
	var schema any
	if err := json.Unmarshal([]byte(read("docs/schema/line.schema.json")), &schema); err != nil {
		t.Fatal(err)
	}
	for _, key := range propertiesOf(schema) {
		holds("docs/output.md", output, "`"+key+"`")
	}
	for field := range reflect.TypeFor[curtsy.Options]().Fields() {
		holds("docs/options.md", options, "| `"+field.Name+"` |")
	}
	for field := range reflect.TypeFor[curtsy.Agent]().Fields() {
		holds("docs/options.md", options, "| `Agent."+field.Name+"` |")
	}
	for _, setting := range settingsOf(t) {
		holds("docs/options.md", options, "`"+setting.name+"`")
		if setting.variable != "" {
			holds("docs/configuration.md", configuration, "`"+setting.variable+"`")
		}
	}
	for _, key := range keysOf(t) {
		holds("docs/configuration.md", configuration, "| `"+key+"` |")
		holds("docs/options.md", options, "`"+key+"`")
	}
}

// propertiesOf lists the keys a JSON Schema gives anywhere.
func propertiesOf(schema any) (keys []string) {
	switch node := schema.(type) {
	case map[string]any:
		if properties, ok := node["properties"].(map[string]any); ok {
			keys = slices.AppendSeq(keys, maps.Keys(properties))
		}
		for _, inner := range node {
			keys = append(keys, propertiesOf(inner)...)
		}
	case []any:
		for _, inner := range node {
			keys = append(keys, propertiesOf(inner)...)
		}
	}
	return keys
}

type docSetting struct{ name, variable string }

// settingsOf reads the settings out of "curtsy help flags", and the flags out of every
// command's own help: a flag that the one has and the other has not is an error.
func settingsOf(t *testing.T) (settings []docSetting) {
	t.Helper()
	flags := regexp.MustCompile(`(?m)^  (?:-\w, )?(--[a-z-]+|[a-z_]+)[ \n].*?(?:\[([A-Z_]+)\])?$`)
	known := map[string]bool{}
	for _, row := range flags.FindAllStringSubmatch(printed(t, "help", "flags"), -1) {
		settings = append(settings, docSetting{row[1], row[2]})
		known[row[1]] = true
	}
	if len(settings) < 20 {
		t.Fatal("help flags was not understood")
	}
	commands := regexp.MustCompile(`(?m)^  ([a-z]+)  +\S`)
	_, list, _ := strings.Cut(printed(t, "help"), "Commands:\n")
	for _, row := range commands.FindAllStringSubmatch(list, -1) {
		_, own, _ := strings.Cut(printed(t, "help", row[1]), "\nFlags:\n")
		for _, name := range regexp.MustCompile(`--[a-z][a-z-]*`).FindAllString(own, -1) {
			if !known[name] {
				t.Errorf("curtsy %s has %s, and help flags has not", row[1], name)
			}
		}
	}
	return settings
}

func printed(t *testing.T, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if code := cli.Main(args, strings.NewReader(""), &out, io.Discard, func(string) string { return "" }); code != 0 {
		t.Fatalf("curtsy %v ends with %d", args, code)
	}
	return out.String()
}

// keysOf asks the configuration which keys there are, by one that is like none.
func keysOf(t *testing.T) []string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte("qqqqqqqqqqqqqqqqqqqq = 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var talk bytes.Buffer
	env := func(name string) string { return map[string]string{"HOME": filepath.Dir(path)}[name] }
	cli.Main([]string{"crawl", "--config", path, "http://127.0.0.1:1/"}, strings.NewReader(""), io.Discard, &talk, env)
	_, list, found := strings.Cut(talk.String(), "the keys are ")
	if !found {
		t.Fatalf("no list of keys in %q", talk.String())
	}
	return strings.FieldsFunc(strings.Replace(strings.TrimSpace(list), " and ", " ", 1), func(r rune) bool { return r == ',' || r == ' ' })
}

// TestDocsLinks: a link to a file leads to one, and one to a heading to a heading.
func TestDocsLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	fenced := regexp.MustCompile("(?ms)^```.*?^```$")
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && entry.Name() == "testdata" {
			return filepath.SkipDir // Markdown made of pages, whose links are theirs
		}
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".md" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, match := range link.FindAllStringSubmatch(fenced.ReplaceAllString(string(text), ""), -1) {
			if strings.Contains(match[1], ":") {
				continue
			}
			target, heading, _ := strings.Cut(match[1], "#")
			at := path
			if target != "" {
				at = filepath.Join(filepath.Dir(path), target)
			}
			body, err := os.ReadFile(at)
			if err != nil {
				if info, wrong := os.Stat(at); wrong != nil || !info.IsDir() {
					t.Errorf("%s: %s leads nowhere", path, match[1])
				}
				continue
			}
			if heading != "" && !slices.Contains(headings(string(body)), heading) {
				t.Errorf("%s: %s has no such heading", path, match[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// headings gives the names that a page's headings are linked by.
func headings(text string) (names []string) {
	dropped := regexp.MustCompile(`[^\p{L}\p{N}\s_-]`)
	for _, match := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(text, -1) {
		name := dropped.ReplaceAllString(strings.ToLower(match[1]), "")
		names = append(names, strings.ReplaceAll(name, " ", "-"))
	}
	return names
}

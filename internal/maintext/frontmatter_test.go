package maintext

import (
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"pgregory.net/rapid"
)

func TestFrontMatter(t *testing.T) {
	if got := FrontMatter(nil); got != "" {
		t.Errorf("of no fields: %q", got)
	}
	got := FrontMatter([]Field{
		{"title", `Say "no": a # b`, "jsonld /html/head/script[1]#/headline"},
		{"url", "https://site.example/", ""},
		{"price", "1.0", "opengraph\n---\nevil: yes"},
		{"no", "line\nline\u202Eevil\\", "html"},
		{"title", "a second one", ""},
	})
	want := `---
title: "Say \"no\": a # b" # jsonld /html/head/script[1]#/headline
url: "https://site.example/"
price: "1.0" # opengraph --- evil: yes
"no": "line\nline\u202Eevil\\" # html
---
`
	if got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// TestFrontMatterReadsBack: a reader of YAML gives the same names and values.
func TestFrontMatterReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"- a", "? b", "%x", "@y", "`z", "null", "~", "0x1F", "2026-05-04", "*a", "&b c", "!t", "|", ">", "{a: b}", "a: b", " x ", "\u0085", "\u2028", "\ufeff", "\u200f", "\x00", "---", "...", "a\n---\nb", "'", `\u0041`}))
		want := map[string]string{}
		var fields []Field
		for range rapid.IntRange(1, 4).Draw(t, "fields") {
			field := Field{text.Draw(t, "name"), text.Draw(t, "value"), text.Draw(t, "source")}
			name := strings.ToValidUTF8(field.Name, "\uFFFD")
			if _, ok := want[name]; ok {
				continue
			}
			want[name] = strings.ToValidUTF8(field.Value, "\uFFFD")
			fields = append(fields, field)
		}
		front := FrontMatter(fields)
		body, ok := strings.CutPrefix(front, "---\n")
		if body, ok2 := strings.CutSuffix(body, "---\n"); ok && ok2 {
			got := map[string]string{}
			if err := yaml.Unmarshal([]byte(body), &got); err != nil {
				t.Fatalf("%v in\n%s", err, front)
			}
			if len(got) != len(want) {
				t.Fatalf("%d fields of %d in\n%s", len(got), len(want), front)
			}
			for name, value := range want {
				if got[name] != value {
					t.Fatalf("%q is %q and not %q in\n%s", name, got[name], value, front)
				}
			}
		} else {
			t.Fatalf("no lines of hyphens around\n%s", front)
		}
	})
}

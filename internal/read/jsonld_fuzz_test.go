package read

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"curtsy/page"
)

// FuzzJSONLD: reading never panics and stays in its bounds; every leaf is a text that
// says something; and when a script is JSON as it stands, nothing is called mended and
// every leaf is found again at its pointer, whatever references led to it.
func FuzzJSONLD(f *testing.F) {
	for _, seed := range []string{
		`{"@context":"https://schema.org","@type":"Product","offers":[{"price":1.50}]}`, `[{"@graph":[{"@type":["A"],"a/b":{"~":"x"}}]}]`, `{"@type":"A","x":{"@value":1,"@list":[]}}`,
		`{"a":1}{"b":2}`, `{"a":"x" "b":'y'}`, "<!--{\"a\":\"\n\"}-->", `{"a":[1,2,],/*c*/}`, `{"@context":{"p":"http://schema.org/","@vocab":"x"},"p:a":1}`, `{&quot;a&quot;:1}`, `{"a":1,"a":2,"":3}`, "{\"\\ud800\":\"\\ud800\"}", `[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]`,
		`[{"@id":"#a","b":{"@id":"#b"},"c":{"@id":"#a"}},{"@id":"#b","a":{"@type":"A","@id":"#a"}},{"@id":"#b","x":"y"}]`, `{"@context":[{"a":{"@reverse":"b"},"c":{"@type":"@id"}},null],"@id":"x","a":{"id":"y","z":1},"c":["x","y"]}`,
		`{"@id":"_:a","@reverse":{"p":{"@id":"_:b","q":{"@id":"_:a"}}},"@graph":[{"@id":"_:b","@included":{"type":"T"}}]}`, `{"@context":{"@base":"http://b.test/","@vocab":null,"s":"https://schema.org"},"@id":"#","s:x":{"@set":[{"@id":"#"}]}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		if len(script) > 1<<14 {
			return
		}
		doc := document(t, "")
		r := &Reading{}
		s := &Source{Document: doc, Base: doc.Address, Scripts: []Script{{Type: "application/ld+json", Text: script, Place: Place{text: "/s"}}}, reading: r}
		found := readJSONLD(s)
		values := 0
		var whole any
		strict := json.Valid(script) && json.Unmarshal(script, &whole) == nil
		for i := range found.Records {
			leaves(&found.Records[i], func(_ string, v page.Value) {
				values++
				if text := v.Value.(string); !utf8.ValidString(text) || strings.TrimSpace(text) == "" {
					t.Errorf("%q is no leaf", text)
				}
				if strict {
					checkPointer(t, script, whole, v)
				}
			})
		}
		if d := deepest(found.Records); values > MaxJSONValues+MaxJSONReferenced || d > MaxJSONDepth {
			t.Errorf("%d values, %d deep", values, d)
		}
		if strict && len(r.Repairs) > 0 {
			t.Errorf("%s: it is JSON, and was called %v", script, r.Repairs)
		}
	})
}

func checkPointer(t *testing.T, script []byte, at any, v page.Value) {
	t.Helper()
	pointer, ok := strings.CutPrefix(v.Where, "/s#")
	if !ok {
		t.Fatalf("%q is no place in the script", v.Where)
	}
	for token := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		switch inner := at.(type) {
		case map[string]any:
			at, ok = inner[token]
		case []any:
			n, err := strconv.Atoi(token)
			if ok = err == nil && n >= 0 && n < len(inner); ok {
				at = inner[n]
			}
		default:
			ok = false
		}
		if !ok {
			t.Fatalf("%s: %q leads nowhere", script, v.Where)
		}
	}
	if text, is := at.(string); is && text != v.Value {
		t.Errorf("%s: at %q stands %q, not %q", script, v.Where, text, v.Value)
	}
	switch at.(type) {
	case map[string]any, []any, nil:
		t.Errorf("%s: at %q stands no leaf", script, v.Where)
	}
}

package read

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// TestPagesPlacesExist holds the places that the claims name against a tree of
// its own making: what is asked for must be there, whatever is read.
func TestPagesPlacesExist(t *testing.T) {
	pointers := 0
	for _, p := range goldenPages(t) {
		text, _, _ := decode(p.doc.Body, p.doc.Header)
		if bytes.ContainsRune(text, '\uFFFD') {
			t.Errorf("%s holds octets that its charset does not have", p.name)
		}
		places := placesIn(t, text)
		for _, s := range p.claims {
			if s.where == "" {
				continue
			}
			xpath, pointer, _ := strings.Cut(s.where, "#")
			content, ok := places[xpath]
			if !ok {
				t.Errorf("%s: %s: no element stands there", p.name, s.line)
			}
			if pointer == "" {
				continue
			}
			there, checked := resolve(content, pointer)
			if checked {
				pointers++
			}
			if checked && !there {
				t.Errorf("%s: %s: nothing in the script stands there", p.name, s.line)
			}
		}
	}
	if pointers < 100 {
		t.Errorf("%d pointers were followed; most scripts are JSON as they stand", pointers)
	}
}

// placesIn gives every element's XPath, and the text directly inside it.
func placesIn(t *testing.T, text []byte) map[string]string {
	t.Helper()
	root, err := html.ParseWithOptions(bytes.NewReader(text), html.ParseOptionEnableScripting(false))
	if err != nil {
		t.Fatal(err)
	}
	places := map[string]string{}
	var visit func(parent *html.Node, path string)
	visit = func(parent *html.Node, path string) {
		seen := map[string]int{}
		for n := range parent.ChildNodes() {
			if n.Type == html.TextNode {
				places[path] += n.Data
			}
			if n.Type != html.ElementNode {
				continue
			}
			seen[n.Data]++
			here := path + "/" + n.Data
			if n.Data != "html" && n.Data != "head" && n.Data != "body" {
				here += "[" + strconv.Itoa(seen[n.Data]) + "]"
			}
			places[here] = ""
			visit(n, here)
		}
	}
	visit(root, "")
	return places
}

// resolve follows a JSON pointer (RFC 6901) in a script that is JSON, or sets a
// variable to it. checked is false of a script that has to be mended first.
func resolve(script, pointer string) (there, checked bool) {
	if name, value, ok := strings.Cut(script, "="); ok && strings.HasPrefix(name, "window.") {
		script = strings.TrimRight(strings.TrimSpace(value), ";")
	}
	var v any
	if json.Unmarshal([]byte(script), &v) != nil {
		return false, false
	}
	for token := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		token = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
		switch c := v.(type) {
		case map[string]any:
			v = c[token]
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i >= len(c) {
				return false, true
			}
			v = c[i]
		default:
			return false, true
		}
	}
	return v != nil, true
}

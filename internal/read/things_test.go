package read

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"

	"curtsy/internal/tree"
	"curtsy/page"
)

// readBy reads a page with some readers alone.
func readBy(t testing.TB, body string, readers ...Reader) *Reading {
	t.Helper()
	return readPage(document(t, body), readers)
}

// findingsOf gives what one reader finds on a page, and the reading that counts what it
// left out.
func findingsOf(t testing.TB, body string, reader Reader) (Findings, *Reading) {
	t.Helper()
	var found Findings
	inner := reader.Read
	reader.Read = func(s *Source) Findings {
		found = inner(s)
		return found
	}
	r := readBy(t, body, reader)
	return found, r
}

// sketch writes records as Type{field=text other=[a b] nested=Type{}}, one a line.
func sketch(records []page.Record) string {
	var b strings.Builder
	for i := range records {
		sketchRecord(&b, &records[i])
		b.WriteString("\n")
	}
	return b.String()
}

func sketchRecord(b *strings.Builder, r *page.Record) {
	b.WriteString(strings.Join(r.Types, "+") + "{")
	for i, f := range r.Fields {
		if i > 0 {
			b.WriteString(" ")
		}
		b.WriteString(f.Name + "=")
		sketchValue(b, f.Value)
	}
	b.WriteString("}")
}

func sketchValue(b *strings.Builder, v page.Value) {
	switch v := v.Value.(type) {
	case string:
		b.WriteString(v)
	case *page.Record:
		sketchRecord(b, v)
	case []page.Value:
		for i := range v {
			b.WriteString([]string{"[", " "}[min(i, 1)])
			sketchValue(b, v[i])
		}
		b.WriteString("]")
	}
}

// tagLines writes tags as name|key=value@where, one a line.
func tagLines(found Findings) string {
	var b strings.Builder
	for _, tag := range found.Tags {
		b.WriteString(tag.Name + "|" + tag.Key + "=" + tag.Value + "@" + tag.Where + "\n")
	}
	return b.String()
}

// builtTree says whether reading a page with a reader built its tree.
func builtTree(t testing.TB, body string, reader Reader) bool {
	t.Helper()
	built := false
	inner := reader.Read
	reader.Read = func(s *Source) Findings {
		found := inner(s)
		built = s.tree != nil || s.treeErr != nil
		return found
	}
	readBy(t, body, reader)
	return built
}

// elementsByPlace gives every element of a page's tree by its place; nil for a page
// that is large, or has more places than are given out.
func elementsByPlace(t testing.TB, body string) map[string]*html.Node {
	t.Helper()
	if len(body) > 64<<10 {
		return nil
	}
	parsed, err := tree.Parse([]byte(body))
	if err != nil {
		return nil
	}
	all := map[string]*html.Node{}
	for n := range tree.Elements(parsed.Root) {
		all[parsed.Where(n)] = n
	}
	if parsed.Unsaid > 0 {
		return nil
	}
	return all
}

// holdThings fails when what was found breaks a law that holds for any page: places
// are those of elements, leaves are texts that are not blank, and bounds hold.
func holdThings(t *testing.T, body string, found Findings, r *Reading) {
	t.Helper()
	if len(r.Unread) > 0 {
		t.Fatalf("a page made the reader fail: %v", r.Unread)
	}
	all := elementsByPlace(t, body)
	place := func(where string) {
		if _, ok := all[where]; where != "" && !ok && all != nil {
			t.Fatalf("no element stands at %s", where)
		}
	}
	values, octets := 0, 0
	var look func(*page.Record, int)
	look = func(r *page.Record, depth int) {
		if depth > MaxThingDepth || r.Types == nil || r.Fields == nil {
			t.Fatalf("a record %d deep: types %v, fields %v", depth, r.Types, r.Fields)
		}
		place(r.Where)
		values++
		names := map[string]bool{}
		for _, f := range r.Fields {
			if names[f.Name] || f.Name == "" || !utf8.ValidString(f.Name) {
				t.Fatalf("a field is named %q, once before: %v", f.Name, names[f.Name])
			}
			names[f.Name] = true
			for _, v := range asList(f.Value) {
				switch inner := v.Value.(type) {
				case *page.Record:
					look(inner, depth+1)
				case string:
					values++
					octets += len(inner)
					place(v.Where)
					if strings.TrimSpace(inner) == "" || !utf8.ValidString(inner) || len(inner) > MaxText {
						t.Fatalf("%s is %q", f.Name, inner)
					}
				default:
					t.Fatalf("%s holds a %T", f.Name, inner)
				}
			}
		}
	}
	for i := range found.Records {
		look(&found.Records[i], 1)
	}
	for _, tag := range found.Tags {
		place(tag.Where)
		if strings.TrimSpace(tag.Value) == "" || !utf8.ValidString(tag.Value+tag.Name+tag.Key) || tag.Name != strings.ToLower(tag.Name) {
			t.Fatalf("a tag %+v", tag)
		}
	}
	// Names of things are given beside their values, one each at most.
	if values > 2*MaxThingValues || octets > MaxThingText || len(found.Tags) > MaxThingTags {
		t.Fatalf("%d values, %d octets, %d tags: more than the bounds let be", values, octets, len(found.Tags))
	}
	if _, err := json.Marshal(found.Records); err != nil {
		t.Fatal(err)
	}
}

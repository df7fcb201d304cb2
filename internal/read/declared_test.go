package read

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"curtsy/internal/summary"
	"curtsy/page"
)

// declared writes records one under another, nested ones in brackets: each type, then
// each field as name=value.
func declared(records []page.Record) string {
	var b strings.Builder
	for i := range records {
		writeRecord(&b, &records[i])
		b.WriteString("\n")
	}
	return b.String()
}

func writeRecord(b *strings.Builder, r *page.Record) {
	b.WriteString(strings.Join(r.Types, "+"))
	for _, f := range r.Fields {
		b.WriteString(" " + f.Name + "=")
		writeValue(b, f.Value)
	}
}

func writeValue(b *strings.Builder, v page.Value) {
	switch inner := v.Value.(type) {
	case []page.Value:
		b.WriteString("[")
		for i := range inner {
			if i > 0 {
				b.WriteString(" | ")
			}
			writeValue(b, inner[i])
		}
		b.WriteString("]")
	case *page.Record:
		b.WriteString("{")
		writeRecord(b, inner)
		b.WriteString("}")
	default:
		fmt.Fprint(b, inner)
	}
}

// readWith reads a page with one reader.
func readWith(t testing.TB, reader Reader, body string, header ...string) *Reading {
	t.Helper()
	return readPage(document(t, body, header...), []Reader{reader})
}

// foundBy gives all that one reader finds in a page, its tags too.
func foundBy(t testing.TB, reader Reader, body string, header ...string) (found Findings, r *Reading) {
	t.Helper()
	keeping := reader
	keeping.Read = func(s *Source) Findings {
		found = reader.Read(s)
		return found
	}
	r = readWith(t, keeping, body, header...)
	if len(r.Unread) > 0 {
		t.Errorf("unread: %v", r.Unread)
	}
	return found, r
}

func tagged(tags []summary.Tag) string {
	var b strings.Builder
	for _, tag := range tags {
		fmt.Fprintf(&b, "%s|%s|%s|%s|%s\n", tag.Source, tag.Name, tag.Key, tag.Value, tag.Where)
	}
	return b.String()
}

// sound holds what every reader promises of its records against what it gave: leaves
// of valid, visible text within their bound, each with its source; types and fields
// that are never nil; no empty list.
func sound(t testing.TB, reader string, found Findings) (leaves []page.Value) {
	t.Helper()
	var one func(v page.Value, depth int)
	record := func(r *page.Record, depth int) {
		if r.Types == nil || r.Fields == nil || len(r.Fields) == 0 || r.Source != reader || depth > 40 {
			t.Errorf("record %v at depth %d", r, depth)
		}
		if len(r.Types) > 0 && r.Type != r.Types[0] {
			t.Errorf("type %q of %q", r.Type, r.Types)
		}
		names := map[string]bool{}
		for _, f := range r.Fields {
			if names[f.Name] || f.Name == "" || !utf8.ValidString(f.Name) {
				t.Errorf("field %q, twice: %v", f.Name, names[f.Name])
			}
			names[f.Name] = true
			one(f.Value, depth+1)
		}
	}
	one = func(v page.Value, depth int) {
		switch inner := v.Value.(type) {
		case string:
			if strings.TrimSpace(inner) == "" || !utf8.ValidString(inner) || len(inner) > 2*MaxText || v.Source != reader {
				t.Errorf("leaf %.80q by %q", inner, v.Source)
			}
			leaves = append(leaves, v)
		case []page.Value:
			if len(inner) == 0 {
				t.Error("an empty list")
			}
			for _, v := range inner {
				one(v, depth+1)
			}
		case *page.Record:
			record(inner, depth+1)
		default:
			t.Errorf("a value of %T", inner)
		}
	}
	for i := range found.Records {
		record(&found.Records[i], 0)
	}
	for _, tag := range found.Tags {
		if tag.Source != reader || tag.Name != strings.ToLower(tag.Name) || strings.TrimSpace(tag.Value) == "" || tag.Key == "" || !utf8.ValidString(tag.Value+tag.Key) {
			t.Errorf("tag %+v", tag)
		}
	}
	return leaves
}

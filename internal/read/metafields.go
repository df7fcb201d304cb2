package read

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"curtsy/internal/summary"
	"curtsy/page"
)

// Bounds on what one reader takes from the page's metas.
const (
	MaxMetaValues = 1000
	maxMetaOctets = 1 << 20 // of all their texts
	maxMetaName   = 100     // octets of one name
)

// A metaTaker collects what the metas of one vocabulary say: each as a tag, and all
// together as one record, whose fields stand in the order they were first named.
type metaTaker struct {
	*Source
	reader string
	tags   []summary.Tag
	record fieldList
	values int // taken
	octets int // of their texts
}

// findings gives what was taken. A page that says nothing in the vocabulary has no
// record.
func (t *metaTaker) findings() (found Findings) {
	if len(t.record.Fields) > 0 {
		found.Records = []page.Record{{Types: []string{}, Fields: t.record.Fields, Source: t.reader}}
	}
	found.Tags = t.tags
	return found
}

// say takes one statement as a tag, and gives its value for the record. A blank one
// says nothing; one past a bound is counted as left out.
func (t *metaTaker) say(name, key string, m *Meta) (v page.Value, ok bool) {
	text := t.Cut(m.Content)
	if text == "" {
		return v, false
	}
	if t.values >= MaxMetaValues || t.octets+len(text) > maxMetaOctets {
		t.LeaveOut(t.reader+"_values", 1)
		return v, false
	}
	t.values, t.octets = t.values+1, t.octets+len(text)
	where := m.String()
	t.tags = append(t.tags, summary.Tag{Source: t.reader, Name: name, Key: key, Value: text, Where: where})
	return page.Value{Value: text, Source: t.reader, Where: where}, true
}

// metaNames gives the names a meta speaks under that a vocabulary knows, trimmed:
// those of its property, which is a list (RDFa 1.1 section 5), else its name. A meta
// that no browser shows, in a template, speaks under none.
func (t *metaTaker) metaNames(m *Meta, known func(string) bool) (names []string) {
	if m.Inert {
		return nil
	}
	take := func(name string) {
		switch {
		case !known(name):
		case !isMetaName(name):
			t.LeaveOut(t.reader+"_values", 1)
		default:
			names = append(names, name)
		}
	}
	words := 0
	for word := range strings.FieldsSeq(m.Property) {
		if words++; words > 8 {
			break
		}
		take(word)
	}
	if len(names) == 0 {
		take(strings.TrimSpace(m.Name))
	}
	return names
}

// isMetaName says whether a name may stand as a field's: short, and of nothing but
// visible characters.
func isMetaName(name string) bool {
	if len(name) > maxMetaName || !utf8.ValidString(name) {
		return false
	}
	for _, c := range name {
		if unicode.IsSpace(c) || !unicode.IsPrint(c) {
			return false
		}
	}
	return name != ""
}

// hasPrefixFold says whether a name begins with one of some prefixes, given in lower
// case, and goes on after it.
func hasPrefixFold(name string, prefixes ...string) bool {
	for _, prefix := range prefixes {
		if len(name) > len(prefix) && strings.EqualFold(name[:len(prefix)], prefix) {
			return true
		}
	}
	return false
}

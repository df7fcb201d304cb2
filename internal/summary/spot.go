package summary

import (
	"strconv"
	"strings"

	"curtsy/page"
)

// A spot is a value and the key that leads to it.
type spot struct {
	page.Value
	key string
}

func (s spot) answer(text string) page.Answer {
	return page.Answer{Value: text, Source: s.Source, Key: s.key, Where: s.Where}
}

func (s spot) record() *page.Record {
	r, _ := s.Value.Value.(*page.Record)
	return r
}

// keyOf is the first part of the keys of a record's values.
func keyOf(r *page.Record) string {
	switch {
	case r.Type != "":
		return r.Type
	case r.Source == "hydration":
		return "state"
	}
	return r.Source
}

func field(r *page.Record, name string) (page.Value, bool) {
	for i := range r.Fields {
		if r.Fields[i].Name == name {
			return r.Fields[i].Value, true
		}
	}
	return page.Value{}, false
}

// spots gives a record's values of a property, a list taken apart. The property is
// schema.org's; other vocabularies' names for it are known.
func spots(r *page.Record, key, property string) []spot {
	if v, ok := field(r, property); ok {
		return spotsIn(v, key+"."+property)
	}
	for _, name := range otherNames(r, property) {
		if v, ok := field(r, name); ok {
			return spotsIn(v, key+"."+name)
		}
	}
	return nil
}

func spotsIn(v page.Value, at string) []spot {
	list, ok := v.Value.([]page.Value)
	if !ok {
		return []spot{{v, at}}
	}
	all := make([]spot, 0, len(list))
	for i, member := range list {
		all = append(all, spot{member, at + "[" + strconv.Itoa(i) + "]"})
	}
	return all
}

// text gives a spot's text: its own, or, of a thing, that of the first of some
// properties that has one.
func (s spot) text(of ...string) (spot, string, bool) {
	switch v := s.Value.Value.(type) {
	case string:
		return s, v, strings.TrimSpace(v) != ""
	case []page.Value:
		for i, member := range v {
			if at, text, ok := (spot{member, s.key + "[" + strconv.Itoa(i) + "]"}).text(of...); ok {
				return at, text, true
			}
		}
	case *page.Record:
		for _, property := range of {
			for _, inner := range spots(v, s.key, property) {
				if text, ok := inner.Value.Value.(string); ok && strings.TrimSpace(text) != "" {
					return inner, text, true
				}
			}
		}
	}
	return spot{}, "", false
}

// textOf gives the first text of a property of a record, "" when it has none.
func textOf(r *page.Record, property string, of ...string) string {
	for _, s := range spots(r, keyOf(r), property) {
		if _, text, ok := s.text(of...); ok {
			return text
		}
	}
	return ""
}

// schemaName takes schema.org's address, or its usual prefix, off a name.
func schemaName(name string) string {
	rest, ok := strings.CutPrefix(name, "https://")
	if !ok {
		rest, ok = strings.CutPrefix(name, "http://")
	}
	if !ok {
		return strings.TrimPrefix(name, "schema:")
	}
	if bare, ok := strings.CutPrefix(strings.TrimPrefix(rest, "www."), "schema.org/"); ok {
		if bare = strings.Trim(bare, "/#"); bare != "" {
			return bare
		}
	}
	return name
}

func isAddress(text string) bool {
	text = strings.ToLower(strings.TrimSpace(text))
	return strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "//")
}

// equalText says whether two records have a property, and the same text in it.
func equalText(a, b *page.Record, property string) bool {
	text := fold(textOf(a, property))
	return text != "" && text == fold(textOf(b, property))
}

// named says whether two records bear one name.
func named(a, b *page.Record) bool {
	return equalText(a, b, "name") || equalText(a, b, "headline")
}

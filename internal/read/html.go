package read

import (
	"curtsy/internal/summary"
	"curtsy/page"
)

// htmlReader reads what HTML itself says: title, language, canonical and relations.
func htmlReader() Reader {
	return Reader{
		Name:  "html",
		Doc:   "the title, the language of the html element, and of the head's links the canonical and the relations",
		Takes: TakesGathered,
		Read:  readHTML,
	}
}

func readHTML(s *Source) (found Findings) {
	add := func(name, value, key, where string) {
		if value = s.Cut(value); value != "" {
			found.Tags = append(found.Tags, summary.Tag{Source: "html", Name: name, Key: key, Value: value, Where: where})
		}
	}
	add("lang", s.Lang, "<html lang>", "/html")
	add("title", s.Title.Text, "<title>", s.Title.String())
	relations := relator{Source: s, reader: "html", base: s.Base}
	for i := range s.HeadLinks {
		l := &s.HeadLinks[i]
		relations.relate(l, l.Head)
		if !l.Head || !l.Has("canonical") {
			continue
		}
		if value, ok := resolved(s.Base, l.Href); ok {
			found.Canonicals = append(found.Canonicals, page.Answer{Value: value, Source: "html", Key: "<link rel=canonical>", Where: l.String()})
		}
	}
	for i := range s.Licenses {
		relations.relate(&s.Licenses[i], true)
	}
	found.Relations = relations.list
	return found
}

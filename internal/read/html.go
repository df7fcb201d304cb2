package read

import (
	"strings"

	"curtsy/address"
	"curtsy/internal/summary"
	"curtsy/page"
)

// htmlReader reads what HTML itself says: title, description, language, canonical.
func htmlReader() Reader {
	return Reader{
		Name:  "html",
		Doc:   "the title, meta description, language of the html element and canonical of the head",
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
	add("title", s.Title.Text, "<title>", s.Title.String())
	for i := range s.Metas {
		if m := &s.Metas[i]; strings.EqualFold(strings.TrimSpace(m.Name), "description") && strings.TrimSpace(m.Content) != "" {
			add("description", m.Content, "meta name=description", m.String())
			break
		}
	}
	add("lang", s.Lang, "<html lang>", "/html")
	for i := range s.HeadLinks {
		l := &s.HeadLinks[i]
		if !l.Head || !l.Has("canonical") {
			continue
		}
		if value, ok := canonical(s.Base, l.Href); ok {
			found.Canonicals = append(found.Canonicals, page.Answer{Value: value, Source: "html", Key: "<link rel=canonical>", Where: l.String()})
		}
	}
	return found
}

// canonical resolves a declared canonical. One that is no address declares nothing.
func canonical(base address.Address, reference string) (string, bool) {
	if strings.TrimSpace(reference) == "" {
		return "", false
	}
	a, err := base.Resolve(reference)
	return a.String(), err == nil
}

package summary

import (
	"slices"
	"strings"
	"unicode"

	"curtsy/page"
)

// siteNames gives what the site calls itself, folded.
func (q *inquiry) siteNames() []string {
	var names, persons []string
	add := func(name string) {
		if name = fold(name); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, t := range q.tags("opengraph", "og:site_name") {
		add(t.Value)
	}
	for _, t := range q.tags("meta", "application-name") {
		add(t.Value)
	}
	for i := range q.Things {
		r := &q.Things[i]
		if r.Type == "WebSite" || isOrganization(r.Type) {
			add(textOf(r, "name"))
		}
		for _, s := range spots(r, "", "publisher") {
			// A person who publishes is an author too, even if the site bears their name.
			_, name, _ := s.text("name")
			if p := s.record(); p == nil || p.Type != "Person" {
				add(name)
			} else {
				persons = append(persons, fold(name))
			}
		}
	}
	return slices.DeleteFunc(names, func(name string) bool { return slices.Contains(persons, name) })
}

func isOrganization(kind string) bool {
	return kind == "Corporation" || strings.HasSuffix(kind, "Organization")
}

// names gives all the names in some values as one answer, each once. skip leaves out
// what is no name.
func joined(all []spot, skip func(string) bool) []page.Answer {
	var texts []string
	var first spot
	for _, s := range all {
		at, text, ok := s.text("name", "@value")
		if text = strings.Join(strings.Fields(text), " "); !ok || slices.Contains(texts, text) || skip != nil && skip(text) {
			continue
		}
		if len(texts) == 0 {
			first = at
		}
		texts = append(texts, text)
	}
	if len(texts) == 0 {
		return nil
	}
	return []page.Answer{first.answer(strings.Join(texts, ", "))}
}

// isNoAuthor says whether a text is not the name of who wrote a page: the site's own
// name, an account's, an address, or without a letter.
func (q *inquiry) isNoAuthor(text string) bool {
	name := fold(text)
	switch name {
	case "admin", "administrator", "super user", "superuser", "unknown", "author", "editor", "webmaster", "root", "user", "null", "undefined":
		return true
	}
	return isAddress(text) || slices.Contains(q.site, name) || !strings.ContainsFunc(text, unicode.IsLetter)
}

// isFiller says whether a text is what forms are filled in with where there is nothing
// to say.
func isFiller(text string) bool {
	switch name := fold(text); name {
	case "n/a", "n.a.", "na", "none", "null", "nil", "undefined", "nan", "unknown", "not applicable", "does not apply", "not available",
		"not specified", "unbranded", "no brand", "unbranded/generic", "nicht zutreffend", "ohne marke", "markenlos", "ne s'applique pas",
		"sans marque", "no aplicable", "no aplica", "sin marca", "non applicabile", "senza marca", "niet van toepassing", "nie dotyczy":
		return true
	default:
		return !strings.ContainsFunc(name, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	}
}

// isNoNumber says whether a text is no article number but stands where one might.
func isNoNumber(text string) bool {
	return isFiller(text) || strings.Trim(text, "0 -") == ""
}

// tagNames gives the tags of one name as one answer, as an author's are given: one
// tag each, or all in one.
func (q *inquiry) tagNames(source, name string) []page.Answer {
	var all []spot
	for _, t := range q.tags(source, name) {
		all = append(all, spot{page.Value{Value: t.Value, Source: t.Source, Where: t.Where}, t.Key})
	}
	return joined(all, q.isNoAuthor)
}

// withoutSite takes the site's name off the end of a title.
func (q *inquiry) withoutSite(title string) string {
	for _, separator := range []string{" - ", " | ", " – ", " — ", " · ", " :: ", " / ", " • ", " » ", " « "} {
		i := strings.LastIndex(title, separator)
		if i <= 0 {
			continue
		}
		if tail := fold(title[i+len(separator):]); slices.Contains(q.site, tail) {
			return strings.TrimSpace(title[:i])
		}
	}
	return title
}

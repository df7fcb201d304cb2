package read

import "strings"

// metaReader reads the metas that go by a plain name of their own.
func metaReader() Reader {
	return Reader{
		Name:  "meta",
		Doc:   "metas by known names: description, author, dates, citation_, parsely- and sailthru. names",
		Takes: TakesGathered,
		Read:  readMeta,
	}
}

func readMeta(s *Source) Findings {
	t := metaTaker{Source: s, reader: "meta"}
	for i := range s.Metas {
		m := &s.Metas[i]
		name := strings.ToLower(strings.TrimSpace(m.Name))
		if m.Inert || !isKnownMeta(name) {
			continue
		}
		if !isMetaName(name) {
			t.LeaveOut("meta_values", 1)
			continue
		}
		if v, ok := t.say(name, "meta name="+name, m); ok {
			t.record.add(name, v)
		}
	}
	return t.findings()
}

// isKnownMeta lists the names that are read, in lower case: WHATWG HTML 4.2.5.1 and
// its extensions, those of newsrooms, and those of scholarly pages (Highwire Press).
func isKnownMeta(name string) bool {
	switch name {
	case "description", "author", "keywords", "generator", "application-name", "theme-color":
		return true
	case "publisher", "copyright", "date", "news_keywords", "thumbnail", "byl", "article.published", "article.updated",
		"publish-date", "publishdate", "pubdate", "last-modified", "revised":
		return true
	}
	for _, family := range []string{"citation_", "parsely-", "sailthru."} {
		if rest, ok := strings.CutPrefix(name, family); ok && rest != "" {
			return true
		}
	}
	return false
}

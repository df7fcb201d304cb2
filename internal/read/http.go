package read

import (
	"strings"

	"curtsy/internal/summary"
	"curtsy/internal/tree"
	"curtsy/page"
)

// httpReader reads what the answer's header says of the page. A header has no place
// in the page, so its answers' Where is "".
func httpReader() Reader {
	return Reader{
		Name:  "http",
		Doc:   "the Link header's canonical and relations, and Content-Language",
		Takes: TakesHeader,
		Read:  readHTTP,
	}
}

func readHTTP(s *Source) (found Findings) {
	relations := relator{Source: s, reader: "http", base: s.Document.Address}
	for i := range s.HeaderLinks {
		l := &s.HeaderLinks[i]
		if l.Anchored {
			continue
		}
		relations.relate(&HeadLink{Rel: l.Rel, Href: l.Reference, Hreflang: l.Hreflang, Type: l.Type, Title: l.Title}, true)
		if !tree.HasWord(l.Rel, "canonical") {
			continue
		}
		if value, ok := resolved(s.Document.Address, l.Reference); ok {
			found.Canonicals = append(found.Canonicals, page.Answer{Value: value, Source: "http", Key: "Link: rel=canonical"})
		}
	}
	found.Relations = relations.list
	// A page for readers of several languages says so with a list; that is no answer
	// to the question which language it is in.
	if language := s.Cut(strings.Join(s.Header.Values("Content-Language"), ",")); language != "" && !strings.Contains(language, ",") {
		found.Tags = append(found.Tags, summary.Tag{Source: "http", Name: "content-language", Key: "Content-Language", Value: language})
	}
	return found
}

package read

import (
	"strings"

	"curtsy/internal/summary"
	"curtsy/page"
)

// httpReader reads what the answer's header says of the page. A header has no place
// in the page, so its answers' Where is "".
func httpReader() Reader {
	return Reader{
		Name:  "http",
		Doc:   "the Link header's canonical and Content-Language",
		Takes: TakesHeader,
		Read:  readHTTP,
	}
}

func readHTTP(s *Source) (found Findings) {
	for _, l := range headerLinks(s.Header) {
		if l.Anchored || !hasWord(l.Rel, "canonical") {
			continue
		}
		if value, ok := canonical(s.Document.Address, l.Reference); ok {
			found.Canonicals = append(found.Canonicals, page.Answer{Value: value, Source: "http", Key: "Link: rel=canonical"})
		}
	}
	// A page for readers of several languages says so with a list; that is no answer
	// to the question which language it is in.
	if language := strings.TrimSpace(s.Header.Get("Content-Language")); language != "" && !strings.Contains(language, ",") {
		found.Tags = append(found.Tags, summary.Tag{Source: "http", Name: "content-language", Key: "Content-Language", Value: s.Cut(language)})
	}
	return found
}

package summary

import (
	"strings"

	"curtsy/internal/normal"
	"curtsy/page"
)

// mostMeanings is the most answers of one question that a conflict shows.
const mostMeanings = 10

// conflictOf gives the answers that do not mean the same, each meaning once; nil when
// there is but one. For addresses only declarations of the page's own address count:
// that a thing has another is no conflict.
func conflictOf(question *Question, all []page.Answer) *page.Conflict {
	var meanings []page.Answer
	for _, a := range all {
		if a.Source == "hydration" { // what a page tells itself is no declaration
			continue
		}
		known := false
		for i := range meanings {
			if known = sameMeaning(question.Field, &meanings[i], &a); known {
				break
			}
		}
		if !known && len(meanings) < mostMeanings {
			meanings = append(meanings, a)
		}
	}
	if len(meanings) < 2 {
		return nil
	}
	return &page.Conflict{Field: question.Field, Answers: meanings}
}

// sameMeaning compares two answers to a question by what they mean. What one of them
// leaves open (the time of a day, the region of a language) is no difference.
func sameMeaning(field string, a, b *page.Answer) bool {
	if fold(a.Value) == fold(b.Value) {
		return true
	}
	if a.Normalised == "" || b.Normalised == "" {
		// A text whose meaning is open contradicts nothing of these fields.
		return field != "url" && field != "brand" && field != "sku" && field != "mpn"
	}
	switch field {
	case "published", "modified":
		return normal.SameInstant(a.Normalised, b.Normalised)
	case "price", "rating":
		return sameAmount(page.Answer{Value: a.Normalised}, page.Answer{Value: b.Normalised})
	case "gtin":
		return normal.SameGTIN(a.Normalised, b.Normalised)
	case "language":
		return a.Normalised == b.Normalised || strings.HasPrefix(a.Normalised, b.Normalised+"-") || strings.HasPrefix(b.Normalised, a.Normalised+"-")
	}
	return a.Normalised == b.Normalised
}

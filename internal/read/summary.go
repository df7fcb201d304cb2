package read

import "curtsy/page"

// preferred names the reader that is believed before all others on a field; "" for
// the fields where the order of [Readers] holds.
func preferred(field string) string {
	if field == "language" {
		return "html" // the page's own, before that of the thing it is about
	}
	return ""
}

// summarise gives each question its answer: the canonical for url, else that of the
// first reader that has one, but for the fields of [preferred].
func summarise(readers []Reader, all []Findings, canonical string) page.Summary {
	summary := page.Summary{}
	for i, reader := range readers {
		for _, c := range all[i].Answers {
			old, ok := summary[c.Field]
			if !ok || reader.Name == preferred(c.Field) && old.Source != reader.Name {
				summary[c.Field] = c.Answer
			}
		}
	}
	if canonical != "" {
		summary["url"] = canonicalAnswer(all)
	}
	return summary
}

func canonicalAnswer(all []Findings) page.Answer {
	for _, found := range all {
		if len(found.Canonicals) > 0 {
			return found.Canonicals[0]
		}
	}
	return page.Answer{}
}

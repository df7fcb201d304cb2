package summary

import (
	"slices"

	"curtsy/page"
)

// spellings gives the names under which a record may bear a property of schema.org:
// its own, and what the record's vocabulary calls the same.
func spellings(r *page.Record, property string) []string {
	switch r.Source {
	case "microformats":
		return append([]string{property}, microformatsNames(property)...)
	case "hydration":
		names := []string{property}
		for i := range r.Fields {
			if name := r.Fields[i].Name; hydrationNameIn(r, r.Fields[i]) == property && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		return names
	}
	return []string{property}
}

// microformatsNames gives microformats' names of a property of schema.org.
func microformatsNames(property string) []string {
	switch property {
	case "headline":
		return []string{"name"}
	case "datePublished":
		return []string{"published"}
	case "dateModified":
		return []string{"updated"}
	case "image":
		return []string{"photo", "featured"}
	case "description":
		return []string{"summary"}
	case "url":
		return []string{"uid"}
	case "aggregateRating":
		return []string{"review"}
	case "ratingValue":
		return []string{"rating", "average"}
	case "bestRating":
		return []string{"best"}
	case "ratingCount":
		return []string{"count", "votes"}
	}
	return nil
}

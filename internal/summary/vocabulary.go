package summary

import "curtsy/page"

// otherNames gives what the record's vocabulary calls a property of schema.org.
func otherNames(r *page.Record, property string) (names []string) {
	switch r.Source {
	case "microformats":
		return microformatsNames(property)
	case "hydration":
		for i := range r.Fields {
			if hydrationNameIn(r, r.Fields[i]) == property {
				names = append(names, r.Fields[i].Name)
			}
		}
	}
	if property == "name" && r.Type == "JobPosting" {
		names = append(names, "title")
	}
	return names
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

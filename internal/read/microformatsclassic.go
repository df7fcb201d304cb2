package read

// Classic microformats, by the mapping to microformats2 that each vocabulary's page
// on microformats.org gives for older pages ("backward compatibility"). Nothing is
// implied of a classic item.

// classicRoot gives the class of microformats2 that a classic class means; "" when it
// makes no item. Words in common use (item, adr, geo) make one only inside another.
func classicRoot(class string, outer *microformat) string {
	switch class {
	case "hentry":
		return "h-entry"
	case "vcard":
		return "h-card"
	case "vevent":
		return "h-event"
	case "hreview":
		return "h-review"
	case "hreview-aggregate":
		return "h-review-aggregate"
	case "hproduct":
		return "h-product"
	case "hrecipe":
		return "h-recipe"
	}
	if outer == nil {
		return ""
	}
	switch {
	case class == "item" && (outer.classic == "hreview" || outer.classic == "hreview-aggregate"):
		return "h-item"
	case class == "adr" && (outer.classic == "vcard" || outer.classic == "vevent"):
		return "h-adr"
	case class == "geo" && (outer.classic == "vcard" || outer.classic == "vevent"):
		return "h-geo"
	}
	return ""
}

// classicProperty gives the property that a class is inside a classic item.
func classicProperty(kind, class string) (classProperty, bool) {
	prefix, name := "", class
	switch kind {
	case "hentry":
		prefix, name = entryProperty(class)
	case "vcard", "adr", "geo":
		prefix, name = cardProperty(class)
	case "vevent":
		prefix, name = eventProperty(class)
	case "hreview", "hreview-aggregate", "item":
		prefix, name = reviewProperty(class)
	case "hproduct":
		prefix, name = productProperty(class)
	case "hrecipe":
		prefix, name = recipeProperty(class)
	}
	return classProperty{prefix, name}, prefix != ""
}

func entryProperty(class string) (prefix, name string) {
	switch class {
	case "entry-title":
		return "p", "name"
	case "entry-summary":
		return "p", "summary"
	case "entry-content":
		return "e", "content"
	case "published", "updated":
		return "dt", class
	case "author", "category":
		return "p", class
	}
	return "", ""
}

func cardProperty(class string) (prefix, name string) {
	switch class {
	case "fn":
		return "p", "name"
	case "title":
		return "p", "job-title"
	case "url", "email", "photo", "logo", "uid", "sound", "key":
		return "u", class
	case "bday", "rev":
		return "dt", class
	case "honorific-prefix", "given-name", "additional-name", "family-name", "honorific-suffix", "nickname", "tel", "org",
		"organization-name", "organization-unit", "role", "note", "category", "adr", "geo", "tz", "label",
		"street-address", "extended-address", "post-office-box", "locality", "region", "postal-code", "country-name",
		"latitude", "longitude", "altitude":
		return "p", class
	}
	return "", ""
}

func eventProperty(class string) (prefix, name string) {
	switch class {
	case "summary":
		return "p", "name"
	case "dtstart":
		return "dt", "start"
	case "dtend":
		return "dt", "end"
	case "duration":
		return "dt", class
	case "url":
		return "u", class
	case "geo", "adr":
		return "p", "location"
	case "description", "location", "category", "attendee", "organizer", "status":
		return "p", class
	}
	return "", ""
}

func reviewProperty(class string) (prefix, name string) {
	switch class {
	case "summary", "fn":
		return "p", "name"
	case "reviewer":
		return "p", "author"
	case "dtreviewed":
		return "dt", "published"
	case "description":
		return "e", "content"
	case "url", "photo":
		return "u", class
	case "item", "rating", "best", "worst", "average", "count", "votes":
		return "p", class
	}
	return "", ""
}

func productProperty(class string) (prefix, name string) {
	switch class {
	case "fn":
		return "p", "name"
	case "photo", "url", "identifier":
		return "u", class
	case "brand", "category", "description", "price", "review":
		return "p", class
	}
	return "", ""
}

func recipeProperty(class string) (prefix, name string) {
	switch class {
	case "fn":
		return "p", "name"
	case "instructions":
		return "e", class
	case "duration", "published":
		return "dt", class
	case "photo":
		return "u", class
	case "ingredient", "yield", "summary", "author", "nutrition", "category":
		return "p", class
	}
	return "", ""
}

package read

import (
	"strings"

	"curtsy/address"
	"curtsy/page"
)

// MaxRelations is the most relations one reader reports of a page.
const MaxRelations = 200

// typeRSL is the media type of a license in Really Simple Licensing (RSL 1.0).
const typeRSL = "application/rsl+xml"

// relationOf gives the relation that one word of a rel, in lower case, stands for:
// itself, or the word that HTML holds it to mean (WHATWG HTML 4.6.7). "" is one that
// is not reported. canonical is reported apart.
func relationOf(word string) string {
	switch word {
	case "alternate", "feed", "next", "prev", "amphtml", "manifest", "license", "author", "help", "search", "shortlink":
		return word
	case "privacy-policy", "terms-of-service":
		return word
	case "me", "webmention", "pingback", "hub", "self":
		return word
	case "previous":
		return "prev"
	case "copyright":
		return "license"
	}
	return ""
}

// bodyOK says whether a <link> with a relation may stand in the body. One of the
// others there is what somebody wrote into the page, not what the page says.
func bodyOK(rel string) bool { return rel == "pingback" }

// alternateOf says what an alternate is: a feed, an answer to oEmbed, or the page
// in another language or form.
func alternateOf(mediaType, title string) string {
	switch mediaType {
	case "application/rss+xml", "application/atom+xml", "application/feed+json":
		return "feed"
	case "application/json":
		if strings.Contains(strings.ToLower(title), "feed") {
			return "feed"
		}
	case "application/json+oembed", "text/xml+oembed":
		return "oembed"
	}
	return "alternate"
}

// A relator collects relations, each once, where it was first declared.
type relator struct {
	*Source
	reader string
	base   address.Address // what the references are resolved against
	list   []page.Relation
	seen   map[page.Relation]bool
}

// relate takes every relation that a link declares.
func (r *relator) relate(l *HeadLink, inHead bool) {
	words := 0
	alternate := !l.Has("stylesheet") // an alternate style is no alternate of the page
	for word := range strings.FieldsSeq(l.Rel) {
		if words++; words > 16 {
			return
		}
		rel := relationOf(strings.ToLower(word))
		if rel == "alternate" {
			rel = alternateOf(scriptType(l.Type), l.Title)
			if !alternate {
				continue
			}
		}
		if rel != "" && (inHead || bodyOK(rel)) {
			r.add(rel, l)
		}
	}
}

func (r *relator) add(rel string, l *HeadLink) {
	to, ok := resolved(r.base, l.Href)
	if !ok {
		return
	}
	relation := page.Relation{Rel: rel, URL: to, Hreflang: r.Cut(l.Hreflang), Type: r.Cut(l.Type), Title: r.Cut(l.Title), Source: r.reader}
	if r.seen[relation] {
		return
	}
	if len(r.list) >= MaxRelations {
		r.LeaveOut("relations", 1)
		return
	}
	if r.seen == nil {
		r.seen = map[page.Relation]bool{}
	}
	r.seen[relation] = true
	relation.Where = l.String()
	r.list = append(r.list, relation)
}

package read

import (
	"strings"

	"curtsy/page"
)

// subjectOf finds the one thing a page is about: of the things of the best rank
// there is, the only one. Where there are two, the page does not say.
func subjectOf(records []page.Record) *page.Record {
	var subject *page.Record
	best, several := neverSubject, false
	for i := range records {
		switch rank := rankOf(records[i].Type); {
		case rank < best:
			subject, best, several = &records[i], rank, false
		case rank == best:
			several = true
		}
	}
	if several || subject == nil {
		return nil
	}
	if best == rankPage {
		if v, ok := field(subject, "mainEntity"); ok {
			if main, ok := v.Value.(*page.Record); ok && rankOf(main.Type) < best {
				return main
			}
		}
	}
	return subject
}

// The ranks of a type as a page's subject, best first.
const (
	rankThing = iota
	rankOther
	rankPage
	neverSubject
)

func rankOf(kind string) int {
	switch kind {
	case "", "WebSite", "BreadcrumbList", "ItemList", "ListItem", "OfferCatalog", "Person", "Organization", "Corporation", "NGO",
		"Airline", "Periodical", "Newspaper", "Brand", "ImageObject", "ImageGallery", "SearchAction", "ReadAction",
		"EntryPoint", "SiteNavigationElement", "WPHeader", "WPFooter", "WPSideBar", "WebPageElement", "ContactPoint",
		"PostalAddress", "GeoCoordinates", "Place", "Country", "AggregateRating", "Rating", "Question", "Answer", "Comment":
		return neverSubject
	case "Product", "ProductGroup", "IndividualProduct", "ProductModel", "Vehicle", "Car", "Recipe", "Event", "JobPosting", "Book",
		"Movie", "TVSeries", "TVEpisode", "Course", "MobileApplication", "WebApplication", "SoftwareApplication", "VideoGame",
		"Game", "Dataset", "HowTo", "Review", "Hotel", "Restaurant", "LocalBusiness", "Store", "Offer", "MusicAlbum",
		"MusicRecording", "PodcastEpisode", "Report":
		return rankThing
	}
	switch {
	case strings.HasSuffix(kind, "Article"), strings.HasSuffix(kind, "Posting"), strings.HasSuffix(kind, "Event"):
		return rankThing
	case strings.HasSuffix(kind, "Organization"):
		return neverSubject
	case strings.HasSuffix(kind, "Page"):
		return rankPage
	}
	return rankOther
}

func field(r *page.Record, name string) (page.Value, bool) {
	for i := range r.Fields {
		if r.Fields[i].Name == name {
			return r.Fields[i].Value, true
		}
	}
	return page.Value{}, false
}

// A spot is a value and the key that leads to it.
type spot struct {
	page.Value
	key string
}

// spots gives a record's values of a name, a list taken apart.
func spots(r *page.Record, key, name string) []spot {
	v, ok := field(r, name)
	if !ok {
		return nil
	}
	key += "." + name
	list, ok := v.Value.([]page.Value)
	if !ok {
		return []spot{{v, key}}
	}
	all := make([]spot, 0, len(list))
	for i, member := range list {
		all = append(all, spot{member, key + "[" + itoa(i) + "]"})
	}
	return all
}

// text gives a spot's text: its own, or, of a thing, that of the first of some
// fields that has one.
func (s spot) text(of ...string) (spot, string, bool) {
	switch v := s.Value.Value.(type) {
	case string:
		return s, v, true
	case []page.Value:
		for i, member := range v {
			if at, text, ok := (spot{member, s.key + "[" + itoa(i) + "]"}).text(of...); ok {
				return at, text, true
			}
		}
	case *page.Record:
		for _, name := range of {
			for _, inner := range spots(v, s.key, name) {
				if text, ok := inner.Value.Value.(string); ok {
					return inner, text, true
				}
			}
		}
	}
	return spot{}, "", false
}

package summary

import "strings"

// The ranks of a type as a page's subject, best first.
const (
	rankThing   = iota // what pages are about
	rankOpinion        // of a thing, or on what terms it is had: the subject where the thing itself is not declared
	rankOther
	rankPage
	neverSubject // what stands on a page about something else
)

func rankOf(kind string) int {
	switch kind {
	case "", "WebSite", "BreadcrumbList", "ItemList", "ListItem", "OfferCatalog", "Person", "Organization", "Corporation", "NGO",
		"Airline", "Periodical", "Newspaper", "Brand", "ImageObject", "ImageGallery", "SearchAction", "ReadAction", "Action",
		"EntryPoint", "SiteNavigationElement", "WPHeader", "WPFooter", "WPSideBar", "WPAdBlock", "WebPageElement", "ContactPoint",
		"PostalAddress", "GeoCoordinates", "Place", "Country", "AggregateRating", "Rating", "Answer", "Comment",
		"QuantitativeValue", "MonetaryAmount", "OpeningHoursSpecification", "DataFeed", "PropertyValue",
		"h-card", "h-feed", "h-adr", "h-geo", "h-cite", "h-item":
		return neverSubject
	case "Review", "UserReview", "CriticReview", "EmployerReview", "ClaimReview", "Offer", "AggregateOffer", "h-review", "h-review-aggregate":
		return rankOpinion
	case "Product", "ProductGroup", "IndividualProduct", "ProductModel", "ProductCollection", "Vehicle", "Car", "Motorcycle", "Recipe",
		"Event", "JobPosting", "Book", "Audiobook", "Movie", "TVSeries", "TVEpisode", "TVSeason", "Course", "MobileApplication",
		"WebApplication", "SoftwareApplication", "VideoGame", "Game", "Dataset", "HowTo", "Hotel", "Restaurant", "LocalBusiness",
		"Store", "MusicAlbum", "MusicRecording", "MusicGroup", "PodcastEpisode", "PodcastSeries", "Report", "Service", "Apartment",
		"House", "RealEstateListing", "Accommodation", "TouristAttraction", "FinancialProduct", "Festival", "Hackathon", "CourseInstance",
		"Residence", "SingleFamilyResidence", "ApartmentComplex", "VacationRental", "LodgingBusiness", "BedAndBreakfast", "Hostel", "Resort",
		"h-entry", "h-event", "h-product", "h-recipe", "h-listing", "h-resume":
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

func isArticle(kind string) bool {
	return strings.HasSuffix(kind, "Article") || strings.HasSuffix(kind, "Posting") && kind != "JobPosting" || kind == "Report" || kind == "h-entry"
}

// isBusiness says whether a type is of those that are as often whose page it is as what
// it is about.
func isBusiness(kind string) bool {
	switch kind {
	case "LocalBusiness", "Store", "Restaurant", "Hotel", "LodgingBusiness":
		return true
	}
	return false
}

func isProduct(kind string) bool {
	switch kind {
	case "Product", "ProductGroup", "IndividualProduct", "ProductModel", "Vehicle", "Car", "h-product":
		return true
	}
	return false
}

// alike says whether two types may be two readers' words for one thing.
func alike(a, b string) bool {
	if a == b || isArticle(a) && isArticle(b) || isProduct(a) && isProduct(b) {
		return true
	}
	pair := func(x, y string) bool { return a == x && b == y || a == y && b == x }
	return pair("Recipe", "h-recipe") || pair("Event", "h-event") || strings.HasSuffix(a, "Event") && strings.HasSuffix(b, "Event")
}

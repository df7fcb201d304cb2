package summary

import (
	"slices"
	"strings"

	"curtsy/internal/normal"
	"curtsy/page"
)

// A Question is one of [page.SummaryFields], and where its answers come from.
type Question struct {
	Field    string
	From     []From // the most believed first
	Compared bool   // its answers are held against one another, and those that differ in meaning reported

	normal func(*inquiry, string) string // the standard form, "" when there is none
	skip   func(string) bool             // what is written where there is nothing to say; nil: nothing
	settle func([]page.Answer)           // a last word on the order
}

// A From is one place an answer may come from.
type From struct {
	Doc  string // as the documentation names it
	find func(*inquiry) []page.Answer
}

// Questions lists the questions in the order they are written, each with what is
// believed before what. docs/reading.md prints this table.
func Questions() []Question { return slices.Clone(table) }

// table is made once: to make it costs more than to ask a page all of it.
var table = questions()

func questions() []Question {
	amount := func(q *inquiry, text string) string { return formOf(normal.Amount(text, q.language())) }
	date := func(q *inquiry, text string) string { return formOf(normal.Date(text, q.language())) }
	number := func(_ *inquiry, text string) string { return formOf(normal.Number(text)) }
	gtin := func(_ *inquiry, text string) string { return formOf(normal.GTIN(text)) }
	return []Question{
		{Field: "title", From: []From{headline(), page0("opengraph", "og:title"), page0("twitter", "twitter:title"),
			page0("dublincore", "dc.title"), page0("meta", "citation_title"), page0("html", "title"), state("name")}},
		{Field: "description", From: []From{own("description"), tag("opengraph", "og:description"), tag("twitter", "twitter:description"),
			tag("meta", "description"), tag("dublincore", "dc.description"), state("description")}},
		{Field: "url", Compared: true, From: []From{canonical(), addressOf(tag("opengraph", "og:url")), addressOf(own("url"))}},
		{Field: "image", From: []From{addressOf(own("image")), addressOf(tag("opengraph", "og:image")), addressOf(tag("opengraph", "og:image:url")),
			addressOf(tag("opengraph", "og:image:secure_url")), addressOf(tag("twitter", "twitter:image")), addressOf(tag("twitter", "twitter:image:src")),
			addressOf(own("thumbnailUrl")), addressOf(primaryImage()), addressOf(state("image"))}},
		{Field: "author", From: []From{names("author"), names("creator"), authors("meta", "author"), authors("meta", "citation_author"),
			authors("meta", "parsely-author"), authors("meta", "sailthru.author"), authors("meta", "byl"), authors("microdata", "itemprop:author"),
			authors("dublincore", "dc.creator"), authors("opengraph", "article:author"), authors("rdfa", "dcterms:creator"),
			authors("rdfa", "dc:creator"), authors("rdfa", "author"), stateNames("author")}},
		{Field: "published", Compared: true, normal: date, settle: preferOffset, From: published()},
		{Field: "modified", Compared: true, normal: date, settle: preferOffset, From: modified()},
		{Field: "language", Compared: true, normal: func(_ *inquiry, text string) string { return formOf(normal.Language(text)) },
			From: []From{tag("html", "lang"), own("inLanguage"), tag("opengraph", "og:locale"), tag("dublincore", "dc.language"),
				tag("http", "content-language")}},
		{Field: "site_name", From: []From{tag("opengraph", "og:site_name"), nameOf("WebSite"), tag("meta", "application-name")}},
		{Field: "publisher", From: []From{names("publisher"), tag("dublincore", "dc.publisher"), tag("meta", "citation_publisher"),
			nameOf("Organization", "Corporation", "NewsMediaOrganization")}},
		{Field: "type", From: []From{kind(), tag("opengraph", "og:type")}},
		{Field: "price", Compared: true, normal: amount, From: []From{priced("price", func(b *bundle) page.Answer { return b.price })}},
		{Field: "price_regular", normal: amount, From: []From{first("a StrikethroughPrice or ListPrice", func(b *bundle) page.Answer { return b.regular })}},
		{Field: "price_low", normal: amount, From: []From{first("lowPrice, or the lowest of several offers or variants", func(b *bundle) page.Answer { return b.low })}},
		{Field: "price_high", normal: amount, From: []From{first("highPrice, or the highest of several offers or variants", func(b *bundle) page.Answer { return b.high })}},
		{Field: "currency", Compared: true, normal: func(_ *inquiry, text string) string { return formOf(normal.Currency(text, "")) },
			From: []From{priced("priceCurrency", func(b *bundle) page.Answer { return b.currency })}},
		{Field: "availability", Compared: true, normal: func(_ *inquiry, text string) string { return formOf(normal.Availability(text)) },
			From: []From{availability()}},
		{Field: "brand", Compared: true, skip: isFiller, From: []From{named1("brand"), tag("opengraph", "product:brand"), tag("opengraph", "og:brand"), state("brand")}},
		{Field: "sku", Compared: true, skip: isFiller, From: []From{own("sku"), own("productID"), offeredSKU(), tag("opengraph", "product:retailer_item_id"),
			tag("opengraph", "og:sku"), tag("opengraph", "product:sku"), state("sku")}},
		{Field: "gtin", Compared: true, normal: gtin, skip: isNoNumber, From: []From{own("gtin14", "gtin13", "gtin12", "gtin8", "gtin", "isbn"),
			tag("opengraph", "product:gtin"), tag("opengraph", "product:ean"), tag("opengraph", "product:isbn"), tag("opengraph", "book:isbn"),
			tag("meta", "citation_isbn"), state("gtin")}},
		{Field: "mpn", Compared: true, skip: isFiller, From: []From{own("mpn"), tag("opengraph", "product:mfr_part_no"), state("mpn")}},
		{Field: "rating", Compared: true, normal: number, From: []From{rated("ratingValue")}},
		{Field: "rating_best", normal: number, From: []From{rated("bestRating")}},
		{Field: "rating_count", normal: number, From: []From{rated("ratingCount", "reviewCount")}},
		{Field: "breadcrumb", From: []From{trail()}},
	}
}

func published() []From {
	return []From{
		dated(own("datePublished")), dated(own("uploadDate")), dated(own("dateCreated")), dated(own("datePosted")),
		dated(tag("opengraph", "article:published_time")), dated(tag("dublincore", "dc.date.issued")), dated(tag("dublincore", "dc.issued")),
		dated(tag("dublincore", "dc.date")), dated(tag("dublincore", "dc.created")), dated(tag("microdata", "itemprop:datepublished")),
		dated(tag("meta", "citation_publication_date")), dated(tag("meta", "citation_date")), dated(tag("meta", "citation_online_date")),
		dated(tag("meta", "parsely-pub-date")), dated(tag("meta", "sailthru.date")), dated(tag("meta", "article.published")),
		dated(tag("meta", "publish-date")), dated(tag("meta", "publishdate")), dated(tag("meta", "pubdate")), dated(tag("meta", "date")),
		dated(tag("rdfa", "dcterms:issued")), dated(tag("rdfa", "dcterms:date")), dated(tag("rdfa", "dc:date")), dated(state("datePublished")),
	}
}

func modified() []From {
	return []From{
		dated(own("dateModified")), dated(tag("opengraph", "article:modified_time")), dated(tag("opengraph", "og:updated_time")),
		dated(tag("dublincore", "dc.modified")), dated(tag("dublincore", "dc.date.modified")), dated(tag("microdata", "itemprop:datemodified")),
		dated(tag("meta", "article.updated")), dated(tag("meta", "last-modified")), dated(tag("meta", "revised")),
		dated(tag("rdfa", "dcterms:modified")), dated(state("dateModified")),
	}
}

func formOf(form string, ok bool) string {
	if !ok {
		return ""
	}
	return form
}

// preferOffset lets an answer in UTC yield to the same instant written with the
// offset of where it happened.
func preferOffset(all []page.Answer) {
	if len(all) == 0 || !strings.HasSuffix(all[0].Normalised, "Z") {
		return
	}
	i := slices.IndexFunc(all, func(a page.Answer) bool {
		return len(a.Normalised) > 19 && !strings.HasSuffix(a.Normalised, "Z") && !strings.HasSuffix(a.Normalised, "+00:00") &&
			normal.SameInstant(a.Normalised, all[0].Normalised)
	})
	if i > 0 {
		moved := all[i]
		copy(all[1:i+1], all[:i])
		all[0] = moved
	}
}

package read

import (
	"strings"

	"curtsy/page"
)

// hydrationName gives schema.org's name for what a member of a state is commonly
// called, however its words are joined; "" of a name that has none. Whether a price is
// one is for [hydrationNameIn] to say.
func hydrationName(name string) string {
	switch plainName(name) {
	case "name", "title", "productname", "displayname":
		return "name"
	case "headline":
		return "headline"
	case "description", "shortdescription", "descriptiontext", "plaindescription", "excerpt":
		return "description"
	case "price", "saleprice", "currentprice", "finalprice":
		return "price"
	case "minprice", "lowprice", "pricemin":
		return "lowPrice"
	case "maxprice", "highprice", "pricemax":
		return "highPrice"
	case "currency", "currencycode", "pricecurrency", "currencyiso":
		return "priceCurrency"
	case "availability", "instock", "isinstock", "available", "stockstatus", "isavailable":
		return "availability"
	case "brand", "brandname", "manufacturer", "vendor":
		return "brand"
	case "sku", "articlenumber":
		return "sku"
	case "gtin", "ean", "upc", "gtin8", "gtin12", "gtin13", "gtin14", "ean13", "barcode":
		return "gtin"
	case "isbn":
		return "isbn"
	case "mpn", "manufacturernumber":
		return "mpn"
	}
	return hydrationTextName(name)
}

// hydrationTextName is the same for what texts and pages have.
func hydrationTextName(name string) string {
	switch plainName(name) {
	case "datepublished", "publishedat", "publishdate", "publisheddate", "publicationdate":
		return "datePublished"
	case "datecreated", "createdat":
		return "dateCreated"
	case "datemodified", "updatedat", "modifiedat", "lastmodified":
		return "dateModified"
	case "image", "images", "thumbnail", "featuredimage", "mainimage", "coverimage", "imageurl":
		return "image"
	case "author", "authors", "byline", "authorname":
		return "author"
	case "url", "canonicalurl", "permalink":
		return "url"
	case "body", "articlebody":
		return "articleBody"
	case "language", "inlanguage", "locale":
		return "inLanguage"
	case "rating", "ratingvalue", "averagerating", "ratingaverage":
		return "ratingValue"
	case "ratingcount", "numratings":
		return "ratingCount"
	case "reviewcount", "reviewscount", "numreviews":
		return "reviewCount"
	case "aggregaterating":
		return "aggregateRating"
	case "offers":
		return "offers"
	}
	return ""
}

// hydrationNameIn gives schema.org's name for a record's field, or "" when it has none
// or when what it is cannot be told: an amount that may count cents is no price.
func hydrationNameIn(r *page.Record, field page.Field) string {
	name := hydrationName(field.Name)
	switch name {
	case "price", "lowPrice", "highPrice":
		if text, is := field.Value.Value.(string); !is || countsCents(r, text) {
			return ""
		}
	case "brand", "author", "image", "name", "description":
		if countsAsNothing(field.Value) {
			return ""
		}
	}
	return name
}

// countsAsNothing is what true, false and lists of them say of a name.
func countsAsNothing(v page.Value) bool {
	text, is := v.Value.(string)
	return is && (text == "true" || text == "false")
}

// countsCents says whether a record may give its amounts in hundredths. A Shopify
// product does, and is known by what stands beside its price; so may everything that
// says its unit, or has an amount in cents beside it. An amount with a point in it
// counts none.
func countsCents(r *page.Record, amount string) bool {
	if strings.ContainsAny(amount, ".,") {
		return false
	}
	for _, f := range r.Fields {
		switch name := plainName(f.Name); name {
		case "pricevaries", "pricemin", "pricemax", "compareatprice", "compareatpricemin", "compareatpricevaries",
			"centamount", "fractiondigits", "minorunits", "currencyexponent", "priceincents", "amountincents":
			return true
		default:
			if strings.HasSuffix(name, "cents") {
				return true
			}
		}
	}
	return false
}

// hydrationPrice gives a thing's price and currency where they are beyond doubt: its
// own, or those of its one price or offer that is an object ({"amount": "19.99",
// "currencyCode": "EUR"}). ok is false when there is no such price; the currency's
// Value is nil when none stands with it. {"centAmount": 1999} is none: it stays as it
// is.
func hydrationPrice(r *page.Record) (price, currency page.Value, ok bool) {
	for _, name := range []string{"currentprice", "finalprice", "saleprice", "price"} { // the last may be what it was before
		for _, f := range r.Fields {
			if plainName(f.Name) == name && hydrationNameIn(r, f) == "price" && f.Value.Value != "0" {
				return f.Value, currencyOf(r), true
			}
		}
	}
	var of []*page.Record
	for _, f := range r.Fields {
		inner, is := f.Value.Value.(*page.Record)
		if list, isList := f.Value.Value.([]page.Value); isList && len(list) == 1 {
			inner, is = list[0].Value.(*page.Record)
		}
		if is && (hydrationName(f.Name) == "price" || plainName(f.Name) == "offers" || plainName(f.Name) == "prices") {
			of = append(of, inner)
		}
	}
	if len(of) != 1 {
		return page.Value{}, page.Value{}, false
	}
	for _, f := range of[0].Fields {
		name := plainName(f.Name)
		text, is := f.Value.Value.(string)
		if !is || countsCents(of[0], text) || countsCents(r, text) {
			continue
		}
		// An amount without a point may be given in hundredths by one who calls it no more
		// than that.
		if hydrationName(f.Name) == "price" || (name == "amount" || name == "value") && strings.Contains(text, ".") {
			currency = currencyOf(of[0])
			if currency.Value == nil {
				currency = currencyOf(r)
			}
			return f.Value, currency, true
		}
	}
	return page.Value{}, page.Value{}, false
}

func currencyOf(r *page.Record) page.Value {
	for _, f := range r.Fields {
		if _, is := f.Value.Value.(string); is && hydrationName(f.Name) == "priceCurrency" {
			return f.Value
		}
	}
	return page.Value{}
}

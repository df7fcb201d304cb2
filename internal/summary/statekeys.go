package summary

import (
	"strings"

	"curtsy/page"
)

// hydrationName gives schema.org's name for what a member of a state is commonly
// called, however its words are joined; "" of a name that has none. Whether a price is
// one is for [hydrationNameIn] to say.
func hydrationName(name string) string {
	switch PlainName(name) {
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
	switch PlainName(name) {
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

// countsCents says whether a record may give an amount in hundredths, or in other minor
// units. An amount with a point in it counts none; one without may, unless another
// amount of the record is a number with one, and none of what stands beside it speaks
// of cents: in a word, or by giving the same digits with a point (1250 beside "€12.50").
func countsCents(r *page.Record, amount string) bool {
	if hasPoint(amount) {
		return false
	}
	fractions := false
	for _, f := range r.Fields {
		switch name := PlainName(f.Name); {
		case name == "centamount" || name == "fractiondigits" || name == "minorunits" || name == "currencyexponent" ||
			name == "priceincents" || name == "amountincents" || strings.HasSuffix(name, "cents"):
			return true
		case strings.Contains(name, "price") || name == "amount":
			text, is := f.Value.Value.(string)
			if !is || !hasPoint(text) {
				continue
			}
			if sameDigits(text, amount) {
				return true
			}
			// A text for people may stand beside an amount of any unit.
			fractions = fractions || strings.Trim(text, "0123456789.-") == ""
		}
	}
	return !fractions
}

// sameDigits says whether a text has the digits of an amount, whatever else is in it.
func sameDigits(text, amount string) bool {
	at := 0
	for i := range len(text) {
		if c := text[i]; '0' <= c && c <= '9' {
			if at == len(amount) || amount[at] != c {
				return false
			}
			at++
		}
	}
	return at == len(amount)
}

// hasPoint says whether an amount is written with a fraction.
func hasPoint(amount string) bool {
	point := strings.IndexAny(amount, ".,")
	return point > 0 && strings.ContainsAny(amount[point:], "0123456789")
}

// hydrationPrice gives a thing's price and currency where they are beyond doubt: its
// own, or those of its one price or offer that is an object ({"amount": "19.99",
// "currencyCode": "EUR"}). ok is false when there is no such price; the currency holds
// nothing when none stands with it. {"centAmount": 1999} is none: it stays as it
// is.
func hydrationPrice(r *page.Record) (price, currency spot, ok bool) {
	key := keyOf(r)
	for _, name := range []string{"currentprice", "finalprice", "saleprice", "price"} { // the last may be what it was before
		for _, f := range r.Fields {
			if PlainName(f.Name) == name && hydrationNameIn(r, f) == "price" && f.Value.Value != "0" {
				return spot{f.Value, key + "." + f.Name}, currencyOf(r, key), true
			}
		}
	}
	var of []spot
	for _, f := range r.Fields {
		if hydrationName(f.Name) != "price" && PlainName(f.Name) != "offers" && PlainName(f.Name) != "prices" {
			continue
		}
		inner := spot{f.Value, key + "." + f.Name}
		if list, isList := f.Value.Value.([]page.Value); isList && len(list) == 1 {
			inner = spot{list[0], inner.key + "[0]"}
		}
		if inner.record() != nil {
			of = append(of, inner)
		}
	}
	if len(of) != 1 {
		return spot{}, spot{}, false
	}
	return priceInside(r, of[0])
}

// priceInside gives the price that an object holds, which stands for the one of r.
func priceInside(r *page.Record, of spot) (price, currency spot, ok bool) {
	for _, f := range of.record().Fields {
		name := PlainName(f.Name)
		text, is := f.Value.Value.(string)
		if !is || countsCents(of.record(), text) || countsCents(r, text) {
			continue
		}
		// An amount without a point may be given in hundredths by one who calls it no more
		// than that.
		if hydrationName(f.Name) == "price" || (name == "amount" || name == "value") && strings.Contains(text, ".") {
			currency = currencyOf(of.record(), of.key)
			if currency.Value.Value == nil {
				currency = currencyOf(r, keyOf(r))
			}
			return spot{f.Value, of.key + "." + f.Name}, currency, true
		}
	}
	return spot{}, spot{}, false
}

func currencyOf(r *page.Record, key string) spot {
	for _, f := range r.Fields {
		if _, is := f.Value.Value.(string); is && hydrationName(f.Name) == "priceCurrency" {
			return spot{f.Value, key + "." + f.Name}
		}
	}
	return spot{}
}

// stateOffer is what the thing of a page's state costs, and whether it can be had: in
// schema.org's word, or as true or false.
func stateOffer(r *page.Record) (b bundle) {
	if price, currency, ok := hydrationPrice(r); ok && oneNumber(price.Value.Value.(string)) {
		b.price = price.answer(price.Value.Value.(string))
		if text, is := currency.Value.Value.(string); is {
			b.currency = currency.answer(text)
		}
	}
	for _, s := range spots(r, keyOf(r), "availability") {
		at, text, ok := s.text("name", "status")
		if !ok {
			continue
		}
		b.availability = at.answer(schemaName(text))
		switch fold(text) {
		case "true":
			b.availability.Normalised = "InStock"
		case "false":
			b.availability.Normalised = "OutOfStock"
		}
		break
	}
	return b
}

// PlainName takes out how a name joins its words: salePrice, sale_price, sale-price.
// It costs no memory where it is only compared.
func PlainName(name string) string {
	var plain [24]byte
	n := 0
	for i := range len(name) {
		c := name[i]
		if c == '_' || c == '-' {
			continue
		}
		if n == len(plain) {
			return "" // longer than any that is known
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		plain[n] = c
		n++
	}
	return string(plain[:n])
}

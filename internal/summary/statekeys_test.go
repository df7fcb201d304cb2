package summary

import (
	"strings"
	"testing"
)

// TestNamesOfMembers documents which members answer for which of schema.org's
// properties.
func TestNamesOfMembers(t *testing.T) {
	for property, names := range map[string]string{
		"name":            "name title productName product_name displayName",
		"headline":        "headline Headline",
		"description":     "description shortDescription excerpt",
		"price":           "price salePrice sale_price current-price finalPrice",
		"lowPrice":        "minPrice lowPrice price_min",
		"highPrice":       "maxPrice highPrice price_max",
		"priceCurrency":   "currency currencyCode priceCurrency currency_code",
		"availability":    "availability inStock is_in_stock available stockStatus",
		"brand":           "brand brandName manufacturer vendor",
		"sku":             "sku SKU articleNumber",
		"gtin":            "gtin gtin13 ean EAN upc barcode",
		"isbn":            "isbn",
		"mpn":             "mpn",
		"datePublished":   "datePublished publishedAt published_at publishDate",
		"dateCreated":     "createdAt",
		"dateModified":    "dateModified updatedAt modified_at",
		"image":           "image images thumbnail featuredImage",
		"author":          "author authors byline",
		"url":             "url canonicalUrl permalink",
		"articleBody":     "body articleBody",
		"inLanguage":      "locale inLanguage",
		"ratingValue":     "rating averageRating ratingValue",
		"ratingCount":     "ratingCount",
		"reviewCount":     "reviewCount reviews_count",
		"aggregateRating": "aggregateRating",
		"offers":          "offers",
		"":                "id regularPrice listPrice compareAtPrice priceRange handle amount value type content aVeryLongNameThatIsNoProperty price%",
	} {
		for name := range strings.FieldsSeq(names) {
			if got := hydrationName(name); got != property {
				t.Errorf("%s: %q, want %q", name, got, property)
			}
		}
	}
}

// TestAPriceIsOneOnlyWhereItsUnitIsClear: what may count cents is no price.
func TestAPriceIsOneOnlyWhereItsUnitIsClear(t *testing.T) {
	for _, tt := range []struct{ name, thing, want string }{
		{"plain", `{"name":"x","price":"41.90","currency":"EUR"}`, "41.90 EUR"},
		{"a number without a point, which may count cents", `{"name":"x","price":42}`, ""},
		{"unless another beside it has one", `{"name":"x","price":42,"regularPrice":49.5}`, "42 "},
		{"what it costs now", `{"name":"x","price":"50.00","salePrice":"40.00"}`, "40.00 "},
		{"a sale that is none", `{"name":"x","price":"50.00","salePrice":0}`, "50.00 "},
		{"in parts", `{"name":"x","price":{"amount":"41.90","currencyCode":"EUR"}}`, "41.90 EUR"},
		{"an offer", `{"name":"x","offers":[{"price":41.9,"priceCurrency":"EUR"}]}`, "41.9 EUR"},
		{"two offers", `{"name":"x","offers":[{"price":1},{"price":2}]}`, ""},
		{"the currency beside its parts", `{"name":"x","currency":"EUR","price":{"value":"41.90"}}`, "41.90 EUR"},
		{"an amount that may count cents", `{"name":"x","price":{"amount":4190,"currency":"eur"}}`, ""},
		{"a Shopify product, in cents", `{"title":"x","price":4190,"price_varies":false,"compare_at_price":null,"price_min":4190}`, ""},
		{"a Shopify product, in euros", `{"title":"x","price":"41.90","compare_at_price":"50.00"}`, "41.90 "},
		{"cents beside a text for people", `{"title":"x","price":1250,"priceFormatted":"12,50 €","currency":"EUR"}`, ""},
		{"cents beside another's text for people", `{"title":"x","price":1250,"comparePriceText":"€15.00"}`, ""},
		{"cents beside the same as a number", `{"title":"x","price":1250,"price_decimal":12.50,"unit_price":"12.50"}`, ""},
		{"cents that are a sale's", `{"title":"x","price":1500,"salePrice":1250}`, ""},
		{"a variant in cents", `{"title":"x","offers":[{"price":1250,"sku":"a"}]}`, ""},
		{"cents in parts", `{"title":"x","price":{"price":1250,"formattedPrice":"12.50"}}`, ""},
		{"cents, said so", `{"name":"x","price":4190,"priceInCents":4190}`, ""},
		{"commercetools", `{"name":"x","price":{"value":{"type":"centPrecision","centAmount":4190,"currencyCode":"EUR","fractionDigits":2}}}`, ""},
		{"cents by another name", `{"name":"x","price":4190,"centAmount":4190}`, ""},
		{"digits that say so", `{"name":"x","price":4190,"fractionDigits":2}`, ""},
		{"commercetools, flat", `{"name":"x","price":{"type":"centPrecision","centAmount":4190,"value":4190,"currencyCode":"EUR","fractionDigits":2}}`, ""},
		{"a range", `{"name":"x","priceRange":{"min":1.5,"max":2.5}}`, ""},
	} {
		thing := records(t, "hydration", tt.thing)
		price, currency, ok := hydrationPrice(&thing[0])
		got := ""
		if ok {
			text, _ := currency.Value.Value.(string)
			got = price.Value.Value.(string) + " " + text
			if !strings.Contains(price.Where, "#hydration/") || !strings.HasPrefix(price.key, "state.") {
				t.Errorf("%s: the price is %s, at %q", tt.name, price.key, price.Where)
			}
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	r := records(t, "hydration", `{"name":"x","price":4190,"price_varies":true,"brand":true,"vendor":"V"}`)[0]
	var mapped []string
	for _, f := range r.Fields {
		mapped = append(mapped, f.Name+"="+hydrationNameIn(&r, f))
	}
	if got := strings.Join(mapped, " "); got != "name=name price= price_varies= brand= vendor=brand" {
		t.Errorf("in its record: %s", got)
	}
}

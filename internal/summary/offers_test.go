package summary

import "testing"

// prices asks what a product costs, by the JSON of its offers.
func prices(t *testing.T, offers string, more ...string) string {
	t.Helper()
	in := declared(t, append([]string{`jsonld {"@type":"Product","name":"Tea","offers":` + offers + `}`}, more...)...)
	return asked(in, "price", "price_regular", "price_low", "price_high", "currency", "availability")
}

func TestWhatAThingCosts(t *testing.T) {
	for _, tt := range []struct{ name, offers, want string }{
		{"one offer", `{"price":"4.50","priceCurrency":"EUR","availability":"http://schema.org/InStock"}`, "price=4.50 currency=EUR availability=InStock"},
		{"an offer without a price", `{"availability":"SoldOut"}`, "availability=SoldOut"},
		{"no offer but a text", `"4.50"`, ""},
		{"a price of two numbers is none", `{"price":"4 - 6","priceCurrency":"EUR"}`, ""},
		{"nor one of words", `{"price":"on request","priceCurrency":"EUR"}`, ""},
		{"a specification", `{"priceSpecification":{"price":"4.50","priceCurrency":"EUR"}}`, "price=4.50 currency=EUR"},
		{"the strikethrough price is the regular one", `{"priceSpecification":[{"priceType":"https://schema.org/StrikethroughPrice","price":"6","priceCurrency":"EUR"},{"price":"4.50","priceCurrency":"EUR"}]}`, "price=4.50 price_regular=6 currency=EUR"},
		{"a list price beside the offer's own", `{"price":"4.50","priceCurrency":"EUR","priceSpecification":{"priceType":"ListPrice","price":"6"}}`, "price=4.50 price_regular=6 currency=EUR"},
		{"a list price alone is no price", `{"priceSpecification":{"priceType":"ListPrice","price":"6","priceCurrency":"EUR"}}`, ""},
		{"a regular price that is the price is none", `{"price":"6.00","priceSpecification":{"priceType":"ListPrice","price":"6"}}`, "price=6.00"},
		{"a sale price is the price", `{"priceSpecification":{"priceType":"https://schema.org/SalePrice","price":"4"}}`, "price=4"},
		{"a price of another kind is not", `{"priceSpecification":[{"priceType":"https://schema.org/MinimumAdvertisedPrice","price":"3"},{"price":"4.50"}]}`, "price=4.50"},
		{"a member's is not", `{"priceSpecification":[{"validForMemberTier":{"name":"gold"},"price":"3"},{"price":"4.50"}]}`, "price=4.50"},
		{"nor one for a measure", `{"priceSpecification":[{"price":"45","referenceQuantity":{"value":"1","unitCode":"KGM"}},{"price":"4.50"}]}`, "price=4.50"},
		{"nor one for a kilogram, alone", `{"priceSpecification":{"price":"45","referenceQuantity":{"value":"1","unitCode":"KGM"}}}`, ""},
		{"but one for a pack of five", `{"priceSpecification":[{"price":"15","priceCurrency":"EUR","referenceQuantity":{"value":"5","unitCode":"KGM"}},{"price":"17","priceType":"ListPrice"}]}`, "price=15 price_regular=17 currency=EUR"},
		{"nor what delivery costs", `{"priceSpecification":[{"@type":"DeliveryChargeSpecification","price":"2"},{"price":"4.50"}]}`, "price=4.50"},
		{"a price of 0 yields to a specification", `{"price":"0.00","priceCurrency":"EUR","priceSpecification":{"price":"4.50","priceCurrency":"EUR"}}`, "price=4.50 currency=EUR"},
		{"a price of 0 alone stands", `{"price":"0","priceCurrency":"EUR"}`, "price=0 currency=EUR"},
		{"a range", `{"@type":"AggregateOffer","lowPrice":"4","highPrice":"6","priceCurrency":"EUR"}`, "price_low=4 price_high=6 currency=EUR"},
		{"a range of one", `{"@type":"AggregateOffer","lowPrice":"4","highPrice":"4.00","priceCurrency":"EUR"}`, "price=4 currency=EUR"},
		{"a range's offers", `{"@type":"AggregateOffer","offers":[{"price":"6","priceCurrency":"EUR"},{"price":"4","priceCurrency":"EUR"}]}`, "price_low=4 price_high=6 currency=EUR"},
		{"two offers at one price", `[{"price":"4","priceCurrency":"EUR"},{"price":"4.00","priceCurrency":"EUR"}]`, "price=4 currency=EUR"},
		{"two at two prices", `[{"price":"10","priceCurrency":"EUR"},{"price":"9","priceCurrency":"EUR"}]`, "price_low=9 price_high=10 currency=EUR"},
		{"in two currencies, the first", `[{"price":"4","priceCurrency":"EUR"},{"price":"5","priceCurrency":"USD"}]`, "price=4 currency=EUR"},
		{"one that can be had is enough", `[{"price":"4","availability":"OutOfStock"},{"price":"4","availability":"https://schema.org/InStock"}]`, "price=4 availability=InStock"},
		{"prices that cannot be compared", `[{"price":"1,299"},{"price":"4"}]`, "price=1,299"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := prices(t, tt.offers); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestPriceAndCurrencyAreOfOneOffer(t *testing.T) {
	og := []string{"opengraph/product:price:amount 5", "opengraph/product:price:currency USD", "opengraph/product:availability instock"}
	if got := prices(t, `{"price":"4"}`, og...); got != "price=4" {
		t.Errorf("%q; another's currency is no currency of this price", got)
	}
	if got := prices(t, `{"price":"5.00"}`, og...); got != "price=5.00 currency=USD availability=instock" {
		t.Errorf("%q; the same price by another is the same offer", got)
	}
	if got := prices(t, `{"@type":"AggregateOffer","lowPrice":"4","highPrice":"6"}`, og...); got != "price_low=4 price_high=6" {
		t.Errorf("%q; a range is no price, and another's price is none of its", got)
	}
	if got := asked(declared(t, og...), "price", "currency", "availability"); got != "price=5 currency=USD availability=instock" {
		t.Errorf("%q", got)
	}
}

func TestAnOfferMayBeTheSubject(t *testing.T) {
	if got := asked(declared(t, `jsonld {"@type":"Offer","name":"Tea","price":"4","priceCurrency":"EUR"}`), "price", "currency", "type"); got != "price=4 currency=EUR type=Offer" {
		t.Error(got)
	}
	if got := asked(declared(t, `microformats {"@type":"h-product","name":"Tea","price":"€ 4.50"}`), "title", "price"); got != "title=Tea price=€ 4.50" {
		t.Error(got)
	}
}

func TestOneNumber(t *testing.T) {
	for text, want := range map[string]bool{
		"4": true, "4.50": true, "€ 4,50": true, "1.299,00 EUR": true, "1 299,00": true, "1'299.–": true, "4.-": true, "ab 4": true, "-4": true, "٤٫٥": true,
		"": false, "on request": false, "4 - 6": false, "4–6": false, "4 or 6": false, "2 for 5": false,
	} {
		if oneNumber(text) != want {
			t.Errorf("oneNumber(%q) is %v", text, !want)
		}
	}
}

func TestTheOneArticleNumberOfAThingsOffers(t *testing.T) {
	for offers, want := range map[string]string{
		`{"sku":"T-1","price":"4"}`:                                "sku=T-1",
		`[{"sku":"T-1","price":"4"},{"price":"5","sku":"t-1"}]`:    "sku=T-1",
		`[{"sku":"T-1","price":"4"},{"sku":"T-2","price":"5"}]`:    "",
		`[{"price":"4"},{"sku":"T-2","price":"5"},"not an offer"]`: "sku=T-2",
	} {
		if got := asked(declared(t, `jsonld {"@type":"Product","name":"Tea","offers":`+offers+`}`), "sku"); got != want {
			t.Errorf("%s: %q, want %q", offers, got, want)
		}
	}
}

func TestRatings(t *testing.T) {
	for line, want := range map[string]string{
		`jsonld {"@type":"Product","name":"x","aggregateRating":{"ratingValue":"4.5","bestRating":"5","reviewCount":"7"}}`:                                               "rating=4.5 rating_best=5 rating_count=7",
		`jsonld {"@type":"Product","name":"x","aggregateRating":[{"ratingValue":"4"},{"ratingValue":"3"}]}`:                                                              "rating=4",
		`jsonld {"@type":"Product","name":"x","review":{"reviewRating":{"ratingValue":"1"}}}`:                                                                            "",
		`microformats {"@type":"h-product","name":"x","review":{"@type":"h-review","rating":"1"}}`:                                                                       "",
		`microformats {"@type":"h-product","name":"x","review":[{"@type":"h-review","rating":"1"},{"@type":"h-review-aggregate","average":"4","best":"5","count":"7"}]}`: "rating=4 rating_best=5 rating_count=7",
	} {
		if got := asked(declared(t, line), "rating", "rating_best", "rating_count"); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

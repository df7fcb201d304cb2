package read

import "testing"

// TestWhatServesThePageIsNoThing: whatever name and price it has, unless it says what
// it is; and what is kept there and is goods is a thing.
func TestWhatServesThePageIsNoThing(t *testing.T) {
	const thing = `{"name":"x","price":"3.00"}`
	for _, name := range []string{
		"shipping", "shippingMethods", "available_shipping_methods", "shipping-options", "Delivery", "deliveryOptions", "payment", "paymentMethods", "selectedPaymentMethod",
		"tax", "taxRates", "locale", "locales", "language", "currentLanguage", "currency", "availableCurrencies", "country", "countries",
		"navigation", "mainMenu", "filter", "filters", "filterOptions", "facets", "sort", "sortOptions", "translations", "advertisements",
	} {
		for _, state := range []string{
			`{"` + name + `":` + thing + `}`,
			`{"` + name + `":[` + thing + `]}`,
			`{"` + name + `":{"a":{"b":[{"c":` + thing + `}]}}}`,
			`{"` + name + `":[{"title":"x","createdAt":"2026-01-02","body":"y"}]}`,
		} {
			if got := plainly(hydrated(t, next(state)).Records); got != "" {
				t.Errorf("%s: %s", state, got)
			}
		}
		if got := plainly(hydrated(t, next(`{"`+name+`":{"products":[`+thing+`]}}`)).Records); got != " name=x price=3.00" {
			t.Errorf("products in %s: %q", name, got)
		}
		if got := plainly(hydrated(t, next(`{"`+name+`":{"__typename":"T","name":"x"}}`)).Records); got != "T name=x" {
			t.Errorf("what says it is something in %s: %q", name, got)
		}
	}
	for _, name := range []string{"plan", "plans", "menu", "ad", "ads", "items", "pageProps", "shippings2", "taxi", "taxonomy", "sorted", "coffee-filter", "countryside", "options", "method", "list", "available", "defaultoptions"} {
		if got := plainly(hydrated(t, next(`{"`+name+`":`+thing+`}`)).Records); got != " name=x price=3.00" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestWhatStandsAsideIsAThingElsewhere: references may lead to it from either, in
// either order, and it is given once.
func TestWhatStandsAsideIsAThingElsewhere(t *testing.T) {
	for _, state := range []string{
		`[{"filter":1,"p":1},{"x":2},{"name":3,"price":4},"k","1.50"]`,
		`[{"p":1,"filter":1},{"x":2},{"name":3,"price":4},"k","1.50"]`,
		`[{"filter":2,"p":1},{"x":2},{"name":3,"price":4},"k","1.50"]`,
	} {
		r := hydrated(t, `<script type="application/json" id="__NUXT_DATA__">`+state+`</script>`)
		if got := told(r.Records); got != " name/3=k price/4=1.50\n" {
			t.Errorf("%s: %q", state, got)
		}
	}
	r := hydrated(t, `<script type="application/json" id="__NUXT_DATA__">[{"shipping":1},[2],{"name":3,"price":4},"k","1.50"]</script>`)
	if got := told(r.Records); got != "" {
		t.Errorf("only aside: %q", got)
	}
	r = hydrated(t, `<script type="application/json" id="__NUXT_DATA__">[{"a":{},"filter":1,"p":2},{"__typename":3,"name":3},{"x":1},"k"]</script>`)
	if got := plainly(r.Records); got != "k name=k" {
		t.Errorf("of a type: %q", got)
	}
}

// TestWhatCostsNothing: a price of zero alone makes no product.
func TestWhatCostsNothing(t *testing.T) {
	for _, tt := range []struct{ thing, want string }{
		{`{"name":"en","price":"0,00"}`, ""},
		{`{"name":"en","price":0}`, ""},
		{`{"name":"en","price":{"amount":"0.0","currencyCode":"EUR"}}`, ""},
		{`{"name":"en","offers":[{"price":0}]}`, ""},
		{`{"name":"x","price":0,"sku":"a"}`, " name=x price=0 sku=a"},
		{`{"name":"x","price":0,"sku":null}`, ""},
		{`{"name":"x","price":"0.05"}`, " name=x price=0.05"},
		{`{"name":"x","price":0,"salePrice":"5"}`, " name=x price=0 salePrice=5"},
	} {
		if got := plainly(hydrated(t, next(`{"a":`+tt.thing+`}`)).Records); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.thing, got, tt.want)
		}
	}
}

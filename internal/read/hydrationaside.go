package read

import (
	"strings"

	"curtsy/internal/summary"
)

// An aside is a part of a state that serves the page and is not what it is about: what
// has a name and a price there is a service, a setting or a choice.
type aside bool

// under says whether what stands in a member of a name is aside. Below a name that
// says neither, what holds around it holds.
func (a aside) under(name string) aside {
	switch summary.PlainName(trimAside(name)) {
	case "shipping", "shippings", "shipment", "shipments", "delivery", "deliveries", "payment", "payments", "giftwrap", "giftwrapping",
		// services around a purchase: they have a name and cost something
		"tax", "taxes", "vat", "surcharge", "surcharges", "fee", "fees", // what is added to a price
		"locale", "locales", "language", "languages", "lang", "i18n", "currency", "currencies", "country", "countries",
		// settings, which may say how a price is written there
		"translation", "translations", // words for the page: "Price from 1"
		"navigation", "nav", "breadcrumb", "breadcrumbs", "mainmenu", "topmenu", "headermenu", "footermenu", "megamenu", // ways to other pages
		"filter", "filters", "facet", "facets", "sort", "sorting", "sortby", "orderby", // choices among what is listed: "up to 20"
		"advertisement", "advertisements", "advertising", "adslots", "adunits": // of others
		return true
	case "product", "products", "article", "articles", "post", "posts": // what is sold or told, wherever it is kept
		return false
	}
	// In neither row are names that some pages are about: a plan of a tariff, a menu of
	// dishes, an ad of a market place; and items, which are anything.
	return a
}

// trimAside takes off what a name adds to say that there are several to choose from:
// availableShippingMethods, payment_options.
func trimAside(name string) string {
	for _, before := range []string{"available", "selected", "default", "current", "supported"} {
		if len(name) > len(before)+2 && strings.EqualFold(name[:len(before)], before) {
			name = strings.TrimLeft(name[len(before):], "_-")
			break
		}
	}
	for _, after := range []string{"options", "option", "methods", "method", "rates", "rate", "costs", "cost", "providers", "services", "settings", "list"} {
		if n := len(name) - len(after); n > 2 && strings.EqualFold(name[n:], after) {
			return strings.TrimRight(name[:n], "_-")
		}
	}
	return name
}

package read

import (
	"slices"
	"strconv"
	"strings"

	"curtsy/page"
)

// An answerer collects what JSON-LD records answer directly.
type answerer struct {
	*Source
	answers []Candidate
}

// answersOf gives the answers of the page's one subject, and of the records that
// answer for the site and for the page's place in it.
func answersOf(s *Source, records []page.Record) []Candidate {
	a := &answerer{Source: s}
	if subject := subjectOf(records); subject != nil {
		a.describe(subject)
		a.offer(subject)
		a.rate(subject)
	}
	for i := range records {
		if records[i].Type == "WebSite" {
			a.first("site_name", &records[i], []string{"name"})
			break
		}
	}
	for i := range slices.Backward(records) {
		if records[i].Type == "BreadcrumbList" {
			a.breadcrumb(&records[i])
			break
		}
	}
	return a.answers
}

func (a *answerer) answer(field, value, key, where string) {
	if value = a.Cut(value); value != "" {
		a.answers = append(a.answers, Candidate{field, page.Answer{Value: value, Source: "jsonld", Key: key, Where: where}})
	}
}

// first answers with the first text among some fields; of a thing in one of them,
// with that of the first of inner.
func (a *answerer) first(question string, r *page.Record, names []string, inner ...string) bool {
	return a.firstAt(question, r, r.Type, names, inner...)
}

func (a *answerer) firstAt(question string, r *page.Record, key string, names []string, inner ...string) bool {
	for _, name := range names {
		for _, s := range spots(r, key, name) {
			at, text, ok := s.text(inner...)
			if ok && (question == "url" || question == "image") {
				var err error
				resolved, err := a.Base.Resolve(text)
				text, ok = resolved.String(), err == nil
			}
			if ok {
				a.answer(question, text, at.key, at.Where)
				return true
			}
		}
	}
	return false
}

func (a *answerer) describe(r *page.Record) {
	a.first("title", r, []string{"headline", "name"}, "@value")
	a.first("description", r, []string{"description"}, "@value")
	a.first("url", r, []string{"url"}, "@id")
	a.first("image", r, []string{"image", "thumbnailUrl"}, "url", "contentUrl", "@id")
	a.names("author", r, "author", "creator")
	a.first("published", r, []string{"datePublished", "uploadDate", "dateCreated"})
	a.first("modified", r, []string{"dateModified"})
	a.first("language", r, []string{"inLanguage"}, "alternateName", "name")
	a.names("publisher", r, "publisher")
	a.answer("type", r.Type, "@type", r.Where)
	a.first("brand", r, []string{"brand"}, "name")
	a.first("sku", r, []string{"sku", "productID"})
	a.first("gtin", r, []string{"gtin14", "gtin13", "gtin12", "gtin8", "gtin", "isbn"})
	a.first("mpn", r, []string{"mpn"})
}

// names answers with all the names in the first of some fields that has any.
func (a *answerer) names(question string, r *page.Record, fields ...string) {
	for _, name := range fields {
		var texts []string
		var at spot
		for _, s := range spots(r, r.Type, name) {
			inner, text, ok := s.text("name")
			if text = tidy(text); ok && text != "" && !slices.Contains(texts, text) {
				if len(texts) == 0 {
					at = inner
				}
				texts = append(texts, text)
			}
		}
		if len(texts) > 0 {
			a.answer(question, strings.Join(texts, ", "), at.key, at.Where)
			return
		}
	}
}

// offer answers what it costs, where that is plain: one offer, or several at one
// price. Price, currency and availability come from the same one.
func (a *answerer) offer(r *page.Record) {
	offers := spots(r, r.Type, "offers")
	if r.Type == "Offer" {
		offers = []spot{{page.Value{Value: r}, "Offer"}}
	}
	var chosen, price spot
	var amount string
	for _, s := range offers {
		o, ok := s.Value.Value.(*page.Record)
		if !ok {
			continue
		}
		at, text, ok := priceOf(o, s.key)
		switch {
		case amount != "" && ok && text != amount:
			return
		case amount == "" && (ok || chosen.Value.Value == nil):
			chosen, price, amount = s, at, text
		}
	}
	o, ok := chosen.Value.Value.(*page.Record)
	if !ok {
		return
	}
	if amount != "" {
		a.answer("price", amount, price.key, price.Where)
	}
	low := a.firstAt("price_low", o, chosen.key, []string{"lowPrice"})
	high := a.firstAt("price_high", o, chosen.key, []string{"highPrice"})
	if amount != "" || low || high {
		if !a.firstAt("currency", o, chosen.key, []string{"priceCurrency"}) {
			a.firstAt("currency", o, chosen.key, []string{"priceSpecification"}, "priceCurrency")
		}
	}
	if len(offers) == 1 {
		for _, s := range spots(o, chosen.key, "availability") {
			if at, text, ok := s.text("@id", "name"); ok {
				a.answer("availability", schemaName(text, strings.TrimPrefix(text, "schema:")), at.key, at.Where)
				break
			}
		}
	}
}

// priceOf gives an offer's price: its own, or that of its one specification that is
// no list price, strikethrough or member price.
func priceOf(o *page.Record, key string) (spot, string, bool) {
	for _, s := range spots(o, key, "price") {
		if at, text, ok := s.text("@value"); ok {
			return at, tidy(text), true
		}
	}
	for _, s := range spots(o, key, "priceSpecification") {
		spec, ok := s.Value.Value.(*page.Record)
		if !ok {
			continue
		}
		_, typed := field(spec, "priceType")
		_, tier := field(spec, "validForMemberTier")
		if typed || tier {
			continue
		}
		if at, text, ok := s.text("price"); ok {
			return at, tidy(text), true
		}
	}
	return spot{}, "", false
}

func (a *answerer) rate(r *page.Record) {
	for _, s := range spots(r, r.Type, "aggregateRating") {
		if rating, ok := s.Value.Value.(*page.Record); ok {
			a.firstAt("rating", rating, s.key, []string{"ratingValue"})
			a.firstAt("rating_best", rating, s.key, []string{"bestRating"})
			a.firstAt("rating_count", rating, s.key, []string{"ratingCount", "reviewCount"})
			return
		}
	}
}

// breadcrumb joins the names of a trail in the order of their positions, or as they
// stand when some position is no number.
func (a *answerer) breadcrumb(r *page.Record) {
	type crumb struct {
		name     string
		position float64
	}
	var trail []crumb
	numbered := true
	for _, s := range spots(r, r.Type, "itemListElement") {
		element, ok := s.Value.Value.(*page.Record)
		if !ok {
			continue
		}
		_, name, ok := s.text("name")
		if !ok {
			for _, inner := range spots(element, s.key, "item") {
				if _, is := inner.Value.Value.(*page.Record); is {
					_, name, ok = inner.text("name")
				}
			}
		}
		if name = tidy(name); !ok || name == "" {
			continue
		}
		_, text, _ := s.text("position")
		position, err := strconv.ParseFloat(text, 64)
		numbered = numbered && err == nil && position == position && position < 1e9 && position > -1e9
		trail = append(trail, crumb{name, position})
	}
	if numbered {
		slices.SortStableFunc(trail, func(x, y crumb) int {
			switch {
			case x.position < y.position:
				return -1
			case x.position > y.position:
				return 1
			}
			return 0
		})
	}
	names := make([]string, len(trail))
	for i := range trail {
		names[i] = trail[i].name
	}
	a.answer("breadcrumb", strings.Join(names, " > "), "BreadcrumbList.itemListElement", r.Where)
}

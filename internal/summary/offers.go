package summary

import (
	"strings"

	"curtsy/internal/normal"
	"curtsy/page"
)

// mostOffers is the most offers of one thing, and variants of one, that are read.
const mostOffers = 100

// A bundle is what one offer, or the offers of one thing, say it costs. The answers of
// one bundle belong together; an empty Value is no answer.
type bundle struct {
	price, regular, low, high, currency, availability page.Answer
}

// priced says whether the bundle says what the thing costs.
func (b *bundle) priced() bool { return b.price.Value != "" || b.low.Value != "" || b.high.Value != "" }

// priceBundles gives what each reader's subject is offered for, then what the tags say.
func (q *inquiry) priceBundles() []bundle {
	var all []bundle
	add := func(b bundle) {
		if b != (bundle{}) {
			all = append(all, b)
		}
	}
	for _, t := range q.subjects {
		add(q.offersOf(t))
	}
	for _, family := range []struct{ prefix, regular string }{{"og:", "og:price:standard_amount"}, {"product:", "product:original_price:amount"}} {
		b := bundle{
			price:        q.amountTag(family.prefix + "price:amount"),
			regular:      q.amountTag(family.regular),
			currency:     q.firstTag("opengraph", family.prefix+"price:currency"),
			availability: q.firstTag("opengraph", family.prefix+"availability"),
		}
		q.onSale(&b, family.prefix+"sale_price")
		add(b)
	}
	if q.state != nil {
		add(stateOffer(q.state.Record))
	}
	return all
}

// onSale reads the sale price of shops' catalogues, in which the price is what it is
// without the sale. One that is only for a time leaves open what is asked today.
func (q *inquiry) onSale(b *bundle, name string) {
	sale := q.amountTag(name + ":amount")
	if sale.Value == "" || sameAmount(sale, b.price) {
		return
	}
	timed := len(q.tags("opengraph", name+"_dates:start")) > 0 || len(q.tags("opengraph", name+"_dates:end")) > 0
	if timed && b.price.Value != "" {
		b.price, b.regular, b.currency = page.Answer{}, page.Answer{}, page.Answer{}
		return
	}
	b.price, b.regular = sale, b.price
	if c := q.firstTag("opengraph", name+":currency"); c.Value != "" {
		b.currency = c
	}
}

func (q *inquiry) firstTag(source, name string) page.Answer {
	for _, t := range q.tags(source, name) {
		return page.Answer{Value: t.Value, Source: t.Source, Key: t.Key, Where: t.Where}
	}
	return page.Answer{}
}

func (q *inquiry) amountTag(name string) page.Answer {
	if a := q.firstTag("opengraph", name); oneNumber(a.Value) {
		return a
	}
	return page.Answer{}
}

// offersOf reads the offers of a thing, or of its variants when it has none itself.
func (q *inquiry) offersOf(t *thing) bundle {
	var offers []bundle
	for _, r := range t.same() {
		offers = append(offers, q.offersIn(r)...)
		if len(offers) > 0 {
			break
		}
	}
	for _, v := range t.variants {
		if len(offers) >= mostOffers {
			break
		}
		offers = append(offers, q.offersIn(v)...)
	}
	return q.together(offers)
}

// offersIn reads one record's offers; an Offer is its own, and microformats' things
// bear their price themselves.
func (q *inquiry) offersIn(r *page.Record) []bundle {
	var all []bundle
	list := spots(r, keyOf(r), "offers")
	if rankOf(r.Type) == rankOpinion && (r.Type == "Offer" || r.Type == "AggregateOffer") || len(list) == 0 && r.Source == "microformats" {
		list = []spot{{page.Value{Value: r}, keyOf(r)}}
	}
	for _, s := range list {
		o := s.record()
		if o == nil || len(all) >= mostOffers {
			continue
		}
		b := q.offer(o, s.key)
		if nested := spots(o, s.key, "offers"); !b.priced() && len(nested) > 0 && r != o {
			for _, inner := range nested {
				if n := inner.record(); n != nil && len(all) < mostOffers {
					all = append(all, q.offer(n, inner.key))
				}
			}
			continue
		}
		if b != (bundle{}) {
			all = append(all, b)
		}
	}
	return all
}

// offer reads one offer.
func (q *inquiry) offer(o *page.Record, key string) (b bundle) {
	at := func(property string) page.Answer {
		for _, s := range spots(o, key, property) {
			if in, text, ok := s.text("@value", "@id", "name"); ok {
				return in.answer(strings.TrimSpace(text))
			}
		}
		return page.Answer{}
	}
	amount := func(property string) (first page.Answer) {
		for _, s := range spots(o, key, property) {
			in, text, ok := s.text("@value", "name")
			switch a := in.answer(strings.TrimSpace(text)); {
			case !ok || !oneNumber(text):
			case first.Value == "":
				first = a
			case otherAmount(first, a): // the old price and the new: nothing says which is which
				return page.Answer{}
			}
		}
		return first
	}
	b.price, b.low, b.high = amount("price"), amount("lowPrice"), amount("highPrice")
	b.currency, b.availability = at("priceCurrency"), at("availability")
	b.availability.Value = schemaName(b.availability.Value)
	b.specified(o, key)
	if b.price.Value == "" && b.low.Value != "" && sameAmount(b.low, b.high) {
		b.price, b.low, b.high = b.low, page.Answer{}, page.Answer{}
	}
	return b
}

// specified reads an offer's price specifications: of those that are no list price,
// no member's price, no price for a measure and no charge for delivery or payment the
// first is the price, where the offer has none itself or says 0. A price for a measure
// that is not one of its unit (5 kg) is that of a pack, and stands when there is no other.
func (b *bundle) specified(o *page.Record, key string) {
	var pack spot
	var packPrice page.Answer
	for _, s := range spots(o, key, "priceSpecification") {
		spec := s.record()
		if spec == nil || strings.Contains(spec.Type, "Charge") {
			continue
		}
		value := page.Answer{}
		for _, p := range spots(spec, s.key, "price") {
			if at, text, ok := p.text("@value"); ok && oneNumber(text) {
				value = at.answer(strings.TrimSpace(text))
				break
			}
		}
		if value.Value == "" {
			continue
		}
		_, member := field(spec, "validForMemberTier")
		_, measured := field(spec, "referenceQuantity")
		switch kind := schemaName(textOf(spec, "priceType", "@id", "name")); {
		case member:
		case measured:
			if quantity := textOf(spec, "referenceQuantity", "value"); kind == "" && packPrice.Value == "" && quantity != "" && quantity != "1" {
				pack, packPrice = s, value
			}
		case kind == "StrikethroughPrice" || kind == "ListPrice" || kind == "SRP" || kind == "MSRP" || kind == "RegularPrice":
			if b.regular.Value == "" {
				b.regular = value
			}
		case kind == "" || kind == "SalePrice":
			if b.price.Value == "" || isZero(b.price.Value) && !isZero(value.Value) {
				b.price = value
				b.currencyOf(spec, s.key)
			}
		}
	}
	if b.price.Value == "" && packPrice.Value != "" {
		b.price = packPrice
		b.currencyOf(pack.record(), pack.key)
	}
	if sameAmount(b.regular, b.price) {
		b.regular = page.Answer{}
	}
}

// currencyOf takes the currency of the specification that the price is from.
func (b *bundle) currencyOf(spec *page.Record, key string) {
	for _, c := range spots(spec, key, "priceCurrency") {
		if at, text, ok := c.text(); ok {
			b.currency = at.answer(strings.TrimSpace(text))
			return
		}
	}
}

// together makes one bundle of several offers: the offer itself when there is one, or
// all cost the same; else the range of those in the first one's currency.
func (q *inquiry) together(offers []bundle) (b bundle) {
	var priced []bundle
	for i := range offers {
		if offers[i].priced() && (len(priced) == 0 || sameCurrency(offers[i].currency, priced[0].currency)) {
			priced = append(priced, offers[i])
		}
	}
	if len(priced) == 0 {
		if len(offers) > 0 {
			b = offers[0]
		}
		return b
	}
	b = priced[0]
	if len(priced) == 1 && b.low.Value == "" && b.high.Value == "" {
		return b
	}
	low, high := extremes(priced)
	if len(priced) > 1 {
		b.availability = sharedAvailability(offers)
	}
	if low.Value == "" || sameAmount(low, high) {
		return b
	}
	return bundle{low: low, high: high, currency: b.currency, availability: b.availability}
}

// extremes finds the lowest and the highest price; nothing when one of them is no
// plain amount, for then they cannot be compared.
func extremes(priced []bundle) (low, high page.Answer) {
	least, most := "", ""
	for _, b := range priced {
		for _, a := range []page.Answer{b.price, b.low, b.high} {
			if a.Value == "" {
				continue
			}
			amount, ok := normal.Amount(a.Value, "")
			if !ok {
				return page.Answer{}, page.Answer{}
			}
			if least == "" || lessAmount(amount, least) {
				low, least = a, amount
			}
			if most == "" || lessAmount(most, amount) {
				high, most = a, amount
			}
		}
	}
	return low, high
}

// sharedAvailability gives what all the offers that say so say; one variant that can
// be had is enough for the thing to be had.
func sharedAvailability(offers []bundle) page.Answer {
	var first page.Answer
	for _, o := range offers {
		if o.availability.Value == "InStock" {
			return o.availability
		}
		if first.Value == "" {
			first = o.availability
		}
	}
	return first
}

func sameCurrency(a, b page.Answer) bool {
	return a.Value == "" || b.Value == "" || strings.EqualFold(a.Value, b.Value)
}

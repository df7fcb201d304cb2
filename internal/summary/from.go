package summary

import (
	"slices"
	"strings"

	"curtsy/page"
)

// What an address, a name or a text is looked for in, of a thing that stands where a
// text might.
func innerOf(property string) []string {
	switch property {
	case "url", "image", "thumbnailUrl", "primaryImageOfPage":
		return []string{"url", "contentUrl", "contentURL", "@id", "value"}
	case "inLanguage":
		return []string{"alternateName", "name", "@value"}
	}
	return []string{"@value", "name"}
}

// own answers with the first of some properties of the page's subject.
func own(properties ...string) From {
	return From{Doc: "own " + strings.Join(properties, ", "), find: func(q *inquiry) (all []page.Answer) {
		for _, t := range q.subjects {
			if a, ok := ownAnswer(t, properties...); ok {
				all = append(all, a)
			}
		}
		return all
	}}
}

func ownAnswer(t *thing, properties ...string) (page.Answer, bool) {
	for _, property := range properties {
		for _, s := range t.own(property) {
			at, text, ok := s.text(innerOf(property)...)
			if ok && property != "url" && strings.HasSuffix(at.key, ".@id") && strings.Contains(text, "#") {
				continue // a name within the page's data, and no picture's address
			}
			if ok {
				return at.answer(text), true
			}
		}
	}
	return page.Answer{}, false
}

// primaryImage answers with the main picture of the page, as the record of the page
// itself has it.
func primaryImage() From {
	return From{Doc: "the page's primaryImageOfPage", find: func(q *inquiry) []page.Answer {
		pages := 0
		for i := range q.Things {
			r := &q.Things[i]
			if rankOf(r.Type) != rankPage || pages >= mostPages {
				continue
			}
			if pages++; q.isElsewhere(r) {
				continue
			}
			if a, ok := ownAnswer(&thing{Record: r}, "primaryImageOfPage"); ok {
				return []page.Answer{a}
			}
		}
		return nil
	}}
}

// state answers with a property of the thing that the page's scripts start from.
func state(property string) From {
	return From{Doc: "the state's " + property, find: func(q *inquiry) []page.Answer {
		if q.state == nil {
			return nil
		}
		if a, ok := ownAnswer(q.state, property); ok {
			return []page.Answer{a}
		}
		return nil
	}}
}

func stateNames(property string) From {
	return From{Doc: "the state's " + property, find: func(q *inquiry) []page.Answer {
		if q.state == nil {
			return nil
		}
		return joined(q.state.own(property), q.isNoAuthor)
	}}
}

// names answers with all the names in one of the subject's properties.
func names(property string) From {
	return From{Doc: "own " + property, find: func(q *inquiry) (all []page.Answer) {
		skip := q.isNoAuthor
		if property == "publisher" {
			skip = isAddress
		}
		for _, t := range q.subjects {
			all = append(all, joined(t.own(property), skip)...)
		}
		return all
	}}
}

// named1 answers with the first name in one of the subject's properties.
func named1(property string) From {
	return From{Doc: "own " + property, find: func(q *inquiry) (all []page.Answer) {
		for _, t := range q.subjects {
			for _, s := range t.own(property) {
				if at, text, ok := s.text("name", "@value"); ok && !isAddress(text) {
					all = append(all, at.answer(text))
					break
				}
			}
		}
		return all
	}}
}

// authors answers with all the tags of one name.
func authors(source, name string) From {
	return From{Doc: docOf(source, name), find: func(q *inquiry) []page.Answer { return q.tagNames(source, name) }}
}

// tag answers with the first tag of a name.
func tag(source, name string) From {
	return From{Doc: docOf(source, name), find: func(q *inquiry) []page.Answer {
		if a := q.firstTag(source, name); a.Value != "" {
			return []page.Answer{a}
		}
		return nil
	}}
}

func docOf(source, name string) string {
	switch {
	case source == "html" && name == "title":
		return "`<title>`"
	case source == "html" && name == "lang":
		return "`<html lang>`"
	case source == "http":
		return "the Content-Language header"
	case source == "meta":
		return "meta " + name
	case source == "rdfa":
		return "RDFa " + name
	case source == "microdata":
		return "a stray itemprop=" + strings.TrimPrefix(name, "itemprop:")
	}
	return name
}

// page0 answers with a page-level title, without the site's name at its end.
func page0(source, name string) From {
	from := tag(source, name)
	find := from.find
	from.find = func(q *inquiry) []page.Answer {
		all := find(q)
		for i := range all {
			all[i].Value = q.withoutSite(strings.Join(strings.Fields(all[i].Value), " "))
		}
		return all
	}
	return from
}

// headline answers with the subject's headline, or its name when the page's title
// holds that alone.
func headline() From {
	return From{Doc: "own headline, name (the one the page's title holds)", find: func(q *inquiry) (all []page.Answer) {
		for _, t := range q.subjects {
			head, hasHead := ownAnswer(t, "headline")
			name, hasName := ownAnswer(t, "name")
			if hasName && (!hasHead || q.inTitle(name.Value) && !q.inTitle(head.Value)) {
				all = append(all, name)
			} else if hasHead {
				all = append(all, head)
			}
			// A page's own name is most often its title, with the site's name in it.
			if n := len(all) - 1; n >= 0 && t.rank == rankPage {
				all[n].Value = q.withoutSite(strings.Join(strings.Fields(all[n].Value), " "))
			}
		}
		return all
	}}
}

func (q *inquiry) inTitle(text string) bool {
	text = fold(text)
	return slices.ContainsFunc(append(q.tags("html", "title"), q.tags("opengraph", "og:title")...), func(t Tag) bool {
		return text != "" && strings.Contains(fold(t.Value), text)
	})
}

func canonical() From {
	return From{Doc: "the canonical, of the head and the Link header (two that differ name none)", find: func(q *inquiry) []page.Answer { return q.Canonicals }}
}

// addressOf resolves what another place answers; what is no address is no answer.
func addressOf(from From) From {
	find := from.find
	from.find = func(q *inquiry) (all []page.Answer) {
		for _, a := range find(q) {
			if q.Resolve == nil {
				continue
			}
			if at, ok := q.Resolve(strings.TrimSpace(a.Value)); ok {
				a.Value = at
				all = append(all, a)
			}
		}
		return all
	}
	return from
}

// dated leaves out what names no day: a clock's time alone, a text without digits.
func dated(from From) From {
	find := from.find
	from.find = func(q *inquiry) []page.Answer {
		return slices.DeleteFunc(slices.Clone(find(q)), func(a page.Answer) bool {
			digits := strings.IndexFunc(a.Value, func(r rune) bool { return '0' <= r && r <= '9' || r > 0x600 })
			return digits < 0 || isClock(a.Value)
		})
	}
	return from
}

// isClock says whether a text is a time of day alone: "10:30", "T10:30:00Z".
func isClock(text string) bool {
	text = strings.TrimPrefix(strings.TrimSpace(text), "T")
	hours, rest, ok := strings.Cut(text, ":")
	return ok && len(hours) <= 2 && len(rest) >= 2 && !strings.ContainsAny(rest, "-/") && len(text) < 16
}

// nameOf answers with the name of the first thing of one of some types.
func nameOf(kinds ...string) From {
	return From{Doc: "the name of the page's " + strings.Join(kinds, ", "), find: func(q *inquiry) []page.Answer {
		for i := range q.Things {
			r := &q.Things[i]
			if !slices.Contains(kinds, r.Type) {
				continue
			}
			for _, s := range spots(r, keyOf(r), "name") {
				if at, text, ok := s.text("@value"); ok {
					return []page.Answer{at.answer(text)}
				}
			}
		}
		return nil
	}}
}

// kind answers with the subject's type.
func kind() From {
	return From{Doc: "the subject's type", find: func(q *inquiry) (all []page.Answer) {
		for _, t := range q.subjects {
			if t.Type != "" {
				all = append(all, page.Answer{Value: t.Type, Source: t.Source, Key: "@type", Where: t.Where})
			}
		}
		return all
	}}
}

func firstOf(r *page.Record, key string, properties ...string) (page.Answer, bool) {
	for _, property := range properties {
		for _, s := range spots(r, key, property) {
			if at, text, ok := s.text("@value"); ok {
				return at.answer(text), true
			}
		}
	}
	return page.Answer{}, false
}

// offeredSKU answers with the one article number that all the subject's offers name.
func offeredSKU() From {
	return From{Doc: "the one sku of its own offers", find: func(q *inquiry) (all []page.Answer) {
		for _, t := range q.subjects {
			var found page.Answer
			for i, s := range t.own("offers") {
				r := s.record()
				if r == nil || i >= mostOffers {
					continue
				}
				a, ok := firstOf(r, s.key, "sku")
				switch {
				case !ok:
				case found.Value == "":
					found = a
				case fold(found.Value) != fold(a.Value):
					return all
				}
			}
			if found.Value != "" {
				all = append(all, found)
			}
		}
		return all
	}}
}

// priced answers from the bundles that name a price, so that a price's currency is
// its own.
func priced(what string, pick func(*bundle) page.Answer) From {
	doc := "own offers' " + what + " (no list, member's or measure's price), og:price, product:price, the state's offer"
	return From{Doc: doc, find: func(q *inquiry) []page.Answer { return q.fromBundles(pick, (*bundle).priced) }}
}

// first answers from the bundle that the price is taken from, and no other.
func first(doc string, pick func(*bundle) page.Answer) From {
	return From{Doc: doc + ", of the offer the price is from", find: func(q *inquiry) []page.Answer {
		for i := range q.prices {
			if q.prices[i].priced() {
				if a := pick(&q.prices[i]); a.Value != "" {
					return []page.Answer{a}
				}
				return nil
			}
		}
		return nil
	}}
}

func availability() From {
	return From{Doc: "that of the offer the price is from, else of the first that has one; og:availability, product:availability", find: func(q *inquiry) []page.Answer {
		pick := func(b *bundle) page.Answer { return b.availability }
		all := q.fromBundles(pick, (*bundle).priced)
		return append(all, q.fromBundles(pick, func(b *bundle) bool { return !b.priced() })...)
	}}
}

// fromBundles picks an answer from each bundle that is one to look at. One that the
// most believed lacks is taken from the next only if that names the same price.
func (q *inquiry) fromBundles(pick func(*bundle) page.Answer, look func(*bundle) bool) (all []page.Answer) {
	var main *bundle
	for i := range q.prices {
		b := &q.prices[i]
		if !look(b) {
			continue
		}
		if main == nil {
			main = b
		}
		a := pick(b)
		if a.Value == "" || len(all) == 0 && b != main && main.priced() && !sameAmount(main.price, b.price) {
			continue
		}
		all = append(all, a)
	}
	return all
}

package summary

import (
	"slices"
	"strings"

	"curtsy/page"
)

// subjectOf finds the one thing that a reader's records are about. Of the things of
// the best rank there is: records of one thing and variants are taken together; three
// or more of a type are a listing, unless just one of them is on offer; of several,
// the one that the page's address, title or kind singles out. Where that fails, the
// next rank is tried.
func (q *inquiry) subjectOf(records []*page.Record) *thing {
	inside := insideOthers(records)
	byRank := map[int][]*page.Record{}
	for _, r := range records {
		if rank := rankOf(r.Type); rank < neverSubject && !inside[r.Where] {
			byRank[rank] = append(byRank[rank], r)
		}
	}
	for rank := rankThing; rank < neverSubject; rank++ {
		things := q.withoutNamesakes(unlisted(cluster(byRank[rank])), byRank)
		if t := q.single(q.ofThisPage(things, rank)); t != nil {
			t.rank = rank
			q.aspects(t, things)
			return q.main(t)
		}
	}
	return nil
}

// main replaces a page by the one thing it says it is mainly about.
func (q *inquiry) main(t *thing) *thing {
	found := t.own("mainEntity")
	if len(found) != 1 || found[0].record() == nil {
		return t
	}
	about := found[0].record()
	rank := rankOf(about.Type)
	if t.Type == "ProfilePage" && about.Type != "" && rank == neverSubject {
		rank = rankOther
	}
	if rank >= t.rank {
		return t
	}
	return &thing{Record: about, variants: variantsOf(about), rank: rank}
}

// insideOthers gives the places of records that stand inside another that a page can
// be about, as a part of it or something beside it: an article's video, a product's
// related products. What a record says it is itself a part of stays.
func insideOthers(records []*page.Record) map[string]bool {
	inside := map[string]bool{}
	budget := 10_000
	for _, r := range records {
		if rankOf(r.Type) >= rankPage {
			continue
		}
		already := inside[r.Where]
		for i := range r.Fields {
			switch r.Fields[i].Name {
			case "mainEntityOfPage", "isPartOf", "isVariantOf", "about", "mainEntity", "itemReviewed", "itemOffered", "subjectOf", "mentions":
			default:
				mark(&r.Fields[i].Value, inside, &budget)
			}
		}
		inside[r.Where] = already // it may be reached through a part of itself
	}
	return inside
}

func mark(v *page.Value, inside map[string]bool, budget *int) {
	*budget--
	if *budget < 0 {
		return
	}
	switch value := v.Value.(type) {
	case []page.Value:
		for i := range value {
			mark(&value[i], inside, budget)
		}
	case *page.Record:
		inside[value.Where] = true
		for i := range value.Fields {
			mark(&value.Fields[i].Value, inside, budget)
		}
	}
}

// unlisted leaves out the types of which there are three or more things, but for the
// one of them that is on offer when just one is.
func unlisted(things []*thing) []*thing {
	count := map[string]int{}
	for _, t := range things {
		count[t.Type]++
	}
	var kept []*thing
	for kind, n := range count {
		if n < 3 {
			continue
		}
		var offered []*thing
		for _, t := range things {
			if t.Type == kind && len(t.own("offers")) > 0 {
				offered = append(offered, t)
			}
		}
		if len(offered) == 1 {
			kept = append(kept, offered[0])
		}
	}
	return slices.DeleteFunc(slices.Clone(things), func(t *thing) bool { return count[t.Type] >= 3 && !slices.Contains(kept, t) })
}

// withoutNamesakes leaves out things that bear the site's or the publisher's name,
// when there is something else: they are who, not what.
func (q *inquiry) withoutNamesakes(things []*thing, byRank map[int][]*page.Record) []*thing {
	if len(things) < 2 {
		return things
	}
	rest := slices.DeleteFunc(slices.Clone(things), func(t *thing) bool {
		name := fold(textOf(t.spokesman(), "name"))
		return name != "" && slices.Contains(q.site, name)
	})
	if len(rest) == 0 {
		return things
	}
	return rest
}

// single gives the only thing, or the one that the page singles out.
func (q *inquiry) single(things []*thing) *thing {
	for _, tells := range []func(*thing) bool{
		func(*thing) bool { return true },
		func(t *thing) bool { return q.isAt(t.spokesman()) },
		func(t *thing) bool { return q.titled(t.spokesman()) },
		func(t *thing) bool { return q.isOfKind(t.Type) },
		func(t *thing) bool { return !isBusiness(t.Type) }, // it is whose page this is, more often than what it is about
	} {
		var told []*thing
		for _, t := range things {
			if tells(t) {
				told = append(told, t)
			}
		}
		if len(told) == 1 {
			return told[0]
		}
		if len(told) > 0 {
			things = told
		}
	}
	// Things of different kinds are aspects of one page (an article and its recipe):
	// the first is believed. Two of one kind are two.
	kinds := map[string]bool{}
	for _, t := range things {
		if kinds[t.Type] {
			return nil
		}
		kinds[t.Type] = true
	}
	if len(things) == 0 {
		return nil
	}
	return things[0]
}

// isAt says whether a record says that this page's address is its own.
func (q *inquiry) isAt(r *page.Record) bool {
	for _, property := range []string{"mainEntityOfPage", "url", "@id"} {
		for _, s := range spots(r, keyOf(r), property) {
			if _, text, ok := s.text("@id", "url"); ok && q.isHere(text) {
				return true
			}
		}
	}
	return false
}

func (q *inquiry) isHere(reference string) bool {
	if q.Resolve == nil || strings.HasPrefix(reference, "#") {
		return false
	}
	at, ok := q.Resolve(reference)
	if !ok {
		return false
	}
	at, _, _ = strings.Cut(at, "#")
	return at == q.Address || len(q.Canonicals) > 0 && at == q.Canonicals[0].Value
}

// titled says whether the page's title holds the record's name.
func (q *inquiry) titled(r *page.Record) bool {
	for _, name := range []string{textOf(r, "name"), textOf(r, "headline")} {
		if name = fold(name); name == "" {
			continue
		}
		for _, t := range append(q.tags("html", "title"), q.tags("opengraph", "og:title")...) {
			if title := fold(t.Value); strings.HasPrefix(title, name) || strings.HasPrefix(name, title) {
				return true
			}
		}
	}
	return false
}

// isOfKind says whether og:type names a record's kind.
func (q *inquiry) isOfKind(kind string) bool {
	for _, t := range q.tags("opengraph", "og:type") {
		switch said := fold(t.Value); {
		case strings.HasSuffix(said, "article"):
			return isArticle(kind)
		case strings.HasSuffix(said, "product"), strings.HasSuffix(said, "product.item"):
			return isProduct(kind)
		default:
			return said != "" && strings.HasSuffix(said, strings.ToLower(kind))
		}
	}
	return false
}

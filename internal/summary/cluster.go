package summary

import (
	"slices"

	"curtsy/page"
)

// mostRecords is the most records of one rank that are taken together; a page with
// more of them is a listing.
const mostRecords = 2000

// A gatherer takes together the records of one thing, and the variants of one thing.
// What each thing goes by is indexed, so that many records cost no square of their
// number.
type gatherer struct {
	things []*thing
	goesBy map[string]int // what a thing is known by, to the first thing known by it
}

// cluster takes records together, in the order of the first of each.
func cluster(records []*page.Record) []*thing {
	g := gatherer{goesBy: map[string]int{}}
	for _, r := range records[:min(len(records), mostRecords)] {
		g.take(r)
	}
	return g.things
}

// take joins a record to the thing it is, or is a variant of; to a new one if to none.
func (g *gatherer) take(r *page.Record) {
	if i, ok := g.find(groupsOf(r, "of")); ok { // its group was there before it
		g.things[i].variants = append(g.things[i].variants, r)
		return
	}
	if i, ok := g.find(groupsOf(r, "is")); ok { // variants of it were
		t := g.things[i]
		t.vary()
		t.Record = r
		t.variants = append(t.variants, variantsOf(r)...)
		g.index(i, r)
		return
	}
	names := namesOf(r)
	i, ok := g.find(names)
	if !ok {
		g.index(len(g.things), r)
		g.things = append(g.things, &thing{Record: r, variants: variantsOf(r)})
		return
	}
	t := g.things[i]
	switch base := t.spokesman(); {
	case sameGroup(r, base) || differ(r, base):
		t.vary()
		t.variants = append(t.variants, r)
	case base != t.Record:
		t.variants = append(t.variants, r)
	default:
		t.also = append(t.also, r)
	}
	g.index(i, r)
}

// find gives the first thing that goes by one of some names.
func (g *gatherer) find(names []string) (first int, ok bool) {
	for _, name := range names {
		if i, known := g.goesBy[name]; known && (!ok || i < first) {
			first, ok = i, true
		}
	}
	return first, ok
}

// index notes what a record of a thing goes by.
func (g *gatherer) index(i int, r *page.Record) {
	note := func(name string) {
		if _, known := g.goesBy[name]; !known {
			g.goesBy[name] = i
		}
	}
	for _, name := range namesOf(r) {
		note(name)
	}
	for _, name := range groupsOf(r, "is") {
		note("of" + name[len("is"):])
	}
	for _, name := range groupsOf(r, "of") {
		note("is" + name[len("of"):])
	}
}

// namesOf is what a record of some type goes by: of two of one type that share any of
// it both are one thing, or variants of one.
func namesOf(r *page.Record) (names []string) {
	add := func(what string) {
		for _, kind := range r.Types {
			names = append(names, kind+" "+what)
		}
	}
	for _, property := range []string{"name", "headline", "@id", "sku", "url"} {
		if text := fold(textOf(r, property)); text != "" {
			add(property + " " + text)
		}
	}
	for _, group := range groupsOf(r, "of") {
		add(group)
	}
	return names
}

// groupsOf is what a record goes by as a group of variants ("is"), or what the group
// goes by that it says it is a variant of ("of").
func groupsOf(r *page.Record, how string) (names []string) {
	add := func(what, text string) {
		if text != "" {
			names = append(names, how+" "+what+" "+text)
		}
	}
	if how == "is" {
		if r.Type == "ProductGroup" || textOf(r, "productGroupID") != "" {
			add("place", r.Where)
			add("@id", textOf(r, "@id"))
			add("productGroupID", textOf(r, "productGroupID"))
		}
		return names
	}
	for _, s := range spots(r, keyOf(r), "isVariantOf") {
		if of := s.record(); of != nil {
			add("place", of.Where)
			add("@id", textOf(of, "@id"))
			add("productGroupID", textOf(of, "productGroupID"))
		}
	}
	add("productGroupID", textOf(r, "inProductGroupWithID"))
	return names
}

// variantsOf gives the variants that a group lists.
func variantsOf(r *page.Record) (variants []*page.Record) {
	for _, s := range spots(r, keyOf(r), "hasVariant") {
		if v := s.record(); v != nil && len(variants) < mostOffers {
			variants = append(variants, v)
		}
	}
	return variants
}

// spokesman is the record that says most of the thing: its own, or its first variant
// when all there is of it is variants.
func (t *thing) spokesman() *page.Record {
	if len(t.Fields) == 0 && len(t.variants) > 0 {
		return t.variants[0]
	}
	return t.Record
}

// vary makes the thing's own record one variant of several.
func (t *thing) vary() {
	if len(t.variants) == 0 {
		t.variants = t.same()
		t.Record = &page.Record{Type: t.Type, Types: t.Types, Source: t.Source, Where: t.Where, Fields: page.Fields{}}
		t.also = nil
	}
}

// sameGroup says whether two records name one group that they are variants of.
func sameGroup(a, b *page.Record) bool {
	of := groupsOf(b, "of")
	return slices.ContainsFunc(groupsOf(a, "of"), func(group string) bool { return slices.Contains(of, group) })
}

// differ says whether two records are told apart by what a variant has of its own.
func differ(a, b *page.Record) bool {
	return slices.ContainsFunc([]string{"sku", "mpn", "gtin", "gtin13", "gtin12", "gtin14", "gtin8", "color", "size", "url"}, func(property string) bool {
		x, y := fold(textOf(a, property, "name")), fold(textOf(b, property, "name"))
		return x != "" && y != "" && x != y
	})
}

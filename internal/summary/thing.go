package summary

import (
	"slices"

	"curtsy/page"
)

// A thing is what a page is about, as one reader declares it.
type thing struct {
	*page.Record
	also     []*page.Record // the same thing declared again: they fill its gaps
	variants []*page.Record // its sizes, colours: what they do not share is not the thing's
	rank     int
}

// same are the records that describe the thing itself.
func (t *thing) same() []*page.Record { return append([]*page.Record{t.Record}, t.also...) }

// own gives the values of the first of some properties that the thing has. Variants
// speak for it where it says nothing itself and they all say the same.
func (t *thing) own(properties ...string) []spot {
	for _, property := range properties {
		for _, r := range t.same() {
			if found := spots(r, keyOf(r), property); len(found) > 0 {
				return found
			}
		}
	}
	for _, property := range properties {
		if found := t.shared(property); len(found) > 0 {
			return found
		}
	}
	return nil
}

// shared gives a property that all variants which have it share.
func (t *thing) shared(property string) []spot {
	var first []spot
	for _, v := range t.variants {
		found := spots(v, keyOf(v), property)
		switch {
		case len(found) == 0 && numbers(property):
			return nil
		case len(found) == 0:
		case first == nil:
			first = found
		case saysOf(found) != saysOf(first):
			return nil
		}
	}
	return first
}

// numbers says whether a property tells one variant from another, so that one that
// lacks it has another: what all of them bear is the thing's, and no less.
func numbers(property string) bool {
	switch property {
	case "sku", "productID", "mpn", "gtin", "gtin8", "gtin12", "gtin13", "gtin14", "isbn":
		return true
	}
	return false
}

// saysOf is what values come to, for comparing: their texts, or those of their names.
func saysOf(all []spot) string {
	said := ""
	for _, s := range all {
		_, text, _ := s.text("name", "url", "contentUrl", "@id", "@value")
		said += fold(text) + "\n"
	}
	return said
}

// choose finds what the page is about: the subject of the reader that declares the
// best kind of subject, and of two alike the one believed first; then what other
// readers say of the same kind of thing.
func (q *inquiry) choose() (subjects []*thing, state *thing) {
	var sources []string
	by := map[string][]*page.Record{}
	for i := range q.Things {
		r := &q.Things[i]
		if _, ok := by[r.Source]; !ok {
			sources = append(sources, r.Source)
		}
		by[r.Source] = append(by[r.Source], r)
	}
	for _, source := range sources {
		switch source {
		case "hydration":
			state = q.stateOf(by[source])
		default:
			if t := q.subjectOf(by[source]); t != nil {
				subjects = append(subjects, t)
			}
		}
	}
	slices.SortStableFunc(subjects, func(a, b *thing) int { return a.rank - b.rank })
	if len(subjects) < 2 {
		return subjects, state
	}
	kept := subjects[:1]
	for _, t := range subjects[1:] {
		if q.maybeSame(subjects[0], t) {
			kept = append(kept, t)
		}
	}
	return kept, state
}

// maybeSame says whether two readers' subjects may be one: their kinds are alike, and
// their names, where both have one, have a word in common.
func (q *inquiry) maybeSame(a, b *thing) bool {
	one, other := calledOf(a.spokesman()), calledOf(b.spokesman())
	if len(wordsOf(one)) > 0 && len(wordsOf(other)) > 0 && !shareWord(one, other) {
		return false
	}
	for _, kind := range a.Types {
		for _, other := range b.Types {
			if alike(kind, other) {
				return true
			}
		}
	}
	return false
}

func calledOf(r *page.Record) string { return textOf(r, "name") + " " + textOf(r, "headline") }

// stateOf takes the first thing of a page's state: the reader gives the one nearest
// to the page first. A page that lists several of one kind, none standing apart, is
// about none.
func (q *inquiry) stateOf(records []*page.Record) *thing {
	if len(records) == 0 {
		return nil
	}
	first := records[0]
	alone := 0
	for _, r := range records {
		if parentOf(r.Where) == parentOf(first.Where) {
			alone++
		}
	}
	if alone >= 3 && !q.titled(first) {
		for _, r := range records {
			if q.titled(r) {
				return &thing{Record: r}
			}
		}
		return nil
	}
	return &thing{Record: first}
}

// parentOf cuts the last step off a place.
func parentOf(where string) string {
	for i := len(where) - 1; i >= 0; i-- {
		if where[i] == '/' || where[i] == '#' {
			return where[:i]
		}
	}
	return where
}

package summary

import (
	"strings"

	"curtsy/page"
)

// rated answers from the subject's aggregate rating.
func rated(properties ...string) From {
	return From{Doc: "own aggregateRating's " + strings.Join(properties, ", "), find: func(q *inquiry) (all []page.Answer) {
		for _, t := range q.subjects {
			for _, s := range append(t.own("aggregateRating"), q.ratingsOf(t)...) {
				r := s.record()
				if r == nil || r.Type == "h-review" || isUnrated(r) { // one person's, or nobody's
					continue
				}
				if a, ok := firstOf(r, s.key, properties...); ok {
					all = append(all, a)
				}
				break
			}
		}
		return all
	}}
}

// ratingsOf gives the ratings that stand by themselves and say that they are of a thing.
func (q *inquiry) ratingsOf(t *thing) (all []spot) {
	for i := range q.Things {
		r := &q.Things[i]
		if r.Type != "AggregateRating" || r.Source != t.Source {
			continue
		}
		for _, s := range spots(r, keyOf(r), "itemReviewed") {
			of := s.record()
			if of != nil && (of.Where != "" && of.Where == t.Where || named(of, t.spokesman()) || equalText(of, t.spokesman(), "@id")) {
				all = append(all, spot{page.Value{Value: r}, keyOf(r)})
			}
		}
	}
	return all
}

// isUnrated says whether a rating says that nobody has rated.
func isUnrated(r *page.Record) bool {
	counted := false
	for _, property := range []string{"ratingCount", "reviewCount"} {
		if text := textOf(r, property); text != "" {
			counted = true
			if !isZero(text) {
				return false
			}
		}
	}
	return counted
}

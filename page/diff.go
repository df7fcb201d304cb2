package page

import (
	"strings"
	"time"
)

// A Difference is one question that two readings of a page, or two pages, answer
// differently.
type Difference struct {
	Field  string  `json:"field"`
	Before *Answer `json:"before"` // nil: there was no answer
	After  *Answer `json:"after"`  // nil: there is none any more
}

// Diff says what changed from before to after, by the questions of [SummaryFields] in
// their order. Answers that are written alike, or whose normal forms mean one amount,
// instant or article, are the same wherever they stood; a day and an hour of it are
// not. Nil is what did not change at all.
func Diff(before, after Summary) []Difference {
	var all []Difference
	for _, field := range SummaryFields() {
		old, was := before[field]
		now, is := after[field]
		if was == is && (!was || old.Value == now.Value || sameForm(field, old.Normalised, now.Normalised)) {
			continue
		}
		d := Difference{Field: field}
		if was {
			d.Before = &old
		}
		if is {
			d.After = &now
		}
		all = append(all, d)
	}
	return all
}

// sameForm says whether two normal forms of an answer to a question mean the same; ""
// is the same as nothing.
func sameForm(field, a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	switch field {
	case "price", "price_regular", "price_low", "price_high", "rating", "rating_best", "rating_count":
		return plainAmount(a) == plainAmount(b)
	case "gtin": // a GTIN-13 is the GTIN-14 with a zero before it
		return strings.TrimLeft(a, "0") == strings.TrimLeft(b, "0")
	case "published", "modified":
		x, err := time.Parse(time.RFC3339, a)
		y, wrong := time.Parse(time.RFC3339, b)
		return a == b || err == nil && wrong == nil && x.Equal(y)
	}
	return a == b
}

// plainAmount is a decimal without the zeros that change nothing.
func plainAmount(amount string) string {
	if strings.Contains(amount, ".") {
		amount = strings.TrimRight(strings.TrimRight(amount, "0"), ".")
	}
	return amount
}

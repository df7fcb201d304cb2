package page

// A Difference is one question that two readings of a page, or two pages, answer
// differently.
type Difference struct {
	Field  string  `json:"field"`
	Before *Answer `json:"before"` // nil: there was no answer
	After  *Answer `json:"after"`  // nil: there is none any more
}

// Diff says what changed from before to after, by the questions of [SummaryFields] in
// their order. Answers that are written alike, or have one normal form, are the same
// wherever they stood; nil is what did not change at all.
func Diff(before, after Summary) []Difference {
	var all []Difference
	for _, field := range SummaryFields() {
		old, was := before[field]
		now, is := after[field]
		if was == is && (!was || old.Value == now.Value || old.Normalised != "" && old.Normalised == now.Normalised) {
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

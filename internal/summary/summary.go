package summary

import (
	"strings"

	"curtsy/page"
)

// Input is what one page declares. The zero value declares nothing.
type Input struct {
	Things     []page.Record               // readers in order of precedence, then document order
	Tags       []Tag                       // likewise
	Canonicals []page.Answer               // every declaration of the canonical, resolved
	Address    string                      // the page's own, where redirects ended
	Resolve    func(string) (string, bool) // a reference against the page's base; nil resolves nothing
	Cut        func(string) string         // makes a text tidy and keeps it within its bound; nil: as it is
}

// Of answers the questions. It does not change its input, and never fails.
func Of(in *Input) (page.Summary, []page.Conflict) {
	q := inquire(in)
	summary := page.Summary{}
	var conflicts []page.Conflict
	for i := range table {
		question := &table[i]
		all := q.answers(question)
		if question.Compared {
			if c := conflictOf(question, all); c != nil {
				conflicts = append(conflicts, *c)
			}
		}
		if question.Field == "url" && q.contradicted() {
			all = all[q.canonicals(all):] // canonicals that contradict one another name none
		}
		if len(all) > 0 {
			summary[question.Field] = all[0]
		}
	}
	return summary, conflicts
}

// An inquiry is one page being asked.
type inquiry struct {
	*Input
	subjects []*thing // what the page is about, as each reader declares it, the most believed first
	state    *thing   // the same, as the state that scripts start from has it
	prices   []bundle // what it costs, by each that says so, the most believed first
	site     []string // what the site calls itself, folded
	paths    []string // of the addresses that are the page's own
}

func inquire(in *Input) *inquiry {
	q := &inquiry{Input: in}
	q.site, q.paths = q.siteNames(), q.ownPaths()
	q.subjects, q.state = q.choose()
	q.prices = q.priceBundles()
	return q
}

// answers gives every answer to a question, the most believed first, made tidy and
// normalised.
func (q *inquiry) answers(question *Question) []page.Answer {
	var all []page.Answer
	for _, from := range question.From {
		for _, a := range from.find(q) {
			if q.Cut != nil {
				a.Value = q.Cut(a.Value)
			}
			if a.Value == "" || question.skip != nil && question.skip(a.Value) {
				continue
			}
			if question.normal != nil && a.Normalised == "" {
				a.Normalised = question.normal(q, a.Value)
			}
			all = append(all, a)
		}
	}
	if question.settle != nil {
		question.settle(all)
	}
	return all
}

// contradicted says whether two declarations of the canonical name two addresses.
func (q *inquiry) contradicted() bool {
	for _, c := range q.Canonicals {
		if c.Value != q.Canonicals[0].Value {
			return true
		}
	}
	return false
}

// canonicals counts the answers at the front that are declarations of the canonical.
func (q *inquiry) canonicals(all []page.Answer) int { return min(len(all), len(q.Canonicals)) }

// tags gives the tags of a reader and name, in document order.
func (q *inquiry) tags(source, name string) []Tag {
	var found []Tag
	for _, t := range q.Tags {
		if t.Source == source && t.Name == name && strings.TrimSpace(t.Value) != "" {
			found = append(found, t)
		}
	}
	return found
}

// language is the page's own, for reading dates and amounts; "" when it does not say.
func (q *inquiry) language() string {
	for _, t := range q.tags("html", "lang") {
		return strings.TrimSpace(t.Value)
	}
	for _, t := range q.tags("http", "content-language") {
		return strings.TrimSpace(t.Value)
	}
	return ""
}

// fold makes texts comparable: lower case, blanks run together.
func fold(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }

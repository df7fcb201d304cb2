package visible

import (
	"curtsy/internal/tree"
	"curtsy/page"

	"golang.org/x/net/html"
)

// A Rule is one way to find one answer.
type Rule struct {
	Question string // "title", "author", "published", "modified" or "price"
	Name     string // what a guess says found it
	Doc      string // one sentence: what it takes
	find     func(*sight) []candidate
}

// A candidate is an answer that a rule found.
type candidate struct {
	node       *html.Node
	value      string // as it stands in the text of the node
	normalised string // "" where there is no normal form beyond doubt
}

// meaning is what two candidates must share to be the same answer.
func (c candidate) meaning() string {
	if c.normalised != "" {
		return c.normalised
	}
	return c.value
}

// Rules lists the rules, in the order they are tried for each question.
func Rules() []Rule {
	return []Rule{
		{"title", "heading", "The one h1 outside the site's header, navigation and footer.", oneHeading},
		{"title", "titled-heading", "The h1 or h2 that the page's title element begins with.", titledHeading},
		{"author", "rel-author", "The link to the author of the page.", relAuthor},
		{"author", "byline", "An element whose class says author or byline, with a word such as “by” before the name.", byline},
		{"author", "author-class", "A short name in an element whose class says author or byline.", authorClass},
		{"author", "by-line", "A line such as “By Ada Example” near the title.", byLine},
		{"published", "published-time", "The time element near the title that a word such as “published” stands before, or its class says so.", publishedTime},
		{"published", "published-label", "A date behind a word such as “published”.", publishedLabel},
		{"published", "time", "The one time element near the title that is not said to be of an update, nor of when something takes place.", nearTime},
		{"published", "date-near-title", "The one line near the title that is a date and nothing more.", nearDate},
		{"modified", "updated-time", "The time element near the title that a word such as “updated” stands before, or its class says so.", updatedTime},
		{"modified", "updated-label", "A date behind a word such as “updated”.", updatedLabel},
		{"price", "price-class", "The one price in elements whose class says price, on a page with one title.", classPrice},
		{"price", "price-near-title", "The one price near the title.", nearPrice},
	}
}

// Guess reads a page's own text. language is the page's, as it declares it, or "": it
// says how dates and amounts are read. Nothing found is nil.
func Guess(t *tree.Tree, language string) page.Visible {
	if t == nil || t.Root == nil {
		return nil
	}
	s := look(t, language)
	var found page.Visible
	for _, rule := range Rules() {
		if _, done := found[rule.Question]; done {
			continue
		}
		c, ok := one(rule.find(s))
		if !ok {
			continue
		}
		where := t.Where(c.node)
		if where == "" {
			continue // past the bound on places: a guess nobody can check is none
		}
		if found == nil {
			found = page.Visible{}
		}
		found[rule.Question] = page.Guess{Value: c.value, Normalised: c.normalised, Rule: rule.Name, Where: where}
		if rule.Question == "title" {
			s.entitle(c.node)
		}
	}
	return found
}

// one gives the first of candidates that all mean the same.
func one(all []candidate) (candidate, bool) {
	for _, c := range all {
		if c.meaning() != all[0].meaning() {
			return candidate{}, false
		}
	}
	if len(all) == 0 {
		return candidate{}, false
	}
	return all[0], true
}

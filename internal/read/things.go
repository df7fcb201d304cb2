package read

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"curtsy/internal/tree"
	"curtsy/page"
)

// Bounds shared by the readers that take things from a page's tree, each for itself.
const (
	MaxThingDepth  = 16      // things inside one another
	MaxThingValues = 10_000  // things and leaves of one page
	MaxThingText   = 4 << 20 // octets of all the leaves of one page
	MaxThingTags   = 200     // statements about the page that belong to no thing
	maxWords       = 32      // names or types that one attribute gives

	maxTextSteps = 1_000_000 // nodes looked at for the texts of one page's elements
)

// A leafer makes the leaves and things of one reader, within its bounds.
type leafer struct {
	*Source
	reader string
	tree   *tree.Tree
	steps  int // nodes that may still be looked at for texts
	values int // things and leaves that may still be made
	octets int // of leaves that may still be made
	lost   int // values that were not made
	deep   int // things that stood too deep
	words  int // names and types past maxWords
}

func newLeafer(s *Source, reader string, t *tree.Tree) leafer {
	return leafer{Source: s, reader: reader, tree: t, steps: maxTextSteps, values: MaxThingValues, octets: MaxThingText}
}

// account counts what the bounds cut.
func (l *leafer) account() {
	l.LeaveOut(l.reader+"_values", l.lost)
	l.LeaveOut(l.reader+"_depth", l.deep)
	l.LeaveOut(l.reader+"_words", l.words)
}

// may says whether one more value may be made, and counts it. It is asked before any
// is looked at, also one that turns out blank: what can be reached in many ways must
// not cost more than the bound, whatever comes of it.
func (l *leafer) may() bool {
	if l.values == 0 {
		l.lost++
		return false
	}
	l.values--
	return true
}

// leaf gives a text as a value at an element; a blank one is none.
func (l *leafer) leaf(text string, n *html.Node) (page.Value, bool) {
	switch {
	case text == "":
		return page.Value{}, false
	case len(text) > l.octets:
		l.lost++
		return page.Value{}, false
	}
	l.octets -= len(text)
	return page.Value{Value: text, Source: l.reader, Where: l.tree.Where(n)}, true
}

// text gives what an element says, tidy and cut. Where many elements that stand inside
// one another are asked for, the last ones say nothing, and are counted.
func (l *leafer) text(n *html.Node) string {
	if l.steps <= 0 {
		l.lost++
		return ""
	}
	return l.Cut(tree.TextWithin(n, MaxText+utf8.UTFMax, &l.steps))
}

// terms gives the words of an attribute, once each, the first of them.
func (l *leafer) terms(list string) []string {
	var words []string
	for word := range strings.FieldsSeq(list) {
		switch {
		case len(words) == maxWords:
			l.words++
		case !slices.Contains(words, word):
			words = append(words, word)
		}
	}
	return words
}

// absolute resolves a reference against the page's base, its fragment kept: what it
// names may be a part of a page. One that is not http or https stays as written.
func (s *Source) absolute(reference string) string {
	reference = strings.TrimSpace(reference)
	to, err := s.Base.Resolve(reference)
	if err != nil {
		return s.Cut(reference)
	}
	if _, fragment, ok := strings.Cut(reference, "#"); ok && fragment != "" {
		return s.Cut(to.String() + "#" + fragment)
	}
	return to.String()
}

// addressOf does it for an attribute that may be blank, which would resolve to the page
// and stands for nothing.
func (s *Source) addressOf(reference string) string {
	if strings.TrimSpace(reference) == "" {
		return ""
	}
	return s.absolute(reference)
}

// says tells a thing that declares something from one that only names itself.
func says(r *page.Record) bool {
	return len(r.Types) > 0 || len(r.Fields) > 1 || len(r.Fields) == 1 && r.Fields[0].Name != "@id"
}

package visible

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"curtsy/internal/tree"
)

// What is looked at of one page, at most.
const (
	mostElements = 50_000
	mostNumbers  = 2_000 // texts with a digit that may be dates or prices
	mostSpots    = 1_000 // of each other kind
	mostValue    = 200   // octets of a title, a name, a line with a date
	mostNodes    = 64    // nodes of an element whose text is taken whole
)

// zone says what surrounds an element.
type zone uint16

const (
	inSiteHeader  zone = 1 << iota
	inAside            // navigation, footers, asides, baskets: what is about other things
	inComments         // comments and reviews: what others say
	inStruck           // a price that no longer holds
	inHidden           // not shown
	inPriceClass       // a class says price
	inAuthorClass      // a class says author or byline
	inArticle
	inLink
)

const apart = inAside | inComments | inHidden // where nothing is about the page

// A spot is an element or a text with what surrounds it.
type spot struct {
	node     *html.Node // the element; of a text, the one it stands in
	text     string     // of a text
	order    int        // of elements, in document order
	article  *html.Node
	zone     zone
	before   string // the end of the text before it
	headings int    // before it
}

// A sight is what one pass over a page gathered.
type sight struct {
	language   string
	title      string // of the title element
	headings   []spot // h1 and h2
	times      []spot // time elements
	authors    []spot // elements that say rel=author
	lines      []spot // texts that may be a line with an author's name
	numbers    []spot // texts with a digit
	articles   int
	cut        bool  // a bound was reached: what looks like the only one may not be
	entitled   *spot // the heading that is the title; nil before it is known
	secondLine bool  // a lesser heading follows it at once

	open         []spot // the elements around what is walked through
	seen         int    // elements
	seenHeadings int
	trail        string // the end of the text so far
	parts        map[*html.Node][]labelled
}

// look walks once through the page.
func look(t *tree.Tree, language string) *sight {
	s := &sight{language: language, parts: map[*html.Node][]labelled{}}
	tree.Walk(t.Root, s.enter, s.leave)
	return s
}

func (s *sight) enter(n *html.Node) tree.Step {
	switch n.Type {
	case html.TextNode:
		s.text(n)
		return tree.Into
	case html.ElementNode:
	default:
		return tree.Into
	}
	if s.seen++; s.seen > mostElements {
		s.cut = true
		return tree.Stop
	}
	around := s.around()
	around.node, around.order, around.before = n, s.seen, s.trail
	around.zone = zoneOf(n, around.zone)
	around.headings = s.seenHeadings
	if tree.Is(n, atom.Article) {
		around.article = n
		s.articles++
	}
	s.open = append(s.open, around)
	switch {
	case tree.Is(n, atom.Title) && n.Parent != nil && tree.Is(n.Parent, atom.Head):
		if s.title == "" {
			s.title = whole(n)
		}
		return tree.Over
	case tree.IsHidden(n) && !tree.Is(n, atom.Head), around.zone&inHidden != 0:
		return tree.Over
	case tree.IsHeading(n.DataAtom):
		s.seenHeadings++
		if tree.Is(n, atom.H1, atom.H2) {
			s.keep(&s.headings, around)
		}
	case tree.Is(n, atom.Time):
		s.keep(&s.times, around)
	}
	if rel, ok := tree.Attr(n, "rel"); ok && tree.HasWord(rel, "author") && around.zone&inAside == 0 {
		s.keep(&s.authors, around)
	}
	return tree.Into
}

func (s *sight) leave(n *html.Node) {
	if n.Type == html.ElementNode && len(s.open) > 0 {
		s.open = s.open[:len(s.open)-1]
	}
}

func (s *sight) around() spot {
	if len(s.open) == 0 {
		return spot{}
	}
	return s.open[len(s.open)-1]
}

// text keeps a text that may be a line with a name, or hold a date or a price.
func (s *sight) text(n *html.Node) {
	words := strings.TrimSpace(n.Data)
	if words == "" {
		return
	}
	around := s.around()
	around.before = s.trail
	s.trail = tail(s.trail+" "+n.Data[max(0, len(n.Data)-4*mostTrail):], mostTrail)
	if around.zone&apart != 0 || len(words) > mostValue {
		return
	}
	around.text, around.headings = words, s.seenHeadings
	if strings.ContainsAny(words, "0123456789") || strings.ContainsFunc(words, isOtherDigit) {
		if len(s.numbers) >= mostNumbers {
			s.cut = true
			return
		}
		s.numbers = append(s.numbers, around)
	}
	if around.zone&inAuthorClass != 0 || startsByline(words) {
		s.keep(&s.lines, around)
	}
}

func (s *sight) keep(list *[]spot, one spot) {
	if len(*list) >= mostSpots {
		s.cut = true
		return
	}
	*list = append(*list, one)
}

func isOtherDigit(r rune) bool {
	return '\u0660' <= r && r <= '\u0669' || '\u06F0' <= r && r <= '\u06F9' || '\uFF10' <= r && r <= '\uFF19'
}

// mostTrail is how many octets of the text before an element are remembered.
const mostTrail = 48

func tail(text string, most int) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
	if len(text) > most {
		text = strings.ToValidUTF8(text[len(text)-most:], "")
	}
	return text
}

// entitle says which heading is the page's title, and whether a lesser one follows at once.
func (s *sight) entitle(n *html.Node) {
	for i := range s.headings {
		if s.headings[i].node == n {
			s.entitled = &s.headings[i]
		}
	}
	for n = n.NextSibling; n != nil; n = n.NextSibling {
		if n.Type == html.ElementNode {
			s.secondLine = tree.IsHeading(n.DataAtom) && n.DataAtom != atom.H1
			return
		}
	}
}

// How many elements from the title something may stand and still be near it.
const (
	mostBefore = 15
	mostBehind = 60
)

// near says whether a spot stands by the page's title: a few elements away, in the
// same article, and with no other heading between. One heading right behind the title
// is its second line.
func (s *sight) near(c spot) bool {
	title := s.entitled
	if title == nil {
		return false
	}
	if c.article != title.article && s.articles > 1 {
		return false
	}
	if c.order < title.order {
		return title.order-c.order <= mostBefore && c.headings == title.headings
	}
	if c.order-title.order > mostBehind {
		return false
	}
	between := c.headings - title.headings - 1
	if between > 0 && s.secondLine {
		between--
	}
	return between <= 0
}

// whole gives the text of a small element, "" of a great one.
func whole(n *html.Node) string {
	nodes, octets := 0, 0
	tree.Walk(n, func(e *html.Node) tree.Step {
		if e.Type == html.TextNode {
			octets += len(e.Data)
		}
		if nodes++; nodes > mostNodes || octets > 8*mostValue {
			return tree.Stop
		}
		return tree.Into
	}, nil)
	if nodes > mostNodes || octets > 8*mostValue {
		return ""
	}
	text := tree.Text(n, 0)
	if len(text) > mostValue {
		return ""
	}
	return text
}

package pick

import (
	"context"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"curtsy/internal/tree"
)

// Bounds on what is given.
const (
	MaxMatches = 100_000  // of one page
	MaxValue   = 64 << 10 // octets of one value
	MaxValues  = 16 << 20 // octets of all of them
)

// A Match is one value that was found.
type Match struct {
	Value string // the text as a person would read it, or an attribute's value as written; may be ""
	Attr  string // the attribute it is the value of; "" for the text
	Where string // the element's XPath; "" past the page's bound on places
	Cut   bool   // it was longer than MaxValue
}

// Pick gives the values a selector finds in a page, in document order and at most
// most of them (0, or above it: MaxMatches), and how many more there were. An element
// without the attribute asked for is no match. resolve, when it is not nil, makes
// whole addresses of the attributes that hold one; where it gives "", the value stays
// as written. The error is ErrTooMuch or the context's own; what was found until then
// is given with it.
func (s *Selector) Pick(ctx context.Context, t *tree.Tree, most int, resolve func(string) string) (matches []Match, left int, err error) {
	if most <= 0 || most > MaxMatches {
		most = MaxMatches
	}
	w := search{ctx: ctx}
	w.list(t.Root)
	columns := make([]column, len(s.members))
	for i := range s.members {
		columns[i] = w.find(s.members[i].steps)
	}
	if w.err != nil {
		return nil, 0, w.err // a column is complete or means nothing
	}
	octets, full := 0, false
	for i := range w.elements {
		if !w.pause(i) {
			break
		}
		for k := range s.members {
			if !columns[k][i] || s.said(columns, k, i) {
				continue
			}
			match, ok := w.value(&w.elements[i], s.members[k].attr, resolve, !full)
			switch {
			case !ok:
			case full || octets+len(match.Value) > MaxValues:
				full = true // what follows is left out, even where it would fit
				left++
			default:
				octets += len(match.Value)
				match.Where = t.Where(w.elements[i].node)
				matches = append(matches, match)
				full = len(matches) == most
			}
		}
	}
	return matches, left, w.err
}

// said says whether an earlier member gives the same value of an element.
func (s *Selector) said(columns []column, k, i int) bool {
	for earlier := range k {
		if columns[earlier][i] && s.members[earlier].attr == s.members[k].attr {
			return true
		}
	}
	return false
}

// value gives what is wanted of an element; ok says whether it has it. It is read only
// when it is wanted for more than to be counted.
func (s *search) value(e *element, attr string, resolve func(string) string, wanted bool) (m Match, ok bool) {
	m.Attr = attr
	if attr != "" {
		if m.Value, ok = attribute(e.node, attr); !ok || !wanted {
			return m, ok
		}
		if resolve != nil && holdsAddress(e.node, attr) {
			if whole := resolve(m.Value); whole != "" {
				m.Value = whole
			}
		}
	} else if wanted && s.spend(int(e.weight)) {
		m.Value = tree.Text(e.node, MaxValue+utf8.UTFMax)
	}
	m.Value = strings.ToValidUTF8(m.Value, "\uFFFD")
	if len(m.Value) > MaxValue {
		m.Value, m.Cut = strings.ToValidUTF8(m.Value[:MaxValue], ""), true
	}
	return m, s.err == nil
}

// attribute gives an attribute's value by its name in lower case: those of SVG keep
// their capitals, and xlink:href is written with its prefix.
func attribute(n *html.Node, name string) (string, bool) {
	for i := range n.Attr {
		key := n.Attr[i].Key
		if n.Attr[i].Namespace != "" {
			key = n.Attr[i].Namespace + ":" + key
		}
		if strings.EqualFold(key, name) {
			return n.Attr[i].Val, true
		}
	}
	return "", false
}

// holdsAddress lists the attributes whose value is one address (WHATWG HTML, the
// index of attributes).
func holdsAddress(n *html.Node, attr string) bool {
	switch attr {
	case "href", "src", "action", "formaction", "cite", "poster", "itemid", "xlink:href":
		return true
	case "data":
		return tree.Is(n, atom.Object)
	}
	return false
}

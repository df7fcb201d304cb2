package tree

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Where gives the XPath of an element: each step numbered but html, head and body;
// one of svg or math, or whose name is no XPath name, found by name(), and one whose
// name no XPath can quote, by its number among all its siblings. It is "" past
// [MaxPlaces], for what stands inside a template, where no XPath leads, and for what is
// no element of the tree. The place of a text or a comment is that of the element
// around it.
func (t *Tree) Where(n *html.Node) string {
	for n != nil && n.Type != html.ElementNode {
		n = n.Parent
	}
	var path []*html.Node
	length := 0
	for ; n != nil && n.Type == html.ElementNode; n = n.Parent {
		if len(path) > 0 && Is(n, atom.Template) {
			return ""
		}
		path = append(path, n)
		length += len(n.Data) + len("/")
	}
	if n != t.Root {
		return ""
	}
	if t.octets+length > MaxPlaces {
		t.Unsaid++
		return ""
	}
	b := make([]byte, 0, length+16)
	for i := len(path) - 1; i >= 0; i-- {
		b = t.step(b, path[i])
	}
	if t.octets+len(b) > MaxPlaces {
		t.Unsaid++
		return ""
	}
	t.octets += len(b)
	return string(b)
}

func (t *Tree) step(b []byte, n *html.Node) []byte {
	b = append(b, '/')
	if n.Namespace == "" {
		switch n.Data {
		case "html", "head", "body":
			return append(b, n.Data...)
		}
	}
	b, ok := appendName(b, n.Data, n.Namespace == "")
	if !ok {
		b = append(b, '*')
	}
	return appendNumber(b, t.number(n))
}

// AppendStep writes an XPath's step without its "/": the number-th element of a name
// among its siblings, of HTML or of another vocabulary. ok is false, and b as it was,
// for a name that no XPath can quote.
func AppendStep(b []byte, name string, ofHTML bool, number int32) (step []byte, ok bool) {
	if b, ok = appendName(b, name, ofHTML); ok {
		b = appendNumber(b, number)
	}
	return b, ok
}

func appendName(b []byte, name string, ofHTML bool) ([]byte, bool) {
	if ofHTML && isName(name) {
		return append(b, name...), true
	}
	if !isQuotable(name) {
		return b, false
	}
	quote := "'"
	if strings.Contains(name, quote) {
		quote = `"`
	}
	return append(append(append(b, "*[name()="+quote...), name...), quote+"]"...), true
}

func appendNumber(b []byte, number int32) []byte {
	return append(strconv.AppendInt(append(b, '['), int64(number), 10), ']')
}

// number says which of the children of its parent that its step finds n is. All the
// children are numbered at once, so that asking for each costs no square of their number.
func (t *Tree) number(n *html.Node) int32 {
	if number, ok := t.numbers[n]; ok {
		return number
	}
	if t.numbers == nil {
		t.numbers = map[*html.Node]int32{}
	}
	if n.Parent == nil {
		return 1
	}
	// name() finds the elements of every vocabulary, a plain name those of HTML.
	elements, named, plain := int32(0), map[string]int32{}, map[string]int32{}
	for e := n.Parent.FirstChild; e != nil; e = e.NextSibling {
		if e.Type != html.ElementNode {
			continue
		}
		elements++
		named[e.Data]++
		if e.Namespace == "" {
			plain[e.Data]++
		}
		switch {
		case isPlain(e):
			t.numbers[e] = plain[e.Data]
		case isQuotable(e.Data):
			t.numbers[e] = named[e.Data]
		default:
			t.numbers[e] = elements
		}
	}
	return t.numbers[n]
}

// isPlain says whether a plain name finds an element.
func isPlain(n *html.Node) bool { return n.Namespace == "" && isName(n.Data) }

// isQuotable says whether an XPath can hold a name as a string: it has no escapes, so
// not one with both kinds of quote.
func isQuotable(name string) bool {
	return utf8.ValidString(name) && !(strings.Contains(name, "'") && strings.Contains(name, `"`))
}

func isName(s string) bool {
	for i, c := range []byte(s) {
		letter := 'a' <= c && c <= 'z' || c == '_'
		if !letter && (i == 0 || !('0' <= c && c <= '9' || c == '-' || c == '.')) {
			return false
		}
	}
	return s != ""
}

package tree

import (
	"bytes"
	"iter"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// MaxPlaces is the most octets of places that are given out for one page.
const MaxPlaces = 2 << 20

// A Tree is one page's tree.
type Tree struct {
	Root    *html.Node // the document
	Dropped int        // tags left out because they stood too deep
	Late    int        // html and body tags left out because the element had been opened often enough

	numbers map[*html.Node]int32 // which of its parent's children of its name a node is
	octets  int                  // of places given out
	Unsaid  int                  // places not given, for the bound
}

// Parse builds the tree of a page's text, what stands in noscript as elements. The
// error is of a page that stays too deep whatever is left out.
func Parse(text []byte) (*Tree, error) {
	text, late := openOnce(text)
	root, err := parse(text)
	t := &Tree{Root: root, Late: late}
	for _, formatting := range []bool{true, false} {
		if err == nil {
			break
		}
		shallow, dropped := flatten(text, formatting)
		t.Dropped = dropped
		t.Root, err = parse(shallow)
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

func parse(text []byte) (*html.Node, error) {
	return html.ParseWithOptions(bytes.NewReader(text), html.ParseOptionEnableScripting(false))
}

// Elements gives a node and all inside it that are elements, in document order.
// What stands in a template is in the tree, and is not given: a browser shows none
// of it.
func Elements(n *html.Node) iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) {
		Walk(n, func(e *html.Node) Step {
			switch {
			case e.Type == html.ElementNode && !yield(e):
				return Stop
			case Is(e, atom.Template):
				return Over
			}
			return Into
		}, nil)
	}
}

// A Step says how a walk goes on from a node.
type Step uint8

// How a walk goes on.
const (
	Into Step = iota // to what stands inside
	Over             // to what stands after; leave is called all the same
	Stop
)

// Walk goes through a node and all inside it in document order. enter is called
// before what stands inside a node, leave, which may be nil, after it.
func Walk(top *html.Node, enter func(*html.Node) Step, leave func(*html.Node)) {
	for n := top; n != nil; {
		step := enter(n)
		if step == Stop {
			return
		}
		if step == Into && n.FirstChild != nil {
			n = n.FirstChild
			continue
		}
		for {
			if leave != nil {
				leave(n)
			}
			if n == top {
				return
			}
			if n.NextSibling != nil {
				n = n.NextSibling
				break
			}
			n = n.Parent
		}
	}
}

// Attr gives an attribute's value; ok says whether it is there.
func Attr(n *html.Node, key string) (value string, ok bool) {
	for i := range n.Attr {
		if n.Attr[i].Key == key && n.Attr[i].Namespace == "" {
			return n.Attr[i].Val, true
		}
	}
	return "", false
}

// Is says whether n is an HTML element of one of some names.
func Is(n *html.Node, names ...atom.Atom) bool {
	if n == nil || n.Type != html.ElementNode || n.Namespace != "" {
		return false
	}
	for _, name := range names {
		if n.DataAtom == name {
			return true
		}
	}
	return false
}

// HasWord says whether an attribute that is a list parted by blanks holds a word,
// whatever its case.
func HasWord(list, word string) bool {
	for w := range strings.FieldsSeq(list) {
		if strings.EqualFold(w, word) {
			return true
		}
	}
	return false
}

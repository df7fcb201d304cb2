package tree

import (
	"bytes"
	"iter"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// MaxPlaces is the most octets of places that are given out for one page.
const MaxPlaces = 2 << 20

// A Tree is one page's tree.
type Tree struct {
	Root    *html.Node // the document
	Dropped int        // tags left out because they stood too deep

	numbers map[*html.Node]int32 // which of its parent's children of its name a node is
	octets  int                  // of places given out
	Unsaid  int                  // places not given, for the bound
}

// Parse builds the tree of a page's text, what stands in noscript as elements. The
// error is of a page that stays too deep whatever is left out.
func Parse(text []byte) (*Tree, error) {
	root, err := parse(text)
	t := &Tree{Root: root}
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

// mostDeep is how deep elements may stand in a page that is flattened: far enough
// under the parser's 512 for what it opens by itself.
const mostDeep = 160

// flatten leaves out the tags that stand too deep, counted by the tags alone, and
// those of formatting unless they are kept.
func flatten(text []byte, formatting bool) (shallow []byte, dropped int) {
	z := html.NewTokenizer(bytes.NewReader(text))
	var open []atom.Atom
	for {
		kind := z.Next()
		raw := z.Raw()
		if kind == html.ErrorToken {
			return shallow, dropped
		}
		if kind == html.StartTagToken || kind == html.EndTagToken {
			raw = bytes.Clone(raw) // asking for the name may change it
			tag, _ := z.TagName()
			name := atom.Lookup(tag)
			switch {
			case !formatting && isFormatting(name):
				dropped++
				continue
			case isVoid(name):
			case kind == html.EndTagToken:
				kept := true
				if len(open) > 0 {
					kept = len(open) <= mostDeep
					open = open[:len(open)-1]
				}
				if !kept {
					continue
				}
			default:
				open = append(open, name)
				if len(open) > mostDeep {
					dropped++
					continue
				}
			}
		}
		shallow = append(shallow, raw...)
	}
}

// isFormatting lists the elements that are opened again in the block after the one
// they were left open in (WHATWG HTML 13.2.4.2).
func isFormatting(name atom.Atom) bool {
	switch name {
	case atom.A, atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.Nobr, atom.S, atom.Small, atom.Strike,
		atom.Strong, atom.Tt, atom.U:
		return true
	}
	return false
}

func isVoid(name atom.Atom) bool {
	switch name {
	case atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta,
		atom.Param, atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
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

// IsHidden says whether a browser shows nothing of an element's content, by its name.
func IsHidden(n *html.Node) bool {
	return Is(n, atom.Script, atom.Style, atom.Template, atom.Head, atom.Noembed, atom.Noframes, atom.Iframe)
}

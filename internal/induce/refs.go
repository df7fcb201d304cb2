package induce

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"curtsy/internal/tree"
)

// maxReference is the most octets of a reference that is resolved.
const maxReference = 8 << 10

// address gives what an attribute refers to, resolved. A place on the same page is
// no address.
func (o *outline) address(n *html.Node, key string) (string, bool) {
	reference, _ := tree.Attr(n, key)
	reference = strings.TrimSpace(reference)
	if reference == "" || reference[0] == '#' || len(reference) > maxReference {
		return "", false
	}
	address, ok := o.resolve(reference)
	return address, ok && says(address)
}

// image gives the address of an image, also when it is only loaded as it comes into
// view and a stand-in is in its place.
func (o *outline) image(n *html.Node) (string, bool) {
	for _, key := range []string{"data-src", "data-lazy-src", "data-original", "src"} {
		reference, ok := tree.Attr(n, key)
		if !ok || strings.HasPrefix(strings.TrimSpace(reference), "data:") {
			continue
		}
		if address, ok := o.address(n, key); ok {
			return address, true
		}
	}
	return "", false
}

// attribute gives an attribute's text, tidy.
func attribute(n *html.Node, key string) string {
	value, _ := tree.Attr(n, key)
	text, _ := tidy(value[:min(len(value), 4*MaxText)], MaxText)
	return text
}

// term gives the text of the dt right before a dd; "" for any other element.
func (o *outline) term(j int32) string {
	if !o.is(j, atom.Dd) {
		return ""
	}
	for n := o.e[j].node.PrevSibling; n != nil; n = n.PrevSibling {
		if tree.Is(n, atom.Dt) {
			text, _ := tidy(o.text(n, true), maxName)
			return strings.TrimRight(text, ": ")
		}
		if n.Type == html.ElementNode {
			return ""
		}
	}
	return ""
}

// isTerm says whether an element is a dt that names the dd right after it, and so is
// no value itself.
func (o *outline) isTerm(j int32) bool {
	if !o.is(j, atom.Dt) {
		return false
	}
	next := o.e[j].end
	return int(next) < len(o.e) && o.e[next].up == o.e[j].up && o.is(next, atom.Dd) && o.term(next) != ""
}

package tree

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// IsHidden says whether a browser shows nothing of an element's content, by its name.
func IsHidden(n *html.Node) bool {
	return Is(n, atom.Script, atom.Style, atom.Template, atom.Head, atom.Noembed, atom.Noframes, atom.Iframe)
}

// HidesItself says whether an element's own attributes keep a browser from showing it:
// hidden, a style, or a dialog that is not open. What hidden=until-found hides, a
// search finds, and so it counts as shown. Style sheets are not read.
func HidesItself(n *html.Node) bool {
	open := false
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "hidden":
			if !strings.EqualFold(a.Val, "until-found") {
				return true
			}
		case "style":
			if hidesByStyle(a.Val) {
				return true
			}
		case "open":
			open = true
		}
	}
	return !open && Is(n, atom.Dialog)
}

// IsMute says whether an element is kept from those who have a page read to them:
// what it says in letters stands beside it in other words, or is a decoration.
func IsMute(n *html.Node) bool {
	value, _ := Attr(n, "aria-hidden")
	return strings.EqualFold(strings.TrimSpace(value), "true")
}

// maxStyle is the most octets of a style attribute that are read.
const maxStyle = 4 << 10

func hidesByStyle(style string) bool {
	for declaration := range strings.SplitSeq(style[:min(len(style), maxStyle)], ";") {
		name, value, _ := strings.Cut(declaration, ":")
		value, _, _ = strings.Cut(value, "!") // important or not
		value = strings.TrimSpace(value)
		switch name = strings.TrimSpace(name); {
		case strings.EqualFold(name, "display"):
			if strings.EqualFold(value, "none") {
				return true
			}
		case strings.EqualFold(name, "visibility"):
			if strings.EqualFold(value, "hidden") || strings.EqualFold(value, "collapse") {
				return true
			}
		}
	}
	return false
}

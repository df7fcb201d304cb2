package read

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"curtsy/internal/tree"
)

// property gives the text that an element with an itemprop stands for (WHATWG HTML
// section 5.2.4). Two things are as pages and schema.org's own examples have them: a
// content attribute counts on any element that has no attribute of its own for its
// value, and an element whose own attribute is missing or blank says its text.
func (m *microdata) property(n *html.Node) string {
	if text, ok := m.said[n]; ok {
		return text
	}
	text := m.findValue(n)
	m.said[n] = text
	return text
}

func (m *microdata) findValue(n *html.Node) string {
	own, isAddress := valueAttribute(n.DataAtom)
	for _, key := range []string{own, "content"} {
		text, ok := tree.Attr(n, key)
		if !ok || key == "" {
			continue
		}
		if isAddress && key == own {
			text = m.addressOf(text)
		}
		if text = m.Cut(text); text != "" {
			return text
		}
	}
	return m.text(n)
}

// valueAttribute gives the attribute that holds an element's value, "" when its text
// does, and whether it is an address.
func valueAttribute(name atom.Atom) (key string, isAddress bool) {
	switch name {
	case atom.Meta:
		return "content", false
	case atom.Audio, atom.Embed, atom.Iframe, atom.Img, atom.Source, atom.Track, atom.Video:
		return "src", true
	case atom.A, atom.Area, atom.Link:
		return "href", true
	case atom.Object:
		return "data", true
	case atom.Data, atom.Meter:
		return "value", false
	case atom.Time:
		return "datetime", false
	}
	return "", false
}

package tree

import (
	"bytes"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// mostOpenings is how many html tags of one page, and how many body tags, are heard.
const mostOpenings = 16

// openOnce leaves out the html and body tags after the first few. They open nothing,
// but give their attributes to the element there is (WHATWG HTML 13.2.6.4.7), and the
// parser looks at all it has for each of them: in a page of nothing else, the square
// of what the page is long.
func openOnce(text []byte) (heard []byte, late int) {
	if countTags(text, "html") <= mostOpenings && countTags(text, "body") <= mostOpenings {
		return text, 0
	}
	z := html.NewTokenizer(bytes.NewReader(text))
	htmls, bodies := 0, 0
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			return append(heard, z.Raw()...), late
		}
		raw := z.Raw()
		if kind == html.StartTagToken || kind == html.SelfClosingTagToken {
			raw = bytes.Clone(raw) // asking for the name may change it
			tag, _ := z.TagName()
			switch atom.Lookup(tag) {
			case atom.Html:
				htmls++
			case atom.Body:
				bodies++
			case atom.Noscript:
				z.NextIsNotRawText() // as the parser reads it
			}
			if htmls > mostOpenings || bodies > mostOpenings {
				htmls, bodies, late = min(htmls, mostOpenings), min(bodies, mostOpenings), late+1
				continue
			}
		}
		heard = append(heard, raw...)
	}
}

// countTags counts what looks like a start tag of a name, wherever it stands, up to one
// more than are heard.
func countTags(text []byte, name string) int {
	n := 0
	for n <= mostOpenings {
		i := bytes.IndexByte(text, '<')
		if i < 0 {
			break
		}
		text = text[i+1:]
		if len(text) >= len(name) && bytes.EqualFold(text[:len(name)], []byte(name)) {
			n++
		}
	}
	return n
}

package read

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"curtsy/internal/tree"
)

// maxMicroformatsText is the most octets of text gathered for one value, blanks and all.
const maxMicroformatsText = 4 * MaxText

// maxValueParts is the most parts of one property that are marked as its value.
const maxValueParts = 20

// valueOf reads an element as a property with a prefix ("Parsing a property" in the
// specification, in its order).
func (p *microformats) valueOf(n *html.Node, prefix string, it *microformat) string {
	if prefix == "u" {
		if reference, ok := referenceOf(n); ok {
			return p.addressOf(reference)
		}
	}
	if prefix != "e" {
		if parts := p.parts(n, prefix == "dt", it); len(parts) > 0 {
			if prefix == "dt" {
				return p.Cut(joinMoment(parts, it))
			}
			return p.settle(prefix, strings.Join(parts, ""))
		}
		if prefix == "dt" && tree.Is(n, atom.Time, atom.Ins, atom.Del) {
			if text, ok := tree.Attr(n, "datetime"); ok {
				return p.Cut(it.told(text))
			}
		}
		if text, ok := attributeOf(n, prefix); ok {
			return p.settle(prefix, text)
		}
	}
	return p.settle(prefix, p.text(n))
}

// settle makes a text fit for its prefix.
func (p *microformats) settle(prefix, text string) string {
	if prefix == "u" {
		return p.addressOf(text)
	}
	return p.Cut(text)
}

// attributeOf gives the attribute that says what an element's text does not.
func attributeOf(n *html.Node, prefix string) (string, bool) {
	switch {
	case tree.Is(n, atom.Abbr), prefix == "p" && tree.Is(n, atom.Link):
		return tree.Attr(n, "title")
	case tree.Is(n, atom.Data, atom.Input):
		return tree.Attr(n, "value")
	case prefix == "p" && tree.Is(n, atom.Img, atom.Area):
		return tree.Attr(n, "alt")
	}
	return "", false
}

// referenceOf gives the reference an element leads to or shows.
func referenceOf(n *html.Node) (string, bool) {
	key := ""
	switch {
	case tree.Is(n, atom.A, atom.Area, atom.Link):
		key = "href"
	case tree.Is(n, atom.Img, atom.Audio, atom.Source, atom.Iframe):
		key = "src"
	case tree.Is(n, atom.Video):
		if src, ok := tree.Attr(n, "src"); ok {
			return src, true
		}
		key = "poster"
	case tree.Is(n, atom.Object):
		key = "data"
	default:
		return "", false
	}
	return tree.Attr(n, key)
}

// text gives what an element says: the text in it without scripts and styles, images
// as their alt, a blank where a block or a line ends. "" past the bound of steps.
func (p *microformats) text(n *html.Node) string {
	var b strings.Builder
	tree.Walk(n, func(e *html.Node) tree.Step {
		if p.steps--; p.steps < 0 || b.Len() > maxMicroformatsText {
			return tree.Stop
		}
		switch {
		case e.Type == html.TextNode:
			b.WriteString(e.Data[:min(len(e.Data), maxMicroformatsText+1)])
		case e != n && tree.IsHidden(e):
			return tree.Over
		case tree.Is(e, atom.Img):
			alt, _ := tree.Attr(e, "alt")
			b.WriteString(" " + alt[:min(len(alt), maxMicroformatsText+1)] + " ")
		case breaksWords(e):
			b.WriteByte(' ')
		}
		return tree.Into
	}, func(e *html.Node) {
		if breaksWords(e) {
			b.WriteByte(' ')
		}
	})
	if p.steps < 0 {
		p.left++
		return ""
	}
	text := p.Cut(b.String())
	if b.Len() > maxMicroformatsText && len(text) < MaxText-8 {
		p.LeaveOut("text", 1) // blanks hid from Cut that there was more
	}
	return text
}

func breaksWords(n *html.Node) bool { return tree.Is(n, atom.Br, atom.Input) || tree.IsBlock(n) }

// parts gives the texts of what is marked as a property's value inside its element
// (the value class pattern), not of what is another property or item there.
func (p *microformats) parts(n *html.Node, dated bool, it *microformat) (parts []string) {
	if !p.valued {
		return nil
	}
	tree.Walk(n, func(e *html.Node) tree.Step {
		if p.steps--; p.steps < 0 || len(parts) >= maxValueParts {
			return tree.Stop
		}
		if e == n || e.Type != html.ElementNode {
			return tree.Into
		}
		class, ok := tree.Attr(e, "class")
		switch {
		case tree.Is(e, atom.Template):
			return tree.Over
		case !ok:
			return tree.Into
		case hasClass(class, "value-title"):
			title, _ := tree.Attr(e, "title")
			parts = append(parts, p.Cut(title))
			return tree.Over
		case hasClass(class, "value"):
			parts = append(parts, p.part(e, dated))
			return tree.Over
		}
		if roots, props, _ := classesOf(e, it); len(roots)+len(props) > 0 {
			return tree.Over
		}
		return tree.Into
	}, nil)
	if p.steps < 0 {
		p.left++
		return nil
	}
	return parts
}

// part reads an element that is marked as a value.
func (p *microformats) part(n *html.Node, dated bool) string {
	key := ""
	switch {
	case tree.Is(n, atom.Img, atom.Area):
		key = "alt"
	case tree.Is(n, atom.Data):
		key = "value"
	case tree.Is(n, atom.Abbr):
		key = "title"
	case dated && tree.Is(n, atom.Time, atom.Ins, atom.Del):
		key = "datetime"
	}
	if key != "" {
		if text, ok := tree.Attr(n, key); ok {
			return p.Cut(text)
		}
	}
	return p.text(n)
}

// hasClass says whether a class attribute holds a word. Classes are case-sensitive.
func hasClass(class, word string) bool {
	if !strings.Contains(class, word) {
		return false
	}
	for w := range strings.FieldsSeq(class) {
		if w == word {
			return true
		}
	}
	return false
}

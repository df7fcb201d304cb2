package tree

import (
	"bytes"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// mostDeep is how deep elements may stand in a page that is flattened: far enough
// under the parser's 512 for what it opens by itself.
const mostDeep = 160

// farthest is how many open elements are looked at for the one that an end tag ends.
const farthest = 64

// An opened element of a page that is flattened.
type opened struct {
	name    atom.Atom
	own     string // the name, when it is not one of HTML's
	foreign bool   // what stands in it is of svg or math
}

// A flattener follows the tags of a page that is too deep. It counts what is open by
// the tags alone, and errs on the side of too many.
type flattener struct {
	z          *html.Tokenizer
	open       []opened
	formatting bool // formatting is kept
	dropped    int
}

// flatten leaves out the tags that stand too deep, counted by the tags alone, and
// those of formatting unless they are kept.
func flatten(text []byte, formatting bool) (shallow []byte, dropped int) {
	f := flattener{z: html.NewTokenizer(bytes.NewReader(text)), formatting: formatting}
	for {
		f.z.AllowCDATA(f.foreign())
		kind := f.z.Next()
		raw := f.z.Raw()
		switch kind {
		case html.ErrorToken:
			return shallow, f.dropped
		case html.StartTagToken, html.SelfClosingTagToken, html.EndTagToken:
			raw = bytes.Clone(raw) // asking for the name may change it
			if !f.keeps(kind) {
				continue
			}
		}
		shallow = append(shallow, raw...)
	}
}

// foreign says whether what comes next is of svg or math.
func (f *flattener) foreign() bool { return len(f.open) > 0 && f.open[len(f.open)-1].foreign }

// keeps follows one tag and says whether it stays.
func (f *flattener) keeps(kind html.TokenType) bool {
	tag, _ := f.z.TagName()
	e := opened{name: atom.Lookup(tag)}
	if e.name == 0 {
		e.own = string(tag)
	}
	foreign := f.foreign()
	if kind != html.EndTagToken && (foreign || e.name == atom.Noscript) {
		f.z.NextIsNotRawText() // as the parser reads it
	}
	switch {
	case IsVoid(e.name):
		return true
	case !f.formatting && isFormatting(e.name):
		if kind != html.EndTagToken {
			f.dropped++
		}
		return false
	case kind == html.EndTagToken:
		return f.end(e)
	case kind == html.SelfClosingTagToken && (foreign || e.name == atom.Svg || e.name == atom.Math):
		return len(f.open) <= mostDeep
	}
	f.endImplied(e)
	e.foreign = holdsForeign(e.name, foreign)
	f.open = append(f.open, e)
	if len(f.open) > mostDeep {
		f.dropped++
		return false
	}
	return true
}

// end closes the innermost element of a name, and what is open inside it. An end tag
// that ends nothing near is kept where no tag was dropped: it may end something far,
// and then more is counted as open than is.
func (f *flattener) end(e opened) bool {
	for i := len(f.open) - 1; i >= max(0, len(f.open)-farthest); i-- {
		if f.open[i].name == e.name && f.open[i].own == e.own {
			f.open = f.open[:i]
			return i < mostDeep
		}
	}
	return len(f.open) <= mostDeep
}

// endImplied closes what a start tag closes without saying so: a paragraph, and one of
// its own kind in a list, a table or a menu (WHATWG HTML section 13.1.2.4). A table
// may stand in a paragraph, and is counted as if it did.
func (f *flattener) endImplied(e opened) {
	if last := len(f.open) - 1; last >= 0 && f.open[last].name == atom.P && e.name != atom.Table && EndsParagraph(e.name) {
		f.open = f.open[:last]
	}
	if last := len(f.open) - 1; last >= 0 && f.open[last].name == e.name && isEndedByItsLike(e.name) {
		f.open = f.open[:last]
	}
}

func isEndedByItsLike(name atom.Atom) bool {
	switch name {
	case atom.Li, atom.Dd, atom.Dt, atom.Option, atom.Tr, atom.Td, atom.Th, atom.Tbody, atom.Rt, atom.Rp:
		return true
	}
	return false
}

// holdsForeign says whether what stands in an element is of svg or math, given whether
// it is itself (WHATWG HTML section 13.2.6: the integration points).
func holdsForeign(name atom.Atom, foreign bool) bool {
	switch name {
	case atom.Svg, atom.Math:
		return true
	case atom.Foreignobject, atom.ForeignObject, atom.Desc, atom.Title, atom.AnnotationXml, atom.Mi, atom.Mo, atom.Mn, atom.Ms, atom.Mtext:
		return false
	}
	return foreign
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

package tree

import (
	"hash/maphash"

	"golang.org/x/net/html/atom"
)

// MaxWeight is the most nodes that the tree of one page may come to, as [Weight]
// counts them.
const MaxWeight = 1_000_000

// Bounds on what is remembered of formatting that is open.
const (
	mostOpen  = 4096 // past it no end tag is believed
	mostAlike = 3    // that are opened again, of those that are written alike (WHATWG HTML 13.2.4.3)
)

// A Weight says how many nodes the tree of a page may come to, from its tags alone.
// Formatting that is left open is opened again in every block that comes after: 200 of
// it before 8,000 paragraphs are 1,600,000 elements, from a page of 30 KB. It may
// count too many, and never too few but by a small factor. The zero value is that of
// no tags.
type Weight struct {
	nodes  int
	again  int // nodes that are opened again in the next block
	open   []formatting
	alike  map[uint64]int // how many are open, by how they are written
	doubts int            // tags seen after which an end tag may end nothing
	seed   maphash.Seed
}

type formatting struct {
	name   atom.Atom
	spell  uint64
	weight int
	doubts int
}

// Start counts a start tag, given whole. It says whether the tree is still light
// enough to be built.
func (w *Weight) Start(name atom.Atom, tag []byte) bool {
	switch {
	case name == atom.A: // the next closes the one before: no more than one is opened again
		w.again = max(w.again, 1)
	case isFormatting(name):
		w.push(name, tag)
		w.nodes++
		return w.nodes <= MaxWeight
	case isDoubtful(name):
		w.doubts++
	}
	return w.add()
}

// End counts an end tag. It says whether the tree is still light enough to be built.
func (w *Weight) End(name atom.Atom) bool {
	switch {
	case name == atom.A:
	case isFormatting(name):
		w.pop(name)
	case isDoubtful(name):
		w.doubts++
	}
	return w.add()
}

func (w *Weight) add() bool {
	w.nodes += 1 + w.again
	return w.nodes <= MaxWeight
}

func (w *Weight) push(name atom.Atom, tag []byte) {
	if w.alike == nil {
		w.alike, w.seed = map[uint64]int{}, maphash.MakeSeed()
	}
	// An attribute is copied with its element, and is half as large.
	f := formatting{name: name, spell: maphash.Bytes(w.seed, tag), weight: 1 + attributesIn(tag)/2, doubts: w.doubts}
	if w.alike[f.spell]++; w.alike[f.spell] <= mostAlike {
		w.again += f.weight
	}
	if len(w.open) < mostOpen {
		w.open = append(w.open, f)
	}
}

// pop believes an end tag where nothing came after the start tag that could keep it
// from ending what that opened.
func (w *Weight) pop(name atom.Atom) {
	if len(w.open) == mostOpen {
		return
	}
	for i := len(w.open) - 1; i >= max(0, len(w.open)-farthest); i-- {
		f := w.open[i]
		if f.name != name {
			continue
		}
		if f.doubts != w.doubts {
			return
		}
		w.open = append(w.open[:i], w.open[i+1:]...)
		if w.alike[f.spell]--; w.alike[f.spell] < mostAlike {
			w.again -= f.weight
		}
		if w.alike[f.spell] == 0 {
			delete(w.alike, f.spell)
		}
		return
	}
}

// attributesIn gives the most attributes a tag may have: each follows a blank, a slash
// or the quotes of the one before.
func attributesIn(tag []byte) int {
	n := 0
	for _, c := range tag {
		switch c {
		case ' ', '\t', '\n', '\r', '\f', '/', '"', '\'':
			n++
		}
	}
	return n
}

// isDoubtful lists the elements in which an end tag of formatting that was opened
// outside of them ends nothing (WHATWG HTML 13.2.4.2 and 13.2.6.4).
func isDoubtful(name atom.Atom) bool {
	switch name {
	case atom.Applet, atom.Caption, atom.Table, atom.Tbody, atom.Thead, atom.Tfoot, atom.Tr, atom.Td, atom.Th, atom.Marquee,
		atom.Object, atom.Template, atom.Select, atom.Frameset, atom.Svg, atom.Math, atom.Html, atom.Body, atom.Head:
		return true
	}
	return false
}

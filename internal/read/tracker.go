package read

import (
	"golang.org/x/net/html/atom"

	"curtsy/internal/tree"
)

// Bounds of the tracker.
const (
	maxDepth    = 256 // open elements whose places are kept
	maxSiblings = 64  // kinds of child of one element that are counted
	maxNames    = 1 << 12
	maxSteps    = 20_000_000 // open elements looked at before a page's places are given up
)

type space uint8

const (
	inHTML space = iota
	inSVG
	inMath
)

// A frame is one open element.
type frame struct {
	name  atom.Atom // or, of a name that HTML does not know, ownName and its number
	n     int32     // which of its parent's children of that name it is
	first int32     // where its children's counts start
	space space
	inner bool // HTML may stand directly inside it, though it is foreign
}

type siblings struct {
	name atom.Atom
	n    int32
}

// ownName marks a name that is not in HTML's table; the rest is its number.
const ownName atom.Atom = 1 << 31

type part uint8

const (
	beforeHead part = iota
	inHead
	afterHead
	inBody
)

// A tracker follows the open elements of a stream of tags as a browser's tree
// builder would, as far as places need it: implied head and body, the end tags and
// the tbody that HTML lets one leave out, and svg and math.
//
//	beforeHead ──head, or what belongs in it──► inHead ──/head──► afterHead
//	     └──────────── anything else ───────────────┴──────────────────┴──► inBody
//
// Invariant: the counts of the innermost open element are the last ones in counts.
type tracker struct {
	part   part
	frames []frame // under html/head or html/body
	counts []siblings
	head   []siblings // the head's own, since elements after it may still go there
	over   int        // open elements past maxDepth
	names  map[string]atom.Atom
	tables int  // tables among frames
	paras  int  // paragraphs among frames
	steps  int  // open elements looked at
	spell  bool // the place of the next element is asked for, whatever its name
}

// intern gives the name a tag is counted under.
func (t *tracker) intern(known atom.Atom, name []byte) atom.Atom {
	if known != 0 {
		return known
	}
	if id, ok := t.names[string(name)]; ok {
		return id
	}
	if len(t.names) >= maxNames {
		return ownName
	}
	if t.names == nil {
		t.names = map[string]atom.Atom{}
	}
	id := ownName | atom.Atom(len(t.names)+1)
	t.names[string(name)] = id
	return id
}

func (t *tracker) top() *frame {
	if len(t.frames) == 0 {
		return nil
	}
	return &t.frames[len(t.frames)-1]
}

// foreign says whether the next start tag is one of svg or math.
func (t *tracker) foreign() bool {
	top := t.top()
	return top != nil && top.space != inHTML && !top.inner
}

// start takes a start tag and gives its element's place. closed: the element has
// no end tag (it is void, or closes itself where that counts).
func (t *tracker) start(name atom.Atom, raw []byte, selfClosing bool) Place {
	if t.steps > maxSteps {
		t.part, t.frames = inBody, nil
		return Place{}
	}
	if t.foreign() {
		if !breaksOut(name) {
			return t.open(name, raw, t.top().space, selfClosing)
		}
		for t.foreign() {
			t.pop()
		}
	}
	switch {
	case name == atom.Html:
		return Place{text: "/html"}
	case name == atom.Head:
		if t.part == beforeHead {
			t.part = inHead
		}
		return Place{text: "/html/head"}
	case name == atom.Body && t.part == inBody, name == atom.Frameset && t.part == inBody, t.tables == 0 && isTablePart(name):
		if t.part != inBody && len(t.frames) == 0 {
			t.enterBody()
		}
		return Place{}
	case name == atom.Body && len(t.frames) == 0:
		t.enterBody()
		return Place{text: "/html/body"}
	case t.part != inBody && len(t.frames) == 0:
		if belongsInHead(name) && !(name == atom.Noscript && t.part == afterHead) {
			if t.part == beforeHead {
				t.part = inHead
			}
			break
		}
		t.enterBody()
	case t.part != inBody && t.top().name == atom.Noscript && !belongsInHead(name):
		t.enterBody()
	}
	if t.part == inBody {
		t.closeImplied(name)
	}
	switch name {
	case atom.Svg:
		return t.open(name, raw, inSVG, selfClosing)
	case atom.Math:
		return t.open(name, raw, inMath, selfClosing)
	}
	return t.open(name, raw, inHTML, tree.IsVoid(name))
}

// enterBody ends the head, whatever is still open in it.
func (t *tracker) enterBody() {
	t.part = inBody
	t.frames, t.counts, t.over, t.tables, t.paras = t.frames[:0], t.counts[:0], 0, 0, 0
}

// text takes a text between tags: one that is not blank ends the head.
func (t *tracker) text(raw []byte) {
	if t.part == inBody || len(t.frames) > 0 && t.top().name != atom.Noscript {
		return
	}
	for _, c := range raw {
		switch c {
		case ' ', '\t', '\n', '\r', '\f':
		default:
			t.enterBody()
			return
		}
	}
}

// open counts an element and, unless it is closed, makes it the innermost.
func (t *tracker) open(name atom.Atom, raw []byte, s space, closed bool) Place {
	if t.over > 0 || len(t.frames) >= maxDepth {
		if !closed {
			t.over++
		}
		return Place{}
	}
	id := t.intern(name, raw)
	n := t.count(id)
	place := Place{}
	if n > 0 {
		place = t.place(id, n, s)
	}
	if closed {
		return place
	}
	if n == 0 {
		t.over++
		return place
	}
	switch name {
	case atom.Table:
		t.tables++
	case atom.P:
		t.paras++
	}
	t.frames = append(t.frames, frame{name: id, n: n, first: int32(len(t.counts)), space: s, inner: integrates(s, raw)})
	return place
}

// count numbers a child of the innermost element; 0 when it cannot.
func (t *tracker) count(id atom.Atom) int32 {
	list, first := &t.counts, 0
	switch {
	case len(t.frames) > 0:
		first = int(t.top().first)
	case t.part != inBody:
		list = &t.head
	}
	for i := first; i < len(*list); i++ {
		if (*list)[i].name == id {
			(*list)[i].n++
			return (*list)[i].n
		}
	}
	if len(*list)-first >= maxSiblings {
		return 0
	}
	*list = append(*list, siblings{id, 1})
	return 1
}

// place describes a child of the innermost element. A child of the head is kept as
// numbers and spelled only when asked for: most metas' places never are.
func (t *tracker) place(id atom.Atom, n int32, s space) Place {
	if len(t.frames) == 0 && t.part != inBody && id&ownName == 0 {
		return Place{text: "/html/head", name: id, n: n}
	}
	if !t.spell && !placed(id) {
		return Place{}
	}
	return Place{text: t.path(id, n, s)}
}

// inTemplate says whether what comes next stands in a template.
func (t *tracker) inTemplate() bool {
	for i := range t.frames {
		if t.frames[i].name == atom.Template {
			return true
		}
	}
	return false
}

// placed says whether the place of an element is ever asked for. To spell all of
// them would cost more than the rest of the pass.
func placed(name atom.Atom) bool {
	switch name {
	case atom.Title, atom.Meta, atom.Link, atom.Script:
		return true
	}
	return false
}

func (t *tracker) pop() {
	last := len(t.frames) - 1
	switch t.frames[last].name {
	case atom.Table:
		t.tables--
	case atom.P:
		t.paras--
	}
	t.counts = t.counts[:t.frames[last].first]
	t.frames = t.frames[:last]
}

// end takes an end tag.
func (t *tracker) end(name atom.Atom, raw []byte) {
	if t.steps > maxSteps {
		return
	}
	if t.over > 0 {
		t.over--
		return
	}
	switch name {
	case atom.Html, atom.Body:
		if t.part != inBody {
			t.enterBody()
		}
		return
	case atom.Head:
		if t.part != inBody && len(t.frames) <= 1 {
			t.part, t.frames, t.counts = afterHead, t.frames[:0], t.counts[:0]
		}
		return
	case atom.P:
		if t.part == inBody && !t.foreign() && (t.paras == 0 || !t.has(atom.P)) {
			t.count(atom.P) // an end tag alone makes an empty paragraph
			return
		}
	case atom.Br:
		t.start(atom.Br, raw, false)
		return
	}
	id := name
	if id == 0 {
		known, ok := t.names[string(raw)]
		if !ok {
			return
		}
		id = known
	}
	t.popTo(id)
}

// popTo closes the innermost open element of a name, and all inside it, unless a
// cell, a table or the like stands between.
func (t *tracker) popTo(id atom.Atom) {
	for i := len(t.frames) - 1; i >= 0; i-- {
		t.steps++
		if t.frames[i].name == id || tree.IsHeading(id) && tree.IsHeading(t.frames[i].name) {
			for len(t.frames) > i {
				t.pop()
			}
			return
		}
		if f := &t.frames[i]; f.space == inHTML && bars(f.name, id) || f.inner {
			return
		}
	}
}

// has says whether an element of a name is open and in reach of an end tag.
func (t *tracker) has(id atom.Atom) bool {
	for i := len(t.frames) - 1; i >= 0; i-- {
		t.steps++
		if t.frames[i].name == id {
			return true
		}
		if f := &t.frames[i]; f.inner || bars(f.name, id) {
			return false
		}
	}
	return false
}

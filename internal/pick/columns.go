package pick

import (
	"context"
	"errors"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"curtsy/internal/tree"
)

// mostWork bounds what is looked at for one page, in nodes: about a second on a
// common machine. A pass over all the elements costs their number, a text what is
// in it.
const mostWork = 1 << 27

// ErrTooMuch is given for a selector that asks too much of a page.
var ErrTooMuch = errors.New("the selector asks too much of this page: it has too many elements, or too much text inside one another")

// An element is one element of the page and its relatives, by their number.
type element struct {
	node          *html.Node
	parent        int32 // -1: none
	before, after int32 // the elements beside it; -1: none
	weight        int32 // the nodes inside it, and the octets of the text inside it by the eight
}

// A column says of each element whether something holds.
type column []bool

// A search is one selector's work on one page.
type search struct {
	ctx      context.Context
	elements []element
	numbers  [2][][2]int32 // which of its siblings each is, from both ends: of all, and of its name
	work     int
	err      error
}

// list numbers the elements in document order. What is inside a template is left out.
func (s *search) list(root *html.Node) {
	type level struct{ self, last, weight int32 }
	open := []level{{-1, -1, 0}}
	tree.Walk(root, func(n *html.Node) tree.Step {
		top := &open[len(open)-1]
		top.weight += int32(1 + len(n.Data)>>3)
		if n.Type != html.ElementNode {
			if n.Type == html.DocumentNode {
				return tree.Into
			}
			return tree.Over
		}
		number := int32(len(s.elements))
		s.elements = append(s.elements, element{node: n, parent: top.self, before: top.last, after: -1})
		if top.last >= 0 {
			s.elements[top.last].after = number
		}
		top.last = number
		open = append(open, level{number, -1, 0})
		if tree.Is(n, atom.Template) {
			return tree.Over
		}
		return tree.Into
	}, func(n *html.Node) {
		if n.Type != html.ElementNode {
			return
		}
		done := open[len(open)-1]
		open = open[:len(open)-1]
		s.elements[done.self].weight = done.weight
		open[len(open)-1].weight += done.weight
	})
}

// spend takes work from what is allowed, and says whether there was enough.
func (s *search) spend(work int) bool {
	if s.err != nil {
		return false
	}
	if s.work += work; s.work > mostWork {
		s.err = ErrTooMuch
	}
	return s.err == nil
}

// pause looks whether whoever asks still waits.
func (s *search) pause(i int) bool {
	if i%1024 == 0 && s.err == nil {
		s.err = s.ctx.Err()
	}
	return s.err == nil
}

// find says which elements a selector's steps lead to.
func (s *search) find(steps []step) column {
	var found column
	for _, step := range steps {
		var reached column
		if found != nil {
			reached = s.follow(step.join, found)
		}
		found = s.match(&step, reached)
	}
	return found
}

// has says from which elements steps lead to some element: the same way, walked from
// its end.
func (s *search) has(steps []step) column {
	var rest column
	for i := len(steps) - 1; i >= 0; i-- {
		join := steps[i].join
		if i == 0 && join == 0 {
			join = ' '
		}
		rest = s.lead(join, s.match(&steps[i], rest))
	}
	return rest
}

// match says which of the elements in a column (nil: all) a compound selector is of.
func (s *search) match(step *step, among column) column {
	found := make(column, len(s.elements))
	if !s.spend(4 * len(found)) { // told apart, joined, and made room for
		return found
	}
	inner := make([]column, len(step.nested))
	for i, nested := range step.nested {
		inner[i] = s.nested(&nested)
	}
	for i := range s.elements {
		if !s.pause(i) {
			break
		}
		if among != nil && !among[i] || !step.plain.Match(s.elements[i].node) {
			continue
		}
		found[i] = true
		for _, column := range inner {
			found[i] = found[i] && column[i]
		}
		for k := range step.positions {
			found[i] = found[i] && s.at(&step.positions[k], i)
		}
		for _, costly := range step.costly {
			found[i] = found[i] && s.spend(int(s.elements[i].weight)) && costly.Match(s.elements[i].node)
		}
	}
	return found
}

func (s *search) nested(n *nested) column {
	any := make(column, len(s.elements))
	for _, member := range n.members {
		found := column(nil)
		if n.name == "has" {
			found = s.has(member.steps)
		} else {
			found = s.find(member.steps)
		}
		for i := range found {
			any[i] = any[i] || found[i]
		}
	}
	if n.name == "not" {
		for i := range any {
			any[i] = !any[i]
		}
	}
	return any
}

// follow says which elements a combinator leads to from those of a column.
func (s *search) follow(join byte, from column) column {
	to := make(column, len(from))
	for i := range s.elements {
		e := &s.elements[i]
		switch {
		case join == '>' && e.parent >= 0:
			to[i] = from[e.parent]
		case join == ' ' && e.parent >= 0:
			to[i] = from[e.parent] || to[e.parent]
		case join == '+' && e.before >= 0:
			to[i] = from[e.before]
		case join == '~' && e.before >= 0:
			to[i] = from[e.before] || to[e.before]
		}
	}
	return to
}

// lead says from which elements a combinator leads to those of a column.
func (s *search) lead(join byte, to column) column {
	from := make(column, len(to))
	for i := len(s.elements) - 1; i >= 0; i-- {
		e := &s.elements[i]
		switch {
		case join == '>' && e.parent >= 0:
			from[e.parent] = from[e.parent] || to[i]
		case join == ' ' && e.parent >= 0:
			from[e.parent] = from[e.parent] || to[i] || from[i]
		case join == '+' && e.after >= 0:
			from[i] = to[e.after]
		case join == '~' && e.after >= 0:
			from[i] = to[e.after] || from[e.after]
		}
	}
	return from
}

package pick

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A position asks which of its siblings an element is: the a*n+b-th for some n of at
// least 0 (Selectors Level 4, section 14).
type position struct {
	a, b   int
	last   bool // counted from the end
	ofType bool // among those of its name
	only   bool // from both ends
}

// The form of An+B (CSS Syntax, section 6); "even" and "odd" are two of them.
var anPlusB = regexp.MustCompile(`^(?i:([+-]?[0-9]{0,9})n(?:[ \t\r\n\f]*([+-])[ \t\r\n\f]*([0-9]{1,9}))?|([+-]?[0-9]{1,9}))$`)

// positionOf reads a pseudo-class of positions by its name and what stands in its
// parentheses, these included; ok says whether it is one.
func positionOf(name, arguments string) (at position, ok bool, err error) {
	end, child := strings.CutSuffix(name, "-child")
	if !child {
		end, at.ofType = strings.CutSuffix(name, "-of-type")
	}
	if !child && !at.ofType {
		return at, false, nil
	}
	switch end {
	case "first", "last", "only":
		at.b, at.last, at.only = 1, end == "last", end == "only"
		if arguments != "" {
			err = fmt.Errorf(":%s has nothing in parentheses", name)
		}
		return at, true, err
	case "nth", "nth-last":
		at.last = end == "nth-last"
		at.a, at.b, err = readAnPlusB(arguments)
		return at, true, err
	}
	return at, false, nil
}

func readAnPlusB(arguments string) (a, b int, err error) {
	text := strings.Trim(strings.TrimSuffix(strings.TrimPrefix(arguments, "("), ")"), " \t\r\n\f")
	switch strings.ToLower(text) {
	case "even":
		return 2, 0, nil
	case "odd":
		return 2, 1, nil
	}
	part := anPlusB.FindStringSubmatch(text)
	if part == nil {
		return 0, 0, fmt.Errorf("%s is no position: 3, 2n+1, even and odd are", shown(arguments))
	}
	if part[4] != "" {
		b, _ = strconv.Atoi(part[4])
		return 0, b, nil
	}
	switch part[1] {
	case "", "+":
		a = 1
	case "-":
		a = -1
	default:
		a, _ = strconv.Atoi(part[1])
	}
	if part[3] != "" {
		b, _ = strconv.Atoi(part[2] + part[3])
	}
	return a, b, nil
}

// holds says whether the number-th is among the positions.
func (p *position) holds(number int) bool {
	if number -= p.b; p.a == 0 {
		return number == 0
	}
	return number%p.a == 0 && number/p.a >= 0
}

// at says whether an element stands at a position.
func (s *search) at(p *position, i int) bool {
	if p.only {
		return s.number(i, p.ofType, false) == 1 && s.number(i, p.ofType, true) == 1
	}
	return p.holds(s.number(i, p.ofType, p.last))
}

// number says which of its siblings an element is. All elements are numbered at
// once, so that asking for each costs no square of their number.
func (s *search) number(i int, ofType, last bool) int {
	kind := 0
	if ofType {
		kind = 1
	}
	if s.numbers[kind] == nil {
		s.numbers[kind] = s.enumerate(ofType)
	}
	n := s.numbers[kind][i]
	if last {
		return int(n[1])
	}
	return int(n[0])
}

// enumerate counts the children of each element, from both ends.
func (s *search) enumerate(ofType bool) [][2]int32 {
	numbers := make([][2]int32, len(s.elements))
	counts := map[string]int32{}
	count := func(i int32, end int) {
		name := ""
		if ofType {
			name = s.elements[i].node.Data
		}
		counts[name]++
		numbers[i][end] = counts[name]
	}
	for first := range s.elements {
		if s.elements[first].before >= 0 {
			continue
		}
		last := int32(first)
		clear(counts)
		for i := last; i >= 0; i = s.elements[i].after {
			count(i, 0)
			last = i
		}
		clear(counts)
		for i := last; i >= 0; i = s.elements[i].before {
			count(i, 1)
		}
	}
	return numbers
}

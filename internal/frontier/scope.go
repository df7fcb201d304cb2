package frontier

import (
	"fmt"
	"regexp"
	"strings"

	"curtsy/address"
)

// A Scope says which addresses a crawl admits, and in which lane. It is not
// changed once made, and safe for concurrent use.
type Scope struct {
	lanes   map[address.Site]int
	anySite bool
	include []*regexp.Regexp
	exclude []*regexp.Regexp
}

// NewScope makes the scope of a crawl from its seeds. Each seed's site is a lane,
// in the order the sites first stand in seeds; with anySite every site is in scope
// and there is one lane. The patterns (RE2) are searched in the whole address: it
// must hold one of include, when there are any, and none of exclude.
func NewScope(seeds []address.Address, include, exclude []string, anySite bool) (*Scope, error) {
	s := &Scope{lanes: make(map[address.Site]int), anySite: anySite}
	if !anySite {
		for _, seed := range seeds {
			if _, ok := s.lanes[seed.Site()]; !ok {
				s.lanes[seed.Site()] = len(s.lanes)
			}
		}
	}
	var err error
	if s.include, err = compile("include", include); err != nil {
		return nil, err
	}
	s.exclude, err = compile("exclude", exclude)
	return s, err
}

func compile(name string, patterns []string) ([]*regexp.Regexp, error) {
	var all []*regexp.Regexp
	for _, pattern := range patterns {
		re, err := regexp.Compile(pattern)
		if err != nil {
			return nil, fmt.Errorf("%s %q: %w", name, pattern, err)
		}
		all = append(all, re)
	}
	return all, nil
}

// Lanes counts the lanes; at least one.
func (s *Scope) Lanes() int { return max(len(s.lanes), 1) }

// Lane gives the lane of a site; false when the site is out of scope.
func (s *Scope) Lane(site address.Site) (lane int, ok bool) {
	if s.anySite {
		return 0, true
	}
	lane, ok = s.lanes[site]
	return lane, ok
}

// Admits says whether a page of a lane may lead to a: a lane is kept to its site,
// so that lanes do not depend on one another, and the patterns hold. Seeds are
// not asked about.
func (s *Scope) Admits(lane int, a address.Address) bool {
	if of, ok := s.Lane(a.Site()); !ok || of != lane {
		return false
	}
	text := a.String()
	for _, re := range s.exclude {
		if re.MatchString(text) {
			return false
		}
	}
	for _, re := range s.include {
		if re.MatchString(text) {
			return true
		}
	}
	return len(s.include) == 0
}

// Patterned says whether there are patterns that an address must hold one of.
func (s *Scope) Patterned() bool { return len(s.include) > 0 }

// Names says whether a pattern that addresses must hold is found in a, and not in the
// address above it; the zero address holds none.
func (s *Scope) Names(a, above address.Address) bool {
	for _, re := range s.include {
		if re.MatchString(a.String()) && (above.IsZero() || !re.MatchString(above.String())) {
			return true
		}
	}
	return false
}

// Bounds end the walk through spaces without end: calendars, facets, links that
// lead one level deeper each time. The zero value has the stated bounds.
type Bounds struct {
	Length     int // octets of an address; 0 is 2,048
	Segments   int // segments of its path; 0 is 20
	Repeats    int // times one segment may stand in a path before it is cut; 0 is 3
	Parameters int // parameters of its query; 0 is 8
}

// The reasons of [Bounds.Endless], as a line's left_out names them.
const (
	TooLong           = "long_addresses"
	TooDeep           = "deep_paths"
	TooRepetitive     = "repeated_segments"
	TooManyParameters = "many_parameters"
)

// Endless says whether a is cut, and by which bound: longer than Length, more than
// Segments, one segment Repeats times, or more than Parameters.
func (b Bounds) Endless(a address.Address) (reason string, cut bool) {
	if len(a.String()) > or(b.Length, 2048) {
		return TooLong, true
	}
	path, query, _ := strings.Cut(a.Target(), "?")
	path = strings.Trim(path, "/")
	if n := strings.Count(path, "/") + 1; n > or(b.Segments, 20) {
		return TooDeep, true
	} else if n >= or(b.Repeats, 3) && repeated(path, or(b.Repeats, 3)) {
		return TooRepetitive, true
	}
	parameters := 0
	for rest := query; rest != ""; {
		var one string
		one, rest, _ = strings.Cut(rest, "&")
		if one != "" {
			parameters++
		}
	}
	if parameters > or(b.Parameters, 8) {
		return TooManyParameters, true
	}
	return "", false
}

// repeated says whether one segment stands in path n times.
func repeated(path string, n int) bool {
	for rest := path; ; {
		one, after, more := strings.Cut(rest, "/")
		if !more {
			return n <= 1
		}
		times := 1
		for left, found := after, true; found; {
			var other string
			other, left, found = strings.Cut(left, "/")
			if other == one {
				times++
			}
		}
		if times >= n {
			return true
		}
		rest = after
	}
}

func or(n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return n
}

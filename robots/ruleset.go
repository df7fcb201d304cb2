package robots

import (
	"cmp"
	"slices"
	"sort"
	"strings"
)

// A rule is one Allow or Disallow line.
type rule struct {
	allow   bool
	line    int
	text    string // as written
	pattern string // canonical; it starts with "/" or "*"
}

// over says whether r is heard before other when both match: the longer pattern, in
// octets of its canonical spelling, then Allow (RFC 9309 section 2.2.2), then the
// earlier line.
func (r *rule) over(other *rule) bool {
	switch {
	case other == nil:
		return true
	case len(r.pattern) != len(other.pattern):
		return len(r.pattern) > len(other.pattern)
	case r.allow != other.allow:
		return r.allow
	}
	return r.line < other.line
}

// A ruleset holds the rules of all groups that bind one token, by what each pattern
// begins with before its first wildcard. The nodes are in the order of those
// beginnings.
type ruleset []node

// A node holds the rules whose patterns begin with one literal text.
type node struct {
	literal string
	parent  int     // the node of the longest other literal that this one begins with; -1 none
	plain   *rule   // the pattern is the literal
	exact   *rule   // the pattern is the literal and "$"
	wild    []*rule // the pattern goes on with "*"; longest first
}

func newRuleset(groups []*group) ruleset {
	type begun struct {
		literal string
		rule    *rule
	}
	var rules []begun
	for _, g := range groups {
		for i := range g.rules {
			rules = append(rules, begun{literal(g.rules[i].pattern), &g.rules[i]})
		}
	}
	slices.SortFunc(rules, func(a, b begun) int { return strings.Compare(a.literal, b.literal) })
	var set ruleset
	last := -1
	for _, r := range rules {
		if last < 0 || set[last].literal != r.literal {
			parent := last
			for parent >= 0 && !strings.HasPrefix(r.literal, set[parent].literal) {
				parent = set[parent].parent
			}
			set = append(set, node{literal: r.literal, parent: parent})
			last++
		}
		set[last].add(r.rule)
	}
	for i := range set {
		set[i].wild = longestFirst(set[i].wild)
	}
	return set
}

// literal is what a canonical pattern begins with before its first wildcard or its
// anchor.
func literal(pattern string) string {
	if i := strings.IndexAny(pattern, "*$"); i >= 0 {
		return pattern[:i]
	}
	return pattern
}

func (n *node) add(r *rule) {
	switch rest := r.pattern[len(n.literal):]; rest {
	case "":
		if r.over(n.plain) {
			n.plain = r
		}
	case "$":
		if r.over(n.exact) {
			n.exact = r
		}
	default:
		n.wild = append(n.wild, r)
	}
}

// longestFirst sorts rules by length and leaves one of each pattern: the one that
// would be heard.
func longestFirst(rules []*rule) []*rule {
	slices.SortFunc(rules, func(a, b *rule) int {
		if c := cmp.Compare(len(b.pattern), len(a.pattern)); c != 0 {
			return c
		}
		if c := strings.Compare(a.pattern, b.pattern); c != 0 {
			return c
		}
		if a.over(b) {
			return -1
		}
		return 1
	})
	return slices.CompactFunc(rules, func(a, b *rule) bool { return a.pattern == b.pattern })
}

// match gives the rule that decides on a canonical target, or nil when none matches.
func (set ruleset) match(target string) *rule {
	// The last node not after the target begins with every literal that the target
	// begins with, so those are it and its parents.
	at := sort.Search(len(set), func(i int) bool { return set[i].literal > target }) - 1
	if at < 0 {
		return nil
	}
	same := common(set[at].literal, target)
	for at >= 0 && len(set[at].literal) > same {
		at = set[at].parent
	}
	var best *rule
	for ; at >= 0; at = set[at].parent {
		n := &set[at]
		if n.exact != nil && len(n.literal) == len(target) && n.exact.over(best) {
			best = n.exact
		}
		if n.plain != nil && n.plain.over(best) {
			best = n.plain
		}
		for _, r := range n.wild {
			if best != nil && len(r.pattern) < len(best.pattern) {
				break
			}
			if r.over(best) && matchRest(r.pattern[len(n.literal):], target[len(n.literal):]) {
				best = r
			}
		}
	}
	return best
}

// common is how many octets a and b begin with alike.
func common(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

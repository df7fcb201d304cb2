package induce

import (
	"cmp"
	"slices"

	"curtsy/internal/tree"
	"curtsy/page"
)

// Bounds. What they cut is counted by the names beside them.
const (
	MaxElements = 100_000 // looked at: "induced_elements"
	MaxGroups   = 3       // given
	MaxRows     = 200     // of a group: "induced_rows"
	MaxColumns  = 40      // of a group: "induced_columns"
	MaxText     = 2 << 10 // octets of a value: "induced_text"
	maxName     = 100     // octets of a column's name
	maxLooked   = 12      // groups whose columns are made before the best are chosen
	maxSteps    = 4 << 20 // nodes gone through for texts: "induced_text"
)

// Source is what the records and their values name as theirs.
const Source = "induced"

// Records makes records of the page's best groups, best first. resolve turns a
// reference into an address; what it refuses is no value. leftOut counts what the
// bounds cut; nil when they cut nothing. No record has a type.
func Records(t *tree.Tree, resolve func(string) (string, bool)) (records []page.Record, leftOut map[string]int) {
	o := outlineOf(t, resolve)
	clusters := o.tables()
	clusters = append(clusters, o.lists()...)
	o.settle(clusters)
	for _, g := range o.best(clusters) {
		records = append(records, g.give(o)...)
	}
	return records, o.left
}

// best chooses the groups that are given. One that holds less than a tenth of the
// best is furniture beside it.
func (o *outline) best(clusters []*cluster) []*group {
	live := slices.DeleteFunc(clusters, func(c *cluster) bool { return c.dead })
	byWeight := func(a, b *cluster) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.rows[0], b.rows[0]))
	}
	slices.SortStableFunc(live, byWeight)
	var groups []*group
	for _, c := range live[:min(len(live), maxLooked)] {
		if g := o.group(c); g != nil {
			groups = append(groups, g)
		}
	}
	slices.SortStableFunc(groups, func(a, b *group) int { return cmp.Compare(b.score, a.score) })
	for i, g := range groups {
		if i == MaxGroups || g.score*10 < groups[0].score {
			return groups[:i]
		}
	}
	return groups
}

func (o *outline) group(c *cluster) *group {
	switch c.kind {
	case isTable:
		return o.tableGroup(c)
	case isFacts:
		return o.factsGroup(c)
	}
	return o.listGroup(c)
}

func (o *outline) leaveOut(what string, n int) {
	if n <= 0 {
		return
	}
	if o.left == nil {
		o.left = map[string]int{}
	}
	o.left[what] += n
}

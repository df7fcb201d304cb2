package induce

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"curtsy/internal/tree"
)

// A cluster is a group before its columns are known.
type cluster struct {
	kind    kind
	rows    []int32 // in document order
	parents int
	words   []string // the first row's classes
	shape   []uint64 // the first row's
	alike   int      // to the first row, in hundredths, summed
	paths   int      // in the rows' shapes, summed
	weight  int
	linked  int // links and images in all rows
	dead    bool
	table   *table
	around  []int32     // for each row, the candidate row around it; -1 for none
	inside  map[int]int // number of a cluster inside its rows → the weight of it there
}

type kind uint8

const (
	isList kind = iota
	isTable
	isFacts
)

// Bounds on comparing rows.
const (
	maxKinds  = 6  // different rows at one path
	maxInside = 40 // elements of a row that make its shape
	maxDeep   = 6  // levels of them
)

// lists finds the rows of lists: elements at one path, in parents of the same
// classes, that are built alike.
func (o *outline) lists() []*cluster {
	keys := make([]uint64, len(o.e))
	count := map[uint64]int{}
	for i := range o.e {
		if o.mayBeRow(int32(i)) {
			keys[i] = o.rowKey(int32(i))
			count[keys[i]]++
		}
	}
	var all []*cluster
	kinds := map[uint64][]*cluster{}
	for i, key := range keys {
		if count[key] < 3 || key == 0 {
			continue
		}
		row := int32(i)
		shape, words := o.shape(row), o.words(o.e[row].node)
		at, how := -1, 100
		for k, c := range kinds[key] {
			if how = c.fits(shape, words, o.is(row, atom.Li)); how >= 50 {
				at = k
				break
			}
		}
		switch {
		case at >= 0:
			kinds[key][at].add(o, row, how, len(shape))
		case len(kinds[key]) < maxKinds:
			c := &cluster{shape: shape, words: words}
			c.add(o, row, 100, len(shape))
			kinds[key] = append(kinds[key], c)
			all = append(all, c)
		}
	}
	return slices.DeleteFunc(all, func(c *cluster) bool { return !c.isListed() })
}

// isListed says whether a cluster's rows stand in a list, not one to a parent. Pairs
// must be much alike, or they are the halves of a card.
func (c *cluster) isListed() bool {
	n := len(c.rows)
	if n < 3 || 2*n < 3*c.parents {
		return false
	}
	return n >= 3*c.parents || c.paths >= 3*n && c.alike >= 80*n
}

func (c *cluster) add(o *outline, row int32, alike, paths int) {
	c.alike, c.paths = c.alike+alike, c.paths+paths
	if len(c.rows) == 0 || o.e[c.rows[len(c.rows)-1]].up != o.e[row].up {
		c.parents++
	}
	c.rows = append(c.rows, row)
	c.weight += o.weight(row)
	c.linked += int(o.e[row].links + o.e[row].images)
}

// mayBeRow says whether an element may be a row of a list: a block, or a link that
// holds others, outside furniture, with something in it.
func (o *outline) mayBeRow(i int32) bool {
	e := &o.e[i]
	if e.up < 0 || e.furniture || o.claimed[i] || e.text == 0 && e.images == 0 {
		return false
	}
	switch e.node.DataAtom {
	case atom.Html, atom.Body, atom.Main, atom.Header, atom.Footer, atom.Aside, atom.P, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6,
		atom.Hr, atom.Pre, atom.Td, atom.Th, atom.Dt, atom.Dd, atom.Caption, atom.Legend, atom.Optgroup, atom.Option, atom.Summary, atom.Title,
		atom.Button, atom.Figcaption, atom.Thead, atom.Tfoot, atom.Center, atom.Form:
		return false
	case atom.A:
		return e.end > i+1
	case 0:
		return strings.Contains(e.node.Data, "-") // an element of the site's own
	}
	return tree.IsBlock(e.node)
}

func (o *outline) rowKey(i int32) uint64 {
	key := o.e[i].path
	for _, word := range o.words(o.e[o.e[i].up].node) {
		key = mix(key, word)
	}
	return max(key, 1)
}

// shape gives the paths inside a row, of tags alone and with each class, sorted.
func (o *outline) shape(row int32) []uint64 {
	var paths [maxInside]uint64
	set := make([]uint64, 0, 2*maxInside)
	depth := o.e[row].depth
	for j, n := row+1, int32(1); j < o.e[row].end && n < maxInside; n++ {
		e := &o.e[j]
		path := seed
		if at := e.up - row; at > 0 {
			if at >= maxInside {
				break
			}
			path = paths[at]
		}
		path = mix(path, e.node.Data)
		if j-row < maxInside {
			paths[j-row] = path
		}
		set = append(set, path)
		if words := o.words(e.node); len(words) > 0 {
			set = append(set, mix(path, words[0]))
		}
		if e.depth-depth >= maxDeep {
			j = e.end
		} else {
			j++
		}
	}
	slices.Sort(set)
	return slices.Compact(set)
}

// fits says in hundredths how alike a row is to the first; it must have a class in
// common with it where both have some. What is called a list's item, or by the same
// class, may lack whole parts.
func (c *cluster) fits(shape []uint64, words []string, item bool) int {
	shared := slices.ContainsFunc(words, func(w string) bool { return slices.Contains(c.words, w) })
	if len(c.words) > 0 && len(words) > 0 && !shared {
		return 0
	}
	common := inCommon(c.shape, shape)
	if (shared || item) && common > 0 && common == min(len(shape), len(c.shape)) {
		return max(50, likeness(common, c.shape, shape))
	}
	return likeness(common, c.shape, shape)
}

// likeness is how many hundredths of the paths of two shapes are in common.
func likeness(common int, a, b []uint64) int {
	if len(a)+len(b) == 0 {
		return 100
	}
	return 200 * common / (len(a) + len(b))
}

func inCommon(a, b []uint64) int {
	common := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch cmp.Compare(a[i], b[j]) {
		case 0:
			common, i, j = common+1, i+1, j+1
		case -1:
			i++
		default:
			j++
		}
	}
	return common
}

// settle decides between lists and the lists inside their rows, the deepest first.
func (o *outline) settle(clusters []*cluster) {
	owner := make([]int, len(o.e)) // row → its cluster's number from 1
	order := make([]int, len(clusters))
	for k, c := range clusters {
		order[k] = k
		c.around = slices.Clone(c.rows)
		for _, row := range c.rows {
			owner[row] = k + 1
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(o.e[clusters[b].rows[0]].depth, o.e[clusters[a].rows[0]].depth)
	})
	for _, k := range order {
		c := clusters[k]
		inner := slices.Sorted(maps.Keys(c.inside))
		if c.dead = c.isLess(clusters); c.dead {
			for _, i := range inner {
				o.climb(i, k, clusters, owner)
			}
			continue
		}
		for _, i := range inner {
			clusters[i].dead = clusters[i].dead || 2*c.inside[i] > clusters[i].weight
		}
		o.climb(k, k, clusters, owner)
	}
}

// isLess says whether a cluster's rows hold little beside the rich lists in them.
func (c *cluster) isLess(clusters []*cluster) bool {
	rich := 0
	for k, weight := range c.inside {
		if clusters[k].isRich() && !clusters[k].isReplies(c) {
			rich += weight
		}
	}
	return rich > 0 && 5*rich >= 3*c.weight
}

// isReplies says whether a cluster's rows bear the class of those around them.
func (c *cluster) isReplies(outer *cluster) bool {
	return c.kind == isList && len(c.words) > 0 && len(outer.words) > 0 && c.words[0] == outer.words[0]
}

// isRich says whether a cluster's rows are things of their own, not the parts of one:
// they hold links or images and more than a word with them, and are many or much alike.
func (c *cluster) isRich() bool {
	switch {
	case c.dead || c.kind == isFacts:
		return false
	case c.kind == isTable:
		return true
	}
	return c.linked >= len(c.rows) && c.weight >= 75*len(c.rows) && (len(c.rows) >= 5*c.parents || c.paths >= 3*len(c.rows) && c.alike >= 70*len(c.rows))
}

// climb tells the rows around a cluster's own that they hold it: from those rows
// around which the cluster below stood.
func (o *outline) climb(number, below int, clusters []*cluster, owner []int) {
	c := clusters[number]
	if c.dead {
		return
	}
	for i := range c.rows {
		if c.around[i] < 0 || owner[c.around[i]] != below+1 {
			continue
		}
		at := o.e[c.around[i]].up
		for at >= 0 && (owner[at] == 0 || clusters[owner[at]-1].dead) {
			at = o.e[at].up
		}
		c.around[i] = at
		if at < 0 {
			continue
		}
		outer := clusters[owner[at]-1]
		if outer.inside == nil {
			outer.inside = map[int]int{}
		}
		outer.inside[number] += o.weight(c.rows[i])
	}
}

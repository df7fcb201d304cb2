package induce

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"curtsy/internal/tree"
	"curtsy/page"
)

// A group is a cluster with its columns.
type group struct {
	rows    []row
	columns []column
	score   int
	more    int // rows that are not among them
	wide    int // columns that are not among them
}

// A row is one record to be.
type row struct {
	node   *html.Node
	values []value // in the row's order
}

// A value is one text of a row, in a column.
type value struct {
	column int
	text   string
	node   *html.Node
}

// A column is what the same place holds in every row.
type column struct {
	name   string
	filled int
	same   string // the value of the first row that has one
	varies bool
	out    bool
}

// maxConsidered is the most columns of a group that are told apart.
const maxConsidered = 8 * MaxColumns

// listGroup makes the columns of a list; nil when its rows hold no record.
func (o *outline) listGroup(c *cluster) *group {
	rows := o.withReplies(c)
	g := &group{more: max(0, len(rows)-MaxRows)}
	r := &rowReader{o: o, g: g, isRow: map[int32]bool{}, columns: map[uint64]int{}, names: map[string]int{}}
	for _, i := range rows {
		r.isRow[i] = true
	}
	rows = rows[:min(len(rows), MaxRows)]
	r.countWords(rows)
	r.paths = make([]uint64, len(o.e))
	r.taken = make([]bool, len(o.e))
	for _, i := range rows {
		r.read(i)
	}
	g.rows = slices.DeleteFunc(g.rows, func(r row) bool { return len(r.values) == 0 })
	for i := range g.columns {
		own := &g.columns[i]
		own.out = !own.varies && own.filled == len(g.rows) // a button says the same everywhere
	}
	if len(g.rows) < 3 || !g.holdsRecords() {
		return nil
	}
	g.weigh()
	return g
}

// withReplies gives a cluster's rows, and those inside them that bear their class
// and are built like them, in document order.
func (o *outline) withReplies(c *cluster) []int32 {
	if len(c.words) == 0 {
		return c.rows
	}
	var rows []int32
	for _, top := range c.rows {
		rows = append(rows, top)
		for j := top + 1; j < o.e[top].end; j++ {
			own := &o.e[j]
			if own.node.Data != o.e[top].node.Data || o.claimed[j] {
				continue
			}
			if words := o.words(own.node); len(words) > 0 && words[0] == c.words[0] && c.fits(o.shape(j), words, false) >= 50 {
				rows = append(rows, j)
			}
		}
	}
	return rows
}

// holdsRecords tells records from menus and bullets: two texts or images are there in
// half the rows, or one that leads somewhere and is an image or as long as a headline.
func (g *group) holdsRecords() bool {
	said, led, at := 0, false, 0
	for i := range g.columns {
		own := &g.columns[i]
		if own.out || 2*own.filled < len(g.rows) {
			continue
		}
		switch _, attribute, _ := strings.Cut(own.name, "@"); {
		case strings.HasPrefix(attribute, "href"):
			led = true
		case !strings.HasPrefix(attribute, "title"):
			said, at = said+1, i
		}
	}
	if said != 1 || !led || strings.Contains(g.columns[at].name, "@src") {
		return said > 1 || said == 1 && led
	}
	octets := 0
	for _, r := range g.rows {
		for _, v := range r.values {
			if v.column == at {
				octets += len(v.text)
			}
		}
	}
	return octets >= 20*g.columns[at].filled
}

// weigh says how much a group holds: texts up to a few lines each, and what leads
// on or is shown, once each.
func (g *group) weigh() {
	seen := map[string]bool{}
	for _, r := range g.rows {
		for _, v := range r.values {
			own := &g.columns[v.column]
			switch {
			case own.out:
			case !strings.Contains(own.name, "@"):
				g.score += min(len(v.text), 300)
			case !seen[v.text]:
				seen[v.text] = true
				g.score += 50
			}
		}
	}
	g.score += g.score / max(1, len(g.rows)) * min(g.more, MaxRows)
}

// give writes a group's records, within the bounds.
func (g *group) give(o *outline) []page.Record {
	o.leaveOut("induced_rows", g.more)
	n := 0
	for i := range g.columns {
		own := &g.columns[i]
		if own.out || own.filled == 0 {
			continue
		}
		if n++; n > MaxColumns {
			own.out = true
			g.wide++
		}
	}
	o.leaveOut("induced_columns", g.wide)
	var records []page.Record
	for _, r := range g.rows {
		record := page.Record{Types: []string{}, Fields: page.Fields{}, Source: Source, Where: o.t.Where(r.node)}
		slices.SortStableFunc(r.values, func(a, b value) int { return a.column - b.column })
		for _, v := range r.values {
			own := &g.columns[v.column]
			if own.out {
				continue
			}
			leaf := page.Value{Value: v.text, Source: Source, Where: o.t.Where(v.node)}
			record.Fields = append(record.Fields, page.Field{Name: own.name, Value: leaf})
		}
		if len(record.Fields) > 0 {
			records = append(records, record)
		}
	}
	return records
}

// numbered gives a name that no other column has: "price", "price 2".
func numbered(names map[string]int, name string) string {
	for {
		names[name]++
		n := names[name]
		if n == 1 {
			return name
		}
		own := name + " " + strconv.Itoa(n)
		if names[own] == 0 {
			names[own] = 1
			return own
		}
	}
}

// fill puts a value into a column.
func (c *column) fill(text string) {
	c.filled++
	if c.filled == 1 {
		c.same = text
	}
	c.varies = c.varies || text != c.same
}

// A rowReader finds the values of a list's rows and puts them into columns: one for
// each path of tags and classes from the row, and each time it comes.
type rowReader struct {
	o       *outline
	g       *group
	isRow   map[int32]bool
	common  map[string]int // class → rows that have it
	rows    int
	columns map[uint64]int // hash of the path, kind and turn → column
	names   map[string]int
	paths   []uint64
	taken   []bool // its text is part of a value already
	turns   map[uint64]int
	row     int32
	now     *row
}

// countWords counts in how many rows each class comes, so that an element is called
// by the class that it has everywhere.
func (r *rowReader) countWords(rows []int32) {
	r.common, r.rows = map[string]int{}, len(rows)
	last := map[string]int32{}
	for _, i := range rows {
		for j := i; j < r.o.e[i].end; j++ {
			for _, word := range r.o.words(r.o.e[j].node) {
				if last[word] != i+1 {
					last[word] = i + 1
					r.common[word]++
				}
			}
		}
	}
}

// label is an element's tag, and the class it is called by.
func (r *rowReader) label(i int32) (label string, classed bool) {
	n := r.o.e[i].node
	best := ""
	for _, word := range r.o.words(n) {
		if 2*r.common[word] >= r.rows {
			best = word
			break
		}
		if best == "" || r.common[word] > r.common[best] {
			best = word
		}
	}
	if best == "" {
		return n.Data, false
	}
	return n.Data + "." + best, true
}

func (r *rowReader) read(i int32) {
	r.g.rows = append(r.g.rows, row{node: r.o.e[i].node})
	r.now, r.row, r.turns = &r.g.rows[len(r.g.rows)-1], i, map[uint64]int{}
	for j := i; j < r.o.e[i].end; {
		e := &r.o.e[j]
		if j != i && (r.isRow[j] || r.o.isTerm(j)) {
			j = e.end
			continue
		}
		r.paths[j] = seed
		if j != i {
			label, _ := r.label(j)
			r.paths[j] = mix(r.paths[e.up], label)
			r.taken[j] = r.taken[j] || r.taken[e.up] && !tree.IsBlock(e.node)
		}
		r.texts(j)
		r.attributes(j)
		j++
	}
}

// texts reads what an element itself says, with what is marked up within its lines.
// A link's text is a value even inside another.
func (r *rowReader) texts(j int32) {
	e := &r.o.e[j]
	isLink := r.o.is(j, atom.A)
	if !e.own || r.taken[j] && !isLink {
		return
	}
	text := r.o.text(e.node, false)
	r.taken[j] = true
	if text == "" {
		return
	}
	name, _ := r.name(j)
	r.put(j, "", name, text)
}

// attributes reads what an element leads to or shows.
func (r *rowReader) attributes(j int32) {
	e := &r.o.e[j]
	n := e.node
	name, tagged := r.name(j)
	label, _ := r.label(j)
	switch n.DataAtom {
	case atom.A:
		if href, ok := r.o.address(n, "href"); ok {
			r.put(j, "@href", tagged, href)
			if title := attribute(n, "title"); title != "" && title != r.o.text(n, true) {
				r.put(j, "@title", tagged, title)
			}
		}
	case atom.Img:
		if src, ok := r.o.image(n); ok {
			r.put(j, "@src", label, src)
			if alt := attribute(n, "alt"); alt != "" {
				r.put(j, "@alt", label, alt)
			}
		}
	case atom.Time:
		if moment := attribute(n, "datetime"); moment != "" {
			r.put(j, "@datetime", name, moment)
		}
	case atom.Button:
	default:
		if spoken := attribute(n, "aria-label"); spoken != "" && e.text == 0 && j != r.row {
			r.put(j, "@aria-label", label, spoken)
		}
	}
}

// put puts a value into the column of its place.
func (r *rowReader) put(j int32, attribute, name, text string) {
	key := mix(r.paths[j], attribute)
	if facts := strings.TrimPrefix(name, "dd "); facts != name {
		key, name = mix(seed, facts), facts
	}
	r.turns[key]++
	key = mix(key, strconv.Itoa(r.turns[key]))
	at, ok := r.columns[key]
	if !ok {
		if len(r.g.columns) == maxConsidered {
			r.g.wide++
			return
		}
		at = len(r.g.columns)
		r.columns[key] = at
		r.g.columns = append(r.g.columns, column{name: numbered(r.names, name+attribute)})
	}
	r.g.columns[at].fill(text)
	r.now.values = append(r.now.values, value{column: at, text: text, node: r.o.e[j].node})
}

// name is what an element is called: by its own class, or by the heading or the class
// around it when it is all that stands there. tagged says its own tag behind that.
func (r *rowReader) name(j int32) (name, tagged string) {
	label, classed := r.label(j)
	if dt := r.o.term(j); dt != "" {
		return "dd " + dt, "dd " + dt
	}
	if classed {
		return label, label
	}
	for at, levels := j, 0; at > r.row && levels < maxDeep; levels++ {
		up := r.o.e[at].up
		if up < r.row || up == r.row || r.o.e[up].own || up+1 != at || r.o.e[at].end != r.o.e[up].end {
			break
		}
		outer, named := r.label(up)
		if named || r.o.is(up, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6) {
			return outer, outer + " " + label
		}
		at = up
	}
	return label, label
}

package induce

import (
	"strconv"
	"strings"

	"golang.org/x/net/html/atom"
)

// A cellReader puts the values of a table's cells, or of a list of facts, into
// columns that have names of the page's own.
type cellReader struct {
	o       *outline
	g       *group
	columns map[string]int // name, attribute and turn → column
	names   map[string]int
}

func newCellReader(o *outline) *cellReader {
	return &cellReader{o: o, g: &group{}, columns: map[string]int{}, names: map[string]int{}}
}

// tableGroup makes a record of each row of a data table. A cell stands in every row
// and column that it spans; a row of one cell over the whole width is the section of
// the rows after it.
func (o *outline) tableGroup(c *cluster) *group {
	r := newCellReader(o)
	layout := &grid{o: o}
	names := o.headings(c.table, layout)
	for i, name := range names {
		switch {
		case name != "":
		case i == 0:
			name = "row"
		default:
			name = "column " + strconv.Itoa(i+1)
		}
		names[i] = numbered(r.names, name)
		r.column(names[i], "", 1)
	}
	section, part := int32(-1), int32(-1)
	for _, line := range c.table.body {
		if len(r.g.rows) == MaxRows {
			r.g.more++
			continue
		}
		if up := o.e[line.tr].up; part != up {
			part, layout.held = up, grid{}.held // a span ends with its section
		}
		cells := layout.place(line)
		if len(line.cells) == 1 && len(names) > 1 && len(cells) >= len(names) && allSame(cells) {
			section = line.cells[0]
			continue
		}
		r.g.rows = append(r.g.rows, row{node: o.e[line.tr].node})
		for i, cell := range cells {
			if i == len(names) {
				names = append(names, numbered(r.names, "column "+strconv.Itoa(i+1)))
			}
			if cell >= 0 {
				r.read(cell, names[i], 1)
			}
		}
		if section >= 0 {
			r.read(section, "section", 1)
		}
	}
	r.g.wide += layout.wide
	return r.finish(2)
}

func allSame(cells []int32) bool {
	for _, cell := range cells {
		if cell != cells[0] {
			return false
		}
	}
	return true
}

// finish gives the group if enough of its rows have two values.
func (r *cellReader) finish(rows int) *group {
	kept, full := r.g.rows[:0], 0
	for _, row := range r.g.rows {
		if len(row.values) > 0 {
			kept = append(kept, row)
		}
		if len(row.values) > 1 {
			full++
		}
	}
	r.g.rows = kept
	if full < rows {
		return nil
	}
	r.g.weigh()
	return r.g
}

// read puts a cell's text, links and images into the last row. turn is which value
// of that name it is in the row.
func (r *cellReader) read(cell int32, name string, turn int) {
	o := r.o
	r.put(cell, name, "", turn, o.text(o.e[cell].node, true))
	links, images := 0, 0
	for j := cell + 1; j < o.e[cell].end && links+images < MaxColumns; j++ {
		switch n := o.e[j].node; n.DataAtom {
		case atom.A:
			if href, ok := o.address(n, "href"); ok {
				links++
				r.put(j, name, "@href", (turn-1)*MaxColumns+links, href)
			}
		case atom.Img:
			if src, ok := o.image(n); ok {
				images++
				r.put(j, name, "@src", (turn-1)*MaxColumns+images, src)
			}
		}
	}
}

func (r *cellReader) put(at int32, name, attribute string, turn int, text string) {
	if text == "" {
		return
	}
	column := r.column(name, attribute, turn)
	if column < 0 {
		r.g.wide++
		return
	}
	r.g.columns[column].fill(text)
	last := &r.g.rows[len(r.g.rows)-1]
	last.values = append(last.values, value{column: column, text: text, node: r.o.e[at].node})
}

// column is the number of a column, made when it is new; -1 past the bound.
func (r *cellReader) column(name, attribute string, turn int) int {
	key := name + "\x00" + attribute + strconv.Itoa(turn)
	at, ok := r.columns[key]
	if !ok {
		if len(r.g.columns) == maxConsidered {
			return -1
		}
		at = len(r.g.columns)
		r.columns[key] = at
		r.g.columns = append(r.g.columns, column{name: r.named(name, attribute, turn)})
	}
	return at
}

// named is a column's name: that of its heading as it is, for headings have been told
// apart; what comes again in a cell is numbered.
func (r *cellReader) named(name, attribute string, turn int) string {
	if attribute == "" && turn == 1 && r.names[name] > 0 {
		return name
	}
	return numbered(r.names, name+attribute)
}

// factsGroup makes one record of each table of names and values, or definition list.
func (o *outline) factsGroup(c *cluster) *group {
	r := newCellReader(o)
	for _, at := range c.rows {
		if len(r.g.rows) == MaxRows {
			r.g.more++
			continue
		}
		r.g.rows = append(r.g.rows, row{node: o.e[at].node})
		turns := map[string]int{}
		for _, fact := range o.pairs(at) {
			turns[fact.name]++
			r.read(fact.value, fact.name, turns[fact.name])
		}
	}
	return r.finish(1)
}

// A fact is a name and the cell or dd that says its value.
type fact struct {
	name  string
	value int32
}

// pairs gives the facts of a table whose rows pair a heading with a cell, or of a
// definition list; nil for any other element, and for fewer than two.
func (o *outline) pairs(i int32) []fact {
	var facts []fact
	if o.is(i, atom.Dl) {
		facts = o.definitions(i)
	} else {
		facts = o.paired(i)
	}
	if len(facts) < 2 {
		return nil
	}
	return facts
}

func (o *outline) definitions(i int32) (facts []fact) {
	var names []string
	described := false
	part := func(j int32) {
		switch {
		case o.is(j, atom.Dt):
			if described {
				names, described = nil, false
			}
			if name := o.factName(j); name != "" {
				names = append(names, name)
			}
		case o.is(j, atom.Dd):
			described = true
			if o.isEmpty(j) {
				return
			}
			for _, name := range names[:min(len(names), 4)] {
				facts = append(facts, fact{name, j})
			}
		}
	}
	for j := range o.inner(i) {
		if o.is(j, atom.Div) {
			for k := range o.inner(j) {
				part(k)
			}
			continue
		}
		part(j)
	}
	return facts
}

func (o *outline) isEmpty(i int32) bool { return o.e[i].text == 0 && o.e[i].images == 0 }

func (o *outline) factName(i int32) string {
	name, _ := tidy(o.text(o.e[i].node, true), maxName)
	return strings.TrimSpace(strings.TrimRight(name, ":： "))
}

// paired gives the facts of a table in which every row of more than one cell is made
// of headings each followed by a cell. A heading that spans rows names what is under
// the first of them too.
func (o *outline) paired(i int32) (facts []fact) {
	rows := o.tableRows(i)
	labels := o.labelled(rows)
	name, under := "", 0
	for _, row := range rows {
		if len(row.cells) == 1 {
			if cell := row.cells[0]; under > 0 && !o.is(cell, atom.Th) && name != "" {
				facts = append(facts, fact{name, cell})
			}
			under--
			continue
		}
		if len(row.cells)%2 != 0 || row.part == atom.Thead && len(rows) > 1 {
			return nil
		}
		for k := 0; k < len(row.cells); k += 2 {
			heading, cell := row.cells[k], row.cells[k+1]
			if !labels && !o.is(heading, atom.Th) || o.is(cell, atom.Th) {
				return nil
			}
			name, under = o.factName(heading), span(o.e[heading].node, "rowspan", MaxRows)-1
			if name != "" && !o.isEmpty(cell) {
				facts = append(facts, fact{name, cell})
			}
		}
	}
	return facts
}

// labelled says whether every row of a table without headings is a label and a cell:
// the label ends in a colon, is written bold, or has a class of its own.
func (o *outline) labelled(rows []tableRow) bool {
	n, seen := 0, map[string]bool{}
	for _, row := range rows {
		if len(row.cells) == 1 {
			continue
		}
		if len(row.cells) != 2 {
			return false
		}
		label, cell := &o.e[row.cells[0]], &o.e[row.cells[1]]
		if o.is(row.cells[0], atom.Th) || label.text == 0 || label.text > 60 || label.links > 0 {
			return false
		}
		text := o.text(label.node, true)
		bold := !label.own && row.cells[0]+1 < label.end && o.is(row.cells[0]+1, atom.B, atom.Strong)
		mine, others := o.words(label.node), o.words(cell.node)
		classed := len(mine) > 0 && (len(others) == 0 || others[0] != mine[0])
		if seen[text] || !bold && !classed && !strings.HasSuffix(text, ":") && !strings.HasSuffix(text, "：") {
			return false
		}
		seen[text] = true
		n++
	}
	return n >= 3
}

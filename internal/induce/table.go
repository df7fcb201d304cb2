package induce

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"curtsy/internal/tree"
)

// A table is a data table: a header, and a record in each row after it.
type table struct {
	head []tableRow
	body []tableRow
}

// A tableRow is one tr and its cells.
type tableRow struct {
	tr    int32
	cells []int32
	part  atom.Atom // of the section it stands in
}

// maxGrid is the most columns of a table that are laid out; those after it are cut.
const maxGrid = 2 * MaxColumns

// tables finds the tables and definition lists that hold data, and claims what is in
// them. A table inside one that is claimed is part of a cell.
func (o *outline) tables() []*cluster {
	var all []*cluster
	facts := map[uint64]*cluster{}
	for i := range o.e {
		at := int32(i)
		if o.claimed[i] || o.e[i].furniture || !o.is(at, atom.Table, atom.Dl) {
			continue
		}
		if o.pairs(at) != nil {
			o.claim(at)
			c := facts[o.e[i].path]
			if c == nil {
				c = &cluster{kind: isFacts}
				facts[o.e[i].path] = c
				all = append(all, c)
			}
			c.add(o, at, 100, 0)
			continue
		}
		t, calendar := o.dataTable(at)
		if t == nil && !calendar {
			continue
		}
		o.claim(at)
		if t != nil {
			c := &cluster{kind: isTable, table: t}
			for _, row := range t.body {
				c.add(o, row.tr, 100, 0)
			}
			all = append(all, c)
		}
	}
	return all
}

func (o *outline) claim(i int32) {
	for j := i; j < o.e[i].end; j++ {
		o.claimed[j] = true
	}
}

// tableRows gives a table's own rows, not those of the tables in its cells.
func (o *outline) tableRows(i int32) []tableRow {
	var rows []tableRow
	add := func(tr int32, part atom.Atom) {
		row := tableRow{tr: tr, part: part}
		for cell := range o.inner(tr) {
			if o.is(cell, atom.Td, atom.Th) {
				row.cells = append(row.cells, cell)
			}
		}
		if len(row.cells) > 0 {
			rows = append(rows, row)
		}
	}
	for j := range o.inner(i) {
		switch {
		case o.is(j, atom.Tr):
			add(j, atom.Tbody)
		case o.is(j, atom.Thead, atom.Tbody, atom.Tfoot):
			for tr := range o.inner(j) {
				if o.is(tr, atom.Tr) {
					add(tr, o.e[j].node.DataAtom)
				}
			}
		}
	}
	return rows
}

// dataTable understands a table with a header and two rows or more; nil for layout.
// calendar says that its cells are the days of a month and nothing else.
func (o *outline) dataTable(i int32) (t *table, calendar bool) {
	role, _ := tree.Attr(o.e[i].node, "role")
	if !o.is(i, atom.Table) || role == "presentation" || role == "none" {
		return nil, false
	}
	rows := o.tableRows(i)
	t = &table{}
	n := slices.IndexFunc(rows, func(r tableRow) bool { return len(r.cells) > 1 }) // what stands before is a title
	if n < 0 {
		return nil, false
	}
	for n < len(rows) && (rows[n].part == atom.Thead || o.allHeadings(rows[n])) && len(t.head) < 4 {
		if o.e[rows[n].tr].text > 0 {
			t.head = append(t.head, rows[n])
		}
		n++
	}
	if len(t.head) == 0 && o.isUnlike(rows[n:]) && !o.holdsTable(i) {
		t.head = rows[n : n+1]
		n++
	}
	full := 0
	for _, row := range rows[n:] {
		if row.part == atom.Tfoot || row.part == atom.Thead || len(row.cells) > 1 && o.allHeadings(row) {
			continue // totals, and the header again
		}
		t.body = append(t.body, row)
		if len(row.cells) > 1 && o.e[row.tr].text+o.e[row.tr].images > 0 {
			full++
		}
	}
	if len(t.head) == 0 || full < 2 {
		return nil, false
	}
	return o.refuseCalendar(t)
}

func (o *outline) allHeadings(row tableRow) bool {
	return !slices.ContainsFunc(row.cells, func(cell int32) bool { return !o.is(cell, atom.Th) })
}

func (o *outline) holdsTable(i int32) bool {
	for j := i + 1; j < o.e[i].end; j++ {
		if o.is(j, atom.Table) {
			return true
		}
	}
	return false
}

// isUnlike says whether the first row of a table without th names its columns: short
// texts that differ, without figures or links, over figures or written bold.
func (o *outline) isUnlike(rows []tableRow) bool {
	if len(rows) < 3 || len(rows[0].cells) > maxGrid {
		return false
	}
	bold, names := 0, map[string]bool{}
	for _, cell := range rows[0].cells {
		e := &o.e[cell]
		if e.text == 0 || e.text > 40 || e.links > 0 || o.is(cell, atom.Th) {
			return false
		}
		text := o.text(e.node, true)
		if text == "" || names[text] || strings.ContainsAny(text, "0123456789") {
			return false
		}
		names[text] = true
		if !e.own && cell+1 < e.end && o.is(cell+1, atom.B, atom.Strong) {
			bold++
		}
	}
	if bold == len(rows[0].cells) {
		return true
	}
	figures := 0
	for _, row := range rows[1:min(len(rows), 6)] {
		if len(row.cells) != len(rows[0].cells) {
			return false
		}
		if slices.ContainsFunc(row.cells, func(cell int32) bool {
			return o.e[cell].text < 40 && strings.ContainsAny(o.text(o.e[cell].node, true), "0123456789")
		}) {
			figures++
		}
	}
	return figures == min(len(rows), 6)-1
}

// refuseCalendar refuses a month of bare days: it says nothing that is not so
// everywhere.
func (o *outline) refuseCalendar(t *table) (kept *table, calendar bool) {
	days := 0
	for _, row := range t.body {
		for _, cell := range row.cells {
			if o.e[cell].text == 0 {
				continue
			}
			if o.e[cell].text > 2 {
				return t, false
			}
			day, err := strconv.Atoi(o.text(o.e[cell].node, true))
			if err != nil || day < 1 || day > 31 {
				return t, false
			}
			days++
		}
	}
	if days < 28 || len(t.body) > 6 {
		return t, false
	}
	return nil, true
}

// A grid lays out rows of cells that span columns and rows (WHATWG HTML 4.9.12.1).
type grid struct {
	o    *outline
	held [maxGrid]struct {
		cell int32
		rows int // it still covers
	}
	wide int // cells of one row past the last column
}

// place gives the cell of each column of the next row; -1 for none.
func (g *grid) place(row tableRow) []int32 {
	var line [maxGrid]int32
	at, last, past := 0, 0, 0
	hold := func() {
		for at < maxGrid && g.held[at].rows > 0 {
			g.held[at].rows--
			line[at] = g.held[at].cell
			at++
		}
	}
	for _, cell := range row.cells {
		hold()
		n := g.o.e[cell].node
		columns, rows := span(n, "colspan", 1000), span(n, "rowspan", 65534)
		if at == maxGrid {
			past++
		}
		for ; columns > 0 && at < maxGrid; columns-- {
			line[at] = cell
			if g.held[at].rows > 0 {
				g.held[at].rows-- // two cells overlap: the later is seen
			} else {
				g.held[at].cell, g.held[at].rows = cell, rows-1
			}
			at++
		}
		last = at
	}
	g.wide = max(g.wide, past)
	for at < maxGrid {
		if g.held[at].rows > 0 {
			hold()
			last = at
			continue
		}
		line[at] = -1
		at++
	}
	return slices.Clone(line[:last])
}

// span reads a span; rowspan 0 is to the end of the section.
func span(n *html.Node, key string, most int) int {
	value, ok := tree.Attr(n, key)
	if !ok {
		return 1
	}
	number, err := strconv.Atoi(strings.TrimSpace(value))
	switch {
	case err == nil && number == 0 && key == "rowspan":
		return most
	case err != nil || number < 1:
		return 1
	}
	return min(number, most)
}

// headings names the columns: the texts over each, from the top down.
func (o *outline) headings(t *table, g *grid) []string {
	var names []string
	for _, row := range t.head {
		for i, cell := range g.place(row) {
			if i == len(names) {
				names = append(names, "")
			}
			if cell < 0 {
				continue
			}
			text, _ := tidy(o.text(o.e[cell].node, true), maxName)
			text = strings.TrimSpace(strings.TrimRight(text, " ▲▼△▽↑↓⇅↕:"))
			if text != "" && !strings.HasSuffix(names[i], text) && len(names[i])+len(text) < maxName {
				names[i] = strings.TrimSpace(names[i] + " " + text)
			}
		}
	}
	return names
}

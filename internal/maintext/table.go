package maintext

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"curtsy/internal/tree"
)

// maxColumns is how wide a table may be; a wider one is written as lines of text.
const maxColumns = 100

// A row is one row of a table, with a nil where a cell of the row above or to the
// left reaches.
type row struct {
	cells []*html.Node
	head  bool // every cell of it is a heading
}

// table makes a table one that Markdown can say: each row one line, each cell one
// column.
func (c *copied) table(n *html.Node) {
	rows, caption := c.rows(n)
	width := 0
	for _, r := range rows {
		for column, cell := range r.cells {
			if cell != nil {
				flatten(cell, "; ")
				escapeBars(cell)
				width = max(width, column+1) // columns no cell begins in are not said
			}
		}
	}
	if caption != nil {
		caption.Parent.RemoveChild(caption)
		n.Parent.InsertBefore(caption, n)
	}
	if inTable(n) || width > maxColumns || width*(len(rows)+1) > c.cells {
		if !inTable(n) {
			c.text.leaveOut("cells", width*len(rows))
		}
		asLines(n, rows)
		return
	}
	c.cells -= width * (len(rows) + 1)
	rebuild(n, rows, width)
}

// unwrapLayout unwraps the tables that are there to put things beside one another.
func (c *copied) unwrapLayout(content *html.Node) {
	var tables []*html.Node
	for n := range tree.Elements(content) {
		if tree.Is(n, atom.Table) && n != content {
			tables = append(tables, n)
		}
	}
	for _, n := range tables {
		rows, _ := c.rows(n)
		if !isLayout(n, rows) {
			continue
		}
		for _, r := range rows {
			for _, cell := range r.cells {
				if cell != nil && !isLineNumber(cell) {
					cell.Parent.RemoveChild(cell)
					setName(cell, atom.Div)
					n.Parent.InsertBefore(cell, n)
				}
			}
		}
		n.Parent.RemoveChild(n)
	}
}

// escapeBars escapes the bars in a cell's code: they divide cells there too (GitHub
// Flavored Markdown, section 4.10).
func escapeBars(cell *html.Node) {
	for n := range tree.Elements(cell) {
		if !tree.Is(n, atom.Code, atom.Kbd, atom.Samp, atom.Tt, atom.Var) {
			continue
		}
		for e := n.FirstChild; e != nil; e = e.NextSibling {
			if e.Type == html.TextNode {
				e.Data = strings.ReplaceAll(e.Data, "|", `\|`)
			}
		}
	}
}

// rows gives a table's rows in order, each cell in its column, and its caption.
func (c *copied) rows(table *html.Node) (rows []row, caption *html.Node) {
	var reach []int // how many more rows the cell in each column reaches into
	cells := 0
	tree.Walk(table, func(n *html.Node) tree.Step {
		if n == table || tree.Is(n, atom.Tbody, atom.Thead, atom.Tfoot) {
			return tree.Into
		}
		if n.DataAtom == atom.P && n.Parent == table && caption == nil {
			caption = n // a caption is cleaned before its table
		}
		if !tree.Is(n, atom.Tr) {
			return tree.Over
		}
		r := row{head: true}
		column := 0
		gaps := func() {
			for column < len(reach) && reach[column] > 0 {
				reach[column]--
				r.cells = append(r.cells, nil)
				column++
			}
		}
		for cell := n.FirstChild; cell != nil; cell = cell.NextSibling {
			if !tree.Is(cell, atom.Td, atom.Th) {
				continue
			}
			gaps()
			r.head = r.head && tree.Is(cell, atom.Th)
			wide, high := span(cell, "colspan"), span(cell, "rowspan")
			if cells += wide; cells > c.most.cells {
				wide, high = 1, 1
			}
			for i := range wide {
				if i == 0 {
					r.cells = append(r.cells, cell)
				} else {
					r.cells = append(r.cells, nil)
				}
				for column >= len(reach) {
					reach = append(reach, 0)
				}
				reach[column] = high - 1
				column++
			}
		}
		gaps()
		if len(r.cells) > 0 {
			rows = append(rows, r)
		}
		return tree.Over
	}, nil)
	return rows, caption
}

func span(cell *html.Node, key string) int {
	value, _ := tree.Attr(cell, key)
	n, err := strconv.Atoi(strings.TrimSpace(value))
	if err != nil || n < 1 {
		return 1
	}
	return min(n, MaxSpan)
}

// isLayout says whether a table is there to put things beside one another: it says so,
// it has one column, or it has no headings and holds blocks a row cannot say.
func isLayout(n *html.Node, rows []row) bool {
	switch role, _ := tree.Attr(n, "role"); role {
	case "presentation", "none":
		return true
	case "table", "grid":
		return false
	}
	one := true
	for _, r := range rows {
		cells := 0
		for _, cell := range r.cells {
			if cell != nil && !isLineNumber(cell) {
				cells++
			}
		}
		one = one && cells <= 1
	}
	if one || holds(n, atom.Th) {
		return one
	}
	return find(n, func(e *html.Node) bool { return isHeading(e) || tree.Is(e, atom.Table, atom.Pre, atom.Hr) }) != nil
}

func inTable(n *html.Node) bool {
	for p := n.Parent; p != nil; p = p.Parent {
		if tree.Is(p, atom.Table) {
			return true
		}
	}
	return false
}

// asLines writes a table as paragraphs, its cells divided by semicolons; one in a cell
// as items of a list, which the cell around it divides by semicolons in turn.
func asLines(n *html.Node, rows []row) {
	name, between := atom.P, "; "
	if inTable(n) {
		name, between = atom.Li, ", "
	}
	for _, r := range rows {
		line := element(name)
		for _, cell := range r.cells {
			if cell == nil || isEmpty(cell) {
				continue
			}
			if line.FirstChild != nil {
				line.AppendChild(text(between))
			}
			move(cell, line)
		}
		if line.FirstChild != nil {
			n.Parent.InsertBefore(line, n)
		}
	}
	n.Parent.RemoveChild(n)
}

// rebuild writes a table anew with a cell in every place. Its first row is its heading
// when it is made of headings; else the heading is empty, since Markdown wants one.
func rebuild(n *html.Node, rows []row, width int) {
	for n.FirstChild != nil {
		n.RemoveChild(n.FirstChild)
	}
	n.Attr = nil
	if len(rows) == 0 {
		n.Parent.RemoveChild(n)
		return
	}
	if !rows[0].head {
		rows = append([]row{{head: true}}, rows...)
	}
	for i, r := range rows {
		line := element(atom.Tr)
		name := atom.Td
		if i == 0 {
			name = atom.Th
		}
		for column := range width {
			cell := element(name)
			if column < len(r.cells) && r.cells[column] != nil {
				move(r.cells[column], cell)
			}
			line.AppendChild(cell)
		}
		n.AppendChild(line)
	}
}

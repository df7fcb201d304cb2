package write

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"curtsy/page"
)

// A CSV is a sink that writes a table, a row a page. It loses what is not in its
// columns and is no state. One goroutine uses it.
type CSV struct {
	table table
}

// pageColumns are the columns before the summary's.
func pageColumns() []string {
	return []string{
		"url", "n", "ok", "depth", "found_on", "via", "landed", "status", "rung", "seconds", "bytes", "not_modified",
		"canonical", "climbs", "retries", "error", "message", "retryable", "sources", "types", "records", "links", "rights",
	}
}

// Columns lists the columns of a CSV of pages, in their order.
func Columns() []string {
	all := pageColumns()
	for _, field := range page.SummaryFields() {
		all = append(all, "summary."+field)
	}
	return all
}

// NewCSV writes the columns' names to w, and rows after them as pages come.
func NewCSV(w io.Writer) (*CSV, error) {
	c := &CSV{table: table{out: w}}
	return c, c.table.row(Columns())
}

// CreateCSV makes the file of a CSV of pages. A file that holds rows, or anything
// that is not its columns' names, is left as it is.
func CreateCSV(path string) (*CSV, error) {
	t, err := createTable(path, Columns())
	return &CSV{table: t}, err
}

// Write writes the page's row.
func (c *CSV) Write(p *page.Page) error { return c.table.row(cells(p)) }

// Close flushes and closes the file of [CreateCSV]; the writer given to [NewCSV]
// stays open.
func (c *CSV) Close() error { return c.table.close() }

func cells(p *page.Page) []string {
	row := make([]string, 0, len(pageColumns())+len(p.Summary))
	add := func(cells ...string) { row = append(row, cells...) }
	add(p.URL, strconv.Itoa(p.N), strconv.FormatBool(p.OK), strconv.Itoa(p.Depth), p.FoundOn, string(p.Via), p.Landed)
	climbs := ""
	if f := p.Fetch; f != nil {
		add(strconv.Itoa(f.Status), f.Rung, strconv.FormatFloat(f.Seconds, 'f', -1, 64), strconv.FormatInt(f.Bytes, 10),
			strconv.FormatBool(f.NotModified))
		climbs = strconv.Itoa(len(f.Climbs))
	} else {
		add("", "", "", "", "")
	}
	add(p.Canonical, climbs, strconv.Itoa(len(p.Retries)))
	var failure *page.Error
	if errors.As(p.Err, &failure) {
		add(string(failure.Code), failure.Message, strconv.FormatBool(failure.Retryable))
	} else {
		add("", "", "")
	}
	if p.OK {
		add(strings.Join(p.Sources, " "), recordTypes(p.Records), strconv.Itoa(len(p.Records)), strconv.Itoa(len(p.Links)))
	} else {
		add("", "", "", "")
	}
	add(rightsPairs(p.Rights))
	for _, field := range page.SummaryFields() {
		add(p.Summary[field].Value)
	}
	return row
}

// recordTypes lists the records' first types, each once, in the order they come.
func recordTypes(records []page.Record) string {
	var types []string
	for _, r := range records {
		if r.Type != "" && !slices.Contains(types, r.Type) {
			types = append(types, r.Type)
		}
	}
	return strings.Join(types, " ")
}

func rightsPairs(r *page.Rights) string {
	if r == nil {
		return ""
	}
	pairs := make([]string, len(r.Signals))
	for i, s := range r.Signals {
		pairs[i] = s.Name + "=" + s.Value
	}
	return strings.Join(pairs, "; ")
}

// A MapCSV writes a site's addresses as a table.
type MapCSV struct {
	table table
}

// NewMapCSV writes the columns' names to w, and rows after them.
func NewMapCSV(w io.Writer) (*MapCSV, error) {
	c := &MapCSV{table: table{out: w}}
	return c, c.table.row(mapColumns())
}

func mapColumns() []string { return []string{"url", "lastmod", "sitemap"} }

// Write writes one address, when it changed last by the site's word, and the
// sitemap that lists it; both may be "".
func (c *MapCSV) Write(url, lastmod, sitemap string) error {
	return c.table.row([]string{url, lastmod, sitemap})
}

// table writes rows, each with one write.
type table struct {
	out  io.Writer
	file *whole
	text bytes.Buffer
	err  error
}

func (t *table) row(cells []string) error {
	if t.err != nil {
		return t.err
	}
	t.text.Reset()
	for i, cell := range cells {
		cells[i] = safeCell(cell)
	}
	w := csv.NewWriter(&t.text)
	if t.err = w.Write(cells); t.err != nil {
		return t.err
	}
	w.Flush()
	if t.file != nil {
		_, t.err = t.file.append(t.text.Bytes())
	} else if _, err := t.out.Write(t.text.Bytes()); err != nil {
		t.err = fmt.Errorf("writing a row: %w", err)
	}
	return t.err
}

func (t *table) close() error {
	if t.file != nil {
		return t.file.close()
	}
	return nil
}

// createTable opens, locks and begins a table's file, unless it holds something.
func createTable(path string, columns []string) (table, error) {
	if at, err := os.Stat(path); err == nil && !at.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return table{}, err
		}
		t := table{out: f}
		return t, t.row(columns)
	}
	j, f, err := open(path, os.O_CREATE, Config{})
	if err != nil {
		return table{}, err
	}
	t := table{file: j.main}
	if err := mayBeginTable(j.main, columns); err != nil {
		return table{}, errors.Join(err, f.Close())
	}
	if err := j.main.truncate(0); err != nil {
		return table{}, errors.Join(err, f.Close())
	}
	return t, t.row(columns)
}

func mayBeginTable(w *whole, columns []string) error {
	r := csv.NewReader(io.NewSectionReader(w.disk, 0, w.size))
	r.FieldsPerRecord, r.ReuseRecord = -1, true
	rows := 0
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil || rows == 0 && !slices.Equal(row, columns) {
			return &OtherRunError{Path: w.name, Reason: "it is not empty, and curtsy did not write it"}
		}
		rows++
	}
	if rows > 1 {
		return &HeldError{Path: w.name, Pages: rows - 1}
	}
	return nil
}

package induce

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"curtsy/internal/tree"
	"curtsy/page"
)

// rows repeats a row, its number in place of #.
func rows(n int, row string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(row, "#", fmt.Sprint(i)))
	}
	return b.String()
}

// TestBounds: what a bound cuts is counted, and nothing past it is given.
func TestBounds(t *testing.T) {
	wide := rows(60, `<td>c#</td>`)
	for name, test := range map[string]struct {
		text                 string
		rows, columns        int
		leftRows, leftWide   int
		leftText, leftBeyond bool
	}{
		"a list of many rows":                        {text: "<ul>" + rows(230, "<li><b>n#</b><i>v#</i></li>") + "</ul>", rows: 200, columns: 2, leftRows: 30},
		"a table of many rows":                       {text: "<table><tr><th>a<th>b</tr>" + rows(230, "<tr><td>n#<td>v#</tr>") + "</table>", rows: 200, columns: 2, leftRows: 30},
		"many definition lists":                      {text: rows(230, "<dl><dt>a<dd>n#<dt>b<dd>v#</dl>"), rows: 200, columns: 2, leftRows: 30},
		"a list of many columns":                     {text: "<ul>" + rows(3, "<li>"+strings.Repeat("<b>v#</b>", 60)) + "</ul>", rows: 3, columns: 40, leftWide: 20},
		"a list of more columns than are told apart": {text: "<ul>" + rows(3, "<li>"+strings.Repeat("<b>v#</b>", 400)) + "</ul>", rows: 3, columns: 40, leftWide: 280 + 3*80},
		"a table of many columns": {text: "<table><tr>" + rows(60, "<th>h#</th>") + "</tr><tr>" + wide + "</tr><tr>" + wide + "</tr></table>",
			rows: 2, columns: 40, leftWide: 20},
		"a span past every column": {text: "<table><tr><th colspan=1000>a<th>b</tr>" + rows(2, "<tr><td>n#<td>v#</tr>") + "</table>",
			rows: 2, columns: 2, leftWide: 1},
		"a long text":   {text: "<ul>" + rows(3, "<li><b>n#</b><i>"+strings.Repeat("long ", 500)+"#</i></li>") + "</ul>", rows: 0, leftText: true},
		"many elements": {text: strings.Repeat("<i></i>", MaxElements) + "<ul>" + rows(9, "<li><b>n#</b><i>v#</i></li>") + "</ul>", leftBeyond: true},
	} {
		t.Run(name, func(t *testing.T) {
			records, left := induced(t, test.text)
			columns := 0
			for _, r := range records {
				columns = max(columns, len(r.Fields))
			}
			if len(records) != test.rows || columns != test.columns {
				t.Errorf("%d records of %d columns; want %d of %d", len(records), columns, test.rows, test.columns)
			}
			if left["induced_rows"] != test.leftRows || left["induced_columns"] != test.leftWide {
				t.Errorf("left out %v; want %d rows, %d columns", left, test.leftRows, test.leftWide)
			}
			if left["induced_text"] > 0 != test.leftText || left["induced_elements"] > 0 != test.leftBeyond {
				t.Errorf("left out %v", left)
			}
		})
	}
}

// TestWorstPages: no page costs a square of its size. The deadline is a hundred times
// what the machine needs.
func TestWorstPages(t *testing.T) {
	for name, text := range map[string]string{
		"siblings":        rows(50_000, "<div>x</div>"),
		"siblings apart":  rows(30_000, "<div class='k# l# m'><a href=/#>x</a></div>"),
		"nested":          strings.Repeat("<div>", 100_000) + "x",
		"nested in lists": strings.Repeat(strings.Repeat("<ul><li>a<li>b<li>", 100)+strings.Repeat("</ul>", 100), 100),
		"nested tables":   strings.Repeat("<table><tr><th>a<td>b<tr><td>c<td>", 100) + rows(50_000, "<b></b>"),
		"nested dls":      strings.Repeat("<dl><dt></dt><dd>", 200) + rows(50_000, "<b></b>"),
		"spans":           "<table><tr><th>a<th>b" + rows(20_000, "<tr><td rowspan=65534 colspan=1000>x<td>y"),
		"classes":         "<ul>" + rows(2_000, "<li class='"+rows(500, "ab#c ")+"'><b>x#</b><i>y</i>") + "</ul>",
		"one cell":        "<table><tr><th>a<th>b<tr><td>" + rows(90_000, "<i>x</i> ") + "<td>d<tr><td>e<td>f",
		"links in links":  "<ul>" + rows(3, "<li>text "+rows(20_000, "<a href=/#>x</a> ")) + "</ul>",
	} {
		t.Run(name, func(t *testing.T) {
			parsed, err := tree.Parse([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			Records(parsed, resolve)
			took := time.Since(start)
			t.Log(took)
			if took > 30*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

// check holds records against the page they are of, and says how many there are.
func check(t rapid.TB, text string) (found int) {
	parsed, err := tree.Parse([]byte(text))
	if err != nil {
		return 0 // too deep, whatever is left out
	}
	records, left := Records(parsed, resolve)
	fresh, _ := tree.Parse([]byte(text))
	again, leftAgain := Records(fresh, resolve)
	if !reflect.DeepEqual(records, again) || !reflect.DeepEqual(left, leftAgain) {
		t.Fatalf("the same page gave\n%s\nand\n%s", written(records, left), written(again, leftAgain))
	}
	fresh, _ = tree.Parse([]byte(text))
	at := map[string]*html.Node{}
	for e := range tree.Elements(fresh.Root) {
		at[fresh.Where(e)] = e
	}
	if len(records) > MaxGroups*MaxRows {
		t.Fatalf("%d records", len(records))
	}
	for _, r := range records {
		if r.Type != "" || r.Types == nil || len(r.Types) > 0 || r.Source != Source || len(r.Fields) == 0 || len(r.Fields) > MaxColumns {
			t.Fatalf("the record %+v", r)
		}
		if at[r.Where] == nil && parsed.Unsaid == 0 {
			t.Fatalf("%q is nowhere", r.Where)
		}
		names := map[string]bool{}
		for _, f := range r.Fields {
			checkField(t, f, at, parsed.Unsaid > 0)
			if names[f.Name] {
				t.Fatalf("two columns %q", f.Name)
			}
			names[f.Name] = true
		}
	}
	return len(records)
}

func checkField(t rapid.TB, f page.Field, at map[string]*html.Node, unsaid bool) {
	value, ok := f.Value.Value.(string)
	if !ok || strings.TrimSpace(value) == "" || !utf8.ValidString(value) || len(value) > maxReference+100 || f.Source != Source {
		t.Fatalf("the value %+v", f)
	}
	if strings.TrimSpace(f.Name) == "" || !utf8.ValidString(f.Name) {
		t.Fatalf("the name %q", f.Name)
	}
	n := at[f.Where]
	if n == nil {
		if !unsaid {
			t.Fatalf("%q is nowhere", f.Where)
		}
		return
	}
	if strings.Contains(f.Name, "@") {
		return
	}
	said := strings.ToValidUTF8(tree.Text(n, 0), "")
	for word := range strings.FieldsSeq(value) {
		if len(value) < MaxText/2 && !strings.Contains(said, word) {
			t.Fatalf("%q is not said at %s: %q", word, f.Where, said)
		}
	}
}

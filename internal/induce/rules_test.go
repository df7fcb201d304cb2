package induce

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"curtsy/internal/tree"
)

// first gives the names and values of the first record, "name=value" each.
func first(t *testing.T, text string) []string {
	t.Helper()
	records, _ := induced(t, text)
	var list []string
	if len(records) > 0 {
		for _, f := range records[0].Fields {
			list = append(list, f.Name+"="+f.Value.Value.(string))
		}
	}
	return list
}

// TestRules: one rule each, by the first record of a small page.
func TestRules(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"two items are no list": {"<ul>" + rows(2, "<li><b>b#</b><i>i#</i>") + "</ul>", ""},
		"three are":             {"<ul>" + rows(3, "<li><b>b#</b><i>i#</i>") + "</ul>", "b=b0 i=i0"},
		"the two halves of a card are no rows": {
			rows(4, "<div class=tile><div><a href=/#><img src=/i#></a></div><div><a href=/#>Thing #</a><i>5#</i></div></div>"),
			"a@href=https://site.test/0 img@src=https://site.test/i0 a=Thing_0 a@href_2=https://site.test/0 i=50"},
		"nor are its thirds": {
			rows(4, "<div class=tile><div><a href=/#><img src=/i#></a></div><div><a href=/t#>Thing #</a></div><div><a href=/m#>Maker #</a></div></div>"),
			"a@href=https://site.test/0 img@src=https://site.test/i0 a=Thing_0 a@href_2=https://site.test/t0 a_2=Maker_0 a@href_3=https://site.test/m0"},
		"a class that all rows have names a column": {
			"<ul><li><b class='sale price'>b0</b><i>i0</i><li><b class=price>b1</b><i>i1</i><li><b class=price>b2</b><i>i2</i></ul>", "b.price=b0 i=i0"},
		"text beside the same in other words is not read": {
			"<ul>" + rows(3, "<li><b>€ 4#</b><i aria-hidden=true>4#</i><u>u#</u>") + "</ul>", "b=€_40 u=u0"},
		"signs that only part values are none": {"<ul>" + rows(3, "<li><b>b#</b> | <i>i#</i> · <u>»</u>") + "</ul>", "b=b0 i=i0"},
		"stars are a value":                    {"<ul>" + rows(3, "<li><b>b#</b><i>★#</i>") + "</ul>", "b=b0 i=★0"},
		"no text says it, a label does": {
			"<ul>" + rows(3, "<li><b>b#</b><i aria-label='4.# of 5'></i>") + "</ul>", "b=b0 i@aria-label=4.0_of_5"},
		"a place on the page is no address":  {"<ul>" + rows(3, "<li><a href='&num;x#'>b#</a><i>i#</i>") + "</ul>", "a=b0 i=i0"},
		"an address that is refused is none": {"<ul>" + rows(3, "<li><a href='javascript:x#'>b#</a><i>i#</i>") + "</ul>", "a=b0 i=i0"},
		"a stand-in for an image is none":    {"<ul>" + rows(3, "<li><img src='data:image/gif,#'><b>b#</b><i>i#</i>") + "</ul>", "b=b0 i=i0"},
		"rows of different classes are not of one list": {
			"<div><div class=story><b>a</b><i>b</i></div><div class=promo><b>c</b><i>d</i></div><div class=weather><b>e</b><i>f</i></div></div>", ""},
		"bullets are no records":    {"<ul>" + rows(5, "<li>A sentence that is number #.") + "</ul>", ""},
		"paragraphs are no records": {rows(5, "<p>A sentence <b>that is</b> number <a href=/#>#</a>.</p>"), ""},
		"short links are a menu":    {"<ul>" + rows(5, "<li><a href=/#>Item #</a>") + "</ul>", ""},
		"a table of layout":         {"<table role=presentation><tr><th>a<th>b<tr><td>1<td>2<tr><td>3<td>4</table>", ""},
		"one row is no table":       {"<table><tr><th>a<th>b<tr><td>1<td>2</table>", ""},
		"a header that comes again": {"<table><tr><th>a<th>b<tr><th>a<th>b<tr><td>1<td>2<tr><th>a<th>b<tr><td>3<td>4</table>", "a=1 b=2"},
		"a table's title":           {"<table><tr><th colspan=2>Title<tr><th>a<th>b<tr><td>1<td>2<tr><td>3<td>4</table>", "a=1 b=2"},
		"signs of sorting":          {"<table><tr><th>a ▲<th>b:<tr><td>1<td>2<tr><td>3<td>4</table>", "a=1 b=2"},
		"a header without th":       {"<table><tr><td>Town<td>People<tr><td>Aa<td>12<tr><td>Bb<td>15</table>", "Town=Aa People=12"},
		"a first row like the rest": {"<table><tr><td>Aa<td>12<tr><td>Bb<td>15<tr><td>Cc<td>16</table>", "td=Aa td_2=12"},
		"a column without a name":   {"<table><tr><th>a<th><th>c<tr><td>1<td>2<td>3<tr><td>4<td>5<td>6</table>", "a=1 column_2=2 c=3"},
		"more cells than headings":  {"<table><tr><th>a<th>b<tr><td>1<td>2<td>3<tr><td>4<td>5<td>6</table>", "a=1 b=2 column_3=3"},
		"one fact is no record":     {"<dl><dt>a<dd>1</dl>", ""},
		"two are":                   {"<dl><dt>a<dd>1<dt>b<dd>2</dl>", "a=1 b=2"},
		"pairs side by side":        {"<table><tr><th>a<td>1<th>b<td>2<tr><th>c<td>3<th>d<td>4</table>", "a=1 b=2 c=3 d=4"},
		"a card with a list of links in it stays a card": {
			rows(3, "<div class=hotel><h2>Hotel #</h2><p>A house by the water, with #0 rooms, a garden and a long table on which breakfast stands from six until the last of the guests has come down.</p><ul>"+strings.Repeat("<li><a href=/t#>t#</a>", 5)+"</ul></div>"),
			"h2=Hotel_0 p=A_house_by_the_water,_with_00_rooms,_a_garden_and_a_long_table_on_which_breakfast_stands_from_six_until_the_last_of_the_guests_has_come_down. a=t0 a@href=https://site.test/t0 a_2=t0 a@href_2=https://site.test/t0 a_3=t0 a@href_3=https://site.test/t0 a_4=t0 a@href_4=https://site.test/t0 a_5=t0 a@href_5=https://site.test/t0"},
		"a card that says more than the links in it stays a card": {
			rows(3, "<div class=hotel><p>p# "+strings.Repeat("long ", 120)+"</p><ul>"+strings.Repeat("<li><a href=/t#>The long road to the house #</a>", 5)+"</ul></div>"),
			strings.TrimSuffix("p=p0_"+strings.Repeat("long_", 120), "_") + " a=The_long_road_to_the_house_0 a@href=https://site.test/t0" + numberedLinks(5)},
		"a thread begins with its first, though the replies hold more": {
			"<ol>" + rows(3, "<li class=post><a href=/u#>u#</a><b>t#</b><ol>"+strings.Repeat("<li class=post><a href=/r#>reply #</a><b>A longer text than the first.</b>", 6)+"</ol>") + "</ol>", "a=u0 a@href=https://site.test/u0 b=t0"},
		"the halves of two cards are no list": {
			rows(2, "<div class=tile><div><a href=/#><img src=/i#></a></div><div><a href=/#>Thing #</a><i>5#</i></div></div>"), ""},
		"two lists at one path are told apart by their classes": {
			"<ul class=tools>" + rows(3, "<li><a href=/t#>Tool #</a>") + "</ul><ul class=posts>" + rows(3, "<li><a href=/#>A headline of more words than #</a>") + "</ul>",
			"a=A_headline_of_more_words_than_0 a@href=https://site.test/0"},
		"a first row of words over words": {"<table><tr><td>Aa<td>x<tr><td>Bb<td>y<tr><td>Cc<td>z</table>", "td=Aa td_2=x"},
		"a heading's span ends with the header": {
			"<table><thead><tr><th rowspan=3>a<th>b</thead><tbody><tr><td>1<td>2<tr><td>3<td>4</table>", "a=1 b=2"},
		"what is hidden in a cell": {
			"<table><tr><th>a<th>b<tr><td>1<i hidden>x</i><td>2 <i aria-hidden=true>two</i><tr><td>3<td>4</table>", "a=1 b=2"},
		"octets that are no text": {"<ul>" + rows(3, "<li><b>b\xff#</b><i>i#</i>") + "</ul>", "b=b0 i=i0"},
		"the same fact of many": {
			"<dl><dt>a<dd>1<dt>b<dd>2</dl><dl><dt>a<dd>3<dt>b<dd>4</dl>", "a=1 b=2"},
	} {
		t.Run(name, func(t *testing.T) {
			got := first(t, test.text)
			for i := range got {
				got[i] = strings.ReplaceAll(got[i], " ", "_")
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("got %q\nwant %q", strings.Join(got, " "), test.want)
			}
		})
	}
}

func numberedLinks(n int) string {
	text := ""
	for i := 2; i <= n; i++ {
		text += strings.ReplaceAll(" a_#=The_long_road_to_the_house_0 a@href_#=https://site.test/t0", "#", strconv.Itoa(i))
	}
	return text
}

// TestRank: the group that holds most comes first, wherever it stands; of more than
// three the least are left, and what is slight beside the best is no group.
func TestRank(t *testing.T) {
	facets := "<ul class=facets>" + rows(5, "<li><a href='?f=#'>Facet #</a><b>(1#)</b>") + "</ul>"
	grid := "<div>" + rows(8, "<article><img src=/i#><h3><a href=/#>Thing number # of the shop</a></h3><p>It is of oak # and ash.</p><b>5# kr</b></article>") + "</div>"
	records, _ := induced(t, facets+grid)
	if len(records) != 8+5 || !strings.HasPrefix(records[0].Where, "/html/body/div[1]/article[1]") || !strings.HasPrefix(records[8].Where, "/html/body/ul[1]/li[1]") {
		t.Errorf("facets, then a grid:\n%s", written(records, nil))
	}
	records, _ = induced(t, facets+strings.Repeat(grid, 12))
	if len(records) != 12*8 {
		t.Errorf("facets beside twelve grids: %d records", len(records))
	}
	dear := "<ol>" + rows(3, "<li><b>n#</b><i>"+strings.Repeat("the same words ", 60)+"</i><u>m#</u>") + "</ol>"
	records, _ = induced(t, dear+grid)
	if !strings.HasPrefix(records[0].Where, "/html/body/div[1]/article[1]") {
		t.Errorf("what every row says weighs nothing:\n%s", written(records[:1], nil))
	}
	records, _ = induced(t, facets+"<main>"+facets+"</main><section>"+facets+"</section><article>"+facets+"</article>")
	if len(records) != 3*5 {
		t.Errorf("four lists: %d records", len(records))
	}
}

// TestOneGroupOverSeveralParents: a grid split over boxes is one group, in document order.
func TestOneGroupOverSeveralParents(t *testing.T) {
	box := "<div class=band>" + rows(3, "<div class=tile><h3><a href=/#>Thing number #</a></h3><img src=/i#><b>5#</b></div>") + "</div>"
	records, _ := induced(t, box+"<p>between</p>"+box)
	var places []string
	for _, r := range records {
		places = append(places, r.Where)
	}
	if len(places) != 6 || !slices.IsSorted(places) {
		t.Errorf("the rows are %q", places)
	}
}

// TestTableParts: a header that comes again is no row, and a span ends with its section.
func TestTableParts(t *testing.T) {
	records, _ := induced(t, "<table><tr><th>a<th>b<tbody><tr><td rowspan=9>1<td>2<tr><td>3<tr><th>a<th>b</tbody><tbody><tr><td>5<td>6</table>")
	var rows []string
	for _, r := range records {
		rows = append(rows, r.Fields[0].Value.Value.(string)+r.Fields[1].Value.Value.(string))
	}
	if want := []string{"12", "13", "56"}; !slices.Equal(rows, want) {
		t.Errorf("the rows are %q; want %q", rows, want)
	}
}

// TestStepsAreBounded: a text that takes too many nodes is cut and counted.
func TestStepsAreBounded(t *testing.T) {
	parsed, err := tree.Parse([]byte("<p>" + strings.Repeat("<b></b>", 50) + "end</p>"))
	if err != nil {
		t.Fatal(err)
	}
	o := outlineOf(parsed, resolve)
	if text := o.text(parsed.Root, true); text != "end" || o.left != nil {
		t.Fatalf("the text %q, left out %v", text, o.left)
	}
	o.steps = 20
	if text := o.text(parsed.Root, true); text != "" || o.left["induced_text"] != 1 {
		t.Errorf("the text %q, left out %v", text, o.left)
	}
}

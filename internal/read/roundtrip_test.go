package read

import (
	"encoding/json"
	"fmt"
	"html"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"curtsy/page"
)

// A drawnThing is a thing as it is before it is written into a page.
type drawnThing struct {
	types  []string
	id     string // "" for none
	fields []drawnField
}

type drawnField struct {
	name   string
	values []drawnValue
}

// A drawnValue is a text, of a kind that says how it may be written, or a thing.
type drawnValue struct {
	kind  string // "text", "date", "url", "number" or "thing"
	text  string
	thing *drawnThing
}

// A drawer draws things; no two have one name.
type drawer struct {
	*rapid.T
	ids int
}

func (d *drawer) thing(depth int) *drawnThing {
	th := &drawnThing{types: rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"Product", "Offer", "Person", "Article", "Event", "Recipe"}), 1, 2, rapid.ID).Draw(d.T, "types")}
	if rapid.IntRange(0, 3).Draw(d.T, "named") == 0 {
		d.ids++
		th.id = fmt.Sprintf("https://ids.test/%d#it", d.ids)
	}
	names := []string{"name", "description", "offers", "url", "image", "datePublished", "price", "author"}
	for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(names), 0, 5, rapid.ID).Draw(d.T, "fields") {
		f := drawnField{name: name}
		for range rapid.IntRange(1, 3).Draw(d.T, "values") {
			f.values = append(f.values, d.value(depth))
		}
		th.fields = append(th.fields, f)
	}
	return th
}

func (d *drawer) value(depth int) drawnValue {
	kinds := []string{"text", "date", "url", "number", "thing"}
	if depth == 3 {
		kinds = kinds[:4]
	}
	v := drawnValue{kind: rapid.SampledFrom(kinds).Draw(d.T, "kind")}
	switch v.kind {
	case "text":
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "Kettle", "blue", "<b>", "&amp;", "\"", "'", "é", "日本", "41,90", "-->", "</script>", "{}", "https:", "\\"}), 1, 5)
		v.text = strings.Join(words.Draw(d.T, "words"), " ")
	case "date":
		v.text = rapid.SampledFrom([]string{"2024-03-01", "2024-03-01T12:00:00+01:00", "2024"}).Draw(d.T, "date")
	case "url":
		v.text = rapid.SampledFrom([]string{"https://shop.test/p/1", "http://other.test/?q=1&r=2", "https://schema.org/InStock", "https://shop.test/p#part"}).Draw(d.T, "url")
	case "number":
		v.text = rapid.SampledFrom([]string{"41.90", "0", "-1.5"}).Draw(d.T, "number")
	case "thing":
		v.thing = d.thing(depth + 1)
	}
	return v
}

// likely is true once in so many times.
func (d *drawer) likely(in int, what string) bool { return rapid.IntRange(1, in).Draw(d.T, what) == 1 }

// jsonld writes a thing as JSON-LD.
func (d *drawer) jsonld(th *drawnThing) string {
	var b strings.Builder
	b.WriteString(`{"@type":` + quoted(th.types))
	if th.id != "" {
		b.WriteString(`,"@id":` + quoted(th.id))
	}
	for _, f := range th.fields {
		values := make([]string, len(f.values))
		for i, v := range f.values {
			switch {
			case v.thing != nil:
				values[i] = d.jsonld(v.thing)
			case v.kind == "number" && d.likely(2, "as a number"):
				values[i] = v.text
			default:
				values[i] = quoted(v.text)
			}
		}
		text := "[" + strings.Join(values, ",") + "]"
		if len(values) == 1 && d.likely(2, "no list") {
			text = values[0]
		}
		b.WriteString("," + quoted(f.name) + ":" + text)
	}
	return b.String() + "}"
}

func quoted(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}

// element draws one of the ways to write a text: {n} is where the property's attributes
// go, {v} the text.
func (d *drawer) element(v drawnValue, ways ...string) string {
	ways = append(ways, `<meta {n} content="{v}">`, `<span {n}>{v}</span>`, `<p {n}> <b>{v}</b>`+"\n</p>", `<span {n} content="{v}">no</span>`)
	way := rapid.SampledFrom(ways).Draw(d.T, "way")
	return strings.ReplaceAll(way, "{v}", html.EscapeString(v.text))
}

// microdata writes a thing as microdata, and adds to apart what stands elsewhere on the page.
func (d *drawer) microdata(th *drawnThing, attributes string, apart *strings.Builder) string {
	var inside strings.Builder
	var refs []string
	for _, f := range th.fields {
		var b strings.Builder
		for _, v := range f.values {
			name := `itemprop="` + f.name + `"`
			if d.likely(4, "in full") {
				name = `itemprop="http://schema.org/` + f.name + `"`
			}
			b.WriteString(strings.ReplaceAll(d.microdataValue(v, name, apart), "{n}", name))
		}
		if d.likely(4, "apart") {
			refs = append(refs, fmt.Sprintf("r%d", d.ids))
			fmt.Fprintf(apart, `<div id="r%d">%s</div>`, d.ids, b.String())
			d.ids++
			continue
		}
		inside.WriteString(b.String())
	}
	types := make([]string, len(th.types))
	for i := range types {
		types[i] = rapid.SampledFrom([]string{"http://schema.org/", "https://schema.org/", "https://www.schema.org/"}).Draw(d.T, "spelt") + th.types[i]
	}
	open := `<div itemscope itemtype="` + strings.Join(types, " ") + `" ` + attributes
	if th.id != "" {
		open += ` itemid="` + th.id + `"`
	}
	if len(refs) > 0 {
		open += ` itemref="` + strings.Join(refs, " ") + `"`
	}
	return open + `><section>` + inside.String() + `</section></div>`
}

func (d *drawer) microdataValue(v drawnValue, name string, apart *strings.Builder) string {
	switch v.kind {
	case "thing":
		return d.microdata(v.thing, name, apart)
	case "url":
		return d.element(v, `<link {n} href="{v}">`, `<a {n} href="{v}">no</a>`, `<img {n} src="{v}">`, `<object {n} data="{v}"></object>`)
	case "date":
		return d.element(v, `<time {n} datetime="{v}">no</time>`, `<time {n}>{v}</time>`)
	}
	return d.element(v, `<data {n} value="{v}">no</data>`)
}

// rdfa writes a thing as RDFa Lite, and adds to apart what stands elsewhere on the page.
func (d *drawer) rdfa(th *drawnThing, attributes string, apart *strings.Builder) string {
	var b strings.Builder
	pre := rapid.SampledFrom([]string{"", "schema:", "s:"}).Draw(d.T, "spelt")
	b.WriteString(`<div typeof="` + pre + strings.Join(th.types, " "+pre) + `" ` + attributes)
	if th.id != "" {
		b.WriteString(` resource="` + th.id + `"`)
	}
	b.WriteString(`><section>`)
	for _, f := range th.fields {
		for _, v := range f.values {
			name := `property="` + rapid.SampledFrom([]string{"", "schema:", "s:", "https://schema.org/"}).Draw(d.T, "spelt") + f.name + `"`
			var text string
			switch {
			case v.thing != nil && v.thing.id == "" && d.likely(4, "apart"):
				d.ids++
				id := fmt.Sprintf(`resource="_:b%d"`, d.ids)
				text = `<link {n} ` + id + `>`
				apart.WriteString(d.rdfa(v.thing, id, apart))
			case v.thing != nil:
				text = d.rdfa(v.thing, name, apart)
			case v.kind == "url":
				text = d.element(v, `<link {n} href="{v}">`, `<a {n} href="{v}">no</a>`, `<img {n} src="{v}">`, `<span {n} resource="{v}"></span>`)
			case v.kind == "date":
				text = d.element(v, `<time {n} datetime="{v}">no</time>`, `<time {n}>{v}</time>`)
			default:
				text = d.element(v)
			}
			b.WriteString(strings.ReplaceAll(text, "{n}", name))
		}
	}
	return b.String() + `</section></div>`
}

// meaning writes a record so that two that say the same are written the same: fields by
// name, since an itemref puts them in another order, lists of one as their value.
func meaning(r *page.Record) string {
	lines := []string{}
	for _, f := range r.Fields {
		var values []string
		for _, v := range asList(f.Value) {
			if inner, ok := v.Value.(*page.Record); ok {
				values = append(values, meaning(inner))
			} else {
				values = append(values, fmt.Sprintf("%q", v.Value))
			}
		}
		lines = append(lines, f.Name+": "+strings.Join(values, ", "))
	}
	slices.Sort(lines)
	return strings.Join(r.Types, "+") + "{" + strings.Join(lines, "; ") + "}"
}

// TestAThingReadsTheSameHoweverItIsWritten: as JSON-LD, as microdata and as RDFa.
func TestAThingReadsTheSameHoweverItIsWritten(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := &drawer{T: rt}
		th := d.thing(0)
		var apart strings.Builder
		pages := []struct {
			reader Reader
			body   string
		}{
			{jsonldReader(), `<script type="application/ld+json">` + d.jsonld(th) + `</script>`},
			{microdataReader(), d.microdata(th, "", &apart)},
			{rdfaReader(), ""},
		}
		pages[1].body += apart.String()
		apart.Reset()
		pages[2].body = `<body vocab="https://schema.org/" prefix="s: http://schema.org/">` + d.rdfa(th, "", &apart)
		pages[2].body += apart.String()
		var want string
		for _, p := range pages {
			r := readBy(t, "<!doctype html>"+p.body, p.reader)
			if len(r.Records) == 0 || len(r.LeftOut) > 0 || len(r.Unread) > 0 {
				rt.Fatalf("%s gives %d records, leaves out %v, fails %v of\n%s", p.reader.Name, len(r.Records), r.LeftOut, r.Unread, p.body)
			}
			got := meaning(&r.Records[0])
			if want == "" {
				want = got
			}
			if got != want {
				rt.Fatalf("%s of\n%s\ngives %s\nand JSON-LD\n%s\ngives %s", p.reader.Name, p.body, got, pages[0].body, want)
			}
		}
	})
}

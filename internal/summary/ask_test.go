package summary

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"curtsy/page"
)

// A declared is what a page of a test says, a line each: "jsonld {...}" is a record
// (several in a list), "og:title Tea" and the like are tags.
func declared(t testing.TB, lines ...string) *Input {
	t.Helper()
	in := &Input{Address: "https://shop.test/p/1", Resolve: resolve}
	for _, line := range lines {
		name, rest, _ := strings.Cut(line, " ")
		switch {
		case strings.HasPrefix(rest, "{") || strings.HasPrefix(rest, "["):
			in.Things = append(in.Things, records(t, name, rest)...)
		case name == "canonical":
			in.Canonicals = append(in.Canonicals, page.Answer{Value: rest, Source: "html", Key: "<link rel=canonical>"})
		default:
			source, short, _ := strings.Cut(name, "/")
			in.Tags = append(in.Tags, Tag{Source: source, Name: short, Key: short, Value: rest, Where: "/" + short})
		}
	}
	return in
}

func resolve(reference string) (string, bool) {
	switch {
	case strings.HasPrefix(reference, "http"):
		return reference, true
	case strings.HasPrefix(reference, "/"):
		return "https://shop.test" + reference, true
	case strings.HasPrefix(reference, "#"):
		return "https://shop.test/p/1" + reference, true
	}
	return "", false
}

// records makes records of JSON: "@type" gives the types.
func records(t testing.TB, source, text string) []page.Record {
	t.Helper()
	d := jsontext.NewDecoder(strings.NewReader(text))
	v, err := valueOf(d, source, "#"+source)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	switch value := v.Value.(type) {
	case *page.Record:
		return []page.Record{*value}
	case []page.Value:
		var all []page.Record
		for _, member := range value {
			all = append(all, *member.Value.(*page.Record))
		}
		return all
	}
	t.Fatalf("%s is no record", text)
	return nil
}

func valueOf(d *jsontext.Decoder, source, where string) (page.Value, error) {
	token, err := d.ReadToken()
	if err != nil {
		return page.Value{}, err
	}
	switch token.Kind() {
	case '[':
		list := []page.Value{}
		for i := 0; d.PeekKind() != ']'; i++ {
			member, err := valueOf(d, source, where+"/"+strconv.Itoa(i))
			if err != nil {
				return page.Value{}, err
			}
			list = append(list, member)
		}
		_, err = d.ReadToken()
		return page.Value{Value: list}, err
	case '{':
		r := &page.Record{Types: []string{}, Fields: page.Fields{}, Source: source, Where: where}
		for d.PeekKind() != '}' {
			name, err := d.ReadToken()
			if err != nil {
				return page.Value{}, err
			}
			key := name.String()
			v, err := valueOf(d, source, where+"/"+key)
			if err != nil {
				return page.Value{}, err
			}
			if key == "@type" {
				r.Types = strings.Fields(v.Value.(string))
				r.Type = r.Types[0]
				continue
			}
			r.Fields = append(r.Fields, page.Field{Name: key, Value: v})
		}
		_, err = d.ReadToken()
		return page.Value{Value: r}, err
	}
	return page.Value{Value: token.String(), Source: source, Where: where}, nil
}

// asked gives the answers to some questions, "field=value" each.
func asked(in *Input, fields ...string) string {
	summary, _ := Of(in)
	var said []string
	for _, field := range fields {
		if a, ok := summary[field]; ok {
			said = append(said, field+"="+a.Value)
		}
	}
	return strings.Join(said, " ")
}

// disagreements gives the conflicts, "field:a|b" each.
func disagreements(in *Input) string {
	_, conflicts := Of(in)
	var said []string
	for _, c := range conflicts {
		var values []string
		for _, a := range c.Answers {
			values = append(values, a.Value)
		}
		said = append(said, c.Field+":"+strings.Join(values, "|"))
	}
	return strings.Join(said, " ")
}

func TestEveryFieldHasItsQuestion(t *testing.T) {
	var fields []string
	for _, q := range Questions() {
		fields = append(fields, q.Field)
		if len(q.From) == 0 {
			t.Errorf("%s is answered from nowhere", q.Field)
		}
		for _, from := range q.From {
			if from.Doc == "" || from.find == nil {
				t.Errorf("%s: a place has no name or finds nothing", q.Field)
			}
		}
	}
	if !slices.Equal(fields, page.SummaryFields()) {
		t.Errorf("the questions are %v, the fields %v", fields, page.SummaryFields())
	}
}

func TestNothingDeclaredIsNothingAnswered(t *testing.T) {
	summary, conflicts := Of(&Input{})
	if len(summary) != 0 || conflicts != nil {
		t.Errorf("%v, %v", summary, conflicts)
	}
}

// everything is a page that answers all questions.
func everything(t testing.TB) *Input {
	return declared(t,
		`jsonld {"@type":"Product","name":"Kettle","description":"Boils.","url":"/p/1","image":"/k.jpg","author":"Ann",`+
			`"datePublished":"2026-11-30","dateModified":"2026-12-01","inLanguage":"en","publisher":{"name":"Press"},"brand":{"@type":"Brand","name":"Boiler"},`+
			`"sku":"K-1","gtin13":"4006381333931","mpn":"M1","aggregateRating":{"ratingValue":"4.5","bestRating":"5","ratingCount":"12"},`+
			`"offers":{"@type":"Offer","price":"41.90","priceCurrency":"EUR","availability":"https://schema.org/InStock",`+
			`"priceSpecification":{"priceType":"https://schema.org/ListPrice","price":"50"}}}`,
		`jsonld {"@type":"BreadcrumbList","itemListElement":[{"position":"1","name":"Home"},{"position":"2","name":"Kettles"}]}`,
		"opengraph/og:site_name Shop")
}

func TestEveryQuestionIsAnswered(t *testing.T) {
	summary, conflicts := Of(everything(t))
	for _, field := range page.SummaryFields() {
		if _, ok := summary[field]; !ok && field != "price_low" && field != "price_high" {
			t.Errorf("%s has no answer", field)
		}
	}
	if len(conflicts) != 0 {
		t.Errorf("conflicts %v", conflicts)
	}
	want := page.Answer{Value: "InStock", Normalised: "InStock", Source: "jsonld", Key: "Product.offers.availability", Where: "#jsonld/offers/availability"}
	if got := summary["availability"]; got != want {
		t.Errorf("availability %+v, want %+v", got, want)
	}
	for field, form := range map[string]string{"price": "41.90", "price_regular": "50", "published": "2026-11-30", "currency": "EUR", "gtin": "4006381333931", "rating": "4.5", "language": "en"} {
		if got := summary[field].Normalised; got != form {
			t.Errorf("%s is normalised to %q, want %q", field, got, form)
		}
	}
}

// TestPrecedence takes away, one by one, what answers a question, and sees the next
// place asked: each row is a question's whole order.
func TestPrecedence(t *testing.T) {
	const product = `jsonld {"@type":"Product","name":"own","description":"own","image":"/own","brand":"own","sku":"own","mpn":"own","gtin":"own"}`
	for field, lines := range map[string][]string{
		"title": {product, "opengraph/og:title a", "twitter/twitter:title b", "dublincore/dc.title c", "meta/citation_title d", "html/title e", `hydration {"name":"f"}`},
		"description": {product, "opengraph/og:description a", "twitter/twitter:description b", "meta/description c", "dublincore/dc.description d",
			`hydration {"name":"x","description":"e"}`},
		"url":       {"canonical https://shop.test/c", "opengraph/og:url https://shop.test/a", `jsonld {"@type":"Product","name":"x","url":"/own"}`},
		"image":     {product, "opengraph/og:image /a", "opengraph/og:image:url /b", "opengraph/og:image:secure_url /c", "twitter/twitter:image /d", "twitter/twitter:image:src /e"},
		"language":  {"html/lang a", `jsonld {"@type":"Product","name":"x","inLanguage":"b"}`, "opengraph/og:locale c", "dublincore/dc.language d", "http/content-language e"},
		"site_name": {"opengraph/og:site_name a", `jsonld {"@type":"WebSite","name":"b"}`, "meta/application-name c"},
		"publisher": {`jsonld {"@type":"Article","headline":"x","publisher":"a"}`, "dublincore/dc.publisher b", "meta/citation_publisher c", `jsonld {"@type":"Organization","name":"d"}`},
		"type":      {product, "opengraph/og:type a"},
		"brand":     {product, "opengraph/product:brand a", "opengraph/og:brand b"},
		"sku":       {product, "opengraph/product:retailer_item_id a", "opengraph/og:sku b", "opengraph/product:sku c"},
		"mpn":       {product, "opengraph/product:mfr_part_no a"},
		"gtin":      {product, "opengraph/product:gtin a", "opengraph/product:ean b", "opengraph/product:isbn c", "opengraph/book:isbn d", "meta/citation_isbn e"},
		"author": {`jsonld {"@type":"Article","headline":"x","author":"Ann"}`, "meta/author Ben", "meta/citation_author Cleo", "meta/parsely-author Dan", "meta/sailthru.author Eve",
			"meta/byl Finn", "microdata/itemprop:author Gus", "dublincore/dc.creator Hal", "opengraph/article:author Ida", "rdfa/dcterms:creator Jon"},
		"published": {`jsonld {"@type":"Article","headline":"x","datePublished":"2026-01-01"}`, "opengraph/article:published_time 2026-01-02", "dublincore/dc.date.issued 2026-01-03",
			"dublincore/dc.issued 2026-01-04", "dublincore/dc.date 2026-01-05", "dublincore/dc.created 2026-01-06", "microdata/itemprop:datepublished 2026-01-07",
			"meta/citation_publication_date 2026-01-08", "meta/citation_date 2026-01-09", "meta/parsely-pub-date 2026-01-10", "meta/date 2026-01-11"},
		"modified": {`jsonld {"@type":"Article","headline":"x","dateModified":"2026-01-01"}`, "opengraph/article:modified_time 2026-01-02", "opengraph/og:updated_time 2026-01-03",
			"dublincore/dc.modified 2026-01-04", "microdata/itemprop:datemodified 2026-01-05", "meta/last-modified 2026-01-06"},
	} {
		t.Run(field, func(t *testing.T) {
			for i := range lines {
				alone := asked(declared(t, lines[i]), field)
				if alone == "" {
					t.Errorf("%q answers nothing alone", lines[i])
					continue
				}
				backwards := slices.Clone(lines[i:])
				slices.Reverse(backwards)
				if got := asked(declared(t, backwards...), field); got != alone {
					t.Errorf("%q is asked before %q, but the answer is %q, want %q", lines[i], lines[i+1:], got, alone)
				}
			}
		})
	}
}

func TestADescriptionOfAThingIsNoTitle(t *testing.T) {
	in := declared(t, `jsonld {"@type":"Article","headline":"The river rose","name":"river-2026"}`, "html/title The river rose - News")
	if got := asked(in, "title"); got != "title=The river rose" {
		t.Error(got)
	}
	in = declared(t, `jsonld {"@type":"Article","headline":"Live","name":"The river rose"}`, "html/title The river rose - News")
	if got := asked(in, "title"); got != "title=The river rose" {
		t.Errorf("%s; the title holds the name alone", got)
	}
}

func TestAPagesTitleLosesTheSitesName(t *testing.T) {
	for title, want := range map[string]string{
		"Kettle - Shop": "Kettle", "Kettle | Shop": "Kettle", "Kettle – SHOP": "Kettle", "Kettle - Blue - Shop": "Kettle - Blue",
		"Kettle-Shop": "Kettle-Shop", "Kettle - Other": "Kettle - Other", "Shop": "Shop", " - Shop": "- Shop",
	} {
		if got := asked(declared(t, "opengraph/og:site_name Shop", "html/title "+title), "title"); got != "title="+want {
			t.Errorf("%q gives %q, want %q", title, got, want)
		}
	}
	in := declared(t, `jsonld {"@type":"Product","name":"Kettle - Shop"}`, "opengraph/og:site_name Shop")
	if got := asked(in, "title"); got != "title=Kettle - Shop" {
		t.Errorf("%s; a thing's own name stays as it is", got)
	}
}

func ExampleQuestions() {
	for _, q := range Questions() {
		if q.Field == "site_name" {
			for _, from := range q.From {
				fmt.Println(from.Doc)
			}
		}
	}
	// Output:
	// og:site_name
	// the name of the page's WebSite
	// meta application-name
}

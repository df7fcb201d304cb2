package summary

import (
	"fmt"
	"strings"
	"testing"
)

func TestTheSubject(t *testing.T) {
	for _, tt := range []struct {
		name  string
		lines []string
		want  string // the title answered, "" for none
	}{
		{"a thing before a page", []string{`jsonld [{"@type":"WebPage","name":"Page"},{"@type":"Product","name":"Tea"}]`}, "Tea"},
		{"a thing before what it says of itself", []string{`jsonld [{"@type":"Review","name":"Great"},{"@type":"Product","name":"Tea"}]`}, "Tea"},
		{"a page, when there is nothing else", []string{`jsonld {"@type":"AboutPage","name":"About"}`}, "About"},
		{"never who publishes", []string{`jsonld [{"@type":"Organization","name":"Shop"},{"@type":"WebSite","name":"Shop"},{"@type":"Person","name":"Ann"}]`}, ""},
		{"what the page is mainly about", []string{`jsonld {"@type":"WebPage","name":"Page","mainEntity":{"@type":"Product","name":"Tea"}}`}, "Tea"},
		{"a question, of a page of one", []string{`jsonld {"@type":"QAPage","mainEntity":{"@type":"Question","name":"Why?"}}`}, "Why?"},
		{"no question, of a page of several", []string{`jsonld {"@type":"FAQPage","name":"Questions","mainEntity":[{"@type":"Question","name":"Why?"},{"@type":"Question","name":"How?"}]}`}, "Questions"},
		{"the person of a profile", []string{`jsonld {"@type":"ProfilePage","mainEntity":{"@type":"Person","name":"Ann"}}`}, "Ann"},
		{"no main entity of no rank", []string{`jsonld {"@type":"WebPage","name":"Page","mainEntity":{"@type":"Organization","name":"Shop"}}`}, "Page"},
		{"three of a type are a listing", []string{`jsonld [{"@type":"Product","name":"A"},{"@type":"Product","name":"B"},{"@type":"Product","name":"C"}]`}, ""},
		{"and leave the page that lists them", []string{`jsonld [{"@type":"Product","name":"A"},{"@type":"Product","name":"B"},{"@type":"Product","name":"C"},{"@type":"CollectionPage","name":"Teas"}]`}, "Teas"},
		{"and another thing", []string{`jsonld [{"@type":"Product","name":"A"},{"@type":"Product","name":"B"},{"@type":"Product","name":"C"},{"@type":"Recipe","name":"Chai"}]`}, "Chai"},
		{"unless one alone is on offer", []string{`jsonld [{"@type":"Product","name":"A"},{"@type":"Product","name":"B","offers":{"price":"1"}},{"@type":"Product","name":"C"}]`}, "B"},
		{"or all bear one name", []string{`jsonld [{"@type":"Product","name":"A","sku":"1"},{"@type":"Product","name":"A","sku":"2"},{"@type":"Product","name":"A","sku":"3"}]`}, "A"},
		{"of two, none", []string{`jsonld [{"@type":"Product","name":"A"},{"@type":"Product","name":"B"}]`}, ""},
		{"of two, the one at the page's address", []string{`jsonld [{"@type":"Product","name":"A","url":"/p/2"},{"@type":"Product","name":"B","url":"/p/1"}]`}, "B"},
		{"or at its canonical", []string{`canonical https://shop.test/tea`, `jsonld [{"@type":"Product","name":"A","@id":"/tea#product"},{"@type":"Product","name":"B","@id":"/mug#product"}]`}, "A"},
		{"of two, the one the title holds", []string{`jsonld [{"@type":"Product","name":"A mug"},{"@type":"Product","name":"Green tea"}]`, `opengraph/og:title Green tea, 100 g`}, "Green tea"},
		{"of an article and its recipe, the first", []string{`jsonld [{"@type":"Article","headline":"Chai at home"},{"@type":"Recipe","name":"Chai"}]`}, "Chai at home"},
		{"or what og:type says", []string{`jsonld [{"@type":"Article","headline":"Chai at home"},{"@type":"Product","name":"Chai"}]`, `opengraph/og:type product`}, "Chai"},
		{"not what stands inside it", []string{`jsonld [{"@type":"Product","name":"A","isRelatedTo":{"@type":"Product","name":"B"}}]`}, "A"},
		{"beside an article, not who published it", []string{`jsonld [{"@type":"LocalBusiness","name":"The Paper"},{"@type":"NewsArticle","headline":"Flood","publisher":{"name":"The Paper"}}]`}, "Flood"},
		{"the better kind, of two readers", []string{`jsonld {"@type":"WebPage","name":"Page"}`, `microdata {"@type":"Product","name":"Tea"}`}, "Tea"},
		{"the first, of two readers", []string{`jsonld {"@type":"Product","name":"Tea"}`, `microdata {"@type":"Product","name":"Green tea"}`}, "Tea"},
		{"microformats", []string{`microformats {"@type":"h-entry","name":"A walk"}`}, "A walk"},
		{"microformats' feed is a listing", []string{`microformats {"@type":"h-feed","name":"Walks","children":[{"@type":"h-entry","name":"A"}]}`}, ""},
		{"a type of nobody's", []string{`jsonld {"@type":"Thingumbob","name":"It"}`}, "It"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := ""
			if tt.want != "" {
				want = "title=" + tt.want
			}
			if got := asked(declared(t, tt.lines...), "title"); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

func TestWhatIsNestedIsNotASubjectOfItsOwn(t *testing.T) {
	in := declared(t, `jsonld {"@type":"Product","name":"Tea","isRelatedTo":{"@type":"Product","name":"Mug"}}`)
	// A graph's nodes stand at the top too, where they are defined.
	in.Things = append(in.Things, records(t, "jsonld", `{"@type":"Product","name":"Mug"}`)...)
	in.Things[1].Where = "#jsonld/isRelatedTo"
	if got := asked(in, "title"); got != "title=Tea" {
		t.Error(got)
	}
	// But what a page says it is about, or is a part of, may be.
	in = declared(t, `jsonld {"@type":"Article","headline":"How we cook","about":{"@type":"Recipe","name":"Chai at home"}}`)
	in.Things = append(in.Things, records(t, "jsonld", `{"@type":"Recipe","name":"Chai at home"}`)...)
	in.Things[1].Where = "#jsonld/about"
	in.Tags = append(in.Tags, Tag{Source: "html", Name: "title", Value: "Chai at home"})
	if got := asked(in, "title"); got != "title=Chai at home" {
		t.Error(got)
	}
}

func TestGapsAreFilledByTheSameThingDeclaredAgain(t *testing.T) {
	in := declared(t,
		`jsonld [{"@type":"Product","name":"Tea","sku":"T-1","offers":{"price":"4.50","priceCurrency":"EUR"}},{"@type":"Product","name":"Tea","aggregateRating":{"ratingValue":"4"}}]`,
		`microdata {"@type":"Product","name":"Tea","brand":"Leaf","sku":"other"}`)
	if got, want := asked(in, "title", "price", "sku", "rating", "brand"), "title=Tea price=4.50 sku=T-1 rating=4 brand=Leaf"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := disagreements(in); got != "sku:T-1|other" {
		t.Errorf("conflicts %q", got)
	}
}

func TestAnotherReadersOtherThingSaysNothing(t *testing.T) {
	in := declared(t, `jsonld {"@type":"Recipe","name":"Chai"}`, `microdata {"@type":"Product","name":"Mug","sku":"M-1","brand":"Clay"}`)
	if got := asked(in, "title", "sku", "brand"); got != "title=Chai" {
		t.Error(got)
	}
}

func TestAnotherReadersThingOfAnotherNameSaysNothing(t *testing.T) {
	in := declared(t, `jsonld {"@type":"Product","name":"Green tea"}`, `microdata {"@type":"Product","name":"Blue mug","sku":"M-1","offers":{"price":"9"}}`)
	if got := asked(in, "title", "sku", "price"); got != "title=Green tea" {
		t.Error(got)
	}
}

func TestVariants(t *testing.T) {
	const offer = `"offers":{"price":"%s","priceCurrency":"EUR"}`
	variant := func(rest, price string) string {
		return `{"@type":"Product",` + rest + `,` + fmt.Sprintf(offer, price) + `}`
	}
	for _, tt := range []struct{ name, line, want string }{
		{"a group lists them", `jsonld {"@type":"ProductGroup","name":"Shirt","brand":"Loom","hasVariant":[` + variant(`"name":"Shirt S","sku":"1"`, "10") + `,` + variant(`"name":"Shirt L","sku":"2"`, "12") + `]}`,
			"title=Shirt type=ProductGroup price_low=10 price_high=12 currency=EUR brand=Loom"},
		{"all at one price", `jsonld {"@type":"ProductGroup","name":"Shirt","hasVariant":[` + variant(`"name":"Shirt S","sku":"1"`, "10") + `,` + variant(`"name":"Shirt L","sku":"2"`, "10.00") + `]}`,
			"title=Shirt type=ProductGroup price=10 currency=EUR"},
		{"they name their group", `jsonld [{"@type":"ProductGroup","productGroupID":"g","name":"Shirt"},` + variant(`"name":"Shirt S","inProductGroupWithID":"g","sku":"1"`, "10") + `,` + variant(`"name":"Shirt L","inProductGroupWithID":"g","sku":"2"`, "12") + `]`,
			"title=Shirt type=ProductGroup price_low=10 price_high=12 currency=EUR"},
		{"they name a group that is not there", `jsonld [` + variant(`"name":"Shirt S","isVariantOf":{"@id":"#g"},"sku":"1"`, "10") + `,` + variant(`"name":"Shirt L","isVariantOf":{"@id":"#g"},"sku":"2"`, "12") + `]`,
			"type=Product price_low=10 price_high=12 currency=EUR"},
		{"they name one that comes after them", `jsonld [` + variant(`"name":"Shirt S","isVariantOf":{"@id":"#g"},"sku":"1"`, "10") + `,{"@type":"ProductGroup","@id":"#g","name":"Shirt"}]`,
			"title=Shirt type=ProductGroup price=10 currency=EUR sku=1"},
		{"one name, two article numbers", `jsonld [` + variant(`"name":"Shirt","sku":"1","brand":"Loom"`, "10") + `,` + variant(`"name":"Shirt","sku":"2","brand":"Loom"`, "12") + `]`,
			"title=Shirt type=Product price_low=10 price_high=12 currency=EUR brand=Loom"},
		{"what they do not share is nobody's", `jsonld [` + variant(`"name":"Shirt","sku":"1","mpn":"a"`, "10") + `,` + variant(`"name":"Shirt","sku":"2","mpn":"b"`, "10") + `]`,
			"title=Shirt type=Product price=10 currency=EUR"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := asked(declared(t, tt.line), "title", "type", "price", "price_low", "price_high", "currency", "brand", "sku", "mpn"); got != tt.want {
				t.Errorf("%q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestAStateAnswersWhatNothingDeclaredDoes(t *testing.T) {
	state := `hydration {"name":"Tea","price":"4.50","priceCurrency":"EUR","brand":"Leaf","sku":"T-1"}`
	in := declared(t, state)
	if got, want := asked(in, "title", "price", "currency", "brand", "sku"), "title=Tea price=4.50 currency=EUR brand=Leaf sku=T-1"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	in = declared(t, state, `html/title Green tea`, `opengraph/product:price:amount 5`, `opengraph/product:price:currency USD`)
	if got, want := asked(in, "title", "price", "currency", "sku"), "title=Green tea price=5 currency=USD sku=T-1"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	in = declared(t, `hydration [{"name":"A","price":"1"},{"name":"B","price":"2"},{"name":"C","price":"3"}]`)
	if got := asked(in, "title", "price"); got != "" {
		t.Errorf("a list of things is about %q", got)
	}
}

func TestALongListIsNoLongWork(t *testing.T) {
	var b strings.Builder
	b.WriteString(`jsonld [{"@type":"Product","name":"0"}`)
	for i := range 3000 {
		fmt.Fprintf(&b, `,{"@type":"Product","name":"%d","isRelatedTo":[{"@type":"Product","name":"x"}]}`, i)
	}
	if got := asked(declared(t, b.String()+"]"), "title"); got != "" {
		t.Error(got)
	}
}

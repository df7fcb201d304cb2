package read

import (
	"fmt"
	"strings"
	"testing"

	"curtsy/page"
)

func ld(script string) string { return `<script type="application/ld+json">` + script + `</script>` }

// told writes records as one line each: type, then every leaf as pointer=value.
func told(records []page.Record) string {
	var b strings.Builder
	for i := range records {
		fmt.Fprintf(&b, "%s", strings.Join(records[i].Types, "+"))
		leaves(&records[i], func(name string, v page.Value) {
			_, pointer, _ := strings.Cut(v.Where, "#")
			fmt.Fprintf(&b, " %s%s=%s", name, pointer, v.Value)
		})
		b.WriteString("\n")
	}
	return b.String()
}

func leaves(r *page.Record, each func(string, page.Value)) {
	var one func(name string, v page.Value)
	one = func(name string, v page.Value) {
		switch inner := v.Value.(type) {
		case []page.Value:
			for _, v := range inner {
				one(name, v)
			}
		case *page.Record:
			leaves(inner, each)
		default:
			each(name, v)
		}
	}
	for _, f := range r.Fields {
		one(f.Name, f.Value)
	}
}

func TestJSONLD(t *testing.T) {
	for _, tt := range []struct{ name, script, want string }{
		{"every leaf is text, numbers as written",
			`{"@context":"https://schema.org","@type":"Product","price":"41.90","n":41.90,"big":123456789012345678901234567890,"e":1E+2,"yes":true,"no":false}`,
			"Product price/price=41.90 n/n=41.90 big/big=123456789012345678901234567890 e/e=1E+2 yes/yes=true no/no=false\n"},
		{"nulls and blanks are no values", `{"@type":"A","a":null,"b":" ","c":[],"d":[null,""],"e":{},"f":{"g":null},"h":0}`, "A h/h=0\n"},
		{"several types", `{"@type":["Product","Vehicle"],"name":"x"}`, "Product+Vehicle name/name=x\n"},
		{"spelled by schema.org's names", `{"@type":"http://schema.org/Product","schema:name":"a","https://www.schema.org/sku":"b"}`, "Product name/schema:name=a sku/https:~1~1www.schema.org~1sku=b\n"},
		{"spelled by the context", `{"@context":{"s":"https://schema.org/","titel":"s:name","art":"@type","o":"http://other.test/"},"art":"s:Book","titel":"a","o:x":"b"}`, "Book name/titel=a o:x/o:x=b\n"},
		{"a list", `[{"@type":"A","x":1},{"@type":"B","x":2}]`, "A x/0/x=1\nB x/1/x=2\n"},
		{"a graph, flattened", `{"@context":"https://schema.org","@graph":[{"@type":"A","x":1},{"@type":"B","x":2}]}`, "A x/@graph/0/x=1\nB x/@graph/1/x=2\n"},
		{"a graph's holder that says something", `{"@type":"H","y":0,"@graph":{"@type":"A","x":1}}`, "H y/y=0\nA x/@graph/x=1\n"},
		{"nested", `{"@type":"A","b":{"@type":"B","c":[{"@type":"C","x":1},"s"]}}`, "A x/b/c/0/x=1 c/b/c/1=s\n"},
		{"pointers are escaped", `{"@type":"A","a/b":{"c~d":"x"}}`, "A c~d/a~1b/c~0d=x\n"},
		{"value objects, lists and sets", `{"@type":"A","n":{"@value":"x","@language":"en"},"l":{"@list":["a","b"]},"s":{"@set":["c"]}}`, "A n/n/@value=x l/l/@list/0=a l/l/@list/1=b s/s/@set/0=c\n"},
		{"of two members the last counts", `{"@type":"A","x":1,"x":2}`, "A x/x=2\n"},
		{"two spellings make a list", `{"@type":"A","name":"a","schema:name":"b"}`, "A name/name=a name/schema:name=b\n"},
		{"one that only names itself is none", `{"@id":"#x"}`, ""},
		{"no type", `{"name":"x"}`, " name/name=x\n"},
		{"not objects", `["a",1,null]`, ""},
		{"empty", ` `, ""},
		{"a byte order mark", "\uFEFF{\"@type\":\"A\"}", "A\n"},
		{"a semicolon", `{"@type":"A"};`, "A\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := pageOf(t, ld(tt.script))
			if got := told(r.Records); got != tt.want {
				t.Errorf("records\n%swant\n%s", got, tt.want)
			}
			if len(r.Repairs) > 0 || len(r.Unread) > 0 {
				t.Errorf("repaired %v, failures %v; want neither", r.Repairs, r.Unread)
			}
		})
	}
}

func TestWhatIsNoJSONIsReportedAndCostsNothingElse(t *testing.T) {
	r := pageOf(t, ld(`Hello, this is no JSON`)+ld(`{"@type":"A"}`))
	if told(r.Records) != "A\n" || len(r.Unread) != 1 || r.Unread[0].Source != "jsonld" || !strings.HasPrefix(r.Unread[0].Message, "/html/head/script[1]: ") {
		t.Errorf("records %q, failures %v", told(r.Records), r.Unread)
	}
	if strings.Contains(r.Unread[0].Message, "Hello") {
		t.Errorf("the message repeats the page: %s", r.Unread[0].Message)
	}
}

func TestScriptsOfOtherTypesAreNotRead(t *testing.T) {
	r := pageOf(t, `<script type="Application/LD+JSON; charset=utf-8">{"@type":"A"}</script><script type="application/json">{"@type":"B"}</script><script>{"@type":"C"}</script><body><script type=" application/ld+json ">{"@type":"D"}</script>`)
	if got := told(r.Records); got != "A\nD\n" {
		t.Errorf("records %q, want A and D", got)
	}
	if got := r.Records[1].Where; got != "/html/body/script[1]#" {
		t.Errorf("D stands at %q", got)
	}
}

func TestBoundsOfJSONLD(t *testing.T) {
	deep := strings.Repeat(`{"x":`, MaxJSONDepth-1) + `{"in":1,"out":{"y":2}}` + strings.Repeat("}", MaxJSONDepth-1)
	r := pageOf(t, ld(deep))
	if !strings.HasSuffix(told(r.Records), "/in=1\n") || r.LeftOut["jsonld_depth"] != 1 {
		t.Errorf("%s left out %v; want the value at depth %d kept, one below it left out", told(r.Records), r.LeftOut, MaxJSONDepth)
	}
	wide := `{"@type":"A","x":[` + strings.Repeat("1,", MaxJSONValues+50) + `1]}`
	r = pageOf(t, ld(wide))
	if n := len(r.Records[0].Fields[0].Value.Value.([]page.Value)); n != MaxJSONValues-3 || r.LeftOut["jsonld_values"] != 54 {
		t.Errorf("%d values kept, left out %v", n, r.LeftOut)
	}
	if r = pageOf(t, ld(wide)+ld(`{"@type":"B"}`)); len(r.Records) != 1 {
		t.Error("the bound is the page's, not the script's")
	}
	r = pageOf(t, ld(`{"@type":"A","x":"`+strings.Repeat("x", MaxJSONScript)+`"}`)+ld(`{"@type":"B"}`))
	if told(r.Records) != "B\n" || r.LeftOut["jsonld_scripts"] != 1 {
		t.Errorf("records of a script of over 2 MiB, left out %v", r.LeftOut)
	}
	r = pageOf(t, strings.Repeat(ld(`{"@type":"A"}`), maxScripts+3))
	if len(r.Records) != maxScripts || r.LeftOut["scripts"] != 3 {
		t.Errorf("%d records, left out %v", len(r.Records), r.LeftOut)
	}
	// Deeper than the JSON reader itself goes, and nothing the mender should be asked.
	if r = pageOf(t, ld(strings.Repeat("[", 1<<20))+"<a href=/a>"); len(r.Records) != 0 || len(r.Unread) != 1 || addresses(r.Links) != "/a" {
		t.Errorf("a million brackets: %d records, failures %v", len(r.Records), r.Unread)
	}
}

func TestTheSummaryOfOneSubject(t *testing.T) {
	body := `<title>A kettle - Site</title>` + ld(`{"@graph":[
		{"@type":"WebSite","name":"Site"},{"@type":"Organization","name":"Org"},
		{"@type":"BreadcrumbList","itemListElement":[{"@type":"ListItem","position":2,"item":{"@id":"/b","name":"B"}},{"@type":"ListItem","position":1,"name":"A"}]},
		{"@type":"WebPage","name":"The page"},
		{"@type":"Product","name":" A  kettle ","description":{"@value":"Blue"},"url":"/p/1?own","image":[{"@type":"ImageObject","url":"/i.jpg"},"/j.jpg"],
		 "author":[{"@type":"Person","name":"Ada"},"Bob",{"name":"Ada"}],"dateModified":"2026-01-02","brand":{"name":"Br"},"gtin13":"4006381333931","mpn":"M","sku":7,
		 "aggregateRating":{"ratingValue":4.5,"bestRating":"5","reviewCount":12},
		 "offers":[{"@type":"Offer","priceSpecification":[{"price":"50","priceType":"https://schema.org/ListPrice"},{"price":"41.90","priceCurrency":"EUR"}],"availability":"http://schema.org/InStock"}]}]}`)
	r := pageOf(t, body)
	for field, want := range map[string]string{
		"title": "A kettle|Product.name|/@graph/4/name", "description": "Blue|Product.description.@value|",
		"url": "https://shop.test/p/1?own|Product.url|/@graph/4/url", "image": "https://shop.test/i.jpg|Product.image[0].url|/@graph/4/image/0/url",
		"author": "Ada, Bob|Product.author[0].name|/@graph/4/author/0/name", "modified": "2026-01-02|Product.dateModified|/@graph/4/dateModified",
		"site_name": "Site|WebSite.name|/@graph/0/name", "type": "Product|@type|/@graph/4", "price": "41.90|Product.offers[0].priceSpecification[1].price|/@graph/4/offers/0/priceSpecification/1/price",
		"currency":     "EUR|Product.offers[0].priceSpecification[1].priceCurrency|/@graph/4/offers/0/priceSpecification/1/priceCurrency",
		"availability": "InStock|Product.offers[0].availability|/@graph/4/offers/0/availability", "brand": "Br|Product.brand.name|/@graph/4/brand/name",
		"sku": "7|Product.sku|/@graph/4/sku", "gtin": "4006381333931|Product.gtin13|/@graph/4/gtin13", "mpn": "M|Product.mpn|/@graph/4/mpn",
		"rating": "4.5|Product.aggregateRating.ratingValue|/@graph/4/aggregateRating/ratingValue", "rating_best": "5|Product.aggregateRating.bestRating|/@graph/4/aggregateRating/bestRating",
		"rating_count": "12|Product.aggregateRating.reviewCount|/@graph/4/aggregateRating/reviewCount", "breadcrumb": "A > B|BreadcrumbList.itemListElement|/@graph/2",
	} {
		a := r.Summary[field]
		if field == "description" {
			want = "Blue|Product.description|/@graph/4/description/@value"
		}
		if got := a.Value + "|" + a.Key + "|" + strings.TrimPrefix(a.Where, "/html/head/script[1]#"); got != want || a.Source != "jsonld" {
			t.Errorf("%s: %s, want %s", field, got, want)
		}
	}
}

func TestWhereTheSubjectIsNotClearThereIsNone(t *testing.T) {
	for _, tt := range []struct{ name, script, title string }{
		{"one thing", `{"@type":"Recipe","name":"x"}`, "x"},
		{"a list of things", `[{"@type":"Product","name":"x"},{"@type":"Product","name":"y"}]`, "T"},
		{"a thing beside furniture", `[{"@type":"Person","name":"p"},{"@type":"NewsArticle","headline":"x","name":"n"},{"@type":"NewsMediaOrganization","name":"o"}]`, "x"},
		{"a thing before the page about it", `[{"@type":"ItemPage","name":"p"},{"@type":"Product","name":"x"}]`, "x"},
		{"the page alone", `{"@type":"AboutPage","name":"x"}`, "x"},
		{"the page's main entity", `{"@type":"ItemPage","name":"p","mainEntity":{"@type":"Product","name":"x"}}`, "x"},
		{"furniture alone", `[{"@type":"Organization","name":"o"},{"@type":"WebSite","name":"w"}]`, "T"},
	} {
		if got := pageOf(t, "<title>T</title>"+ld(tt.script)).Summary["title"].Value; got != tt.title {
			t.Errorf("%s: title %q, want %q", tt.name, got, tt.title)
		}
	}
}

func TestPriceAndCurrencyComeFromOneOffer(t *testing.T) {
	for _, tt := range []struct{ offers, want string }{
		{`{"price":"1","priceCurrency":"EUR"}`, "price=1 currency=EUR"},
		{`[{"price":"1","priceCurrency":"EUR"},{"price":"2","priceCurrency":"USD"}]`, "price=1 currency=EUR"},
		{`[{"price":"1"},{"price":"1","priceCurrency":"USD"}]`, "price=1"},
		{`[{"priceCurrency":"USD"},{"price":"1","priceCurrency":"EUR"}]`, "price=1 currency=EUR"},
		{`{"priceCurrency":"EUR"}`, ""},
		{`{"@type":"AggregateOffer","lowPrice":1,"highPrice":"2","priceCurrency":"EUR"}`, "price_low=1 price_high=2 currency=EUR"},
		{`{"priceSpecification":{"price":"9","validForMemberTier":"gold"}}`, ""},
	} {
		s := pageOf(t, ld(`{"@type":"Product","offers":`+tt.offers+`}`)).Summary
		var got []string
		for _, field := range []string{"price", "price_low", "price_high", "currency"} {
			if a, ok := s[field]; ok {
				got = append(got, field+"="+a.Value)
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %q, want %q", tt.offers, strings.Join(got, " "), tt.want)
		}
	}
}

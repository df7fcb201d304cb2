package read

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"curtsy/address"
)

// shopPage makes a page of about 22 KB as shops have them: 24 metas and links in
// the head, one JSON-LD script, navigation, text and about 50 links.
func shopPage() *Document {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>A blue kettle - Shop</title>\n")
	b.WriteString(`<meta name="description" content="A kettle that boils, and is blue."><link rel="canonical" href="https://shop.test/p/1">` + "\n")
	for i := range 12 {
		fmt.Fprintf(&b, "<meta property=\"og:thing%d\" content=\"value %d of the thing\">\n<link rel=\"preload\" href=\"/assets/chunk-%d.js\" as=\"script\">\n", i, i, i)
	}
	b.WriteString(`<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"A blue kettle","sku":"K-1",
"image":["https://shop.test/i/1.jpg","https://shop.test/i/2.jpg"],"brand":{"@type":"Brand","name":"Boiler"},
"aggregateRating":{"@type":"AggregateRating","ratingValue":4.5,"reviewCount":"12"},
"offers":{"@type":"Offer","price":"41.90","priceCurrency":"EUR","availability":"https://schema.org/InStock"}}</script>` + "\n</head>\n<body>\n<nav><ul>\n")
	for i := range 25 {
		fmt.Fprintf(&b, "<li class=\"nav-item level-%d\"><a class=\"nav-link\" href=\"/category/number-%d\" data-track=\"nav\">Category number %d</a></li>\n", i%3, i, i)
	}
	b.WriteString("</ul></nav>\n<main>\n")
	for i := range 27 {
		fmt.Fprintf(&b, "<article class=\"card product-card\" id=\"p%d\"><div class=\"inner\"><h3><a href=\"/p/%d?from=list\">Product %d</a></h3>", i, i, i)
		b.WriteString("<img src=\"/img/x.jpg\" alt=\"a picture\" width=\"200\" height=\"200\" loading=\"lazy\">")
		b.WriteString("<p>" + strings.Repeat("Some words about the thing that is sold here. ", 7) + "</p><span class=\"price\">41.90</span></div></article>\n")
	}
	b.WriteString("<script>" + strings.Repeat("window.dataLayer=window.dataLayer||[];", 40) + "</script></main></body></html>\n")
	a, err := address.Parse("https://shop.test/p/1")
	if err != nil {
		panic(err)
	}
	return &Document{Address: a, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: []byte(b.String()), Token: "curtsy"}
}

func BenchmarkPage(b *testing.B) {
	doc := shopPage()
	b.SetBytes(int64(len(doc.Body)))
	b.ReportAllocs()
	for b.Loop() {
		Page(doc)
	}
}

// BenchmarkGather is the one pass alone, without what addresses and readers cost.
func BenchmarkGather(b *testing.B) {
	doc := shopPage()
	b.SetBytes(int64(len(doc.Body)))
	b.ReportAllocs()
	for b.Loop() {
		gather(&Source{Document: doc, Text: doc.Body, reading: &Reading{}})
	}
}

func BenchmarkJSONLD(b *testing.B) {
	doc := shopPage()
	s := &Source{Document: doc, Text: doc.Body, Base: doc.Address, reading: &Reading{}}
	gather(s)
	b.ReportAllocs()
	for b.Loop() {
		readJSONLD(s)
	}
}

package simweb

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed practice.txtar
var practiceText []byte

// goods are what the practice shop sells.
var goods = []struct {
	name, brand, price string
	inStock            bool
}{
	{"Door bell", "Ring & Wait", "12.90", true},
	{"Door mat", "Ring & Wait", "19.00", true},
	{"Visitors' book", "Paper Mill", "24.50", true},
	{"Egg timer, one second", "Slow Sands", "8.75", true},
	{"Egg timer, one hour", "Slow Sands", "38.00", false},
	{"Letter box", "Paper Mill", "45.00", true},
	{"Name plate", "Who's There", "15.20", true},
	{"Umbrella stand", "Who's There", "31.40", false},
}

// Practice returns the web that `curtsy try` practises on. A polite crawl of it,
// all sites at once, takes about half a minute of real time. Seeds are in
// [PracticeSeeds]; close the web when done.
func Practice() *Web {
	c, err := Parse(practiceText)
	if err != nil {
		panic("simweb: practice.txtar: " + err.Error())
	}
	shop := Site{Name: "shop.example", Pages: Pages{}}
	var list strings.Builder
	list.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
	for i := range goods {
		target := fmt.Sprintf("/p/%d", i+1)
		shop.Pages[target] = Page{Body: goodsPage(i), Gzip: true, ETag: "auto"}
		fmt.Fprintf(&list, "<url><loc>https://shop.example%s</loc></url>\n", target)
	}
	list.WriteString("</urlset>\n")
	shop.Pages["/sitemap-products.xml.gz"] = Page{Body: list.String(), Packed: true}
	c.Web.Add(shop)
	return c.Web
}

// PracticeSeeds returns the addresses a crawl of [Practice] begins with.
func PracticeSeeds() []string {
	return []string{
		"https://shop.example/",
		"https://library.example/",
		"https://events.example/",
		"https://closed.example/",
		"https://private.example/",
	}
}

// goodsPage is the page of one of the goods, with its schema.org Product.
func goodsPage(i int) string {
	g := goods[i]
	stock := "OutOfStock"
	if g.inStock {
		stock = "InStock"
	}
	return fmt.Sprintf(`<!doctype html>
<html lang="en"><head><title>%[1]s</title>
<link rel="canonical" href="https://shop.example/p/%[2]d">
<script type="application/ld+json">
{"@context": "https://schema.org", "@type": "Product", "name": %[1]q, "sku": "CS-%03[2]d",
 "brand": {"@type": "Brand", "name": %[3]q},
 "offers": {"@type": "Offer", "price": %[4]q, "priceCurrency": "EUR", "availability": "https://schema.org/%[5]s"}}
</script></head><body>
<h1>%[1]s</h1><p>By %[6]s, %[4]s euro. <a href="/">Home</a> <a href="/p/%[7]d">Next</a>
</body></html>
`, g.name, i+1, g.brand, g.price, stock, strings.ReplaceAll(g.brand, "&", "&amp;"), (i+1)%len(goods)+1)
}

package simweb

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// Listing is a shop's real list of N products beneath its target: index pages of
// 20 (/shop, /shop?page=2) that link to each other and to /shop/p/1 and on. With
// Whole the index is one page. Every product's page has the same frame of about
// 200 words, and a name, a price, a sentence and a schema.org Product of its own,
// all made from its number; no two of the first 2,000 share a name. Zero: 2,000.
// Text: (listing), (listing 200) or (listing 200 whole).
type Listing struct {
	N     int
	Whole bool
}

// listed is how many products stand on an index page.
const listed = 20

func (l Listing) below(key, target string) bool {
	name, _, ok := under(key, target)
	return ok && (name == "" || strings.HasPrefix(name, "p/"))
}

func (l Listing) play(x *exchange) {
	if l.N == 0 {
		l.N = 2000
	}
	name, query, _ := under(x.asked.key, x.asked.Target)
	base := strings.TrimSuffix(x.asked.key, "/")
	if number, isProduct := strings.CutPrefix(name, "p/"); isProduct {
		k, err := strconv.Atoi(number)
		if err != nil || k < 1 || k > l.N {
			x.missing()
			return
		}
		x.made(ware{k}.page(x.asked.Site+x.asked.Target, x.asked.key, fmt.Sprintf("%s/p/%d", base, k%l.N+1)))
		return
	}
	pages, page := (l.N+listed-1)/listed, 1
	if values, err := url.ParseQuery(query); err == nil && values.Has("page") && !l.Whole {
		page, _ = strconv.Atoi(values.Get("page"))
	}
	if page < 1 || page > pages {
		x.missing()
		return
	}
	first, last := (page-1)*listed+1, min(page*listed, l.N)
	if l.Whole {
		pages, last = 1, l.N
	}
	var b strings.Builder
	b.WriteString("<ol>\n")
	for k := first; k <= last; k++ {
		b.WriteString(ware{k}.card(fmt.Sprintf("%s/p/%d", base, k)))
	}
	b.WriteString("</ol>\n")
	at := func(page int) string {
		if page == 1 {
			return x.asked.key
		}
		return fmt.Sprintf("%s?page=%d", x.asked.key, page)
	}
	if page > 1 {
		fmt.Fprintf(&b, "<a rel=\"prev\" href=%q>Back</a>\n", at(page-1))
	}
	if page < pages {
		fmt.Fprintf(&b, "<a rel=\"next\" href=%q>More</a>\n", at(page+1))
	}
	x.made(wareList(fmt.Sprintf("All our things, page %d of %d", page, pages), b.String()))
}

func readListing(w words) (Fault, error) {
	var l Listing
	err := w.read(toNumber(&l.N), toFlag(&l.Whole, "whole"))
	return l, err
}

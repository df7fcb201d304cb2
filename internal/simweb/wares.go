package simweb

import (
	"fmt"
	"hash/fnv"
	"html"
	"net/http"
	"strings"
)

// What made-up shops sell: 20 colours, 10 materials and 10 kinds, 2,000 names.
var (
	wareColours = strings.Fields("amber azure black blue brown coral cream crimson gold green grey indigo ivory lilac orange pink red silver teal white")
	wareStuffs  = strings.Fields("cotton glass leather linen oak paper silk steel stone wool")
	wareKinds   = strings.Fields("basket blanket bowl box chair clock lamp mirror table vase")
)

// A ware is one thing a made-up shop sells, all of it made from its number.
type ware struct{ number int }

// mix makes a number out of others that looks drawn at random and never changes.
func mix(of ...int) int {
	h := fnv.New32a()
	fmt.Fprint(h, of)
	// The low bits of FNV-1a follow those of its input; these do not.
	return int(h.Sum32()>>8) & 0xffff
}

// name is like no other's among the first 2,000; later ones carry their number.
func (w ware) name() string {
	all := len(wareColours) * len(wareStuffs) * len(wareKinds)
	i := (w.number - 1) * 1117 % all // a prime that does not divide all: each of them once
	name := fmt.Sprintf("%s %s %s", wareColours[i%20], wareStuffs[i/20%10], wareKinds[i/200])
	name = strings.ToUpper(name[:1]) + name[1:]
	if w.number > all {
		name += fmt.Sprintf(" no. %d", w.number)
	}
	return name
}

func (w ware) cents() int { return 500 + mix(w.number, 1)%9500 }

func (w ware) price() string { return fmt.Sprintf("%d.%02d", w.cents()/100, w.cents()%100) }

// description is the ware's own sentence.
func (w ware) description() string {
	pick := func(salt int, words string) string {
		all := strings.Split(words, ",")
		return all[mix(w.number, salt)%len(all)]
	}
	return fmt.Sprintf("%s number %d was %s in %s by %s, weighs %d grams, measures %d by %d centimetres and suits %s.",
		pick(2, "Piece,Article,Item,Model,Lot"), w.number, pick(3, "made,cut,sewn,cast,built,woven"),
		pick(4, "the north,a small town,the harbour,a village,the old mill,the hills"),
		pick(5, "two sisters,a retired smith,our neighbours,an apprentice,a family of five,the last master of the trade"),
		100+mix(w.number, 6)%4900, 5+mix(w.number, 7)%95, 5+mix(w.number, 8)%95,
		pick(9, "a hall,a study,a kitchen,a garden room,a landing,a shop window,a workshop,a nursery"))
}

// wareFrame is what every page of a made-up shop has in common, about 200 words:
// a navigation above and a footer below.
const (
	wareHead = `<header><p>The House of Made-up Things, open from nine to five on every day but Sunday.</p>
<nav><ul><li>New this week<li>Most wanted<li>For the hall<li>For the kitchen<li>For the garden<li>Gifts for people
who have everything<li>Second choice at half the price<li>Vouchers<li>Our workshop<li>Your account<li>Your basket is empty</ul></nav>
<p>Free delivery from fifty euro on, to every island that a ferry goes to. Returned within thirty days, no questions asked.</p></header>
`
	wareFoot = `<footer><h2>Good to know</h2><p>Colours on a screen are never quite those of the thing itself; ask for a sample
before ordering more than three. All measures are taken by hand and may be off by as much as one part in a hundred.
Prices include the tax and leave out the postage, which the last step before paying shows in full.</p>
<h2>How to find us</h2><p>Behind the market hall, second door on the left, up the stairs and mind the cat. By bicycle from the
station it takes ten minutes, on foot about half an hour. Letters reach us under the address on every parcel.</p>
<h2>Stay in touch</h2><p>Four times a year we print a leaflet with what is new. It is sent on paper, to whoever leaves an
address at the till, and it stops with a word. Imprint. Terms of sale. Privacy. How we treat complaints. Jobs. For schools and
offices. All rights reserved, all things reserved for those who come to collect them.</p></footer>
`
)

// page is the ware's own page at url, which links back to index and to more.
func (w ware) page(url, index string, more ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<!doctype html><html lang="en"><head><title>%[1]s</title>
<script type="application/ld+json">
{"@context": "https://schema.org", "@type": "Product", "name": %[1]q, "sku": "MT-%05[2]d", "url": %[3]q,
 "description": %[4]q,
 "offers": {"@type": "Offer", "price": %[5]q, "priceCurrency": "EUR", "availability": "https://schema.org/InStock"}}
</script></head><body>
%[6]s<main><h1>%[1]s</h1><p>%[5]s euro</p><p>%[4]s</p>
<p>`, w.name(), w.number, url, w.description(), w.price(), wareHead)
	fmt.Fprintf(&b, "<a href=%q>Everything we have</a>", index)
	for _, one := range more {
		fmt.Fprintf(&b, " <a href=%q>Another</a>", one)
	}
	b.WriteString("</p></main>\n" + wareFoot + "</body></html>\n")
	return b.String()
}

// card is the ware on a list: its name, which links to target, and its price.
func (w ware) card(target string) string {
	return fmt.Sprintf("<li><a href=%q>%s</a> %s euro\n", html.EscapeString(target), w.name(), w.price())
}

// wareList begins or ends a page with a list of cards: a title above them.
func wareList(title, between string) string {
	return fmt.Sprintf("<!doctype html><html lang=\"en\"><head><title>%[1]s</title></head><body>\n%[2]s<main><h1>%[1]s</h1>\n%[3]s</main>\n%[4]s</body></html>\n",
		title, wareHead, between, wareFoot)
}

// under takes apart a target that a fault made up beneath its key: the path's
// name below the key, "" for the key itself, and the query.
func under(key, target string) (name, query string, ok bool) {
	path, query, _ := strings.Cut(target, "?")
	if path == key {
		return "", query, true
	}
	name, ok = strings.CutPrefix(path, strings.TrimSuffix(key, "/")+"/")
	return name, query, ok && name != ""
}

// missing answers for a made-up target that there is nothing behind.
func (x *exchange) missing() {
	x.page = Page{Status: http.StatusNotFound, Body: "<!doctype html><title>Not here</title><p>There is no such page.\n", Skew: x.page.Skew}
	x.answer()
}

// made answers with a body made up for this request.
func (x *exchange) made(body string) {
	x.page.Body = body
	x.answer()
}

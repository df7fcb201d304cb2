package simweb

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Facets is a catalogue of 40 products beneath its target that N facets can be
// chosen in, each on or off by a parameter of the query: 2^N addresses. A page
// names the facets chosen in its title, shows the products that they leave and
// links to itself with each facet on or off, the parameters always in one order.
// Each facet leaves out about a quarter of the products by a rule of its own; the
// third leaves out none and sorts by price. Product K has a page of its own,
// /shirts/item/K.
//
// The parameters have names known everywhere (colour=red, size=m, sort=price and
// seven more), from the eleventh on and with Unknown names that are not: x1=1 to
// xN=1. Zero: 5 facets. Text: (facets), (facets 8) or (facets 8 unknown).
type Facets struct {
	N       int
	Unknown bool
}

// faceted is how many products a catalogue with facets has.
const faceted = 40

// facetNames are the parameters of the first facets.
var facetNames = strings.Fields("colour=red size=m sort=price material=wool brand=acme price=low fit=slim view=grid sale=yes stock=yes")

// sorting is the place of the facet that sorts.
const sorting = 2

func (f Facets) parameter(i int) string {
	if i < len(facetNames) && !f.Unknown {
		return facetNames[i]
	}
	return fmt.Sprintf("x%d=1", i+1)
}

func (f Facets) below(key, target string) bool {
	name, _, ok := under(key, target)
	return ok && (name == "" || strings.HasPrefix(name, "item/"))
}

func (f Facets) play(x *exchange) {
	if f.N == 0 {
		f.N = 5
	}
	name, query, _ := under(x.asked.key, x.asked.Target)
	base := strings.TrimSuffix(x.asked.key, "/")
	if number, isItem := strings.CutPrefix(name, "item/"); isItem {
		k, err := strconv.Atoi(number)
		if err != nil || k < 1 || k > faceted {
			x.missing()
			return
		}
		x.made(ware{k}.page(x.asked.Site+x.asked.Target, x.asked.key))
		return
	}
	values, _ := url.ParseQuery(query) // what cannot be read chooses nothing
	chosen := make([]bool, f.N)
	title := "The catalogue"
	for i := range chosen {
		parameter, value, _ := strings.Cut(f.parameter(i), "=")
		if chosen[i] = values.Get(parameter) == value; chosen[i] {
			title += fmt.Sprintf(", %s %s", parameter, value)
		}
	}
	var b strings.Builder
	b.WriteString("<ul>\n")
	for _, k := range facetsLeave(chosen) {
		b.WriteString(ware{k}.card(fmt.Sprintf("%s/item/%d", base, k)))
	}
	b.WriteString("</ul>\n<ul>\n")
	for i := range chosen {
		what := "with"
		if chosen[i] {
			what = "without"
		}
		toggled := slices.Clone(chosen)
		toggled[i] = !toggled[i]
		fmt.Fprintf(&b, "<li><a href=\"%s\">%s %s</a>\n", strings.ReplaceAll(f.address(x.asked.key, toggled), "&", "&amp;"), what, f.parameter(i))
	}
	b.WriteString("</ul>\n")
	x.made(wareList(title, b.String()))
}

// facetsLeave returns the numbers of the products left, in the order they stand.
func facetsLeave(chosen []bool) []int {
	var left []int
	for k := 1; k <= faceted; k++ {
		out := false
		for i, on := range chosen {
			out = out || on && i != sorting && mix(k, i)%4 == 0
		}
		if !out {
			left = append(left, k)
		}
	}
	if len(chosen) > sorting && chosen[sorting] {
		slices.SortStableFunc(left, func(a, b int) int { return ware{a}.cents() - ware{b}.cents() })
	}
	return left
}

// address is the one spelling of the page with these facets chosen.
func (f Facets) address(key string, chosen []bool) string {
	var parameters []string
	for i, on := range chosen {
		if on {
			parameters = append(parameters, f.parameter(i))
		}
	}
	if len(parameters) == 0 {
		return key
	}
	return key + "?" + strings.Join(parameters, "&")
}

func readFacets(w words) (Fault, error) {
	var f Facets
	err := w.read(toNumber(&f.N), toFlag(&f.Unknown, "unknown"))
	return f, err
}

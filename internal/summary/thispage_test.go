package summary

import (
	"strings"
	"testing"
)

func TestWhatIsAtHomeElsewhereIsNoSubject(t *testing.T) {
	mug := func(rest string) string {
		return `jsonld {"@type":"Product","name":"Blue mug",` + rest + `"offers":{"price":"9"}}`
	}
	business := `jsonld {"@type":"Dentist","name":"Bright Teeth","url":"/","aggregateRating":{"ratingValue":"5"}}`
	for _, tt := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"another address, another title", []string{"html/title About us", mug(`"url":"/p/9",`)}, "title=About us"},
		{"another address, no title", []string{mug(`"url":"/p/9",`)}, "title=Blue mug price=9"},
		{"another address, a word of the title", []string{"html/title Mugs we make", mug(`"url":"/p/9",`), "html/title Blue things"}, "title=Blue mug price=9"},
		{"no address", []string{"html/title About us", mug(``)}, "title=Blue mug price=9"},
		{"this address", []string{"html/title About us", mug(`"url":"/p/1?colour=2",`)}, "title=Blue mug price=9"},
		{"this address in a language", []string{"html/title About us", mug(`"url":"/en/p/1",`)}, "title=Blue mug price=9"},
		{"the address of og:url", []string{"html/title About us", "opengraph/og:url /p/9", mug(`"url":"/p/9",`)}, "title=Blue mug price=9"},
		{"no more than a fragment", []string{"html/title About us", mug(`"url":"#mug",`)}, "title=Blue mug price=9"},
		{"a script without blanks", []string{"html/title 青い湯のみ通販", `jsonld {"@type":"Product","name":"青い湯のみ","url":"/p/9"}`}, "title=青い湯のみ"},
		{"whose site this is", []string{"html/title Privacy - Bright Teeth", business}, "title=Privacy - Bright Teeth"},
		{"who this page is of", []string{"html/title Bright Teeth, dentists in Ely", business}, "title=Bright Teeth rating=5"},
		{"a template that gives an article the front page's address", []string{"html/title The eels of Ely", `jsonld {"@type":"Article","headline":"Eels","url":"/"}`}, "title=Eels"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := asked(declared(t, tt.lines...), "title", "price", "rating"); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestAListingOfOneIsAListing(t *testing.T) {
	const card = `microdata {"@type":"Product","name":"Blue mug","offers":{"price":"9"}}`
	for _, tt := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"a collection", []string{`jsonld {"@type":"CollectionPage","name":"Blue mugs"}`, card, "html/title Blue mugs"}, "title=Blue mugs"},
		{"results", []string{`jsonld {"@type":"SearchResultsPage","name":"Results"}`, card, "html/title Results"}, "title=Results"},
		{"a page of another kind", []string{`jsonld {"@type":"WebPage","name":"Mugs"}`, card, "html/title Mugs"}, "title=Blue mug price=9"},
		{"the collection of another page", []string{`jsonld {"@type":"CollectionPage","name":"Teapots","url":"/c/pots"}`, card, "html/title Blue mug"}, "title=Blue mug price=9"},
		{"the whole title", []string{`jsonld {"@type":"CollectionPage","name":"x"}`, card, "html/title Blue mug - Shop", "opengraph/og:site_name Shop"}, "title=Blue mug price=9"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := asked(declared(t, tt.lines...), "title", "price"); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestAspectsOfOneThingFillItsGaps(t *testing.T) {
	const recipe = `"aggregateRating":{"ratingValue":"4"}`
	for _, tt := range []struct{ name, line, want string }{
		{"a part", `jsonld [{"@type":"Article","@id":"#a","headline":"Chai at home"},{"@type":"Recipe","name":"Chai","isPartOf":{"@id":"#a"},` + recipe + `}]`, "title=Chai at home rating=4"},
		{"one name", `jsonld [{"@type":"VacationRental","name":"Loft"},{"@type":"Product","name":"Loft",` + recipe + `}]`, "title=Loft rating=4"},
		{"each the page's main thing", `jsonld [{"@type":"Article","headline":"Chai at home","mainEntityOfPage":"/p/1"},{"@type":"Recipe","name":"Chai","mainEntityOfPage":{"@id":"/p/1"},` + recipe + `}]`, "title=Chai at home rating=4"},
		{"two things", `jsonld [{"@type":"Article","headline":"Chai at home"},{"@type":"Recipe","name":"Chai",` + recipe + `}]`, "title=Chai at home"},
		{"a business beside a post", `jsonld [{"@type":"LocalBusiness","name":"Tea Ltd",` + recipe + `},{"@type":"BlogPosting","headline":"Chai"}]`, "title=Chai"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := asked(declared(t, tt.line), "title", "rating"); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestRatingsOfNobody(t *testing.T) {
	for _, tt := range []struct{ name, line, want string }{
		{"one that stands apart", `jsonld [{"@type":"Product","name":"Tea"},{"@type":"AggregateRating","itemReviewed":{"name":"Tea"},"ratingValue":"4"}]`, "rating=4"},
		{"of another thing", `jsonld [{"@type":"Product","name":"Tea"},{"@type":"AggregateRating","itemReviewed":{"name":"Shop"},"ratingValue":"4"}]`, ""},
		{"of nothing that is named", `jsonld [{"@type":"Product","name":"Tea"},{"@type":"AggregateRating","ratingValue":"4"}]`, ""},
		{"nobody's", `jsonld {"@type":"Product","name":"Tea","aggregateRating":{"ratingValue":"0","ratingCount":"0","reviewCount":"0"}}`, ""},
		{"somebody's", `jsonld {"@type":"Product","name":"Tea","aggregateRating":{"ratingValue":"4","ratingCount":"3","reviewCount":"0"}}`, "rating=4 rating_count=3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := asked(declared(t, tt.line), "rating", "rating_count"); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestWhatFormsAreFilledInWithIsNoAnswer(t *testing.T) {
	for _, filler := range []string{"N/A", "Does not apply", "-", "none", "null", "Unbranded", "nicht zutreffend"} {
		in := declared(t, strings.ReplaceAll(`jsonld {"@type":"Product","name":"x","brand":"?","sku":"?","mpn":"?","gtin13":"?","gtin":"4006381333931"}`, "?", filler), "opengraph/product:brand Leaf")
		if got := asked(in, "brand", "sku", "mpn"); got != "brand=Leaf" {
			t.Errorf("%s: %q", filler, got)
		}
	}
	if got := asked(declared(t, `jsonld {"@type":"Product","name":"x","sku":"0","gtin13":"0000000000000"}`), "sku", "gtin"); got != "sku=0" {
		t.Error(got)
	}
}

func TestSalePricesOfCatalogues(t *testing.T) {
	const prices = "opengraph/product:price:amount 15|opengraph/product:price:currency USD|opengraph/product:sale_price:amount "
	for _, tt := range []struct{ name, lines, want string }{
		{"on sale", prices + "11", "price=11 price_regular=15 currency=USD"},
		{"at the same price", prices + "15.00", "price=15 currency=USD"},
		{"for a time", prices + "11|opengraph/product:sale_price_dates:start 2026-01-01", ""},
		{"a sale price alone", "opengraph/product:sale_price:amount 11|opengraph/product:sale_price:currency USD", "price=11 currency=USD"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := asked(declared(t, strings.Split(tt.lines, "|")...), "price", "price_regular", "currency"); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

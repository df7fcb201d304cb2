package summary

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"curtsy/page"
)

// subjects are pages of one clear subject, a line of a reader each.
func subjects() []string {
	return []string{
		`jsonld {"@type":"Product","name":"Green tea","sku":"T-1","brand":{"name":"Leaf"},"gtin13":"4006381333931","offers":{"price":"4.50","priceCurrency":"EUR","availability":"InStock"}}`,
		`jsonld {"@type":"Product","name":"Green tea","url":"/p/1","offers":[{"price":"4.50","priceCurrency":"EUR"},{"price":"9.00","priceCurrency":"EUR"}]}`,
		`jsonld {"@type":"NewsArticle","headline":"Green tea","author":[{"name":"Ann"},{"name":"Ben"}],"datePublished":"2026-11-30","mainEntityOfPage":{"@id":"/p/1"}}`,
		`jsonld {"@type":"Recipe","name":"Green tea","author":"Ann","aggregateRating":{"ratingValue":"4.5","ratingCount":"12"}}`,
		`jsonld {"@type":"ProductGroup","name":"Green tea","hasVariant":[{"@type":"Product","sku":"1","offers":{"price":"4","priceCurrency":"EUR"}},{"@type":"Product","sku":"2","offers":{"price":"5","priceCurrency":"EUR"}}]}`,
		`microdata {"@type":"Event","name":"Green tea","offers":{"lowPrice":"4","highPrice":"6","priceCurrency":"EUR"}}`,
		`jsonld {"@type":"JobPosting","title":"Green tea","datePosted":"2026-11-30"}`,
	}
}

// bystanders are what may stand on any page and says nothing of its subject.
func bystanders() []string {
	return []string{
		`jsonld {"@type":"Organization","name":"Shop Ltd","url":"/","logo":{"@type":"ImageObject","url":"/l.png"}}`,
		`jsonld {"@type":"WebSite","name":"Shop","url":"/","potentialAction":{"@type":"SearchAction","target":"/s"}}`,
		`jsonld {"@type":"BreadcrumbList","itemListElement":[{"position":"1","name":"Home"},{"position":"2","name":"Teas"}]}`,
		`jsonld {"@type":"Person","name":"Zoe","url":"/by/zoe","image":"/zoe.jpg","description":"Writes."}`,
		`jsonld {"@type":"ItemList","itemListElement":[{"position":"1","item":{"@type":"Product","name":"Mug","sku":"M","offers":{"price":"1"}}}]}`,
		`jsonld {"@type":"ImageObject","url":"/i.jpg","name":"Leaves","author":"Pam"}`,
		`jsonld {"@type":"WebPage","name":"Green tea - Shop","url":"/p/1","datePublished":"2020-01-01"}`,
		`jsonld {"@type":"LocalBusiness","name":"Tea & Co","url":"/","aggregateRating":{"ratingValue":"2","ratingCount":"2"}}`,
		`jsonld {"@type":"AggregateRating","itemReviewed":{"@type":"Organization","name":"Shop"},"ratingValue":"3","ratingCount":"3"}`,
		`jsonld {"@type":"Product","name":"Blue mug","url":"/p/9","sku":"M","offers":{"price":"9","priceCurrency":"USD"}}`,
		`jsonld {"@type":"Dentist","name":"Bright Teeth","url":"/","aggregateRating":{"ratingValue":"1","ratingCount":"1"},"image":"/t.jpg"}`,
	}
}

// tags are the same statements whatever stands beside them.
func tagLines() []string {
	return []string{"html/title Green tea", "html/lang en", "opengraph/og:image /g.jpg", "meta/description Leaves.", "canonical https://shop.test/p/1"}
}

// page1 draws a page: a subject, its tags and some bystanders in any order.
func page1(t *rapid.T) (subject string, beside []string) {
	subject = rapid.SampledFrom(subjects()).Draw(t, "subject")
	for i, keep := range rapid.SliceOfN(rapid.Bool(), len(bystanders()), len(bystanders())).Draw(t, "beside") {
		if keep {
			beside = append(beside, bystanders()[i])
		}
	}
	return subject, beside
}

// placed gives each line's records a script of their own, so that a place tells them
// apart whatever their order.
func placed(t testing.TB, lines []string) *Input {
	in := declared(t, lines...)
	for i := range in.Things {
		text := fmt.Sprint(in.Things[i].Types, textOf(&in.Things[i], "name"))
		var move func(v *page.Value)
		move = func(v *page.Value) {
			v.Where = strings.Replace(v.Where, "#", "/"+text+"#", 1)
			switch inner := v.Value.(type) {
			case []page.Value:
				for i := range inner {
					move(&inner[i])
				}
			case *page.Record:
				inner.Where = strings.Replace(inner.Where, "#", "/"+text+"#", 1)
				for i := range inner.Fields {
					move(&inner.Fields[i].Value)
				}
			}
		}
		move(&page.Value{Value: &in.Things[i]})
	}
	return in
}

func TestTheOrderOfIndependentThingsChangesNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		subject, beside := page1(rt)
		lines := slices.Concat([]string{subject}, beside, tagLines())
		want, conflicts := Of(placed(t, lines))
		got, others := Of(placed(t, rapid.Permutation(lines).Draw(rt, "order")))
		if !maps.Equal(got, want) {
			rt.Fatalf("%v\nin another order %v", want, got)
		}
		if fmt.Sprint(others) != fmt.Sprint(conflicts) {
			rt.Fatalf("conflicts %v\nin another order %v", conflicts, others)
		}
	})
}

func TestWhatStandsBesideTheSubjectAnswersOnlyForItself(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		subject, beside := page1(rt)
		alone, _ := Of(placed(t, append(tagLines(), subject)))
		lines := slices.Concat(beside, []string{subject}, tagLines())
		got, _ := Of(placed(t, lines))
		for _, field := range page.SummaryFields() {
			switch field {
			case "site_name", "publisher", "breadcrumb":
				continue
			}
			if got[field] != alone[field] {
				rt.Fatalf("%s is %+v, beside nothing %+v\n%s", field, got[field], alone[field], strings.Join(lines, "\n"))
			}
		}
	})
}

// TestEveryAnswerLeadsBack: the key and the place of an answer lead to what it says.
func TestEveryAnswerLeadsBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		subject, beside := page1(rt)
		lines := append(slices.Concat([]string{subject}, beside), rapid.Permutation(tagLines()).Draw(rt, "tags")...)
		in := placed(t, lines)
		summary, conflicts := Of(in)
		for _, c := range conflicts {
			for _, a := range c.Answers {
				leadsBack(rt, in, c.Field, a)
			}
		}
		for field, a := range summary {
			leadsBack(rt, in, field, a)
		}
	})
}

func leadsBack(t *rapid.T, in *Input, field string, a page.Answer) {
	if slices.ContainsFunc(in.Canonicals, func(c page.Answer) bool { return c == a }) {
		return
	}
	for _, tag := range in.Tags {
		if tag.Source == a.Source && tag.Key == a.Key && tag.Where == a.Where && says(field, tag.Value, a.Value) {
			return
		}
	}
	for i := range in.Things {
		r := &in.Things[i]
		if r.Source != a.Source {
			continue
		}
		if a.Key == "@type" && a.Where == r.Where && a.Value == r.Type {
			return
		}
		if field == "breadcrumb" && a.Where == r.Where && a.Key == r.Type+".itemListElement" {
			return
		}
		if foundAt(spot{page.Value{Value: r}, keyOf(r)}, field, a) {
			return
		}
	}
	t.Fatalf("%s: %+v leads nowhere", field, a)
}

// foundAt walks all that a record holds for the answer's place and value, under a key
// that ends as the answer's does.
func foundAt(s spot, field string, a page.Answer) bool {
	switch v := s.Value.Value.(type) {
	case string:
		return s.Where == a.Where && says(field, v, a.Value) && (s.key == a.Key || strings.HasSuffix(s.key, a.Key[strings.IndexByte(a.Key, '.'):]))
	case []page.Value:
		for i, member := range v {
			if foundAt(spot{member, fmt.Sprintf("%s[%d]", s.key, i)}, field, a) {
				return true
			}
		}
	case *page.Record:
		for _, f := range v.Fields {
			if foundAt(spot{f.Value, s.key + "." + f.Name}, field, a) {
				return true
			}
		}
	}
	return false
}

// says holds an answer against what stands in the page: names may be joined to it, a
// title may have lost the site's, an address is resolved, a word of schema.org bare.
func says(field, written, value string) bool {
	switch field {
	case "author", "publisher":
		return strings.HasPrefix(value, written)
	case "title":
		return strings.HasPrefix(written, value)
	case "url", "image", "availability":
		return strings.HasSuffix(value, written)
	}
	return written == value
}

package summary

import "testing"

func TestAuthors(t *testing.T) {
	for _, tt := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"several", []string{`jsonld {"@type":"Article","headline":"x","author":[{"name":"Ann"},{"name":"Ben"},"Ann"]}`}, "Ann, Ben"},
		{"several tags", []string{"meta/citation_author Ann", "meta/citation_author Ben"}, "Ann, Ben"},
		{"not the site", []string{`jsonld {"@type":"Article","headline":"x","author":{"name":"The Paper"},"publisher":{"name":"The paper"}}`, "meta/author Ann"}, "Ann"},
		{"nor among others", []string{"opengraph/og:site_name The Paper", "meta/author The Paper", "meta/author Ann"}, "Ann"},
		{"but a person who publishes", []string{`jsonld {"@type":"Article","headline":"x","author":{"name":"Ann"},"publisher":{"@type":"Person","name":"Ann"}}`}, "Ann"},
		{"even one whose site bears the name", []string{"opengraph/og:site_name Ann Low", `jsonld {"@type":"Article","headline":"x","author":{"@type":"Person","name":"Ann Low"},"publisher":{"@type":"Person","name":"Ann Low"}}`}, "Ann Low"},
		{"not an account", []string{`jsonld {"@type":"Article","headline":"x","author":{"name":"Admin"}}`}, ""},
		{"not an address", []string{"opengraph/article:author https://social.test/ann"}, ""},
		{"not without a letter", []string{"meta/author 4711"}, ""},
		{"a creator", []string{`jsonld {"@type":"Dataset","name":"x","creator":{"name":"Ann"}}`}, "Ann"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := ""
			if tt.want != "" {
				want = "author=" + tt.want
			}
			if got := asked(declared(t, tt.lines...), "author"); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

func TestDates(t *testing.T) {
	article := func(date string) string {
		return `jsonld {"@type":"Article","headline":"x","datePublished":"` + date + `"}`
	}
	for _, tt := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"a clock's time is no date", []string{article("10:30"), "opengraph/article:published_time 2026-11-30"}, "2026-11-30"},
		{"nor a word", []string{article("yesterday"), "meta/date 2026-11-30"}, "2026-11-30"},
		{"a date the page writes its own way stays", []string{article("03/04/2026")}, "03/04/2026"},
		{"UTC yields to the same instant where it happened", []string{article("2026-11-30T11:00:00Z"), "opengraph/article:published_time 2026-11-30T12:00:00+01:00"}, "2026-11-30T12:00:00+01:00"},
		{"and not to another instant", []string{article("2026-11-30T11:00:00Z"), "opengraph/article:published_time 2026-11-30T11:00:00+01:00"}, "2026-11-30T11:00:00Z"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := asked(declared(t, tt.lines...), "published"); got != "published="+tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestBreadcrumbs(t *testing.T) {
	for _, tt := range []struct{ name, line, want string }{
		{"by position", `jsonld {"@type":"BreadcrumbList","itemListElement":[{"position":"2","name":"Tea"},{"position":"1","name":"Home"}]}`, "Home > Tea"},
		{"as they stand when one has none", `jsonld {"@type":"BreadcrumbList","itemListElement":[{"position":"2","name":"Tea"},{"name":"Home"}]}`, "Tea > Home"},
		{"by the name of what they lead to", `jsonld {"@type":"BreadcrumbList","itemListElement":[{"position":"1","item":{"@id":"/","name":"Home"}},{"position":"2","item":"/tea"}]}`, "Home"},
		{"the last of two", `jsonld [{"@type":"BreadcrumbList","itemListElement":[{"name":"A"}]},{"@type":"BreadcrumbList","itemListElement":[{"name":"B"},{"name":"C"}]}]`, "B > C"},
		{"inside a page", `jsonld {"@type":"WebPage","name":"x","breadcrumb":{"@type":"BreadcrumbList","itemListElement":[{"name":"A"}]}}`, "A"},
		{"positions that are no numbers", `jsonld {"@type":"BreadcrumbList","itemListElement":[{"position":"NaN","name":"B"},{"position":"Inf","name":"A"}]}`, "B > A"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := asked(declared(t, tt.line), "breadcrumb"); got != "breadcrumb="+tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestCanonicalsThatContradictNameNone(t *testing.T) {
	if got := asked(declared(t, "canonical https://shop.test/a", "canonical https://shop.test/a"), "url"); got != "url=https://shop.test/a" {
		t.Error(got)
	}
	in := declared(t, "canonical https://shop.test/a", "canonical https://shop.test/b")
	if got := asked(in, "url"); got != "" {
		t.Error(got)
	}
	if got := disagreements(in); got != "url:https://shop.test/a|https://shop.test/b" {
		t.Errorf("conflicts %q", got)
	}
	in = declared(t, "canonical https://shop.test/a", "canonical https://shop.test/b", "opengraph/og:url https://shop.test/c")
	if got := asked(in, "url"); got != "url=https://shop.test/c" {
		t.Error(got)
	}
}

func TestConflictsAreAboutMeaning(t *testing.T) {
	for _, tt := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"two prices", []string{`jsonld {"@type":"Product","name":"x","offers":{"price":"4"}}`, "opengraph/product:price:amount 5"}, "price:4|5"},
		{"one price written twice", []string{`jsonld {"@type":"Product","name":"x","offers":{"price":"4.5"}}`, "opengraph/product:price:amount 4,50"}, ""},
		{"a range holds a price", []string{`jsonld {"@type":"Product","name":"x","offers":{"lowPrice":"4","highPrice":"6"}}`, "opengraph/product:price:amount 5"}, ""},
		{"two days", []string{`jsonld {"@type":"Article","headline":"x","datePublished":"2026-11-30"}`, "opengraph/article:published_time 2026-11-29T10:00:00Z"}, "published:2026-11-30|2026-11-29T10:00:00Z"},
		{"a day and its hour", []string{`jsonld {"@type":"Article","headline":"x","datePublished":"2026-11-30"}`, "opengraph/article:published_time 2026-11-30T10:00:00Z"}, ""},
		{"a date nobody can be sure of", []string{`jsonld {"@type":"Article","headline":"x","datePublished":"03/04/2026"}`, "opengraph/article:published_time 2026-11-30"}, ""},
		{"a language and its region", []string{"html/lang en", "opengraph/og:locale en_GB"}, ""},
		{"two languages", []string{"html/lang de", "opengraph/og:locale en_US"}, "language:de|en_US"},
		{"the canonical and og:url", []string{"canonical https://shop.test/a", "opengraph/og:url https://shop.test/b"}, "url:https://shop.test/a|https://shop.test/b"},
		{"the state's price is no declaration", []string{`jsonld {"@type":"Product","name":"x","offers":{"price":"4"}}`, `hydration {"name":"x","price":"5.00"}`}, ""},
		{"titles may differ", []string{"html/title A", "opengraph/og:title B"}, ""},
		{"availability in two vocabularies", []string{`jsonld {"@type":"Product","name":"x","offers":{"price":"4","availability":"https://schema.org/InStock"}}`, "opengraph/product:price:amount 4", "opengraph/product:availability in stock"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := disagreements(declared(t, tt.lines...)); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

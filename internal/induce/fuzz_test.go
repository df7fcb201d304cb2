package induce

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// FuzzInduce: whatever the page, every place is one of it, every value is said or
// stands in an attribute there, the bounds hold, and a second look gives the same.
func FuzzInduce(f *testing.F) {
	pages, err := filepath.Glob("testdata/*.html")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range pages {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add("<table><tr><th rowspan=0 colspan=0>a<th>b<tr><td rowspan=-1>c<tr><td><td colspan=9>d")
	f.Add("<dl><div><dt>a<dd>b</div><dt>c<dd>d<dd>e</dl>")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) < 64<<10 {
			check(t, text)
		}
	})
}

// TestMadeUpPages holds the same laws on lists and tables of drawn rows, parts of
// which are missing here and there, under drawn boxes.
func TestMadeUpPages(t *testing.T) {
	leaves := []string{"<b>b#</b>", "<a href='/#'>link number #</a>", "<img src=/i#>", "<h3><a href=/h#>Heading #</a></h3>", "<span class='price p-#'>€ #</span>",
		"<p>Some text of # <i>and</i> <a href=/t#>more</a></p>", "<ul><li>x#<li>y#<li>z#</ul>", "<button>Buy</button>", "<dl><dt>Size<dd>#</dl>",
		"<div class=box><div class=card>in #</div></div>", "own #", "<table><tr><th>Deck<td>#<tr><th>Berth<td>#</table>"}
	kinds := [][3]string{{"<ul>", "<li class=item>", "</ul>"}, {"<div>", "<div class=card>", "</div></div>"}, {"<table><tr><th>a<th>b<th>c</tr>", "<tr>", "</table>"},
		{"<div class=rows><article>", "</article><article>", "</article></div>"}, {"<table>", "<tr>", "</table>"}}
	cells := []string{"<td>", "<td rowspan=2>", "<td colspan=2>", "<th>", "<td rowspan=0 colspan=3>"}
	pages, found := 0, 0
	rapid.Check(t, func(r *rapid.T) {
		var b strings.Builder
		n := 0
		for range rapid.IntRange(1, 3).Draw(r, "groups") {
			kind := rapid.SampledFrom(kinds).Draw(r, "kind")
			parts := rapid.SliceOfN(rapid.SampledFrom(leaves), 2, 6).Draw(r, "parts")
			b.WriteString(rapid.SampledFrom([]string{"<section>", "<div class=row>", "<main>", "<div><div>"}).Draw(r, "around") + kind[0])
			for range rapid.IntRange(2, 8).Draw(r, "rows") {
				b.WriteString(kind[1])
				for _, part := range parts {
					if rapid.IntRange(0, 4).Draw(r, "there") == 0 {
						continue
					}
					if kind[1] == "<tr>" {
						b.WriteString(rapid.SampledFrom(cells).Draw(r, "cell"))
					}
					n++
					b.WriteString(strings.ReplaceAll(part, "#", strconv.Itoa(n)))
				}
				if kind[0] == "<div>" {
					b.WriteString("</div>")
				}
			}
			b.WriteString(kind[2])
		}
		pages++
		if check(r, b.String()) > 0 {
			found++
		}
	})
	if 2*found < pages {
		t.Errorf("of %d pages %d gave records: the pages are no test", pages, found)
	}
}

// TestClasses: what of a class is a name.
func TestClasses(t *testing.T) {
	for class, want := range map[string]string{
		"price": "price", "product-title": "product-title", "Card_title__2xYzQ": "Card_title", "ProductCard-module__title--1aB3c": "ProductCard-module__title",
		"css-1x2y3z": "", "mt-4": "", "sc-bdVaJa": "", "_3kdFh": "", "jsx-3318827": "", "svelte-1ab2cd": "", "md:w-1/2": "", "w-[12px]": "", "-mt-2": "",
		"text-gray-500": "", "text-sm": "", "col-md-4": "", "flex": "", "items-center": "", "is-active": "", "odd": "", "item1": "item", "item12": "item",
		"post-42": "post", "card__price": "card__price", "text-price": "text-price", "row-title": "row-title", "productName": "productName", "h1title": "h1title",
		"hjklm": "", "prix": "prix", "цена": "цена", "price!": "", "x": "", "list-item": "list-item", "col-price": "col-price", "price--sale": "price--sale",
	} {
		if got := stableWord(class); got != want {
			t.Errorf("%q is named by %q; want %q", class, got, want)
		}
	}
}

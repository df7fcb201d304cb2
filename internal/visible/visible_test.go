package visible

import (
	"fmt"
	"strings"
	"testing"

	"curtsy/internal/tree"
	"curtsy/page"
)

func guess(t *testing.T, text, language string) page.Visible {
	t.Helper()
	tr, err := tree.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return Guess(tr, language)
}

// say writes guesses in one line: question, rule, value, normal form.
func say(found page.Visible) string {
	var all []string
	for _, question := range []string{"title", "author", "published", "modified", "price"} {
		if g, ok := found[question]; ok {
			all = append(all, fmt.Sprintf("%s by %s: %s [%s]", question, g.Rule, g.Value, g.Normalised))
		}
	}
	return strings.Join(all, "\n")
}

type pageRow struct {
	name, language, text string
	want                 []string
}

func checkPages(t *testing.T, rows []pageRow) {
	t.Helper()
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			if got, want := say(guess(t, row.text, row.language)), strings.Join(row.want, "\n"); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestNothing(t *testing.T) {
	if got := Guess(nil, "en"); got != nil {
		t.Errorf("no tree: %v", got)
	}
	if got := guess(t, "", ""); got != nil {
		t.Errorf("no page: %v", got)
	}
}

func TestTitles(t *testing.T) {
	checkPages(t, []pageRow{
		{"one h1", "en", "<h1>Tea in <b>winter</b></h1>", []string{"title by heading: Tea in winter []"}},
		{"two h1", "en", "<h1>Tea</h1><h1>Coffee</h1>", nil},
		{"two h1 that say the same", "en", "<h1>Tea</h1><div><h1>Tea</h1></div>", []string{"title by heading: Tea []"}},
		{"the site's name in an h1 above", "en", "<header><h1>The Times</h1></header><main><h1>Tea in winter</h1></main>", []string{"title by heading: Tea in winter []"}},
		{"the site's name alone", "en", "<header><h1>The Times</h1></header><p>Tea</p>", nil},
		{"a header of an article is no site's", "en", "<article><header><h1>Tea in winter</h1></header></article>", []string{"title by heading: Tea in winter []"}},
		{"a logo for an h1", "en", "<h1><img src=logo.png alt=Times></h1><h2>Tea</h2>", nil},
		{"two h1, and a title element", "en", "<title>Tea in winter - Times</title><h1>The Times</h1><h1>Tea in winter</h1>", []string{"title by titled-heading: Tea in winter []"}},
		{"an h2, and a title element", "de", "<title>Tee im Winter | Zeitung</title><h2>Tee im Winter</h2><h2>Mehr</h2>", []string{"title by titled-heading: Tee im Winter []"}},
		{"a word too short to be sure of", "en", "<title>Tea in winter</title><h2>Tea</h2>", nil},
		{"an h1 in the footer", "en", "<footer><h1>Contact</h1></footer>", nil},
		{"an h1 that is hidden", "en", "<h1 hidden>Menu</h1><h1>Tea in winter</h1>", []string{"title by heading: Tea in winter []"}},
		{"an endless h1", "en", "<h1>" + strings.Repeat("Tea ", 100) + "</h1>", nil},
		{"an h1 of a hundred elements", "en", "<h1>" + strings.Repeat("<i></i>", 100) + "Tea</h1>", nil},
	})
}

func TestAuthors(t *testing.T) {
	const title = "title by heading: Tea in winter []"
	head := "<h1>Tea in winter</h1>"
	checkPages(t, []pageRow{
		{"a link to the author", "en", head + "<a rel=author href=/ada>Ada Example</a>", []string{title, "author by rel-author: Ada Example []"}},
		{"links to two authors", "en", head + "<a rel=author href=/a>Ada Example</a><a rel=author href=/b>Bo Example</a>", []string{title}},
		{"a link to who comments", "en", head + "<div class=comment><a rel=author href=/b>Bo Example</a></div>", []string{title}},
		{"a byline", "en", head + "<p class=byline>By <a href=/ada>Ada Example</a>, Tea Correspondent</p>", []string{title, "author by byline: Ada Example []"}},
		{"a byline of two", "en", head + "<p class=byline>By <a>Ada Example</a> and <a>Bo Example</a></p>", []string{title, "author by byline: Ada Example and Bo Example []"}},
		{"a byline with a date", "en", head + "<div class=post-author>By Ada Example on November 30, 2026</div>", []string{title, "author by byline: Ada Example []"}},
		{"a byline in German", "de", head + "<span class=autor>Von Ada von Beispiel</span>", []string{title, "author by byline: Ada von Beispiel []"}},
		{"a byline in French", "fr", head + "<span class='article__author'><span>Par</span> <b>Ada d’Exemple</b></span>", []string{title, "author by byline: Ada d’Exemple []"}},
		{"a byline in Japanese", "ja", head + "<p class=author>著者：茶野花</p>", []string{title, "author by byline: 茶野花 []"}},
		{"a name in an author's class", "es", head + "<span class=authorName>Ada Ejemplo</span>", []string{title, "author by author-class: Ada Ejemplo []"}},
		{"what one can do by a name", "en", head + "<div class=author><a>Follow Author</a> <a>View Profile</a></div>", []string{title}},
		{"a biography", "en", head + "<div class=author>Ada Example writes about tea.</div>", []string{title}},
		{"a short biography", "en", head + "<div class=author>Ada Example drinks tea</div>", []string{title}},
		{"the way to more", "en", head + "<div class=author>View Profile</div>", []string{title}},
		{"a line without a class", "en", head + "<p>By Ada Example</p>", []string{title, "author by by-line: Ada Example []"}},
		{"a line in Spanish", "es", head + "<p>Por Ada Ejemplo</p>", []string{title, "author by by-line: Ada Ejemplo []"}},
		{"another language's word", "en", head + "<p>Por Ada Ejemplo</p>", []string{title}},
		{"a sentence that begins so", "en", head + "<p>By clicking you agree</p>", []string{title}},
		{"a way", "en", head + "<p>By 1900 Tea was drunk</p>", []string{title}},
		{"nobody", "en", head + "<p class=byline>By admin</p>", []string{title}},
		{"nobody, in capitals", "en", head + "<p class=byline>By Admin</p>", []string{title}},
		{"who comments", "en", head + "<ol class=comments><li>By Bo Example</ol>", []string{title}},
		{"who reviews", "en", head + "<div id=reviews><span class=author>By Bo Example</span></div>", []string{title}},
		{"far from the title", "en", head + strings.Repeat("<p>Tea</p>", 80) + "<p>By Bo Example</p>", []string{title}},
		{"below another heading", "en", head + "<p>Tea<h2>More</h2><h2>Even more</h2><p>By Bo Example</p>", []string{title}},
		{"an address", "en", head + "<p class=byline>By ada@example.org</p>", []string{title}},
	})
}

func TestDates(t *testing.T) {
	const title = "title by heading: Tea in winter []"
	head := "<h1>Tea in winter</h1>"
	checkPages(t, []pageRow{
		{"one time", "en", head + "<time datetime=2026-11-30T12:00+01:00>30 Nov</time>", []string{title, "published by time: 30 Nov [2026-11-30T12:00:00+01:00]"}},
		{"a time above the title", "en", "<article><header><time datetime=2026-11-30>today</time>" + head + "</header></article>", []string{title, "published by time: today [2026-11-30]"}},
		{"a time without an attribute", "de", head + "<time>30. November 2026</time>", []string{title, "published by time: 30. November 2026 [2026-11-30]"}},
		{"a time that contradicts itself", "en", head + "<time datetime=2020-01-01>30 November 2026</time>", []string{title}},
		{"a time of a neighbouring zone", "en", head + "<time datetime=2026-11-30T23:00Z>1 December 2026</time>", []string{title, "published by time: 1 December 2026 [2026-11-30T23:00:00Z]"}},
		{"a time nobody sees", "en", head + "<time datetime=2026-11-30></time>", []string{title}},
		{"two times", "en", head + "<time datetime=2026-11-30>30 Nov</time><time datetime=2026-12-01>1 Dec</time>", []string{title}},
		{"two times with words", "en", head + "<p>Published <time datetime=2026-11-30>30 Nov</time>, updated on <time datetime=2026-12-01>1 Dec</time>",
			[]string{title, "published by published-time: 30 Nov [2026-11-30]", "modified by updated-time: 1 Dec [2026-12-01]"}},
		{"two times with classes", "en", head + "<time class='entry-date published' datetime=2026-11-30>30 Nov</time><time class=updated datetime=2026-12-01>1 Dec</time>",
			[]string{title, "published by published-time: 30 Nov [2026-11-30]", "modified by updated-time: 1 Dec [2026-12-01]"}},
		{"an update alone", "en", head + "<p>Last updated: <time datetime=2026-12-01>1 Dec</time>", []string{title, "modified by updated-time: 1 Dec [2026-12-01]"}},
		{"a label in German", "de", head + "<p>Veröffentlicht am 30.11.2026 | Aktualisiert: 1.12.2026, 12:30 Uhr</p>",
			[]string{title, "published by published-label: 30.11.2026 [2026-11-30]", "modified by updated-label: 1.12.2026, 12:30 Uhr [2026-12-01T12:30:00]"}},
		{"a label in French", "fr", head + "<p>Publié le 30 novembre 2026 à 12h30</p>", []string{title, "published by published-label: 30 novembre 2026 à 12h30 [2026-11-30T12:30:00]"}},
		{"a label and a name", "en", head + "<p>Posted on November 30, 2026 by Ada Example</p>", []string{title, "published by published-label: November 30, 2026 [2026-11-30]"}},
		{"a label in a list", "sv", head + "<dl><dt>Uppdaterad</dt><dd>1 december 2026</dd><dt>Publicerad</dt><dd>30 november 2026</dd></dl>",
			[]string{title, "published by published-label: 30 november 2026 [2026-11-30]", "modified by updated-label: 1 december 2026 [2026-12-01]"}},
		{"a label in Japanese", "ja", head + "<p>公開日：2026年11月30日 最終更新日：2026年12月1日</p>",
			[]string{title, "published by published-label: 2026年11月30日 [2026-11-30]", "modified by updated-label: 2026年12月1日 [2026-12-01]"}},
		{"a label and a date in doubt", "en", head + "<p>Published: 03/04/2025</p>", []string{title}},
		{"two labels that differ", "en", head + "<p>Published 30 November 2026<p>Published 1 December 2026", []string{title}},
		{"a word that only begins so", "en", head + "<p>Unpublished 30 November 2026</p>", []string{title}},
		{"a line that is a date", "pl", head + "<span>30 listopada 2026</span>", []string{title, "published by date-near-title: 30 listopada 2026 [2026-11-30]"}},
		{"a line with a date in it", "en", head + "<p>On 30 November 2026 tea was drunk.</p>", []string{title}},
		{"two lines that are dates", "en", head + "<p>30 November 2026<p>1 December 2026", []string{title}},
		{"a line that is a month", "en", head + "<p>November 2026", []string{title}},
		{"a date far above the title", "en", "<p>30 November 2026</p>" + strings.Repeat("<i></i>", 30) + head, []string{title}},
		{"a property that is an update", "en", head + "<time property=dateModified datetime=2026-12-01>1 Dec</time>", []string{title, "modified by updated-time: 1 Dec [2026-12-01]"}},
		{"a property with a prefix", "en", head + "<time property='schema:datePublished' datetime=2026-11-30>30 Nov</time>", []string{title, "published by published-time: 30 Nov [2026-11-30]"}},
		{"an event's start as a property", "en", head + "<time property=startDate datetime=2026-11-30T20:00>30 Nov, 8pm</time>", []string{title}},
		{"an event's end as an itemprop", "en", head + "<time itemprop=endDate datetime=2026-11-30>30 Nov</time>", []string{title}},
		{"an event's start as a microformat", "en", head + "<time class=dt-start datetime=2026-11-30>30 Nov</time>", []string{title}},
		{"an event's date by its class", "en", head + "<time class=event-date datetime=2026-11-30>30 Nov</time>", []string{title}},
		{"a last day to apply", "en", head + "<time itemprop=validThrough datetime=2026-11-30>30 Nov</time>", []string{title}},
		{"a time that is set at the end", "en", head + "<time class=text-end datetime=2026-11-30>30 Nov</time>", []string{title, "published by time: 30 Nov [2026-11-30]"}},
		{"a start and what was published", "en", head + "<time itemprop=startDate datetime=2026-12-24>24 Dec</time><time datetime=2026-11-30>30 Nov</time>", []string{title, "published by time: 30 Nov [2026-11-30]"}},
		{"a microformat that was published", "en", head + "<time class='dt-published' datetime=2026-11-30>30 Nov</time>", []string{title, "published by published-time: 30 Nov [2026-11-30]"}},
		{"a date of an event far below", "en", head + strings.Repeat("<p>Tea</p>", 80) + "<p>30 November 2026", []string{title}},
		{"a comment's date", "en", head + "<p>Tea.<div class=comment><time datetime=2026-11-30>30 Nov</time> 30 November 2026</div>", []string{title}},
		{"a copyright's year", "en", head + "<footer>© 2026 Example. Updated 30 November 2026</footer>", []string{title}},
		{"a related page's date", "en", head + "<aside><time datetime=2026-11-30>30 Nov</time></aside>", []string{title}},
		{"a list of articles", "en", head + strings.Repeat("<article><h2>One</h2><time datetime=2026-11-30>30 Nov</time></article>", 3), []string{title}},
		{"a list of labelled articles", "en", head + strings.Repeat("<article><h2>One</h2><p>Published 30 November 2026</article>", 3), []string{title}},
		{"another article's date", "en", "<article>" + head + "</article><article><time datetime=2026-11-30>30 Nov</time></article>", []string{title}},
		{"a second line of the title", "en", head + "<h2>How to drink it</h2><p>30 November 2026", []string{title, "published by date-near-title: 30 November 2026 [2026-11-30]"}},
	})
}

func TestPrices(t *testing.T) {
	const title = "title by heading: Tea in winter []"
	head := "<h1>Tea in winter</h1>"
	checkPages(t, []pageRow{
		{"one", "en", head + "<span class=price>$41.90</span>", []string{title, "price by price-class: $41.90 [41.90]"}},
		{"without a class", "de", head + "<p>41,90 €</p>", []string{title, "price by price-near-title: 41,90 € [41.90]"}},
		{"in parts", "de", head + "<div class=ProductPrice><span>41,90</span> <span>€</span></div>", []string{title, "price by price-class: 41,90 € [41.90]"}},
		{"twice", "en", head + "<b class=price>$41.90</b><button>Buy</button><b class=price>$41.90</b>", []string{title, "price by price-class: $41.90 [41.90]"}},
		{"in doubt", "de", head + "<b class=preis>1.299 €</b>", []string{title, "price by price-class: 1.299 € []"}},
		{"in yen", "ja", head + "<b class=price>1,980円</b>", []string{title, "price by price-class: 1,980円 [1980]"}},
		{"Swiss", "de-CH", head + "<b class=price>CHF 1'299.–</b>", []string{title, "price by price-class: CHF 1'299.– [1299]"}},
		{"with the old one struck", "en", head + "<div class=price><del>$50.00</del> <ins>$41.90</ins></div>", []string{title, "price by price-class: $41.90 [41.90]"}},
		{"with the old one by class", "en", head + "<div class=price><span class=was-price>$50.00</span> <span>$41.90</span></div>", []string{title, "price by price-class: $41.90 [41.90]"}},
		{"with the old one by style", "en", head + "<div class=price><span style='text-decoration: line-through'>$50.00</span> <span>$41.90</span></div>", []string{title, "price by price-class: $41.90 [41.90]"}},
		{"with the old one by word", "en", head + "<div class=price><span>Was</span> <span>$50.00</span> <span>$41.90</span></div>", []string{title, "price by price-class: $41.90 [41.90]"}},
		{"with the old one by nothing", "en", head + "<div class=price><span>$50.00</span> <span>$41.90</span></div>", []string{title}},
		{"with one for members", "en", head + "<b class=price>$41.90</b><p class=member-price>$39.90</p>", []string{title, "price by price-class: $41.90 [41.90]"}},
		{"with one for members, by word", "de", head + "<b class=preis>41,90 €</b><p>Mitglieder: <b class=preis>39,90 €</b></p>", []string{title, "price by price-class: 41,90 € [41.90]"}},
		{"for members alone", "en", head + "<p>Member price: <b>$39.90</b></p>", []string{title}},
		{"from", "en", head + "<b class=price>from $41.90</b>", []string{title}},
		{"from, in a text before", "fr", head + "<p class=prix>à partir de <b>41,90 €</b></p>", []string{title}},
		{"of a month", "en", head + "<b class=price>$41.90</b><span>/month</span>", []string{title}},
		{"of a kilogram beside", "de", head + "<b class=preis>41,90 €</b><small class=base-price>83,80 € / kg</small>", []string{title, "price by price-class: 41,90 € [41.90]"}},
		{"of a list", "en", head + "<b class=price>$41.90</b> <b class=list-price>$50.00</b>", []string{title, "price by price-class: $41.90 [41.90]"}},
		{"in what is called a list", "en", head + "<div class=product-list><b class=price>$41.90</b></div>", []string{title, "price by price-class: $41.90 [41.90]"}},
		{"what is saved", "en", head + "<p>You save <b>$8.10</b></p>", []string{title}},
		{"what the way costs", "en", head + "<p>Free shipping over <b>$50</b></p>", []string{title}},
		{"with raised cents", "en", head + "<b class=price>$41<sup>90</sup></b>", []string{title}},
		{"with raised cents, said whole", "en", head + "<b class=price><span class=sr-only>$41.90</span><span aria-hidden=true>$41<sup>90</sup></span></b>", []string{title, "price by price-class: $41.90 [41.90]"}},
		{"with others below", "en", head + "<b class=price>$41.90</b><section class=related-products><b class=price>$5</b><b class=price>$6</b></section>", []string{title, "price by price-class: $41.90 [41.90]"}},
		{"in a dialog that is not open", "en", head + "<dialog><b class=price>$41.90</b></dialog>", []string{title}},
		{"in what a style collapses", "en", head + "<p style='visibility: collapse'><b class=price>$41.90</b></p>", []string{title}},
		{"in what a search finds", "en", head + "<p hidden=until-found><b class=price>$41.90</b></p>", []string{title, "price by price-class: $41.90 [41.90]"}},
		{"in the basket", "en", "<div class=minicart><b class=price>$0.00</b></div>" + head, []string{title}},
		{"a listing", "en", head + strings.Repeat("<li><a href=/t><b class=price>$5</b></a><b class=price>$5</b>", 20), []string{title}},
		{"a listing of different prices", "en", head + "<p class=price>$5<p class=price>$6<p class=price>$7", []string{title}},
		{"without a title", "en", "<b class=price>$41.90</b>", nil},
		{"on a page longer than is looked at", "en", head + "<b class=price>$41.90</b>" + strings.Repeat("<i></i>", mostElements), []string{title}},
		{"a number that is no price", "en", head + "<b class=price>41.90</b>", []string{title}},
	})
}

// TestRules: every rule has a name of its own within its question, and a sentence.
func TestRules(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules() {
		if id := r.Question + " " + r.Name; seen[id] || r.Name == "" || !strings.HasSuffix(r.Doc, ".") || r.find == nil {
			t.Errorf("%q: %q", id, r.Doc)
		} else {
			seen[id] = true
		}
	}
}

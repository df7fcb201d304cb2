package curtsy

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"curtsy/internal/simweb"
	"curtsy/page"
)

// TestADocumentCostsItsSiteWhatAPageDoes: the text and the selections of a page are
// made of the bytes that were answered, and ask for nothing more.
func TestADocumentCostsItsSiteWhatAPageDoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{
			"/robots.txt": {Body: "User-agent: *\nDisallow: /cart\n"},
			"/tea":        {Body: `<title>Tea</title><main><h1>Tea</h1><p><a href="/cup">A cup</a></main>`},
			"/kept-not":   {Body: `<title>No</title><meta name="robots" content="noindex"><main><p>Secret words</main>`},
			"/reserved":   {Body: `<title>No</title><meta name="tdm-reservation" content="1"><main><p>Secret words</main>`},
		}})
		defer web.Close()
		c := crawlerOver(t, web, Options{Respect: []string{"tdm"}})
		defer c.Close()
		d, err := c.FetchDocument(context.Background(), "http://shop.example/tea")
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			text, err := d.Markdown(&MarkdownOptions{Full: true})
			if err != nil || text.Text != "# Tea\n\n[A cup](http://shop.example/cup)\n" {
				t.Errorf("text %+v, %v", text, err)
			}
			found, err := d.Select(t.Context(), "a@href")
			if err != nil || len(found.Matches) != 1 || found.Matches[0].Value != "http://shop.example/cup" {
				t.Errorf("found %+v, %v", found, err)
			}
		}
		if _, err := d.Select(t.Context(), "a["); err == nil {
			t.Error("a selector that is none selects")
		}
		for path, code := range map[string]error{"/kept-not": page.NoIndex, "/reserved": page.RightsReserved, "/cart": page.RefusedByRobots, "/gone": page.HTTPError} {
			d, err := c.FetchDocument(context.Background(), "http://shop.example"+path)
			if err != nil {
				t.Fatal(err)
			}
			text, err := d.Markdown(nil)
			if text != nil || !errors.Is(err, code) {
				t.Errorf("%s: text %+v, %v; want %v and no word", path, text, err, code)
			}
			if found, err := d.Select(t.Context(), "p"); found != nil || !errors.Is(err, code) {
				t.Errorf("%s: found %+v, %v; want %v and no word", path, found, err, code)
			}
		}
		var asked []string
		for _, e := range web.Log() {
			asked = append(asked, e.Target)
		}
		want := "/robots.txt /.well-known/tdmrep.json /tea"
		if got := strings.Join(asked, " "); !strings.HasPrefix(got, want) || strings.Contains(got, "/cart") || strings.Count(got, "/tea") != 1 {
			t.Errorf("the site was asked for %s", got)
		}
	})
}

// TestWhatIsReadBeyondIsOnEveryDoor: the options that read more hold for a run, for one
// page and for one at hand alike.
func TestWhatIsReadBeyondIsOnEveryDoor(t *testing.T) {
	const body = `<html lang=en><title>Teas</title><main><h1>Teas</h1><table><tr><th>Tea<th>Price<tr><td>Green<td>4.50<tr><td>Black<td>3.90</table></main>` +
		`<script id="__NEXT_DATA__" type="application/json">{"props":{"theme":"dark"}}</script>`
	synctest.Test(t, func(t *testing.T) {
		web := simweb.New(simweb.Site{Name: "http://shop.example", Pages: simweb.Pages{"/": {Body: body}}})
		defer web.Close()
		c := crawlerOver(t, web, Options{Visible: true, Induce: true, Hydration: true, NoSitemap: true})
		defer c.Close()
		fetched, err := c.Fetch(context.Background(), "http://shop.example/")
		if err != nil {
			t.Fatal(err)
		}
		read, err := c.Read([]byte(body), "http://shop.example/", nil)
		if err != nil {
			t.Fatal(err)
		}
		document, err := ReadDocument([]byte(body), "http://shop.example/", nil, &Options{Visible: true, Induce: true, Hydration: true})
		if err != nil {
			t.Fatal(err)
		}
		pages := map[string]*page.Page{"fetched": fetched, "read": read, "a document": document.Page}
		for p := range c.Crawl("http://shop.example/").Pages(t.Context()) {
			pages["crawled"] = p
		}
		for p := range c.Batch(func(yield func(string) bool) { yield("http://shop.example/") }).Pages(t.Context()) {
			pages["of a batch"] = p
		}
		if len(pages) != 5 {
			t.Fatalf("pages %v", pages)
		}
		for how, p := range pages {
			if p.Visible["title"].Value != "Teas" || !strings.Contains(strings.Join(p.Sources, " "), "hydration") {
				t.Errorf("%s: visible %v, sources %v", how, p.Visible, p.Sources)
			}
		}
		plain, err := Read([]byte(body), "http://shop.example/", nil)
		if err != nil || plain.Visible != nil || strings.Join(plain.Sources, " ") != "html" {
			t.Errorf("not asked for: visible %v, sources %v, %v", plain.Visible, plain.Sources, err)
		}
	})
}

// TestAsManyPagesAreReadAtOnceAsThereAreProcessors: a page that waits to be read keeps no
// site waiting, and a context ends its wait.
func TestAsManyPagesAreReadAtOnceAsThereAreProcessors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := simweb.New(
			simweb.Site{Name: "http://a.example", Pages: simweb.Pages{"/1": {Body: "<title>1</title>"}, "/2": {Body: "<title>2</title>"}}},
			simweb.Site{Name: "http://b.example", Pages: simweb.Pages{"/": {Body: "<title>B</title>"}}})
		defer web.Close()
		c := crawlerOver(t, web, Options{Sites: 1})
		defer c.Close()
		for range cap(c.reading) {
			c.reading <- struct{}{}
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 3)
		fetch := func(ctx context.Context, url string) { _, err := c.Fetch(ctx, url); done <- err }
		go fetch(t.Context(), "http://a.example/1")
		go fetch(ctx, "http://a.example/2")
		go fetch(t.Context(), "http://b.example/")
		time.Sleep(time.Minute)
		asked := 0
		for _, e := range web.Log() {
			if e.Target != "/robots.txt" {
				asked++
			}
		}
		if asked != 3 || len(done) != 0 {
			t.Errorf("%d pages are asked for and %d read; want three and none", asked, len(done))
		}
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("who is told to stop waits on: %v", err)
		}
		for range cap(c.reading) {
			<-c.reading
		}
		for range 2 {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
	})
}

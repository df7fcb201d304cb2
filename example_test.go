package curtsy_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"curtsy"
	"curtsy/internal/simweb"
	"curtsy/page"
)

// shop plays a small shop on this machine, and gives its address.
func shop() (url string, closeShop func()) {
	product := `<title>%s</title><script type="application/ld+json">
		{"@context": "https://schema.org", "@type": "Product", "name": %q, "offers": {"@type": "Offer", "price": %q, "priceCurrency": "EUR"}}
		</script><a href="/">home</a>`
	web := simweb.New(simweb.Site{Name: "http://127.0.0.1", Pages: simweb.Pages{
		"/robots.txt":  {Body: "User-agent: *\nDisallow: /cart\nSitemap: /sitemap.xml\n"},
		"/sitemap.xml": {Body: "<urlset><url><loc>/</loc></url><url><loc>/tea</loc><lastmod>2026-11-01</lastmod></url></urlset>", Type: "application/xml"},
		"/":            {Body: `<title>Shop</title><a href="/tea">tea</a> <a href="/cup">cup</a> <a href="/cart">cart</a>`},
		"/tea":         {Body: fmt.Sprintf(product, "Tea", "Green tea", "4.50")},
		"/cup":         {Body: fmt.Sprintf(product, "Cup", "Cup with a handle", "12.00")},
	}})
	at, err := web.ListenSite("http://127.0.0.1", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	return "http://" + at.String() + "/", web.Close
}

// us is who asks. A real agent has a page and a contact; a site on this machine may be
// asked without.
func us() curtsy.Agent { return curtsy.Agent{} }

// quick is for the examples' own machine alone: a public site is left at least a second
// between requests, and asking for less is refused.
func quick() *curtsy.Options { return &curtsy.Options{Delay: 5 * time.Millisecond} }

func Example() {
	url, closeShop := shop()
	defer closeShop()

	crawler, err := curtsy.New(us(), quick())
	if err != nil {
		log.Fatal(err)
	}
	defer crawler.Close()

	run := crawler.Crawl(url)
	for p := range run.Pages(context.Background()) {
		switch {
		case errors.Is(p.Err, page.RefusedByRobots):
			fmt.Println("left alone:", p.Robots.Rule)
		case p.Err != nil:
			fmt.Println("no answer:", p.Err)
		default:
			fmt.Printf("%s, price %q\n", p.Summary["title"].Value, p.Summary["price"].Value)
		}
	}
	if err := run.Err(); err != nil {
		log.Fatal(err)
	}
	fmt.Println(run.Report().Stopped)
	// Output:
	// Shop, price ""
	// Green tea, price "4.50"
	// Cup with a handle, price "12.00"
	// left alone: Disallow: /cart
	// done
}

func ExampleCrawler_Fetch() {
	url, closeShop := shop()
	defer closeShop()
	crawler, err := curtsy.New(us(), quick())
	if err != nil {
		log.Fatal(err)
	}
	defer crawler.Close()

	p, err := crawler.Fetch(context.Background(), url+"tea")
	if err != nil {
		log.Fatal(err)
	}
	price := p.Summary["price"]
	fmt.Println(p.Fetch.Status, price.Value, price.Source, price.Where)
	// Output:
	// 200 4.50 jsonld /html/head/script[1]#/offers/price
}

func ExampleCrawler_Map() {
	url, closeShop := shop()
	defer closeShop()
	crawler, err := curtsy.New(us(), quick())
	if err != nil {
		log.Fatal(err)
	}
	defer crawler.Close()

	m, err := crawler.Map(context.Background(), url)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("from", m.Source)
	for _, found := range m.URLs {
		fmt.Printf("/%s %q\n", strings.TrimPrefix(found.URL, url), found.LastMod)
	}
	// Output:
	// from sitemaps
	// / ""
	// /tea "2026-11-01"
}

func ExampleCrawler_Batch() {
	url, closeShop := shop()
	defer closeShop()
	crawler, err := curtsy.New(us(), quick())
	if err != nil {
		log.Fatal(err)
	}
	defer crawler.Close()

	list := strings.NewReader(url + "cup\n" + url + "nowhere\nnot an address\n")
	lines := func(yield func(string) bool) {
		for s := bufio.NewScanner(list); s.Scan(); {
			if !yield(s.Text()) {
				return
			}
		}
	}
	run := crawler.Batch(lines)
	for p := range run.Pages(context.Background()) {
		fmt.Println(p.N, p.OK, p.Summary["title"].Value, errors.Is(p.Err, page.HTTPError), errors.Is(p.Err, page.BadAddress))
	}
	if err := run.Err(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 0 true Cup with a handle false false
	// 1 false  true false
	// 2 false  false true
}

func ExampleRun_Report() {
	url, closeShop := shop()
	defer closeShop()
	crawler, err := curtsy.New(us(), quick())
	if err != nil {
		log.Fatal(err)
	}
	defer crawler.Close()

	run := crawler.Crawl(url)
	for range run.Pages(context.Background()) {
	}
	report := run.Report()
	fmt.Println(report.Pages, "pages:", report.OK, "read,", report.Refused, "refused")
	for _, site := range report.Sites {
		fmt.Println(site.Requests, "requests, robots.txt and sitemap included")
	}
	// Output:
	// 4 pages: 3 read, 1 refused
	// 5 requests, robots.txt and sitemap included
}

func ExampleOptions_state() {
	url, closeShop := shop()
	defer closeShop()
	dir, err := os.MkdirTemp("", "curtsy-example-")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)

	for _, resume := range []bool{false, true} {
		options := quick()
		options.State, options.Resume = filepath.Join(dir, "shop.jsonl"), resume
		crawler, err := curtsy.New(us(), options)
		if err != nil {
			log.Fatal(err)
		}
		run := crawler.Crawl(url)
		for range run.Pages(context.Background()) {
			if !resume {
				break // as a stop would: the file is whole, and can be taken up
			}
		}
		report := run.Report()
		fmt.Println(report.Stopped, report.Resumed, "of", report.Pages, "pages from the file")
		crawler.Close()
	}
	// Output:
	// cancelled 0 of 1 pages from the file
	// done 1 of 4 pages from the file
}

// A titles sink prints titles as pages come.
type titles struct{}

func (titles) Write(p *page.Page) error {
	fmt.Println(p.Summary["title"].Value)
	return nil
}

func (titles) Close() error { return nil }

func ExampleSink() {
	url, closeShop := shop()
	defer closeShop()
	options := quick()
	options.MaxDepth = curtsy.None
	options.Sinks = []curtsy.Sink{titles{}}
	crawler, err := curtsy.New(us(), options)
	if err != nil {
		log.Fatal(err)
	}
	defer crawler.Close()
	for range crawler.Crawl(url).Pages(context.Background()) {
	}
	// Output:
	// Shop
	// Green tea
}

func ExampleTrace() {
	url, closeShop := shop()
	defer closeShop()
	options := quick()
	options.Trace = &curtsy.Trace{Asked: func(r curtsy.Request) { fmt.Println(r.Purpose, r.Status) }}
	crawler, err := curtsy.New(us(), options)
	if err != nil {
		log.Fatal(err)
	}
	defer crawler.Close()
	if _, err := crawler.Fetch(context.Background(), url+"tea"); err != nil {
		log.Fatal(err)
	}
	// Output:
	// robots 200
	// page 200
}

func ExampleRead() {
	body := []byte(`<html lang="en"><title>Saved</title><a href="../up">up</a>`)
	p, err := curtsy.Read(body, "https://example.org/a/b", http.Header{"Content-Language": {"en"}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.Summary["title"].Value, p.Summary["language"].Value, p.Links)
	// Output:
	// Saved en [https://example.org/up]
}

package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/PuerkitoBio/goquery"

	"curtsy"
)

const readAt = "https://shop.test/dir/page"

// readPage reads a page with every reader there is.
func readPage(text []byte) error { return readWith(text, nil) }

// readAll reads besides what is read on request alone.
func readAll(text []byte) error {
	return readWith(text, &curtsy.Options{Visible: true, Induce: true, Hydration: true})
}

func readWith(text []byte, options *curtsy.Options) error {
	d, err := curtsy.ReadDocument(text, readAt, http.Header{"Content-Type": {"text/html; charset=utf-8"}}, options)
	if err != nil {
		return err
	}
	if p := d.Page; len(p.Links) == 0 || p.Summary["title"].Value == "" {
		return fmt.Errorf("the page has %d links and the title %q", len(p.Links), p.Summary["title"].Value)
	}
	return nil
}

// linksAndTitle is what most crawlers read, with a tree and selectors: the title, and
// every link resolved.
func linksAndTitle(text []byte) error {
	doc, err := goquery.NewDocumentFromReader(bytes.NewReader(text))
	if err != nil {
		return err
	}
	base, err := url.Parse(readAt)
	if err != nil {
		return err
	}
	title := strings.TrimSpace(doc.Find("title").First().Text())
	var links []string
	doc.Find("a[href]").Each(func(_ int, s *goquery.Selection) {
		href, _ := s.Attr("href")
		if u, err := base.Parse(href); err == nil {
			links = append(links, u.String())
		}
	})
	if len(links) == 0 || title == "" {
		return fmt.Errorf("the page has %d links and the title %q", len(links), title)
	}
	return nil
}

// A reader is one way of reading one page.
type reader struct {
	name string
	text []byte
	read func([]byte) error
}

// reading compares ways of reading in turn, in this process on one core: what the
// machine does beside falls on all of them.
func reading(rounds int) error {
	runtime.GOMAXPROCS(1)
	fmt.Printf("%d rounds in turn, one core, CPU time of the process, collection included\n\n", rounds)
	fmt.Println("| page | reading | pages a second per core | least | most | x goquery | allocations a page | KiB a page |\n|---|---|---|---|---|---|---|---|")
	for _, size := range []int{22_000, 300_000} {
		whole, plain := shopPage(size, true), shopPage(size, false)
		ways := []reader{
			{"goquery: links and title", whole, linksAndTitle},
			{"curtsy: all readers", whole, readPage},
			{"curtsy: all readers, guesses, repeated structure and whole states", whole, readAll},
			{"curtsy: all readers, nothing that needs a tree", plain, readPage},
		}
		rates := make([][]float64, len(ways))
		allocations, octets := make([]float64, len(ways)), make([]float64, len(ways))
		for round := range rounds + 1 {
			for i, way := range ways {
				m, err := measure(way)
				if err != nil {
					return fmt.Errorf("%s: %w", way.name, err)
				}
				if round == 0 {
					continue // the first is to warm up
				}
				rates[i] = append(rates[i], m.rate)
				allocations[i], octets[i] = m.allocations, m.octets
			}
		}
		for i, way := range ways {
			least, most := rates[i][0], rates[i][0]
			for _, rate := range rates[i] {
				least, most = min(least, rate), max(most, rate)
			}
			fmt.Printf("| %.0f KB | %s | %.0f | %.0f | %.0f | %.2f | %.0f | %.0f |\n", float64(len(way.text))/1000, way.name,
				median(rates[i]), least, most, median(rates[i])/median(rates[0]), allocations[i], octets[i]/1024)
		}
	}
	return nil
}

type measured struct{ rate, allocations, octets float64 }

// measure reads a page again and again for a third of a second.
func measure(way reader) (measured, error) {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	n, from, started := 0, cpuTime(), time.Now()
	for time.Since(started) < time.Second/3 {
		if err := way.read(way.text); err != nil {
			return measured{}, err
		}
		n++
	}
	used := cpuTime() - from
	runtime.ReadMemStats(&after)
	pages := float64(n)
	return measured{pages / used.Seconds(), float64(after.Mallocs-before.Mallocs) / pages, float64(after.TotalAlloc-before.TotalAlloc) / pages}, nil
}

func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// shopPage makes a page of about size octets as shops write them: a Product in JSON-LD,
// Open Graph, a breadcrumb, a link for every 300 octets up to 1,000, and cards, which
// are microdata items on the larger when marked says so. Without marks it has nothing
// that only a tree tells.
func shopPage(size int, marked bool) []byte {
	mark := func(attributes string) string {
		if marked {
			return " " + attributes
		}
		return ""
	}
	var b bytes.Buffer
	b.WriteString(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Oak stool - Shop</title>
<meta name="description" content="A stool of oak, oiled by hand."><link rel="canonical" href="/p/oak-stool"><meta name="robots" content="index, follow">
<meta property="og:title" content="Oak stool"><meta property="og:type" content="product"><meta property="og:image" content="/img/stool.jpg">
<meta property="og:site_name" content="Shop"><meta name="twitter:card" content="summary">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Oak stool","sku":"S-1","brand":{"@type":"Brand","name":"Holm"},
"image":["/img/stool.jpg","/img/stool-2.jpg"],"aggregateRating":{"@type":"AggregateRating","ratingValue":"4.6","reviewCount":"89"},
"offers":{"@type":"Offer","price":"89.00","priceCurrency":"EUR","availability":"https://schema.org/InStock","url":"/p/oak-stool"}}</script></head><body>
`)
	fmt.Fprintf(&b, `<ol class="crumbs"%s>`, mark(`itemscope itemtype="https://schema.org/BreadcrumbList"`))
	for i, name := range []string{"Shop", "Seats", "Stools"} {
		fmt.Fprintf(&b, `<li%s><a%s href="/c/%d"><span%s>%s</span></a><meta%s content="%d"></li>`, mark(`itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem"`),
			mark(`itemprop="item"`), i, mark(`itemprop="name"`), name, mark(`itemprop="position"`), i+1)
	}
	b.WriteString("</ol><main>\n")
	links := min(size/300, 1000) - 3
	room := (size - b.Len() - 30) / links
	for i := range links {
		from := b.Len()
		fmt.Fprintf(&b, `<div class="card"%s><a class="link" href="/p/%d?ref=list"><b%s>Thing %d</b></a> <span class="price"%s>%d.50 &euro;</span><p>`,
			mark(`itemscope itemtype="https://schema.org/Product"`), i, mark(`itemprop="name"`), i, mark(`itemprop="sku"`), i)
		for b.Len()-from < room-22 {
			b.WriteString("It is of &amp; for oak. ")
		}
		b.WriteString("</p></div>\n")
	}
	b.WriteString("</main></body></html>\n")
	return b.Bytes()
}

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gocolly/colly/v2"
	"golang.org/x/net/html"

	"curtsy"
)

// contenders are what is measured: each fetches every page of every site once, and gives
// how many it had.
func contenders() map[string]func(plan) (int, error) {
	return map[string]func(plan) (int, error){
		"bare":        func(p plan) (int, error) { return bare(p, func([]byte, *url.URL) {}) },
		"bare-links":  func(p plan) (int, error) { return bare(p, links) },
		"colly":       collyRun,
		"curtsy":      func(p plan) (int, error) { return curtsyRun(p, "", "") },
		"curtsy-kept": curtsyKept,
	}
}

const atOnce = 64

// bare is a plain client over the known list: no crawler at all.
func bare(p plan, each func([]byte, *url.URL)) (int, error) {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1, MaxIdleConns: 1000, DisableCompression: true}}
	list := make(chan string)
	var group sync.WaitGroup
	var n atomic.Int64
	for range atOnce {
		group.Go(func() {
			for text := range list {
				request, _ := http.NewRequest("GET", text, nil)
				request.Header.Set("Accept-Encoding", "gzip")
				response, err := client.Do(request)
				if err != nil {
					continue
				}
				z, err := gzip.NewReader(response.Body)
				if err == nil {
					body, _ := io.ReadAll(z)
					each(body, request.URL)
					n.Add(1)
				}
				response.Body.Close()
			}
		})
	}
	for page := range p.pages {
		for i := range p.sites {
			list <- p.url(i, page)
		}
	}
	close(list)
	group.Wait()
	return int(n.Load()), nil
}

// links tokenizes a page and resolves every link in it.
func links(body []byte, base *url.URL) {
	z := html.NewTokenizer(bytes.NewReader(body))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return
		case html.StartTagToken:
			name, more := z.TagName()
			if string(name) != "a" {
				continue
			}
			for more {
				var key, value []byte
				key, value, more = z.TagAttr()
				if string(key) == "href" {
					if u, err := base.Parse(string(value)); err == nil {
						_ = u.String()
					}
				}
			}
		}
	}
}

// collyRun crawls with Colly, reading links, title and JSON-LD, robots.txt obeyed; eight
// at once, where it is fastest and fetches nothing twice.
func collyRun(p plan) (int, error) {
	c := colly.NewCollector(colly.Async(true), colly.UserAgent("bench/1.0 (+http://127.0.0.1/)"))
	c.IgnoreRobotsTxt = false
	if err := c.Limit(&colly.LimitRule{DomainGlob: "*", Parallelism: 8}); err != nil {
		return 0, err
	}
	var n atomic.Int64
	c.OnHTML("a[href]", func(e *colly.HTMLElement) { e.Request.Visit(e.Attr("href")) })
	c.OnHTML("title", func(e *colly.HTMLElement) { _ = e.Text })
	c.OnHTML(`script[type="application/ld+json"]`, func(e *colly.HTMLElement) {
		var v any
		json.Unmarshal([]byte(e.Text), &v)
	})
	c.OnResponse(func(r *colly.Response) {
		if r.StatusCode == 200 {
			n.Add(1)
		}
	})
	for i := range p.sites {
		c.Visit(p.url(i, 0))
	}
	c.Wait()
	return int(n.Load()), nil
}

func curtsyKept(p plan) (int, error) {
	dir, err := os.MkdirTemp("", "curtsy-bench-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	return curtsyRun(p, dir+"/home", dir+"/pages.jsonl")
}

// curtsyRun crawls with curtsy, with a home and a state when they are given.
func curtsyRun(p plan, home, state string) (int, error) {
	crawler, err := curtsy.New(curtsy.Agent{}, &curtsy.Options{
		Delay: curtsy.None, Jitter: curtsy.None, Sites: atOnce, MaxPages: 1_000_000, MaxDepth: 100, NoSitemap: true,
		Home: home, State: state,
	})
	if err != nil {
		return 0, err
	}
	defer crawler.Close()
	return crawl(crawler, p)
}

func crawl(crawler *curtsy.Crawler, p plan) (int, error) {
	var seeds []string
	for i := range p.sites {
		seeds = append(seeds, p.url(i, 0))
	}
	run := crawler.Crawl(seeds...)
	n := 0
	for page := range run.Pages(context.Background()) {
		if page.OK {
			n++
		}
	}
	return n, run.Err()
}

// politeRun crawls at one request a second and site.
func politeRun(p plan, jitter float64) (int, error) {
	crawler, err := curtsy.New(curtsy.Agent{}, &curtsy.Options{
		Delay: time.Second, Jitter: jitter, Sites: atOnce, MaxPages: 1_000_000, MaxDepth: 100, NoSitemap: true,
	})
	if err != nil {
		return 0, err
	}
	defer crawler.Close()
	return crawl(crawler, p)
}

package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"net"
	"net/http"
	"os"
	"sync"
	"time"
)

// A plan is what the sites are.
type plan struct {
	sites, pages, port int
	uneven             bool
	quiet              bool // what the sites see is not kept
}

// host is the address of site i: each is an address of its own.
func (p plan) host(i int) string { return fmt.Sprintf("127.1.%d.%d", i/250, i%250+1) }

func (p plan) url(i, page int) string {
	return fmt.Sprintf("http://%s:%d/p/%d", p.host(i), p.port, page)
}

// pagesOf is how many pages site i has.
func (p plan) pagesOf(i int) int {
	switch {
	case !p.uneven:
		return p.pages
	case i < 2:
		return 40
	}
	return 10
}

// body is page n of a site: 22 KB of text, fifty links, a title and a Product.
func body(n, of int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page %d</title>
<meta name="description" content="The page of number %d."><link rel="canonical" href="/p/%d">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Thing %d","sku":"T-%d",
"offers":{"@type":"Offer","price":"%d.50","priceCurrency":"EUR","availability":"https://schema.org/InStock"}}</script></head><body>
<nav>`, n, n, n, n, n, n)
	for i := range 50 {
		fmt.Fprintf(&b, `<a href="/p/%d" class="link">To %d</a> `, (n+i)%of, i)
	}
	b.WriteString("</nav><main>\n")
	for i := 0; b.Len() < 22_000; i++ {
		fmt.Fprintf(&b, "<p class=\"text\">Sentence %d of page %d says &amp; means little, but it is <b>as long</b> as sentences are, number %x.</p>\n", i, n, uint32(i*n+7)*2654435761)
	}
	b.WriteString("</main></body></html>\n")
	return b.Bytes()
}

// An arrival is one request as the sites saw it.
type arrival struct {
	host, path string
	start, end time.Time
}

// serve plays the sites until its input ends, then writes what they saw.
func serve(p plan) error {
	most := 40
	packed := make([][]byte, max(p.pages, most))
	for n := range packed {
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, 6)
		of := p.pages
		if p.uneven {
			of = 10
		}
		if p.uneven && n >= 10 {
			of = 40
		}
		z.Write(body(n, of))
		z.Close()
		packed[n] = b.Bytes()
	}
	long := make([][]byte, most)
	for n := range long {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write(body(n, most))
		z.Close()
		long[n] = b.Bytes()
	}
	var (
		mu  sync.Mutex
		log []arrival
	)
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		host, _, _ := net.SplitHostPort(r.Host)
		if !p.quiet {
			// The answer is one small write, so its end is this instant or later: stamped
			// after the write, a busy machine would stamp it later than the client saw it.
			mu.Lock()
			log = append(log, arrival{host, r.URL.Path, start, time.Now()})
			mu.Unlock()
		}
		answer(w, r, p, host, packed, long)
	})
	for i := range p.sites {
		l, err := net.Listen("tcp", fmt.Sprintf("%s:%d", p.host(i), p.port))
		if err != nil {
			return err
		}
		if p.port == 0 {
			p.port = l.Addr().(*net.TCPAddr).Port
		}
		server := &http.Server{Handler: handler}
		go server.Serve(l)
	}
	fmt.Println(p.port)
	bufio.NewReader(os.Stdin).ReadByte()
	out := bufio.NewWriter(os.Stdout)
	mu.Lock()
	for _, a := range log {
		fmt.Fprintf(out, "%s %s %d %d\n", a.host, a.path, a.start.UnixNano(), a.end.UnixNano())
	}
	mu.Unlock()
	return out.Flush()
}

func answer(w http.ResponseWriter, r *http.Request, p plan, host string, packed, long [][]byte) {
	if r.URL.Path == "/robots.txt" {
		fmt.Fprint(w, "User-agent: *\nDisallow: /private/\n")
		return
	}
	n := 0
	if _, err := fmt.Sscanf(r.URL.Path, "/p/%d", &n); err != nil && r.URL.Path != "/" {
		http.NotFound(w, r)
		return
	}
	from := packed
	if p.uneven && (host == p.host(0) || host == p.host(1)) {
		from = long
	}
	if n >= len(from) {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Encoding", "gzip")
	h.Set("Content-Length", fmt.Sprint(len(from[n])))
	w.Write(from[n])
}

package simweb

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
)

// Sitemap is a made-up list of URLs addresses, /p/1 and on, on the site that is
// asked; negative: without end, up to 1 GiB. On a page that is Packed it is a
// gzip file. Zero: 50,000, the most the protocol allows. Text: (sitemap),
// (sitemap 200000) or (sitemap endless).
type Sitemap struct{ URLs int }

func (s Sitemap) play(x *exchange) {
	if s.URLs == 0 {
		s.URLs = 50_000
	}
	if x.page.Type == "" && !x.page.Packed {
		x.page.Type = "application/xml"
	}
	h := x.header()
	h.Set("Transfer-Encoding", "chunked")
	x.dress(h)
	x.head(http.StatusOK, h)
	body := bufio.NewWriterSize(chunks{x}, sendAtOnce)
	if x.page.Packed {
		z := gzip.NewWriter(body)
		s.write(z, x.asked.Site)
		z.Close()
	} else {
		s.write(body, x.asked.Site)
	}
	body.Flush()
	chunks{x}.Close()
}

func (s Sitemap) write(w io.Writer, site string) {
	io.WriteString(w, `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`+"\n")
	for i, n := 1, 0; i <= s.URLs || s.URLs < 0 && n < endlessBound; i++ {
		more, err := fmt.Fprintf(w, "<url><loc>%s/p/%d</loc></url>\n", site, i)
		if err != nil {
			return
		}
		n += more
	}
	io.WriteString(w, "</urlset>\n")
}

func readSitemap(w words) (Fault, error) {
	var s Sitemap
	if len(w) == 1 && w[0] == "endless" {
		return Sitemap{URLs: -1}, nil
	}
	err := w.read(toNumber(&s.URLs))
	return s, err
}

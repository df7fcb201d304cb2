package simweb

import (
	"bytes"
	"compress/gzip"
	"hash/fnv"
	"io"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"
)

// bodyKept is the longest body an entry keeps.
const bodyKept = 1 << 20

// A draft is an answer before it is written.
type draft struct {
	status int
	header http.Header
	body   []byte
}

// answer writes the page as it is meant, faults aside.
func (x *exchange) answer() {
	x.send(x.draft())
}

// draft makes the page's answer: conditional, coded, with its header.
func (x *exchange) draft() draft {
	p := x.page
	d := draft{status: p.Status, header: x.header(), body: []byte(p.Body)}
	if d.status == 0 {
		d.status = http.StatusOK
	}
	if p.Status == 0 && x.unchanged() {
		d.status = http.StatusNotModified
	}
	if p.Packed {
		d.body = x.web.packs.pack(p.Body)
	}
	if p.Gzip {
		d.header.Set("Vary", "Accept-Encoding")
		if acceptsGzip(x.asked.Header) {
			d.header.Set("Content-Encoding", "gzip")
			d.body = x.web.packs.pack(string(d.body))
		}
	}
	if bare(d.status) {
		d.body = nil
		d.header.Del("Content-Type")
		d.header.Del("Content-Encoding")
	} else {
		d.header.Set("Content-Length", strconv.Itoa(len(d.body)))
	}
	x.dress(d.header)
	return d
}

// bare says whether answers of this status have no body (RFC 9110 §6.4.1).
func bare(status int) bool {
	return status == http.StatusNotModified || status == http.StatusNoContent
}

// send writes a draft whole.
func (x *exchange) send(d draft) {
	x.keepBody(d.status)
	x.head(d.status, d.header)
	if x.asked.Method != http.MethodHead {
		x.write(d.body)
	}
}

// keepBody lets the entry say what the answer's body says.
func (x *exchange) keepBody(status int) {
	if x.asked.Method == http.MethodGet && status != http.StatusNoContent && len(x.page.Body) <= bodyKept {
		x.web.log.amend(x.entry, func(e *Entry) { e.Body = x.page.Body })
	}
}

// header is what every answer of the page carries, the page's own Header not
// yet among it.
func (x *exchange) header() http.Header {
	h := http.Header{"Date": {x.clock().UTC().Format(http.TimeFormat)}}
	h.Set("Content-Type", x.page.contentType(x.asked.Target))
	if tag := x.page.etag(); tag != "" {
		h["Etag"] = []string{tag}
	}
	if x.page.LastModified != "" {
		h.Set("Last-Modified", x.page.LastModified)
	}
	return h
}

// clock is the time by the site's own clock, right or wrong.
func (x *exchange) clock() time.Time { return time.Now().Add(x.page.Skew) }

// dress puts the page's own Header over what simweb wrote.
func (x *exchange) dress(h http.Header) {
	for name, value := range x.page.Header {
		h.Set(name, value)
	}
}

func (p Page) contentType(target string) string {
	if p.Type != "" {
		return p.Type
	}
	target, _, _ = strings.Cut(target, "?")
	switch path.Ext(target) {
	case ".txt":
		return "text/plain; charset=utf-8"
	case ".xml":
		return "application/xml"
	case ".json":
		return "application/json"
	case ".gz":
		return "application/gzip"
	case ".css":
		return "text/css"
	case ".png":
		return "image/png"
	case ".pdf":
		return "application/pdf"
	}
	return "text/html; charset=utf-8"
}

func (p Page) etag() string {
	if p.ETag != "auto" {
		return p.ETag
	}
	h := fnv.New64a()
	h.Write([]byte(p.Body))
	return `"` + strconv.FormatUint(h.Sum64(), 16) + `"`
}

// unchanged judges the request's conditions (RFC 9110 §13.2.2): If-None-Match
// alone when it is there, else If-Modified-Since.
func (x *exchange) unchanged() bool {
	if match := x.asked.Header.Get("If-None-Match"); match != "" {
		tag := strings.TrimPrefix(x.page.etag(), "W/")
		for one := range strings.SplitSeq(match, ",") {
			one = strings.TrimPrefix(strings.TrimSpace(one), "W/")
			if tag != "" && (one == tag || one == "*") {
				return true
			}
		}
		return false
	}
	since, err1 := http.ParseTime(x.asked.Header.Get("If-Modified-Since"))
	changed, err2 := http.ParseTime(x.page.LastModified)
	return err1 == nil && err2 == nil && !changed.After(since)
}

// conditional says whether the request has a condition at all.
func (x *exchange) conditional() bool {
	return x.asked.Header.Get("If-None-Match") != "" || x.asked.Header.Get("If-Modified-Since") != ""
}

// acceptsGzip reads Accept-Encoding (RFC 9110 §12.5.3): gzip or *, unless its
// weight is 0.
func acceptsGzip(h http.Header) bool {
	for one := range strings.SplitSeq(h.Get("Accept-Encoding"), ",") {
		coding, weight, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(one, " ", "")), ";q=")
		if coding == "gzip" || coding == "*" {
			q, err := strconv.ParseFloat(weight, 64)
			return weight == "" || err == nil && q > 0
		}
	}
	return false
}

// packs keeps what was packed once: a benchmark's client shall not pay for our
// gzip again and again.
type packs struct {
	mu     sync.Mutex // never held across a wait
	packed map[string][]byte
}

// packsKept is how many bodies are kept; generated ones have no end.
const packsKept = 1000

// pack returns body as one gzip member. The result is shared: nobody writes to it.
func (p *packs) pack(body string) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	if kept, ok := p.packed[body]; ok {
		return kept
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, body)
	z.Close()
	if p.packed == nil {
		p.packed = map[string][]byte{}
	}
	if len(p.packed) < packsKept {
		p.packed[body] = b.Bytes()
	}
	return b.Bytes()
}

package sitemap

import (
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"curtsy/address"
)

// A Kind is a form in which a site lists its addresses. The zero value is none.
type Kind string

// The kinds that are read.
const (
	URLSet Kind = "urlset"       // sitemaps.org
	Index  Kind = "sitemapindex" // sitemaps.org; its entries are sitemaps
	Text   Kind = "text"         // sitemaps.org; one address a line
	RSS    Kind = "rss"          // RSS 0.9 to 2.0
	Atom   Kind = "atom"         // RFC 4287
)

// An Entry is one address that a sitemap lists.
type Entry struct {
	Loc     string // as written but for outer white space; 1 to 2,048 characters
	LastMod string // lastmod, pubDate or updated as written but for outer white space; "" when there is none
	Index   bool   // a sitemap that an index names, not a page
}

// A Bound is how much of a sitemap is read. The zero value is what sitemaps.org
// lets a sitemap be.
type Bound struct {
	Bytes   int64  // of the file before and after inflating, each; 0: 50 MiB
	Entries int    // given to each; 0: 50,000
	Count   *Count // when not nil, is set to what became of the entries
}

// A Count is what became of the entries of one sitemap.
type Count struct {
	Given int // given to each
	Long  int // left out: the address was longer than 2,048 characters
	Empty int // left out: there was no address in it
}

const (
	defaultBytes   = 50 << 20 // sitemaps.org: 52,428,800, uncompressed
	defaultEntries = 50_000   // sitemaps.org
	maxLoc         = 2_048    // characters; sitemaps.org
	maxLastMod     = 128      // octets; what is longer is no date
)

// Read gives the entries of a sitemap to each, in order, while they are read, until
// the file ends or each says false, which is no error. r is the body after
// Content-Encoding was undone; gzip inside it, once or twice, is found by its first
// octets. base is where the sitemap was found and only names it in errors.
//
// The error is nil or an [*Error]; what each was given before it stands. The kind
// is told beside an error too, as far as it was seen.
func Read(r io.Reader, base address.Address, bound Bound, each func(Entry) bool) (Kind, error) {
	if bound.Bytes <= 0 {
		bound.Bytes = defaultBytes
	}
	if bound.Entries <= 0 {
		bound.Entries = defaultEntries
	}
	g := &giver{bound: bound, each: each}
	kind, line, err := read(r, bound.Bytes, g)
	if bound.Count != nil {
		*bound.Count = g.count
	}
	if err == nil || errors.Is(err, errStop) {
		return kind, nil
	}
	var told *Error
	if !errors.As(err, &told) {
		told = &Error{Cause: err, Detail: "reading it stopped: " + err.Error()}
	}
	told.Address, told.Given = base, g.count.Given
	if told.Line == 0 {
		told.Line = line
	}
	return kind, told
}

// read chooses how the body is read; line is how far it came.
func read(r io.Reader, bytes int64, g *giver) (kind Kind, line int, err error) {
	body, err := inflate(r, bytes)
	if err != nil {
		return "", 0, err
	}
	decoded := decode(body)
	text := &cleaned{r: decoded, line: 1}
	head, _ := decoded.Peek(sniffed)
	if looksLikeMarkup(head) {
		kind, err = readMarkup(text, g)
	} else {
		kind, err = readText(text, g)
	}
	return kind, text.line, err
}

// A giver gives entries to the caller and keeps their bounds.
type giver struct {
	bound Bound
	each  func(Entry) bool
	count Count
}

// errStop ends the reading because each said so.
var errStop = errors.New("enough")

func (g *giver) give(e Entry) error {
	e.Loc = strings.TrimSpace(e.Loc)
	if e.LastMod = strings.TrimSpace(e.LastMod); len(e.LastMod) > maxLastMod {
		e.LastMod = ""
	}
	switch {
	case e.Loc == "":
		g.count.Empty++
		return nil
	case utf8.RuneCountInString(e.Loc) > maxLoc:
		g.count.Long++
		return nil
	case g.count.Given == g.bound.Entries:
		return tooMany(g.bound.Entries)
	}
	g.count.Given++
	if !g.each(e) {
		return errStop
	}
	return nil
}

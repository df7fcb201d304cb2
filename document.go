package curtsy

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"curtsy/address"
	"curtsy/internal/identity"
	"curtsy/internal/maintext"
	"curtsy/internal/pick"
	"curtsy/internal/read"
	"curtsy/internal/tree"
	"curtsy/internal/visit"
	"curtsy/page"
)

// A Document is a page with the bytes it was read from, so that more can be had of it
// than its line: its text as Markdown, the values a selector finds. A page that failed,
// or may not be kept, has no bytes: then there is nothing to be had but Page.Err. One
// goroutine uses it.
type Document struct {
	Page   *page.Page
	bytes  *read.Document // nil when there are none
	source *read.Source   // of bytes, once it was asked for
}

// open makes ready what a document's text and selections are taken from; the error is
// that of a page with no bytes.
func (d *Document) open() (*read.Source, *tree.Tree, error) {
	if d.bytes == nil {
		return nil, nil, d.Page.Err
	}
	if d.source == nil {
		d.source = read.Open(d.bytes)
	}
	t, err := d.source.Tree()
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", d.Page.URL, err)
	}
	return d.source, t, nil
}

// FetchDocument visits one page as [Crawler.Fetch] does, and keeps its bytes.
func (c *Crawler) FetchDocument(ctx context.Context, url string) (*Document, error) {
	found := &page.Page{Via: page.ViaSeed}
	a, err := address.Parse(url)
	if err != nil {
		return &Document{Page: badAddress(found, url, err)}, nil
	}
	c.name(a)
	if err := c.tooSoon(a); err != nil {
		return nil, err
	}
	answer := c.visitor.Visit(ctx, a, c.how(a.Origin(), c.start()))
	p, err := c.pageOf(ctx, found, answer, nil)
	switch {
	case errors.Is(err, visit.ErrNotStarted):
		return nil, fmt.Errorf("%s: the time budget ended before it could be asked", a)
	case err != nil:
		return nil, err
	case !p.OK:
		return &Document{Page: p}, nil
	}
	return &Document{Page: p, bytes: c.documentOf(answer)}, nil
}

// ReadDocument reads a page that is at hand as [Crawler.Read] does, and keeps its bytes.
func (c *Crawler) ReadDocument(body []byte, url string, header http.Header) (*Document, error) {
	return documentAtHand(body, url, header, identity.Agent(c.agent).ProductToken(), c.settings.want())
}

// Read reads a page that is already at hand, asking nobody: its body, the address it
// is from, and the header it came with, which may be nil. The error says what is wrong
// with url; what is wrong with the page is in the Page.
func (c *Crawler) Read(body []byte, url string, header http.Header) (*page.Page, error) {
	d, err := c.ReadDocument(body, url, header)
	if err != nil {
		return nil, err
	}
	return d.Page, nil
}

// Read reads a page as [Crawler.Read] does, without a crawler.
func Read(body []byte, url string, header http.Header) (*page.Page, error) {
	d, err := ReadDocument(body, url, header, nil)
	if err != nil {
		return nil, err
	}
	return d.Page, nil
}

// ReadDocument reads a page as [Crawler.ReadDocument] does, without a crawler. Of the
// options, which may be nil, only Visible, Induce and Hydration count.
func ReadDocument(body []byte, url string, header http.Header, options *Options) (*Document, error) {
	var s settings
	if options != nil {
		s.Options = *options
	}
	return documentAtHand(body, url, header, identity.Curtsy, s.want())
}

// maybePage says whether what is at hand may be a page: by its octets nearly all may,
// since a piece of one is read too, but for what begins as an image, an archive or a
// printed document does.
func maybePage(kind string) bool {
	return read.Readable(kind) || strings.HasPrefix(kind, "text/") || kind == "application/octet-stream"
}

func documentAtHand(body []byte, url string, header http.Header, token string, want read.Want) (*Document, error) {
	a, err := address.Parse(url)
	if err != nil {
		return nil, err
	}
	d := &Document{Page: &page.Page{URL: a.String(), Via: page.ViaSeed}}
	if kind := read.MediaType(header, body); !maybePage(kind) {
		d.Page.Err = page.Errorf(page.NotAPage, "%s: it is of type %q, which is not read", a, kind)
		return d, nil
	}
	d.bytes = &read.Document{Address: a, Header: header, Body: body, Token: token, Want: want}
	put(d.Page, read.Page(d.bytes), endless)
	return d, nil
}

// MarkdownOptions say what of a page is written as Markdown; the zero value is its main
// content.
type MarkdownOptions struct {
	Full        bool // the whole page, navigation and all; what is hidden stays out
	FrontMatter bool // the page's summary before the text, as YAML
}

// A Markdown is a page's text.
type Markdown struct {
	Text    string         // CommonMark with tables; ends in a newline, or is ""
	From    string         // what it was taken from: "article", "main", "body" and the like; "" when the page has no main content
	Where   string         // the place of the element that holds all of it; "" when there is none
	LeftOut map[string]int // what a bound cut, the end of a page too large for a tree included; nil for nothing
}

// Markdown gives the page's text; nil options are its main content. A page without one
// is no error: From is "" then. The error is the page's own (Page.Err), or says what of it
// could not be written.
func (d *Document) Markdown(options *MarkdownOptions) (*Markdown, error) {
	source, t, err := d.open()
	if err != nil {
		return nil, err
	}
	if options == nil {
		options = &MarkdownOptions{}
	}
	write := maintext.Main
	if options.Full {
		write = maintext.Full
	}
	text, err := write(t, source.Base)
	if err != nil {
		return nil, fmt.Errorf("%s: its text as Markdown: %w", d.Page.URL, err)
	}
	m := &Markdown{Text: text.Markdown, From: text.From, Where: text.Where, LeftOut: text.LeftOut}
	for what, n := range d.source.TreeLeftOut() {
		if m.LeftOut == nil {
			m.LeftOut = map[string]int{}
		}
		m.LeftOut[what] += n
	}
	if options.FrontMatter {
		m.Text = d.frontMatter() + m.Text
	}
	return m, nil
}

// frontMatter is the page's summary as YAML, in the order of its questions, after the
// address it was taken from.
func (d *Document) frontMatter() string {
	fields := []maintext.Field{{Name: "source", Value: d.Page.URL}}
	for _, name := range page.SummaryFields() {
		if answer, ok := d.Page.Summary[name]; ok {
			fields = append(fields, maintext.Field{Name: name, Value: answer.Value, Source: answer.Source})
		}
	}
	return maintext.FrontMatter(fields)
}

// A Match is one value that a selector found.
type Match struct {
	Value string `json:"value"`         // the text, as a person would read it; or the attribute's, addresses resolved
	Where string `json:"where"`         // the element's place; "" past the page's bound on places
	Cut   bool   `json:"cut,omitempty"` // the value was longer than is given (64 KiB)
}

// A Selection is what one selector found, in document order.
type Selection struct {
	Matches []Match
	LeftOut int // found, and over the bound of 100,000
}

// CheckSelector says what is wrong with a selector; nil: nothing.
func CheckSelector(selector string) error {
	_, err := pick.Compile(selector)
	return err
}

// Select gives the values that a CSS selector finds: the text of each element, or, with
// "@name" at the selector's end, its attribute. The error is the selector's, the
// page's own (Page.Err), or says that the search was more work than is done for one page.
func (d *Document) Select(ctx context.Context, selector string) (*Selection, error) {
	s, err := pick.Compile(selector)
	if err != nil {
		return nil, err
	}
	source, t, err := d.open()
	if err != nil {
		return nil, err
	}
	found, left, err := s.Pick(ctx, t, 0, func(reference string) string {
		resolved, _ := source.Resolve(reference)
		return resolved
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.Page.URL, err)
	}
	selection := &Selection{Matches: make([]Match, 0, len(found)), LeftOut: left}
	for _, match := range found {
		selection.Matches = append(selection.Matches, Match{Value: match.Value, Where: match.Where, Cut: match.Cut})
	}
	return selection, nil
}

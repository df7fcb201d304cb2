package read

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"curtsy/address"
	"curtsy/internal/summary"
	"curtsy/page"
)

// A Document is one answer to be read.
type Document struct {
	Address address.Address // where the redirects ended; what references are resolved against
	Header  http.Header     // of the answer; may be nil
	Body    []byte          // decoded from its content codings; not changed, and not to be changed while it is read
	Want    Want            // what is read beyond what is always read
	Token   string          // our product token, for meta names and X-Robots-Tag; "curtsy" is always heard too
	At      time.Time       // when it was answered, for unavailable_after; zero: the header's Date, else no date has passed
}

// Want says what is read beyond what is always read. The zero value is nothing.
type Want struct {
	Visible   bool // guesses from the page's own text
	Induce    bool // records from repeated structure, where the page declares no thing
	Hydration bool // the whole of the state that scripts start from, not only the things known in it
}

// A Reading is what a page says. The zero value says nothing.
type Reading struct {
	Type      string            // media type, declared or sniffed
	Charset   string            // the encoding its text was read in, by its WHATWG name in lower case
	CharsetBy string            // what decided it: "bom", "header", "meta", "xml", "valid", "guess" or "default"
	Base      address.Address   // what references in the page are resolved against
	Title     string            // of the <title>; "" when there is none
	Canonical string            // the canonical declared; "" when absent or contradictory
	Summary   page.Summary      // the questions it answers
	Records   []page.Record     // what it declares, in order of readers, then of the document
	Sources   []string          // readers that found something, in order of precedence
	Links     []address.Address // what it lets a crawl follow: document order, once each
	All       []Link            // every link, followable or not: document order, once each
	NoIndex   bool              // it asks not to be kept: meta robots or X-Robots-Tag, for all or for us, or a date that has passed
	NoFollow  bool              // it asks that no link of it be followed; Links is then empty
	Rights    *page.Rights      // signals about use, as found; never nil after Page
	Conflicts []page.Conflict   // questions its declarations answer differently
	Relations []page.Relation   // what it says of other addresses
	Visible   page.Visible      // what its text seems to say; nil when that was not asked for
	Repairs   []page.Repair     // what had to be mended to be read
	LeftOut   map[string]int    // what a bound cut, by what was cut; nil when nothing was
	Unread    []page.Unread     // what a reader could not read
}

// Page reads a document with [Readers]. It never fails, and is safe for concurrent
// use on different documents, and on the same.
func Page(doc *Document) *Reading { return readPage(doc, Readers()) }

// Open makes ready what readers work from, without reading what the page declares:
// for what else is made of it, its tree above all.
func Open(doc *Document) *Source {
	r := &Reading{Type: MediaType(doc.Header, doc.Body), Base: doc.Address, Rights: &page.Rights{}, Summary: page.Summary{}}
	s := &Source{Document: doc, Base: doc.Address, reading: r}
	r.attempt("page", func() { s.Text, r.Charset, r.CharsetBy = decode(doc.Body, doc.Header) })
	r.attempt("page", func() { gather(s) })
	r.attempt("page", func() { s.resolveBase() })
	r.attempt("page", func() {
		links, left := headerLinks(doc.Header)
		s.HeaderLinks = links
		s.LeaveOut("header_links", left)
	})
	return s
}

func readPage(doc *Document, readers []Reader) *Reading {
	s := Open(doc)
	r := s.reading
	r.attempt("page", func() { r.hearRobots(s) })
	r.attempt("page", func() { r.follow(s) })
	if s.titled {
		r.Title = s.Title.Text
	}

	all := make([]Findings, len(readers))
	for i, reader := range readers {
		r.attempt(reader.Name, func() { all[i] = reader.Read(s) })
		if found := &all[i]; !found.empty() {
			r.Sources = append(r.Sources, reader.Name)
			r.Records = append(r.Records, found.Records...)
			r.Relations = append(r.Relations, found.Relations...)
		}
	}
	r.declareCanonical(all)
	r.attempt("summary", func() { r.summarise(s, all) })
	r.readBeyond(s)
	if s.tree != nil {
		r.leaveOut("places", s.tree.Unsaid)
	}
	return r
}

// summarise answers the questions from what all readers found.
func (r *Reading) summarise(s *Source, all []Findings) {
	in := &summary.Input{
		Things: r.Records, Address: s.Document.Address.String(), Cut: s.Cut,
		Resolve: s.Resolve,
	}
	for i := range all {
		in.Tags = append(in.Tags, all[i].Tags...)
		in.Canonicals = append(in.Canonicals, all[i].Canonicals...)
	}
	r.Summary, r.Conflicts = summary.Of(in)
}

// attempt runs one part of the reading; a panic in it ends that part alone.
func (r *Reading) attempt(name string, part func()) {
	defer func() {
		if p := recover(); p != nil {
			r.Unread = append(r.Unread, page.Unread{Source: name, Message: fmt.Sprintf("the reader broke off: %v", p)})
		}
	}()
	part()
}

func (r *Reading) leaveOut(what string, n int) {
	if n <= 0 {
		return
	}
	if r.LeftOut == nil {
		r.LeftOut = map[string]int{}
	}
	r.LeftOut[what] += n
}

// declareCanonical keeps the one address that every declaration names; two that
// differ cancel each other out.
func (r *Reading) declareCanonical(all []Findings) {
	for _, found := range all {
		for _, c := range found.Canonicals {
			if r.Canonical != "" && r.Canonical != c.Value {
				r.Canonical = ""
				return
			}
			r.Canonical = c.Value
		}
	}
}

// MaxText is the most octets of one answer's or one meta's text that are kept.
const MaxText = 8 << 10

// tidy makes page text fit for an answer: valid UTF-8, blanks run together and
// trimmed, as a browser shows a title.
func tidy(text string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
}

// answeredAt is the time that unavailable_after is held against.
func (d *Document) answeredAt() time.Time {
	if !d.At.IsZero() {
		return d.At
	}
	at, err := http.ParseTime(d.Header.Get("Date"))
	if err != nil {
		return time.Time{}
	}
	return at
}

// ours says whether an agent's name is one of those we go by.
func (d *Document) ours(agent string) bool {
	return agent != "" && (strings.EqualFold(agent, d.Token) || strings.EqualFold(agent, ownToken))
}

// ownToken is heard whatever the operator's token: a site owner who knows only the
// crawler's name must be able to speak to it.
const ownToken = "curtsy"

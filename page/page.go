package page

import "time"

// Via says how an address came to be taken.
type Via string

// The ways an address is found.
const (
	ViaSeed     Via = "seed"
	ViaLink     Via = "link"
	ViaSitemap  Via = "sitemap"
	ViaFeed     Via = "feed"
	ViaList     Via = "list"
	ViaRedirect Via = "redirect"
	ViaTemplate Via = "template"
)

// A Page is what one visit came to. Fields a visit did not reach are zero and not
// in its line.
type Page struct {
	URL       string     // the address taken, in its one spelling (a line of a list that is no address: as given)
	N         int        // its number in the run's order, from 0
	OK        bool       // answered below 400, read, and allowed to be kept
	Depth     int        // links from a seed
	FoundOn   string     // the page that led here; "" for a seed or a listed address
	Via       Via        // how it was found
	AskedAt   time.Time  // when the last request for the page started; zero when it was never asked
	Landed    string     // where redirects ended
	Fetch     *Fetch     // how it was asked; nil when it was not
	Retries   []Retry    // each time it was asked again
	Robots    *Robots    // what robots.txt said; nil when it was not judged
	Rights    *Rights    // signals about use; nil when nothing answered
	Canonical string     // the canonical the page declares; "" when absent or contradictory
	Summary   Summary    // the questions the page answers
	Conflicts []Conflict // questions its declarations answer differently
	Records   []Record   // what it declares
	Relations []Relation // what its head and header say of other addresses: other languages, feeds, the next page
	Visible   Visible    // what its own text seems to say, when that was asked for; never part of the summary
	Sources   []string   // readers that found something, in precedence order
	// Fingerprint is a sketch of the page's words, by which pages that say nothing new are
	// known; "" when it has none or is not kept.
	Fingerprint string
	Links       []string       // every address it lets a crawl follow, in document order, once each; of a page not kept too
	Repairs     []Repair       // what had to be mended to be read
	Unread      []Unread       // what a reader could not read
	LeftOut     map[string]int // what a bound cut, by what was cut
	Err         error          // nil, or an *Error
}

// A Fetch says how a page was asked and what came back.
type Fetch struct {
	Rung         string  `json:"rung"`                    // the way of fetching: "http"
	Status       int     `json:"status"`                  // of the last answer; 0 when none came
	Seconds      float64 `json:"seconds"`                 // from the start of the last request to the end of its answer
	Bytes        int64   `json:"bytes"`                   // of the body, decoded
	WireBytes    int64   `json:"wire_bytes"`              // of the body, as it came
	Type         string  `json:"type,omitempty"`          // media type
	Charset      string  `json:"charset,omitempty"`       // the encoding its text was read in
	SHA256       string  `json:"sha256,omitempty"`        // of the decoded body, in hexadecimal
	NotModified  bool    `json:"not_modified"`            // the kept copy was confirmed or still fresh
	ETag         string  `json:"etag,omitempty"`          // verbatim
	LastModified string  `json:"last_modified,omitempty"` // verbatim
	Hops         []Hop   `json:"hops"`                    // the redirects, in order
	Climbs       []Climb `json:"climbs"`                  // moves from one rung to the next
	Waited       float64 `json:"waited"`                  // seconds of rest the visit's requests waited for
}

// A Hop is one redirect: the address that answered it and its status.
type Hop struct {
	URL    string `json:"url"`
	Status int    `json:"status"`
}

// A Climb is a move from one way of fetching to the next.
type Climb struct {
	From    string  `json:"from"`
	To      string  `json:"to"`
	Reason  string  `json:"reason"`
	Seconds float64 `json:"seconds"`
}

// A Retry says why a page was asked again, and how many seconds after the failed
// request ended the next one started.
type Retry struct {
	Reason string  `json:"reason"`
	After  float64 `json:"after"`
}

// Robots is what robots.txt said of the page: which line of which file decided.
type Robots struct {
	Allowed bool    `json:"allowed"`
	File    string  `json:"file"`          // the robots.txt's address
	Line    *int    `json:"line"`          // null: no rule matched
	Rule    string  `json:"rule"`          // the rule as written
	Group   string  `json:"group"`         // the product token of the group, or "*"
	Delay   float64 `json:"delay"`         // seconds between requests the file asks for; 0 when it asks for none
	Cut     bool    `json:"cut,omitempty"` // the file is longer than is read: the rules past 512 KiB are not known
}

// Rights holds the signals about use as found, and what they come to.
type Rights struct {
	Signals []Signal          `json:"signals"`
	Uses    map[string]string `json:"uses"` // use → "allowed" or "reserved"; a use nothing speaks of is absent
}

// A Signal is one statement about use, as written.
type Signal struct {
	Name   string `json:"name"`   // "robots", "tdm-reservation", "content-usage", ...
	Value  string `json:"value"`  // as written; an address resolved
	Source string `json:"source"` // "header", "meta", "file" or "robots"
	Key    string `json:"key"`    // the header, tag or line it stood in
	Agent  string `json:"agent,omitempty"`
	Where  string `json:"where,omitempty"` // the place of the tag; "" for what stands outside the page
}

// A Record is one thing the page declares.
type Record struct {
	Type   string   `json:"type"`   // the first declared type; "" when none is
	Types  []string `json:"types"`  // every declared type
	Fields Fields   `json:"fields"` // in the order declared
	Source string   `json:"source"` // the reader
	Where  string   `json:"where"`  // its place: XPath, then "#" and a JSON pointer where there is one

	Repaired bool `json:"repaired,omitempty"` // it stood in text that could not be read until it was mended: mind its values
}

// A Value is a field's value and its place. Value holds a string, a []Value or a *Record.
type Value struct {
	Value  any    `json:"value"`
	Source string `json:"source,omitempty"`
	Where  string `json:"where,omitempty"`
}

// A Field is a named value of a record.
type Field struct {
	Name string
	Value
}

// Fields are a record's fields in the order declared; as JSON, an object.
type Fields []Field

// An Answer is a summary's answer to one question, and where it stood.
type Answer struct {
	Value      string `json:"value"`                // as declared, blanks run together; addresses resolved
	Normalised string `json:"normalised,omitempty"` // the same in its standard form, where that is beyond doubt; "" elsewhere
	Source     string `json:"source"`               // the reader
	Key        string `json:"key"`                  // "og:title", "Product.name", "<title>"
	Where      string `json:"where"`                // its place in the page; "" for a header's, and past a bound
}

// A Conflict is a question that the page answers in two ways that do not mean the same.
type Conflict struct {
	Field   string   `json:"field"`
	Answers []Answer `json:"answers"` // the summary's first, then each other meaning once, in precedence order
}

// A Relation is what a page says of another address.
type Relation struct {
	Rel      string `json:"rel"`                // "alternate", "feed", "next", "prev", "amphtml", "manifest", "license", ...
	URL      string `json:"url"`                // resolved
	Hreflang string `json:"hreflang,omitempty"` // as written
	Type     string `json:"type,omitempty"`     // the media type, as written
	Title    string `json:"title,omitempty"`
	Source   string `json:"source"` // "html" or "http"
	Where    string `json:"where"`  // "" for a header's
}

// A Repair says what in a page could not be read until it was mended, and how.
type Repair struct {
	Source string `json:"source"` // the reader
	Where  string `json:"where"`  // of the script that holds it
	What   string `json:"what"`   // "comments", "trailing commas", "entities", ...
}

// An Unread is something one reader could not read. The page stands all the same.
type Unread struct {
	Source  string `json:"source"`  // the reader; "page" for the pass all readers share
	Message string `json:"message"` // about what, and what happened
}

// Visible are guesses from a page's own text, by question: title, author, published,
// modified, price.
type Visible map[string]Guess

// A Guess is one answer read off a page's text, and the rule that found it.
type Guess struct {
	Value      string `json:"value"`
	Normalised string `json:"normalised,omitempty"`
	Rule       string `json:"rule"` // its name in docs/reading.md
	Where      string `json:"where"`
}

// Summary answers the questions of [SummaryFields]; one with no answer is absent.
type Summary map[string]Answer

// SummaryFields lists the summary's questions in the order they are written.
func SummaryFields() []string {
	return []string{
		"title", "description", "url", "image", "author", "published", "modified", "language", "site_name",
		"publisher", "type", "price", "price_regular", "price_low", "price_high", "currency", "availability",
		"brand", "sku", "gtin", "mpn", "rating", "rating_best", "rating_count", "breadcrumb",
	}
}

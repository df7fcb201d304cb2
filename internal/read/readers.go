package read

import (
	"curtsy/internal/summary"
	"curtsy/page"
)

// A Reader finds what a page declares in one vocabulary.
type Reader struct {
	Name  string                 // the "source" of what it finds
	Doc   string                 // one sentence: what it reads
	Takes Takes                  // what it works from
	Read  func(*Source) Findings // called once a page; may panic, and then has found nothing
}

// Takes says what a reader works from. It is for people and tests: a Reader may ask
// its Source for anything, and pays for a tree only by asking for one.
type Takes uint8

// What there is to work from.
const (
	TakesGathered Takes = 1 << iota // what the one pass gathered: title, metas, links of the head, data scripts
	TakesHeader                     // the answer's header
	TakesTree                       // the whole tree, built when first asked for
)

// Findings are what one reader found. The zero value is nothing.
type Findings struct {
	Records    []page.Record   // things, in document order, every leaf with its place
	Tags       []summary.Tag   // what is said of the page as a whole, in document order
	Relations  []page.Relation // what is said of other addresses, resolved, in document order
	Canonicals []page.Answer   // declarations of the canonical; Value is resolved
}

func (f *Findings) empty() bool {
	return len(f.Records) == 0 && len(f.Tags) == 0 && len(f.Relations) == 0 && len(f.Canonicals) == 0
}

// Readers lists the readers there are, in the order of [Reading.Sources]. What is
// believed before what is for each question to say: [summary.Questions].
func Readers() []Reader {
	return []Reader{
		jsonldReader(),
		microdataReader(),
		rdfaReader(),
		microformatsReader(),
		dublincoreReader(),
		opengraphReader(),
		twitterReader(),
		metaReader(),
		htmlReader(),
		httpReader(),
		hydrationReader(),
	}
}

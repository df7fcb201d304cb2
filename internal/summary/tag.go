package summary

// A Tag is one statement about the page as a whole: a meta, the title, a header.
type Tag struct {
	Source string // the reader
	Name   string // in lower case, as precedence knows it: "og:title", "dc.title", "author"
	Key    string // as an answer shows it: "og:title", "meta name=author", "<title>"
	Value  string // as written, blanks run together
	Where  string // the element's place; "" for a header's
}

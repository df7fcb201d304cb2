package read

import (
	"errors"
	"strings"
	"sync"

	"curtsy/address"
	"curtsy/internal/tree"
	"curtsy/page"
)

// A Source is what a reader works from: one document, its text in UTF-8 and what
// the one pass over it gathered.
type Source struct {
	*Document
	Text        []byte          // the body in UTF-8; may hold octets that are none when the page says it is UTF-8 and is not
	Base        address.Address // what references in the page are resolved against
	Lang        string          // <html lang>
	Title       Element         // the first <title> with a text that is not inside svg or math
	Metas       []Meta          // every <meta> with a name, property, http-equiv or itemprop
	HeadLinks   []HeadLink      // every <link> with a rel and an href, but those that only help draw the page
	Scripts     []Script        // scripts whose type is JSON of some kind, and JavaScript that sets a known state
	Hints       Hints           // which vocabularies its tags may speak
	Licenses    []HeadLink      // every <a> and <area> whose rel says license, the first few
	RSL         int             // scripts that hold a license in RSL
	HeaderLinks []HeaderLink    // the members of the Link headers, the first of them

	titled   bool
	base     string // the first <base href>, as written
	refs     []reference
	refsLeft int
	treeLeft map[string]int // what was left out of the tree at its end
	treeEnd  int            // where the tree ends, when it would be too large with what comes after; else 0
	reading  *Reading
	once     sync.Once
	tree     *tree.Tree
	treeErr  error
}

// An Element is a text and its place.
type Element struct {
	Text string
	Place
}

// A Meta is one <meta> element. Its texts are as written.
type Meta struct {
	Name, Property, HTTPEquiv, Itemprop, Content string
	Head                                         bool // it stands in the head
	Inert                                        bool // it stands in a template, which is no part of the page
	Place
}

// A HeadLink is one <link> element, or an <a> or <area> that names a license. Its
// texts are as written.
type HeadLink struct {
	Rel, Href, Hreflang, Type, Title string
	Head                             bool // it stands in the head
	Place
}

// Has says whether the link bears a relation, by its name in lower case.
func (l *HeadLink) Has(rel string) bool { return tree.HasWord(l.Rel, rel) }

// A Script is one data block, JavaScript that sets a known state, or an attribute in which
// a framework keeps one.
type Script struct {
	Type string // its media type in lower case, without parameters; "text/javascript" for code of every type, the framework's own name for an attribute
	ID   string
	Text []byte // a part of the Source's Text; an attribute's is a copy
	Place
}

// Tree gives the page as a tree, parsed on the first call, with what stands in
// noscript as elements. The error is of a page that is nested too deep even without
// the tags that stand deepest; what had to be left out is counted, and so is what
// comes after [tree.MaxWeight].
func (s *Source) Tree() (*tree.Tree, error) {
	s.once.Do(func() {
		s.treeErr = errors.New("the tree: the parser broke off")
		text := s.Text
		if s.treeEnd > 0 {
			text = text[:s.treeEnd]
			s.treeLeft = map[string]int{"tree_octets": len(s.Text) - len(text)}
			s.LeaveOut("tree_octets", len(s.Text)-len(text))
		}
		s.tree, s.treeErr = tree.Parse(text)
		if s.treeErr == nil {
			s.LeaveOut("depth", s.tree.Dropped)
			s.LeaveOut("attributes", s.tree.Late)
		}
	})
	return s.tree, s.treeErr
}

// TreeLeftOut says what of the page stands in no tree, for what is made of the tree
// alone; nil for nothing, and before [Source.Tree].
func (s *Source) TreeLeftOut() map[string]int { return s.treeLeft }

// Resolve gives the address a reference of the page stands for, in its one spelling.
func (s *Source) Resolve(reference string) (string, bool) {
	a, err := s.Base.Resolve(reference)
	return a.String(), err == nil
}

// resolved gives the address of a reference that may be blank, which would resolve to
// the page itself and declares nothing.
func resolved(base address.Address, reference string) (string, bool) {
	if strings.TrimSpace(reference) == "" {
		return "", false
	}
	a, err := base.Resolve(reference)
	return a.String(), err == nil
}

// LeaveOut counts what a reader's bound cut.
func (s *Source) LeaveOut(what string, n int) { s.reading.leaveOut(what, n) }

// Fail records something a reader could not read, beside what it could.
func (s *Source) Fail(reader, message string) {
	s.reading.Unread = append(s.reading.Unread, page.Unread{Source: reader, Message: message})
}

// Repaired records what had to be mended in the script at a place for it to be read.
func (s *Source) Repaired(reader, where, what string) {
	s.reading.Repairs = append(s.reading.Repairs, page.Repair{Source: reader, Where: where, What: what})
}

// Cut gives text made tidy and within [MaxText]; what is cut is counted.
func (s *Source) Cut(text string) string {
	text = tidy(text)
	if len(text) <= MaxText {
		return text
	}
	s.LeaveOut("text", 1)
	return strings.TrimSpace(strings.ToValidUTF8(text[:MaxText], ""))
}

// resolveBase settles what references are resolved against: the first base element
// with an href, itself resolved against the document (WHATWG HTML 4.2.3). One that
// is not http or https is no base.
func (s *Source) resolveBase() {
	if s.base == "" {
		return
	}
	if base, err := s.Document.Address.Resolve(s.base); err == nil {
		s.Base, s.reading.Base = base, base
	}
}

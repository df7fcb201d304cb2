package simweb

import (
	"fmt"
	"strings"
)

// A Conversation is a web written as a txtar text, and what stands beside it.
type Conversation struct {
	Comment string // what stands before the first member: what is promised
	Web     *Web   // to be closed
	Members []Member
}

// A Member is one file of a txtar text.
type Member struct {
	Name string
	Text string
	Line int // of its marker
}

// Member returns the text of the member of that name; false: there is none.
func (c *Conversation) Member(name string) (string, bool) {
	for _, m := range c.Members {
		if m.Name == name {
			return m.Text, true
		}
	}
	return "", false
}

// Parse reads a web from a txtar text. A member is a page when its name is
//
//	[scheme://]host[:port]/target [(modifier)]...
//
// where host has a dot or a port, or a scheme goes before it; the target runs to
// the first space and may end in "*" (see [Site.Pages]). Every other member is
// given back untouched. Members of one name are one page's answers in turn: each
// but the last says how often, by (times N). The modifiers:
//
//	(status 429)            the status
//	(header Retry-After: 7) one header; may be repeated
//	(type text/plain)       the Content-Type
//	(takes 5s)              from the request to the first byte
//	(skew 1h), (skew -1h)   how far the clock that writes Date and Retry-After is ahead
//	(times 1)               how often this answer is given; then the next member of
//	                        the name, else a plain 200 with this body
//	(gzip)                  gzip on the wire, for those who accept it
//	(packed)                the body is a gzip file, as /sitemap.xml.gz is
//	(etag), (etag v1)       an ETag made from the body, or this one
//	(modified DATE)         Last-Modified, an HTTP-date
//	(base64)                the body is written in base64
//	(down refuses)          the whole site is out of order, see [Down]; such a member
//	                        has target /* and no body, and is no page
//	(down refuses 20)       the same, after 20 requests
//
// and one fault at most, each described at its type: (drop), (reset), (stall),
// (drip), (short), (broken), (bomb), (endless), (redirect), (loop), (chain),
// (retry), (hangup), (lie), (early), (calendar), (sitemap), (raw), (tired), (limit),
// (challenge), (facets), (sessions), (listing).
//
// A modifier that cannot be read is an error that names the line.
func Parse(text []byte) (*Conversation, error) {
	comment, members := splitTxtar(string(text))
	c := &Conversation{Comment: comment, Web: newWeb()}
	var pages []*writtenPage
	for _, m := range members {
		first, rest, _ := strings.Cut(strings.TrimSpace(m.Name), " ")
		if !isPageName(first) {
			c.Members = append(c.Members, m)
			continue
		}
		p, err := readPage(first, rest, m.Text)
		if err != nil {
			return nil, fmt.Errorf("line %d: %s: %w", m.Line, first, err)
		}
		p.line = m.Line
		pages = append(pages, p)
	}
	if err := c.Web.addWritten(pages); err != nil {
		return nil, err
	}
	return c, nil
}

// splitTxtar takes a txtar text apart, without its markers.
func splitTxtar(text string) (comment string, members []Member) {
	into := &comment
	number := 0
	for line := range strings.Lines(text) {
		number++
		bare := strings.TrimRight(line, "\r\n")
		name, ok := strings.CutPrefix(bare, "-- ")
		if ok {
			name, ok = strings.CutSuffix(name, " --")
		}
		if ok && strings.TrimSpace(name) != "" {
			members = append(members, Member{Name: strings.TrimSpace(name), Line: number})
			into = &members[len(members)-1].Text
			continue
		}
		*into += line
	}
	return comment, members
}

// isPageName tells a page from another member by its first word.
func isPageName(word string) bool {
	if strings.Contains(word, "://") {
		return true
	}
	host, _, ok := strings.Cut(word, "/")
	return ok && !strings.HasPrefix(host, ".") && strings.ContainsAny(host, ".:")
}

// addWritten adds the pages, those of one name as answers in turn.
func (w *Web) addWritten(pages []*writtenPage) error {
	byName := map[string][]*writtenPage{}
	var order []string
	for _, p := range pages {
		if p.down != "" {
			w.Add(Site{Name: p.site, Down: p.down, DownAfter: p.downAfter})
			continue
		}
		name := p.site + p.target
		if byName[name] == nil {
			order = append(order, name)
		}
		byName[name] = append(byName[name], p)
	}
	for _, name := range order {
		turns := byName[name]
		for i := len(turns) - 2; i >= 0; i-- {
			if turns[i].page.Times == 0 {
				return fmt.Errorf("line %d: %s: answers always, so the one of line %d never does; say (times N)", turns[i].line, name, turns[i+1].line)
			}
			turns[i].page.Then = &turns[i+1].page
		}
		w.Add(Site{Name: turns[0].site, Pages: Pages{turns[0].target: turns[0].page}})
	}
	return nil
}

package sitemap

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

const (
	maxDepth  = 64       // elements within one another
	maxField  = 16 << 10 // octets kept of a loc or a date; more than maxLoc characters can be
	maxBefore = 64 << 10 // octets in front of the root, comments and all
)

// A walk is the place in the markup of one file.
type walk struct {
	text *cleaned
	m    *markup
	g    *giver

	form  *form
	own   []string // prefixes of its own namespace
	stack []string // the names of the open elements, root first
	entry int      // the depth of the open entry; 0: none
	loc   field
	dates []field // one for each of form.dates
	into  *field  // what the element read now is kept in
}

// A field is the text of one element of an entry.
type field struct {
	text  strings.Builder
	depth int  // of its element while that is open
	had   bool // the first of its name was read
}

// readMarkup reads a sitemap or a feed from its root to the root's end; what stands
// behind it is not looked at.
func readMarkup(text *cleaned, g *giver) (Kind, error) {
	w := &walk{text: text, m: &markup{text: text, line: 1}, g: g}
	d := xml.NewDecoder(w.m)
	d.Strict = false
	d.Entity = xml.HTMLEntity
	for {
		token, err := d.RawToken()
		if err == nil {
			err = w.take(token)
		}
		switch {
		case err == errDone:
			return w.kind(), nil
		case err != nil:
			return w.kind(), w.ended(err)
		}
	}
}

// errDone ends the reading at the end of the root.
var errDone = errors.New("done")

func (w *walk) kind() Kind {
	if w.form == nil {
		return ""
	}
	return w.form.kind
}

func (w *walk) take(token xml.Token) error {
	start, opens := token.(xml.StartElement)
	switch {
	case w.form == nil && w.text.read > maxBefore:
		return notSitemap("no urlset, sitemapindex, rss or feed in its first %s, so not a sitemap", size(maxBefore))
	case w.form == nil && opens:
		return w.before(start)
	case w.form == nil:
		return nil
	case opens:
		return w.open(start)
	}
	switch t := token.(type) {
	case xml.EndElement:
		return w.close(t)
	case xml.CharData:
		w.keep(t)
	}
	return nil
}

// before looks for the root; a server's warning may stand in front of it.
func (w *walk) before(e xml.StartElement) error {
	w.form = formOf(e.Name.Local)
	switch {
	case w.form != nil:
		w.own = prefixes(e)
		w.dates = make([]field, len(w.form.dates))
		w.stack = append(w.stack, written(e.Name))
		return nil
	case oneOf(e.Name.Local, page):
		return notSitemap("an HTML page, not a sitemap")
	case oneOf(e.Name.Local, warning):
		return nil
	}
	return notSitemap("its root is %q, so not a sitemap", plain(written(e.Name)))
}

func (w *walk) open(e xml.StartElement) error {
	if len(w.stack) == maxDepth {
		return tooLarge("elements stand more than %d deep", maxDepth)
	}
	parent := w.stack[len(w.stack)-1]
	if _, local, ok := strings.Cut(parent, ":"); ok {
		parent = local
	}
	w.stack = append(w.stack, written(e.Name))
	name := w.name(e.Name)
	depth := len(w.stack)
	switch {
	case w.entry == 0:
		if strings.EqualFold(name, w.form.entry) && w.form.within(parent) {
			w.entry = depth
		}
	case depth != w.entry+1:
	case strings.EqualFold(name, w.form.loc):
		if !w.form.href {
			w.start(&w.loc, depth)
		} else if href, ok := alternate(e); ok && !w.loc.had {
			w.loc.had = true
			w.loc.text.WriteString(href)
		}
	default:
		for i, date := range w.form.dates {
			if strings.EqualFold(name, date) {
				w.start(&w.dates[i], depth)
			}
		}
	}
	return nil
}

// start keeps what the element opened now holds, if it is the first of its name.
func (w *walk) start(f *field, depth int) {
	if !f.had {
		f.had, f.depth, w.into = true, depth, f
	}
}

func (w *walk) keep(data xml.CharData) {
	f := w.into
	if f == nil || f.depth != len(w.stack) {
		return
	}
	if f.text.Len() == 0 {
		data = xml.CharData(strings.TrimLeft(string(data), " \t\r\n"))
	}
	if room := maxField - f.text.Len(); len(data) > room {
		data = data[:room]
	}
	f.text.Write(data)
}

func (w *walk) close(e xml.EndElement) error {
	open := w.stack[len(w.stack)-1]
	if name := written(e.Name); name != open {
		return broken(w.m.line, "<%s> is closed by </%s>", plain(open), plain(name))
	}
	depth := len(w.stack)
	w.stack = w.stack[:depth-1]
	if w.into != nil && w.into.depth == depth {
		w.into = nil
	}
	switch depth {
	case w.entry:
		return w.give()
	case 1:
		return errDone
	}
	return nil
}

// give gives the entry that ended and makes room for the next.
func (w *walk) give() error {
	e := Entry{Loc: w.loc.text.String(), Index: w.form.kind == Index}
	for i := range w.dates {
		if e.LastMod == "" {
			e.LastMod = strings.TrimSpace(w.dates[i].text.String())
		}
		w.dates[i] = field{}
	}
	w.entry, w.loc, w.into = 0, field{}, nil
	return w.g.give(e)
}

// ended says why there is no more, by the first cause that is met: what each and
// the walk said, what ended the text, what the decoder made of that.
func (w *walk) ended(err error) error {
	var (
		ours   *Error
		syntax *xml.SyntaxError
		ahead  = w.m.at < len(w.m.ready) // the decoder stopped before the text did
	)
	switch {
	case err == errStop:
		return err
	case errors.As(err, &ours):
		if ours.Line == 0 {
			ours.Line = w.m.line
		}
		return err
	case !ahead && w.text.stopped() != nil:
		return w.text.stopped()
	case w.form == nil && w.text.read == 0:
		return notSitemap("an empty body, not a sitemap")
	case w.form == nil:
		return notSitemap("no urlset, sitemapindex, rss or feed in it, so not a sitemap")
	case !ahead && w.text.err == io.EOF:
		return broken(w.text.line, "it ends within <%s>", plain(w.stack[len(w.stack)-1]))
	case errors.As(err, &syntax):
		return broken(w.m.line, "%s", plain(syntax.Msg))
	}
	return broken(w.m.line, "%s", plain(err.Error()))
}

// name is the element's name: local when it is in the sitemap's own namespace, with
// its prefix when it is not.
func (w *walk) name(n xml.Name) string {
	for _, own := range w.own {
		if n.Space == own {
			return n.Local
		}
	}
	return written(n)
}

func written(n xml.Name) string {
	if n.Space == "" {
		return n.Local
	}
	return n.Space + ":" + n.Local
}

// alternate is the address of an Atom link to the entry itself (RFC 4287 section
// 4.2.7.2): its rel is alternate or absent.
func alternate(e xml.StartElement) (href string, ok bool) {
	rel := "alternate"
	for _, a := range e.Attr {
		switch {
		case a.Name.Space != "":
		case strings.EqualFold(a.Name.Local, "href"):
			href = a.Value
		case strings.EqualFold(a.Name.Local, "rel"):
			rel = strings.TrimSpace(a.Value)
		}
	}
	return href, href != "" && strings.EqualFold(rel, "alternate")
}

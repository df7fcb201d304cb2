package read

import (
	"bytes"
	"mime"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"curtsy/internal/tree"
)

// Most metas, head links and data scripts of one page that are kept. Metas that
// steer the crawl are heard past the bound: a page must not be able to hide its own
// noindex behind a thousand others.
const (
	maxMetas   = 1000
	maxLinks   = 1000
	maxScripts = 200 // data scripts; and, beside them, as many that set a known state
)

// Most anchors that name a license: of those that are kept, and of those whose place
// is spelled because they might be.
const (
	maxLicenses      = 20
	maxLicensePlaces = 1000
)

// maxToken is the most octets of one tag, comment or script. Reading stops at one
// that is longer: the tokenizer keeps all of it, and every attribute's name.
const maxToken = 4 << 20

// A gatherer makes the one pass over a page.
type gatherer struct {
	*Source
	z         *html.Tokenizer
	tags      tracker
	xml       bool // it is XHTML: an element may close itself, and CDATA is text
	at        int  // where the present token starts in Text
	seen      map[string]int32
	title     Place // of the title whose text comes next, when titling
	titling   bool
	script    bool // the text that comes next is that of the last of Scripts
	code      bool // the text that comes next is JavaScript, at codePlace
	codePlace Place
	states    int // scripts kept that set a known state
	hasBase   bool
	lowerCase []byte
	hasLang   bool
	spelled   int // anchors whose place was spelled
	weight    tree.Weight
}

// gather reads s.Text once, by tokens, and fills what it gathers. No tree is built.
func gather(s *Source) {
	g := gatherer{Source: s, z: html.NewTokenizer(bytes.NewReader(s.Text)), xml: s.reading.Type == typeXHTML, seen: make(map[string]int32, 64)}
	g.z.SetMaxBuf(maxToken)
	g.tags.frames, g.tags.counts = make([]frame, 0, 32), make([]siblings, 0, 64)
	for {
		top := g.tags.top()
		g.z.AllowCDATA(g.xml || top != nil && top.space != inHTML)
		kind := g.z.Next()
		raw := g.z.Raw()
		switch kind {
		case html.ErrorToken:
			if g.z.Err() == html.ErrBufferExceeded {
				s.LeaveOut("octets", len(s.Text)-g.at)
				g.endTree(!isStartTag(s.Text[g.at:]))
			}
			return
		case html.TextToken:
			g.text(raw)
		case html.StartTagToken, html.SelfClosingTagToken:
			g.titling, g.script, g.code = false, false, false
			g.startTag(raw, kind == html.SelfClosingTagToken)
		case html.EndTagToken:
			g.titling, g.script, g.code = false, false, false
			name := g.name(raw, 2)
			known := atom.Lookup(name)
			g.tags.end(known, name)
			g.endTree(g.weight.End(known))
		}
		g.at += len(raw)
	}
}

// endTree says whether what comes next may be in the tree; once it may not, no more is.
func (g *gatherer) endTree(light bool) {
	if !light && g.treeEnd == 0 {
		g.treeEnd = max(g.at, 1)
	}
}

// isStartTag says whether a token that is too long is a tag. The tree keeps every
// attribute of it too; of a text or a script it keeps the octets alone.
func isStartTag(token []byte) bool {
	return len(token) > 1 && token[0] == '<' && 'a' <= token[1]|0x20 && token[1]|0x20 <= 'z'
}

func (g *gatherer) text(raw []byte) {
	switch {
	case g.titling:
		if text := g.Cut(string(g.z.Text())); text != "" {
			g.Title, g.titled = Element{Text: text, Place: g.title}, true
		}
		g.titling = false
	case g.script:
		// Raw is a copy in the tokenizer's buffer; the page's own octets outlive it.
		g.Scripts[len(g.Scripts)-1].Text = g.Source.Text[g.at : g.at+len(raw)]
		g.script = false
	case g.code:
		g.stateScript(g.Source.Text[g.at : g.at+len(raw)])
		g.code = false
	default:
		g.tags.text(raw)
	}
}

// name gives a tag's name in lower case. The tokenizer's own would be a copy.
func (g *gatherer) name(raw []byte, from int) []byte {
	name := raw[from : from+tagName(raw, from)]
	for _, c := range name {
		if 'A' <= c && c <= 'Z' {
			g.lowerCase = appendLower(g.lowerCase[:0], name)
			return g.lowerCase
		}
	}
	return name
}

func (g *gatherer) startTag(tag []byte, selfClosing bool) {
	raw := g.name(tag, 1)
	name := atom.Lookup(raw)
	foreign := g.tags.foreign() && !breaksOut(name)
	stateKind := ""
	if name == atom.Div || name == 0 {
		stateKind = stateElement(name, raw, tag)
	}
	g.tags.spell = stateKind != "" || (name == atom.A || name == atom.Area) && g.mayLicense(tag)
	place := g.tags.start(name, raw, selfClosing)
	g.endTree(g.weight.Start(name, tag))
	g.tags.spell = false
	g.hint(tag[1+len(raw):], name == atom.Meta)
	switch {
	case foreign, name == atom.Noscript:
		g.z.NextIsNotRawText()
	case g.xml && selfClosing:
		g.z.NextIsNotRawText()
		if !tree.IsVoid(name) {
			g.tags.end(name, raw)
		}
	}
	if foreign && name != atom.A {
		return
	}
	if stateKind != "" && !g.tags.inTemplate() {
		g.stateAttribute(stateKind, attributesOf(g.z, tag, len(raw)), place)
	}
	switch name {
	case atom.A, atom.Area:
		g.anchor(attributesOf(g.z, tag, len(raw)), place)
	case atom.Title:
		if !g.titled && !(g.xml && selfClosing) && !g.tags.inTemplate() {
			g.title, g.titling = place, true
		}
	case atom.Meta:
		g.meta(attributesOf(g.z, tag, len(raw)), place)
	case atom.Link:
		g.link(attributesOf(g.z, tag, len(raw)), place)
	case atom.Script:
		if g.tags.inTemplate() {
			break // no browser runs or shows it
		}
		g.dataScript(attributesOf(g.z, tag, len(raw)), place)
	case atom.Base:
		g.baseTag(attributesOf(g.z, tag, len(raw)))
	case atom.Html:
		g.language(attributesOf(g.z, tag, len(raw)))
	}
}

// mayLicense says whether an anchor's tag may name a license. Anchors are many and
// few do; only the place of one that may is spelled.
func (g *gatherer) mayLicense(tag []byte) bool {
	if g.spelled >= maxLicensePlaces {
		return false
	}
	for _, part := range []string{"icense", "ICENSE", "opyright", "OPYRIGHT"} {
		if bytes.Contains(tag, []byte(part)) {
			g.spelled++
			return true
		}
	}
	return false
}

func (g *gatherer) anchor(attrs attributes, place Place) {
	var href []byte
	var rel Rel
	linked, licensed := false, false
	var kind, title []byte
	for key, value := attrs.next(); len(key) > 0; key, value = attrs.next() {
		switch string(key) {
		case "href":
			href, linked = value, true
		case "rel":
			rel, licensed = relOf(value), isLicense(value)
		case "type":
			kind = value
		case "title":
			title = value
		}
	}
	if !linked {
		return
	}
	g.refer(href, rel, false)
	switch {
	case !licensed:
	case len(g.Licenses) >= maxLicenses:
		g.LeaveOut("licenses", 1)
	default:
		g.Licenses = append(g.Licenses, HeadLink{Rel: "license", Href: string(href), Type: string(kind), Title: string(title), Place: place})
	}
}

// isLicense says whether a rel names a license: copyright is an older word for it
// (WHATWG HTML 4.6.7.9).
func isLicense(rel []byte) bool {
	for word := range bytes.FieldsSeq(rel) {
		if bytes.EqualFold(word, []byte("license")) || bytes.EqualFold(word, []byte("copyright")) {
			return true
		}
	}
	return false
}

// refer keeps a reference once; one that some link gives without a mark is free of
// that mark.
func (g *gatherer) refer(href []byte, rel Rel, refresh bool) {
	if i, ok := g.seen[string(href)]; ok {
		g.refs[i].rel &= rel
		g.refs[i].refresh = g.refs[i].refresh && refresh
		return
	}
	if len(g.refs) >= maxReferences {
		g.refsLeft++
		return
	}
	if g.refs == nil {
		g.refs = make([]reference, 0, 64)
	}
	text := string(href)
	g.seen[text] = int32(len(g.refs))
	g.refs = append(g.refs, reference{text: text, rel: rel, refresh: refresh})
}

func (g *gatherer) meta(attrs attributes, place Place) {
	m := Meta{Place: place, Head: g.tags.part != inBody}
	for key, value := attrs.next(); len(key) > 0; key, value = attrs.next() {
		switch string(key) {
		case "name":
			m.Name = string(value)
		case "property":
			m.Property = string(value)
		case "http-equiv":
			m.HTTPEquiv = string(value)
		case "itemprop":
			m.Itemprop = string(value)
		case "content":
			m.Content = string(value[:min(len(value), MaxText)])
			if len(value) > MaxText {
				g.LeaveOut("text", 1)
			}
		}
	}
	if m.Name == "" && m.Property == "" && m.HTTPEquiv == "" && m.Itemprop == "" {
		return
	}
	if strings.EqualFold(m.HTTPEquiv, "refresh") {
		if target, ok := refreshTarget(m.Content); ok {
			g.refer([]byte(target), 0, true)
		}
	}
	if len(g.Metas) >= maxMetas && !g.steers(&m) {
		g.LeaveOut("metas", 1)
		return
	}
	m.Inert = g.tags.inTemplate()
	g.Metas = append(g.Metas, m)
}

// steers says whether a meta says what may be done with the page.
func (g *gatherer) steers(m *Meta) bool {
	name := strings.TrimSpace(m.Name)
	return strings.EqualFold(name, "robots") || g.ours(name)
}

func (g *gatherer) link(attrs attributes, place Place) {
	l := HeadLink{Place: place, Head: g.tags.part != inBody && len(g.tags.frames) == 0 || g.inHeadNoscript()}
	for key, value := attrs.next(); len(key) > 0; key, value = attrs.next() {
		switch string(key) {
		case "rel":
			if isPlumbing(value) {
				return
			}
			l.Rel = string(value)
		case "href":
			l.Href = string(value)
		case "hreflang":
			l.Hreflang = string(value)
		case "type":
			l.Type = string(value)
		case "title":
			l.Title = string(value)
		}
	}
	if l.Rel == "" || l.Href == "" {
		return
	}
	if len(g.HeadLinks) >= maxLinks {
		g.LeaveOut("head_links", 1)
		return
	}
	g.HeadLinks = append(g.HeadLinks, l)
}

// isPlumbing says whether a rel only helps a browser draw the page.
func isPlumbing(rel []byte) bool {
	switch string(rel) {
	case "stylesheet", "preload", "modulepreload", "prefetch", "preconnect", "dns-prefetch", "icon", "shortcut icon",
		"apple-touch-icon", "mask-icon":
		return true
	}
	return false
}

// inHeadNoscript tells a noscript in the head, whose links count, from a template
// there, whose do not.
func (g *gatherer) inHeadNoscript() bool {
	return g.tags.part != inBody && len(g.tags.frames) == 1 && g.tags.frames[0].name == atom.Noscript
}

func (g *gatherer) dataScript(attrs attributes, place Place) {
	var sc Script
	code := true
	for key, value := attrs.next(); len(key) > 0; key, value = attrs.next() {
		switch string(key) {
		case "type":
			if lower := bytes.ToLower(value); bytes.Contains(lower, []byte("json")) {
				sc.Type = scriptType(string(value))
			} else if bytes.Contains(lower, []byte("rsl")) && scriptType(string(value)) == typeRSL {
				g.RSL++
			}
			code = isCode(value)
		case "id":
			sc.ID = string(value)
		}
	}
	if sc.Type == "" {
		g.code, g.codePlace = code, place
		return
	}
	if len(g.Scripts)-g.states >= maxScripts {
		g.LeaveOut("scripts", 1)
		return
	}
	sc.Place = place
	g.Scripts = append(g.Scripts, sc)
	g.script = true
}

// isCode says whether a browser runs a script of a type (WHATWG HTML 4.12.1).
func isCode(kind []byte) bool {
	switch strings.ToLower(string(bytes.TrimSpace(kind))) {
	case "", "module", "text/javascript", "application/javascript", "text/ecmascript", "application/ecmascript":
		return true
	}
	return false
}

// scriptType gives a script's type bare; parameters, odd case and stray blanks are
// all seen in the wild.
func scriptType(text string) string {
	if text == "application/ld+json" {
		return text
	}
	if kind, _, err := mime.ParseMediaType(text); err == nil {
		return kind
	}
	kind, _, _ := strings.Cut(text, ";")
	return strings.ToLower(strings.TrimSpace(kind))
}

func (g *gatherer) baseTag(attrs attributes) {
	for key, value := attrs.next(); len(key) > 0; key, value = attrs.next() {
		if string(key) == "href" && !g.hasBase {
			g.base, g.hasBase = string(value), true
		}
	}
}

func (g *gatherer) language(attrs attributes) {
	for key, value := attrs.next(); len(key) > 0; key, value = attrs.next() {
		if k := string(key); !g.hasLang && (k == "lang" || k == "xml:lang") {
			g.Lang, g.hasLang = string(value), true
		}
	}
}

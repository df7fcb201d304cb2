package robots

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// A File is one robots.txt, parsed. The zero File is an empty one and allows
// everything. A File must not be copied.
type File struct {
	groups   map[string][]*group // by token in lower case, and by "*"
	outside  group               // what stands before any User-agent line
	usages   []Entry             // the rules of groups that name a use, once for each name
	sitemaps []Entry
	notes    []Note
	sets     sync.Map // string, a key of groups, to its ruleset; built when first judged by
}

// A Verdict says whether a path may be asked, and why.
type Verdict struct {
	Allowed bool
	Line    int    // the line that decided, from 1; 0 when no rule matched
	Rule    string // that line as written, without its comment: "Disallow: /cart"
	Group   string // what the group was read under: the token, "*", or "" when no group binds the token
}

// Judge says whether the crawler with a product token may ask for target, which is
// the path and query of an address; a fragment is left out and an empty target is
// "/". The token is compared as a User-agent value is: case does not matter and only
// its letters, "_" and "-" count. The longest matching rule decides, Allow over
// Disallow when they are as long, and no match allows (RFC 9309 section 2.2.2).
// "/robots.txt" is always allowed, by no rule and no group.
func (f *File) Judge(token, target string) Verdict {
	path := canonicalTarget(target)
	if path == "/robots.txt" {
		return Verdict{Allowed: true}
	}
	name, groups := f.groupsOf(token)
	r := f.rules(name, groups).match(path)
	if r == nil {
		return Verdict{Allowed: true, Group: name}
	}
	return Verdict{Allowed: r.allow, Line: r.line, Rule: r.text, Group: name}
}

// rules merges the groups of one token, once.
func (f *File) rules(name string, groups []*group) ruleset {
	if len(groups) == 0 {
		return nil
	}
	key := strings.ToLower(name)
	if set, ok := f.sets.Load(key); ok {
		return set.(ruleset)
	}
	set, _ := f.sets.LoadOrStore(key, newRuleset(groups))
	return set.(ruleset)
}

// Notes gives the defects that were read around, in the order they were met, at most
// 1,000 of them and then one of kind [NoteMany].
func (f *File) Notes() []Note { return slices.Clone(f.notes) }

// Bounds on what is kept of rights. All of it may stand beside every page of the site,
// and in a group that names uses each name multiplies each rule.
const (
	mostRights      = 1000     // entries in a file
	mostRightOctets = 64 << 10 // octets of their values
	mostUsages      = 64       // uses named in one group
)

// A parser is a File being read, line by line.
type parser struct {
	file    *File
	current *group // nil before the first User-agent line
	closed  bool   // a rule stands in current, so the next User-agent line begins a group
	usage   bool   // a Content-Usage line stands in current, and no rule yet
	listed  map[string]bool
	rights  int  // entries kept of rights
	octets  int  // octets of their values
	full    bool // a bound on rights was reached and is noted
	number  int
}

// Parse reads a robots.txt from the octets of its body as they were fetched, after
// decompression. It never fails: an empty body, or one that is something else
// altogether, is a file without rules. Of a body longer than [Bound] the beginning is
// read and its unfinished last line dropped. The body is not kept.
func Parse(body []byte) *File {
	p := &parser{file: &File{groups: map[string][]*group{}}, listed: map[string]bool{}, number: 1}
	text, cut := decode(body, func(kind NoteKind) { p.note(kind, "") })
	valid := utf8.ValidString(text)
	if first := strings.TrimLeft(text, " \t\v\f\r\n"); strings.HasPrefix(first, "<") {
		p.note(NoteLooksLikeHTML, "")
	}
	for number, raw := range lines(text) {
		p.number = number
		if !valid && !utf8.ValidString(raw) {
			p.note(NoteNotUTF8, "")
			valid = true
		}
		p.read(raw)
	}
	if cut {
		p.note(NoteCut, "")
	}
	return p.file
}

func (p *parser) note(kind NoteKind, text string) {
	switch n := len(p.file.notes); {
	case n < mostNotes:
		p.file.notes = append(p.file.notes, Note{p.number, kind, text})
	case n == mostNotes:
		p.file.notes = append(p.file.notes, Note{p.number, NoteMany, ""})
	}
}

// keep adds to entries what bears on rights, within the bounds.
func (p *parser) keep(entries []Entry, key, value, group string) []Entry {
	if p.rights == mostRights || p.octets+len(value) > mostRightOctets {
		p.leaveOut()
	}
	if p.full {
		return entries
	}
	p.rights++
	p.octets += len(value)
	return append(entries, Entry{p.number, key, value, group})
}

func (p *parser) leaveOut() {
	if !p.full {
		p.full = true
		p.note(NoteMany, "")
	}
}

// read takes one line, with no line end.
func (p *parser) read(raw string) {
	raw = withoutComment(raw)
	if rest, marked := strings.CutPrefix(raw, byteOrderMark); marked {
		// Two files joined into one: the mark would hide the second one's first key.
		p.note(NoteByteOrderMark, "")
		raw = rest
	}
	l := readLine(raw)
	if l.text == "" {
		return
	}
	if len(l.text) > longestLine {
		p.note(NoteLongLine, "")
		// Where groups begin and end stays as its author had it.
		switch l.key.key {
		case userAgent:
			p.agent("")
		case allow, disallow:
			p.closed = true
		}
		return
	}
	if l.key.key == unknown {
		if almostKey(l.text) || !strings.Contains(l.text, ":") {
			p.note(NoteUnreadable, l.text)
		}
		return
	}
	if l.key.misspelt {
		p.note(NoteMisspelling, l.text)
	}
	if l.noColon {
		p.note(NoteMissingColon, l.text)
	}
	p.take(l)
}

func (p *parser) take(l line) {
	switch l.key.key {
	case userAgent:
		name := token(l.value)
		switch {
		case name == "":
			p.note(NoteNoToken, l.text)
		case name != l.value:
			p.note(NoteToken, l.text)
		}
		if p.usage && !p.closed {
			p.note(NoteUsageRun, l.text)
		}
		p.agent(strings.ToLower(name))
	case allow, disallow:
		p.rule(l)
	case sitemap:
		if l.value != "" && !p.listed[l.value] {
			p.listed[l.value] = true
			p.file.sitemaps = append(p.file.sitemaps, Entry{Line: p.number, Key: "sitemap", Value: l.value})
		}
	case right:
		p.usage = p.usage || p.current != nil && l.key.text == "content-usage"
		if l.value != "" {
			g := p.group()
			g.rights = p.keep(g.rights, l.key.text, l.value, "")
		}
	case crawlDelay, requestRate, visitTime:
		if p.current == nil {
			p.note(NoteOutside, l.text)
		}
		p.wish(l)
	}
}

// group is where a line that is no rule belongs.
func (p *parser) group() *group {
	if p.current == nil {
		return &p.file.outside
	}
	return p.current
}

// agent adds a token to the run of User-agent lines, or begins a new one. Only a rule
// closes a run: RFC 9309 section 2.2.4 forbids any other line to.
func (p *parser) agent(name string) {
	if p.current == nil || p.closed {
		p.current, p.closed, p.usage = &group{}, false, false
	}
	g := p.current
	switch {
	case name == "":
	case strings.HasPrefix(name, usagePrefix):
		switch {
		case slices.Contains(g.usages, name):
		case len(g.usages) < mostUsages:
			g.usages = append(g.usages, name)
		default:
			p.leaveOut()
		}
	default:
		if same := p.file.groups[name]; len(same) == 0 || same[len(same)-1] != g {
			p.file.groups[name] = append(same, g)
		}
	}
}

func (p *parser) rule(l line) {
	if p.current == nil {
		p.note(NoteOutside, l.text)
		return
	}
	p.closed = true
	r := rule{allow: l.key.key == allow, line: p.number, text: l.text}
	switch {
	case l.value == "":
	case l.value[0] == '/' || l.value[0] == '*':
		r.pattern = canonicalPattern(l.value)
	default:
		p.note(NotePattern, l.text)
	}
	if r.pattern != "" {
		p.current.rules = append(p.current.rules, r)
	}
	for _, name := range p.current.usages {
		p.file.usages = p.keep(p.file.usages, name, l.text, name)
	}
}

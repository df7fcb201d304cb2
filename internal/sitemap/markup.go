package sitemap

import (
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	maxRun   = 64 << 10 // octets of one tag, and of one text: what is longer is no address
	maxChunk = 512      // octets made ready at once
)

// markup stands between the text and [xml.Decoder], which reads it octet by octet.
// It leaves out comments and instructions, the XML declaration with them, whose
// encoding was undone already and whose version 1.1 the decoder would refuse. It
// refuses declarations. It cuts a long text, since what is long is an article in a
// feed and no address, and refuses a long tag, so the decoder never holds much.
//
// A "<" is looked at wherever it stands, within quotes too: an attribute may not
// hold one (XML 1.0, production 10), and the decoder refuses it there.
type markup struct {
	text  *cleaned
	ready []byte // read by the decoder from at on
	at    int
	line  int   // where ready starts
	err   error // met behind ready
	in    place
	run   int    // octets of this tag or text
	ends  int    // how much of "]]>" was just read
	until string // what is being left out ends with it; "" when nothing is
}

type place int

const (
	inText place = iota
	inTag
	inCDATA
)

// ReadByte makes [xml.Decoder] read from m without a buffer of its own, so that
// line is the line it stands on.
func (m *markup) ReadByte() (byte, error) {
	for m.at == len(m.ready) {
		if m.err != nil {
			return 0, m.err
		}
		m.fill()
	}
	b := m.ready[m.at]
	m.at++
	return b, nil
}

// Read is there because [xml.NewDecoder] takes an [io.Reader].
func (m *markup) Read(p []byte) (n int, err error) {
	for n < len(p) {
		b, err := m.ReadByte()
		if err != nil {
			return n, err
		}
		p[n] = b
		n++
	}
	return n, nil
}

// fill makes the next piece of one line ready. It returns before it leaves anything
// out, so that what stands in front of a comment does not wait for its end.
func (m *markup) fill() {
	m.ready, m.at = m.ready[:0], 0
	if m.until != "" {
		m.skip(m.until)
		m.until = ""
	}
	for m.err == nil && len(m.ready) < maxChunk {
		if some := m.text.ordinary(maxChunk); len(some) > 0 {
			m.ends = 0
			m.putAll(some)
			continue
		}
		r, ok := m.text.next()
		if !ok {
			m.err = m.text.err
			return
		}
		if len(m.ready) == 0 {
			m.line = m.text.line
		}
		switch {
		case m.in == inCDATA:
			m.cdata(r)
		case r == '<':
			m.open()
		case r == '&':
			m.reference()
		default:
			m.put(r)
			if r == '>' && m.in == inTag {
				m.in, m.run = inText, 0
			}
		}
		if r == '\n' || r == '\r' || m.until != "" {
			return
		}
	}
}

// put makes r ready, if there is room in what it is part of.
func (m *markup) put(r rune) {
	if m.run += utf8.RuneLen(r); m.run <= maxRun {
		m.ready = utf8.AppendRune(m.ready, r)
		return
	}
	if m.in == inTag {
		m.err = tooLarge("a tag is longer than %s", size(maxRun))
	}
}

// putAll makes ASCII ready as put does.
func (m *markup) putAll(some []byte) {
	if len(m.ready) == 0 {
		m.line = m.text.line
	}
	if m.run+len(some) > maxRun {
		for _, b := range some {
			m.put(rune(b))
		}
		return
	}
	m.run += len(some)
	m.ready = append(m.ready, some...)
}

// open reads what a "<" opens.
func (m *markup) open() {
	r, ok := m.text.next()
	switch {
	case !ok:
		m.err = io.ErrUnexpectedEOF
	case r == '?':
		m.until = "?>"
	case r == '!':
		m.declaration()
	default:
		m.text.back(r)
		m.in, m.run = inTag, 0
		m.put('<')
	}
}

// declaration reads behind "<!": a comment is left out, CDATA is text, and anything
// else is refused by what it declares.
func (m *markup) declaration() {
	var b strings.Builder
	for b.Len() < len("[CDATA[") {
		r, ok := m.text.next()
		if !ok {
			m.err = io.ErrUnexpectedEOF
			return
		}
		b.WriteRune(r)
		switch b.String() {
		case "--":
			m.until = "-->"
			return
		case "[CDATA[":
			m.in, m.run, m.ends = inCDATA, 0, 0
			m.ready = append(m.ready, "<![CDATA["...)
			return
		}
	}
	if !strings.EqualFold(b.String(), "DOCTYPE") {
		m.err = documentType(m.text.line)
		return
	}
	line := m.text.line
	if m.startsName("html") {
		m.err = notSitemap("an HTML page, not a sitemap")
		return
	}
	m.err = documentType(line)
}

// startsName says whether white space and then name, in either case, come next.
func (m *markup) startsName(name string) bool {
	read := 0
	for {
		r, ok := m.text.next()
		switch {
		case !ok:
			return read == len(name)
		case read == 0 && (r == ' ' || r == '\t' || r == '\n' || r == '\r'):
		case read == len(name):
			return !(r < utf8.RuneSelf && isNameByte(byte(r)))
		case r|0x20 != rune(name[read]):
			return false
		default:
			read++
		}
	}
}

// skip leaves out everything up to end.
func (m *markup) skip(end string) {
	met := 0
	for {
		if len(m.text.ordinary(maxChunk)) > 0 {
			met = 0
			continue
		}
		r, ok := m.text.next()
		if !ok {
			m.err = io.ErrUnexpectedEOF
			if m.text.stopped() != nil {
				m.err = m.text.err
			}
			return
		}
		switch {
		case r == rune(end[met]):
			met++
		case met > 0 && met == len(end)-1 && r == rune(end[met-1]): // "--->", "??>"
		case r == rune(end[0]):
			met = 1
		default:
			met = 0
		}
		if met == len(end) {
			return
		}
	}
}

// cdata reads within CDATA, where only "]]>" means anything.
func (m *markup) cdata(r rune) {
	switch {
	case r == ']' && m.ends < 2:
		m.ends++
	case r == ']':
	case r == '>' && m.ends == 2:
		if m.run > maxRun {
			m.ready = append(m.ready, "]]"...)
		}
		m.ready = append(m.ready, '>')
		m.in, m.run = inText, 0
		return
	default:
		m.ends = 0
	}
	m.put(r)
}

// reference reads behind "&": one to a character that no text may hold ends the
// decoder's work, so it is left out. Others are the decoder's.
func (m *markup) reference() {
	name := make([]byte, 0, 12)
	for len(name) < cap(name) {
		r, ok := m.text.next()
		if !ok {
			break
		}
		if r >= utf8.RuneSelf || r != '#' && r != ';' && !isNameByte(byte(r)) {
			m.text.back(r)
			break
		}
		name = append(name, byte(r))
		if r == ';' {
			break
		}
	}
	if n, ok := character(string(name)); ok && !allowed(n) {
		return
	}
	m.put('&')
	for _, b := range name {
		m.put(rune(b))
	}
}

// character is what "#48;" or "#x30;" stands for.
func character(name string) (rune, bool) {
	digits, ok := strings.CutPrefix(name, "#")
	if !ok {
		return 0, false
	}
	if digits, ok = strings.CutSuffix(digits, ";"); !ok {
		return 0, false
	}
	base := 10
	if rest, ok := strings.CutPrefix(digits, "x"); ok {
		digits, base = rest, 16
	}
	n, err := strconv.ParseUint(digits, base, 31)
	return rune(n), err == nil
}

func isNameByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '.' || c == ':'
}

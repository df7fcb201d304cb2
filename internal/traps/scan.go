package traps

import "bytes"

// The classes of octets; those of letters beyond ASCII are letters.
const (
	aDigit  = 1
	aLetter = 2
)

var classes = func() (classes [256]uint8) {
	for c := range classes {
		switch {
		case '0' <= c && c <= '9':
			classes[c] = aDigit
		case c >= 0x80 || isWordOctet(byte(c)):
			classes[c] = aLetter
		}
	}
	return classes
}()

// A scanner samples a page's words in one pass over its octets. It is no parser of HTML: a
// page that deceives it deceives its own shape alone.
type scanner struct {
	body   []byte
	at     int
	dated  bool // numbers are no content
	echoes []uint64

	telling, rest least

	heads int    // how many titles and first headings are open
	prev  uint64 // hash of the word before in this text; 0: none
}

func (s *scanner) scan() {
	for s.at < len(s.body) {
		switch c := s.body[s.at]; {
		case c == '<':
			s.tag()
			s.prev = 0
		case c == '&':
			s.entity()
		case classes[c] != 0:
			s.word()
		default:
			s.at++
		}
	}
}

// word takes the word at the scanner's place. A point or a comma between digits is part
// of it: 17.99 is one word.
func (s *scanner) word() {
	h, start, body := hashWord(nil), s.at, s.body
	numeric, digits := true, false
word:
	for s.at < len(body) {
		c := body[s.at]
		switch class := classes[c]; {
		case class == aDigit:
			digits = true
		case class == aLetter:
			numeric = false
		case s.at == start || c != '.' && c != ',' || !s.digitAround():
			break word
		}
		h = hashOctet(h, c)
		s.at++
	}
	if numeric && s.dated {
		return
	}
	for _, echo := range s.echoes {
		if echo == h {
			return
		}
	}
	s.feature(h, digits)
	if s.prev != 0 {
		s.feature(s.prev*31+h, false)
	}
	s.prev = h
}

// digitAround says whether digits stand on both sides of the scanner's place.
func (s *scanner) digitAround() bool {
	digit := func(i int) bool { return i < len(s.body) && '0' <= s.body[i] && s.body[i] <= '9' }
	return digit(s.at-1) && digit(s.at+1)
}

func (s *scanner) feature(h uint64, telling bool) {
	if telling || s.heads > 0 {
		s.telling.add(mix(h) &^ plain)
		return
	}
	s.rest.add(mix(h) | plain)
}

// entity passes a character reference, which parts words.
func (s *scanner) entity() {
	s.at++
	for i := s.at; i < len(s.body) && i < s.at+10; i++ {
		if s.body[i] == ';' {
			s.at = i + 1
			return
		}
		if !isWordOctet(s.body[i]) && s.body[i] != '#' {
			return
		}
	}
}

// tag passes a tag, and with it what an element holds that is no text.
func (s *scanner) tag() {
	rest := s.body[s.at:]
	if bytes.HasPrefix(rest, []byte("<!--")) {
		s.pass(rest, []byte("-->"))
		return
	}
	name, closing := nameOf(rest)
	s.pass(rest, []byte(">"))
	switch name {
	case "title", "h1":
		if closing {
			s.heads = max(s.heads-1, 0)
		} else {
			s.heads++
		}
	case "script", "style", "template", "noscript", "svg":
		if !closing {
			s.skip(name)
		}
	}
}

// pass goes on behind the first end in rest, or to the page's end.
func (s *scanner) pass(rest, end []byte) {
	if i := bytes.Index(rest, end); i >= 0 {
		s.at += i + len(end)
		return
	}
	s.at = len(s.body)
}

// skip goes on at the closing tag of an element, or at the page's end.
func (s *scanner) skip(name string) {
	for s.at < len(s.body) {
		i := bytes.Index(s.body[s.at:], []byte("</"))
		if i < 0 {
			break
		}
		s.at += i
		if closes, _ := nameOf(s.body[s.at:]); closes == name {
			return
		}
		s.at += 2
	}
	s.at = len(s.body)
}

// nameOf gives the name of a tag, when it is one that matters.
func nameOf(tag []byte) (name string, closing bool) {
	tag = tag[1:]
	if len(tag) > 0 && tag[0] == '/' {
		tag, closing = tag[1:], true
	}
	if len(tag) == 0 {
		return "", closing
	}
	var names []string
	switch tag[0] | 0x20 {
	case 't':
		names = []string{"title", "template"}
	case 'h':
		names = []string{"h1"}
	case 's':
		names = []string{"script", "style", "svg"}
	case 'n':
		names = []string{"noscript"}
	}
	for _, name := range names {
		if len(tag) >= len(name) && bytes.EqualFold(tag[:len(name)], []byte(name)) && (len(tag) == len(name) || !isWordOctet(tag[len(name)])) {
			return name, closing
		}
	}
	return "", closing
}

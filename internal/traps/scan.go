package traps

import "bytes"

// A sampler samples a page's words in one pass over its octets. It is no parser of HTML: a
// page that deceives it deceives its own shape alone.
type sampler struct {
	body []byte
	at   int
	echo echo

	words  bool   // there were any, be they content or not
	text   uint64 // hash of all words that are
	before uint64 // hash of the word before, if nothing but space has stood since; else 0
	sketch Sketch
}

// offset and prime are those of FNV-1a.
const (
	offset = 14695981039346656037
	prime  = 1099511628211
)

func (s *sampler) scan() {
	for s.at < len(s.body) {
		switch c := s.body[s.at]; {
		case octets[c] != 0:
			s.word()
		case c <= ' ':
			s.at++
		case c == '<':
			s.before = 0
			s.markup()
		case c == '&':
			s.before = 0
			s.entity()
		default:
			s.before = 0
			s.at++
		}
	}
}

// word takes the word at the sampler's place.
func (s *sampler) word() {
	s.words = true
	start, h, kinds := s.at, uint64(offset), uint8(0)
	for s.at < len(s.body) {
		c := s.body[s.at]
		kind := octets[c]
		if kind == 0 && !s.joins(c) {
			break
		}
		kinds |= kind
		if kind == capital {
			c |= 0x20
		}
		h = (h ^ uint64(c)) * prime
		s.at++
	}
	numeric := kinds&digit != 0
	word := s.body[start:s.at]
	if (numeric || len(word) >= leastLong) && s.echo.of(word, numeric) {
		s.before = 0
		return
	}
	s.text = (s.text ^ h) * prime
	s.add(h, numeric)
	if s.before != 0 {
		s.add(s.before*31+h, false)
	}
	s.before = h
}

// joins says whether an octet that is no letter is part of the word around it: a dash or
// an apostrophe between letters, a point, comma or colon between digits. 17.99 is a word.
func (s *sampler) joins(c byte) bool {
	if s.at+1 == len(s.body) {
		return false
	}
	before, after := octets[s.body[s.at-1]], octets[s.body[s.at+1]] // a word does not begin with such
	switch c {
	case '-', '_', '\'':
		return before != 0 && after != 0
	case '.', ',', ':':
		return before == digit && after == digit
	}
	return false
}

// entity passes a character reference.
func (s *sampler) entity() {
	s.at++
	for i := s.at; i < len(s.body) && i < s.at+10; i++ {
		switch c := s.body[i]; {
		case c == ';':
			s.at = i + 1
			return
		case octets[c]&alnum == 0 && c != '#':
			return
		}
	}
}

// markup passes what begins with "<": a tag, and with it what no reader sees of its
// element; a comment; or one sign that is only that.
func (s *sampler) markup() {
	rest := s.body[s.at:]
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		s.pass([]byte("<!--"), []byte("-->"))
	case len(rest) > 1 && (rest[1] == '!' || rest[1] == '?'):
		s.pass([]byte("<"), []byte(">"))
	case len(rest) > 1 && octets[rest[1]]&letter != 0:
		s.at++
		name := hiddenBy(s.body[s.at:])
		s.tag()
		if name != "" {
			s.hidden(name)
		}
	case len(rest) > 2 && rest[1] == '/' && octets[rest[2]]&letter != 0:
		s.at++
		s.tag()
	default:
		s.at++
	}
}

// pass goes on behind end, which stands behind begin, or at the page's end.
func (s *sampler) pass(begin, end []byte) {
	s.at += len(begin)
	if i := bytes.Index(s.body[s.at:], end); i >= 0 {
		s.at += i + len(end)
		return
	}
	s.at = len(s.body)
}

// tag goes on behind the tag's end. A ">" in a quoted value is not it.
func (s *sampler) tag() {
	value := false // a value may begin here
	for s.at < len(s.body) {
		c := s.body[s.at]
		s.at++
		switch {
		case c == '>':
			return
		case value && (c == '"' || c == '\''):
			end := bytes.IndexByte(s.body[s.at:], c)
			if end < 0 {
				s.at = len(s.body)
				return
			}
			s.at += end + 1
			value = false
		case c > ' ':
			value = c == '='
		}
	}
}

// hidden goes on at the end of an element that no reader sees.
func (s *sampler) hidden(name string) {
	for {
		i := bytes.IndexByte(s.body[s.at:], '<')
		if i < 0 {
			s.at = len(s.body)
			return
		}
		s.at += i + 1
		if rest := s.body[s.at:]; len(rest) > 0 && rest[0] == '/' && hiddenBy(rest[1:]) == name {
			s.tag()
			return
		}
	}
}

// hiddenBy gives the name of a tag whose element no reader sees; "" for others.
func hiddenBy(tag []byte) string {
	if len(tag) < len("style") {
		return ""
	}
	switch tag[0] | 0x20 {
	case 's', 't', 'n':
	default:
		return ""
	}
	for _, name := range [...]string{"script", "style", "template", "noscript"} {
		if len(tag) >= len(name) && (len(tag) == len(name) || octets[tag[len(name)]] == 0 && tag[len(name)] != '-') && isFold(tag[:len(name)], name) {
			return name
		}
	}
	return ""
}

// isFold says whether text is name, in capitals or not.
func isFold(text []byte, name string) bool {
	for i := range len(name) {
		if text[i]|0x20 != name[i] {
			return false
		}
	}
	return true
}

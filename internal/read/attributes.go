package read

import (
	"bytes"

	"golang.org/x/net/html"
)

// attributes gives the attributes of a start tag one by one. Most tags hold no
// character reference, and are read where they stand; one that does is left to the
// tokenizer, which copies every name and value to decode it.
type attributes struct {
	rest      []byte          // of the tag, after its name
	z         *html.Tokenizer // set when the tokenizer reads them
	lowerCase [16]byte
	told      uint16 // of the keys that are read somewhere, those that were given
}

// attributesOf reads the attributes of the tag that z stands on; raw is the whole
// tag and name the length of its name.
func attributesOf(z *html.Tokenizer, raw []byte, name int) attributes {
	a := attributes{rest: raw[1+name:]}
	if bytes.IndexByte(a.rest, '&') >= 0 || bytes.IndexByte(a.rest, '\r') >= 0 || bytes.IndexByte(a.rest, 0) >= 0 {
		a.z = z
	}
	return a
}

// next gives an attribute, its key in lower case; key is empty after the last. Of two
// with one key only the first is given (WHATWG HTML 13.2.5.33), as far as the key is
// one that is read somewhere. A key stands until the next call, a value until the next
// token.
func (a *attributes) next() (key, value []byte) {
	for {
		key, value = a.any()
		mark := keyMark(key)
		if a.told&mark == 0 {
			a.told |= mark
			return key, value
		}
	}
}

// keyMark gives a bit for each key that is read somewhere, and none for others.
func keyMark(key []byte) uint16 {
	switch string(key) {
	case "name":
		return 1 << 0
	case "property":
		return 1 << 1
	case "http-equiv":
		return 1 << 2
	case "itemprop":
		return 1 << 3
	case "content":
		return 1 << 4
	case "rel":
		return 1 << 5
	case "href":
		return 1 << 6
	case "hreflang":
		return 1 << 7
	case "type":
		return 1 << 8
	case "title":
		return 1 << 9
	case "id":
		return 1 << 10
	case "charset":
		return 1 << 11
	}
	return 0
}

// any gives an attribute as it comes. WHATWG HTML 13.2.5.32 to 13.2.5.39.
func (a *attributes) any() (key, value []byte) {
	if a.z != nil {
		key, value, _ = a.z.TagAttr()
		return key, value
	}
	b := a.rest
	for len(b) > 0 && isBlankOrSlash(b[0]) {
		b = b[1:]
	}
	i := 0
	for i < len(b) && !isBlankOrSlash(b[i]) && b[i] != '>' && (b[i] != '=' || i == 0) {
		i++
	}
	if i == 0 {
		a.rest = nil
		return nil, nil
	}
	key, b = a.lower(b[:i]), skipBlanks(b[i:])
	if len(b) == 0 || b[0] != '=' {
		a.rest = b
		return key, b[:0]
	}
	b = skipBlanks(b[1:])
	if len(b) > 0 && (b[0] == '"' || b[0] == '\'') {
		value, a.rest, _ = bytes.Cut(b[1:], b[:1])
		return key, value
	}
	i = 0
	for i < len(b) && b[i] != '>' && (!isBlankOrSlash(b[i]) || b[i] == '/') {
		i++
	}
	a.rest = b[i:]
	return key, b[:i]
}

// lower gives a key in lower case. Keys longer than any we ask for are not lowered.
func (a *attributes) lower(key []byte) []byte {
	for _, c := range key {
		if 'A' <= c && c <= 'Z' && len(key) <= len(a.lowerCase) {
			return appendLower(a.lowerCase[:0], key)
		}
	}
	return key
}

func appendLower(b, text []byte) []byte {
	for _, c := range text {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		b = append(b, c)
	}
	return b
}

func skipBlanks(b []byte) []byte {
	for len(b) > 0 && isBlankOrSlash(b[0]) && b[0] != '/' {
		b = b[1:]
	}
	return b
}

func isBlankOrSlash(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '/'
}

// tagName gives the length of a tag's name; from is where it starts in the tag.
func tagName(raw []byte, from int) int {
	n := from
	for n < len(raw) && !isBlankOrSlash(raw[n]) && raw[n] != '>' {
		n++
	}
	return n - from
}

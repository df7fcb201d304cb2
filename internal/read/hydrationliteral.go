package read

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A plainer writes a JavaScript literal as JSON (ECMA-262 sections 12.9 and 13.2):
// names without quotes, texts in any quotes, undefined, !0 and the like, commas before
// a closing bracket. It knows nothing that would have to be run, and leaves it to the
// JSON reader to say whether values stand where values may.
type plainer struct {
	text      []byte
	at        int
	out       []byte
	open      []byte // the brackets that are open
	comma     int    // where in out the last comma stands
	last      byte   // of out, what is no blank
	undefined bool   // undefined was written as null
	other     bool   // something else that is no JSON was
}

// maxPlainDepth is how many brackets may be open. The JSON reader would read no more.
const maxPlainDepth = 10_000

// plainly gives the object or list that a text begins with as JSON, and its length
// there. ok is false of what is more than a literal.
func (p *plainer) plainly(text []byte) (length int, ok bool) {
	p.text, p.out = text, make([]byte, 0, min(len(text), 1<<16))
	for p.at < len(text) {
		if !p.step() {
			return 0, false
		}
		if len(p.open) == 0 && p.last != 0 {
			return p.at, true
		}
	}
	return 0, false
}

// step takes what stands next.
func (p *plainer) step() bool {
	switch c := p.text[p.at]; {
	case c == ' ' || c == '\t' || c == '\r' || c == '\n':
		p.out, p.at = append(p.out, c), p.at+1
		return true
	case c == '/' && p.at+1 < len(p.text) && (p.text[p.at+1] == '/' || p.text[p.at+1] == '*'):
		p.out, p.at, p.other = append(p.out, ' '), commentEnd(p.text, p.at), true
		return true
	case c == '{' || c == '[':
		p.open = append(p.open, c+2) // its closing bracket, in ASCII
		return len(p.open) < maxPlainDepth && p.put(c)
	case c == '}' || c == ']':
		return p.close(c)
	case c == ',':
		p.comma = len(p.out)
		return p.put(c)
	case c == ':':
		return p.put(c)
	case c == '"' || c == '\'' || c == '`':
		content, rest, ok := literal(p.text[p.at:])
		if !ok {
			return false
		}
		p.other = p.other || c != '"'
		p.at = len(p.text) - len(rest)
		named := p.named()
		p.quote(content)
		return c != '`' || !named // a template is no name
	case c == '!':
		if p.at+1 < len(p.text) && (p.text[p.at+1] == '0' || p.text[p.at+1] == '1') && !isWordAt(p.text, p.at+2) {
			return p.word(2, [...]string{"true", "false"}[p.text[p.at+1]-'0'])
		}
		return false
	case c == '-' || c == '.' || '0' <= c && c <= '9':
		return p.number()
	case isWord(c) || c >= 0x80:
		return p.name()
	}
	return false
}

func (p *plainer) put(c byte) bool {
	p.out, p.last, p.at = append(p.out, c), c, p.at+1
	return true
}

// close takes a closing bracket, and takes out one comma before it. One that stands
// behind no value is a hole in a list.
func (p *plainer) close(c byte) bool {
	if len(p.open) == 0 || p.open[len(p.open)-1] != c {
		return false
	}
	p.open = p.open[:len(p.open)-1]
	if p.last == ',' {
		if before := bytes.TrimRight(p.out[:p.comma], " \t\r\n"); strings.IndexByte("[{,:", before[len(before)-1]) >= 0 {
			return false
		}
		p.out[p.comma], p.other = ' ', true
	}
	return p.put(c)
}

func (p *plainer) quote(content string) {
	p.out, _ = jsontext.AppendQuote(p.out, content) // octets that are no UTF-8 are replaced
	p.last = '"'
}

// word writes a word of JSON for what stands next.
func (p *plainer) word(length int, word string) bool {
	p.other = p.other || string(p.text[p.at:p.at+length]) != word && word != "null"
	p.out, p.last, p.at = append(p.out, word...), 'w', p.at+length
	return true
}

// number takes a number. JSON has a digit on both sides of a point.
func (p *plainer) number() bool {
	if bytes.HasPrefix(p.text[p.at:], []byte("-Infinity")) && !isWordAt(p.text, p.at+9) {
		p.other = true
		return p.word(9, "null")
	}
	end := p.at + 1
	for end < len(p.text) && (isWord(p.text[end]) || p.text[end] == '.' || (p.text[end] == '-' || p.text[end] == '+') && p.text[end-1]|0x20 == 'e') {
		end++
	}
	number := p.text[p.at:end]
	digits := bytes.TrimPrefix(number, []byte("-"))
	if len(number) > len(digits) {
		p.out = append(p.out, '-')
	}
	if len(digits) > 1 && digits[0] == '.' && '0' <= digits[1] && digits[1] <= '9' {
		p.out, p.other = append(p.out, '0'), true
	}
	p.at = end
	if p.named() { // {1: "a"}: what is a name is the number, which is written in one way alone
		p.other = true
		p.quote(string(number))
		return len(bytes.Trim(number, "0123456789")) == 0 && (number[0] != '0' || len(number) == 1)
	}
	p.out, p.last = append(p.out, digits...), '0'
	return true
}

// name takes a word: a name where a colon follows, else a value that has a name.
func (p *plainer) name() bool {
	start := p.at
	for p.at < len(p.text) && (isWord(p.text[p.at]) || p.text[p.at] >= 0x80) {
		p.at++
	}
	word := string(p.text[start:p.at])
	if p.named() {
		p.other = true
		p.quote(word)
		return true
	}
	p.at = start
	switch word {
	case "true", "false", "null":
		return p.word(len(word), word)
	case "undefined":
		p.undefined = true
		return p.word(len(word), "null")
	case "NaN", "Infinity":
		p.other = true
		return p.word(len(word), "null")
	case "void":
		if rest := p.text[p.at+len(word):]; bytes.HasPrefix(rest, []byte(" 0")) && !isWordAt(rest, 2) {
			p.other = true
			return p.word(len("void 0"), "null")
		}
	}
	return false
}

// named says whether what was just taken stands where the name of a member does.
func (p *plainer) named() bool {
	return len(p.open) > 0 && p.open[len(p.open)-1] == '}' && (p.last == '{' || p.last == ',') && bytes.HasPrefix(blankless(p.text[p.at:]), []byte(":"))
}

func isWordAt(text []byte, at int) bool {
	return at < len(text) && (isWord(text[at]) || text[at] == '.')
}

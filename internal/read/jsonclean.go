package read

import "bytes"

// unwrap takes off what pages put around a script's JSON: a byte order mark, HTML
// comment marks, CDATA marks (perhaps themselves commented out), a last semicolon.
// wrapped: there were comment or CDATA marks.
func unwrap(text []byte) (inner []byte, wrapped bool) {
	const blanks = " \t\r\n\f\v\x00;"
	text = bytes.TrimRight(text, blanks)
	for again := true; again; {
		again = false
		text = bytes.TrimPrefix(bytes.TrimLeft(text, " \t\r\n\f\v\x00"), []byte("\uFEFF"))
		for _, mark := range []string{"<!--", "//<![CDATA[", "// <![CDATA[", "/*<![CDATA[*/", "/* <![CDATA[ */", "<![CDATA[", "//<!--", "// <!--"} {
			if bytes.HasPrefix(text, []byte(mark)) {
				text, again, wrapped = text[len(mark):], true, true
			}
		}
		again = again || bytes.HasPrefix(text, []byte("\uFEFF"))
	}
	for again := true; again; {
		again = false
		text = bytes.TrimRight(text, blanks)
		for _, mark := range []string{"//-->", "// -->", "-->", "//]]>", "// ]]>", "/*]]>*/", "/* ]]> */", "]]>"} {
			if bytes.HasSuffix(text, []byte(mark)) {
				text, again, wrapped = text[:len(text)-len(mark)], true, true
			}
		}
	}
	return text, wrapped
}

// A cleaner makes JSON of what scripts commonly write instead.
type cleaner struct {
	out   []byte
	depth int
	comma int // where in out the last comma stands, when only blanks have followed it; else -1
	did   repairs
}

// clean takes comments out, and commas before a closing bracket, and commas and
// semicolons between values, and escapes raw control characters in strings. It
// changes nothing else: a name, a value and their order are what they were.
func clean(text []byte) (out []byte, did repairs) {
	c := cleaner{out: make([]byte, 0, len(text)+64), comma: -1}
	for i := 0; i < len(text); {
		i = c.take(text, i)
	}
	if c.comma >= 0 && c.depth == 0 {
		c.dropComma()
	}
	return c.out, c.did
}

// take takes what stands at i, and says where the next begins.
func (c *cleaner) take(text []byte, i int) int {
	switch b := text[i]; {
	case b == '"':
		end := stringEnd(text, i)
		c.separate()
		c.string(text[i:end])
		return end
	case b == '/' && i+1 < len(text) && (text[i+1] == '/' || text[i+1] == '*'):
		c.out, c.did = append(c.out, ' '), c.did|repairedComments
		return commentEnd(text, i)
	case b == ';' && c.depth == 0:
		c.out = append(c.out, ' ')
	case b == ',':
		c.comma = len(c.out)
		c.out = append(c.out, b)
	case b == '}' || b == ']':
		if c.comma >= 0 {
			c.dropComma()
		}
		c.depth--
		c.out = append(c.out, b)
	case b == ' ' || b == '\t' || b == '\n' || b == '\r':
		c.out = append(c.out, b)
	case b < ' ':
		c.out = append(c.out, ' ')
	case bytes.HasPrefix(text[i:], []byte("\u00A0")), bytes.HasPrefix(text[i:], []byte("\uFEFF")):
		c.out = append(c.out, ' ')
		if b == 0xC2 {
			return i + 2
		}
		return i + 3
	default:
		c.separate()
		if b == '{' || b == '[' {
			c.depth++
		}
		c.out = append(c.out, b)
	}
	return i + 1
}

// separate ends what a comma could be trailing: a value follows it. Between the
// script's own values JSON has no comma.
func (c *cleaner) separate() {
	if c.comma >= 0 && c.depth == 0 {
		c.out[c.comma] = ' '
	}
	c.comma = -1
}

func (c *cleaner) dropComma() {
	c.out[c.comma], c.comma, c.did = ' ', -1, c.did|repairedCommas
}

func (c *cleaner) string(s []byte) {
	for _, b := range s {
		if b >= ' ' {
			c.out = append(c.out, b)
			continue
		}
		c.did |= repairedControls
		switch b {
		case '\n':
			c.out = append(c.out, `\n`...)
		case '\r':
			c.out = append(c.out, `\r`...)
		case '\t':
			c.out = append(c.out, `\t`...)
		default:
			c.out = append(c.out, '\\', 'u', '0', '0', "0123456789abcdef"[b>>4], "0123456789abcdef"[b&15])
		}
	}
}

// stringEnd gives where the string that starts at i ends.
func stringEnd(text []byte, i int) int {
	for i++; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

func commentEnd(text []byte, i int) int {
	mark := []byte("\n")
	if text[i+1] == '*' {
		mark = []byte("*/")
	}
	end := bytes.Index(text[i+2:], mark)
	if end < 0 {
		return len(text)
	}
	return i + 2 + end + len(mark)
}

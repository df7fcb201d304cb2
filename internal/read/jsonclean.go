package read

import "bytes"

// unwrap takes off what pages put around a script's JSON: a byte order mark, HTML
// comment marks, CDATA marks (perhaps themselves commented out), a last semicolon.
func unwrap(text []byte) []byte {
	const blanks = " \t\r\n\f\v\x00;"
	text = bytes.TrimRight(text, blanks)
	for again := true; again; {
		again = false
		text = bytes.TrimLeft(text, " \t\r\n\f\v\x00")
		for _, mark := range []string{"\xEF\xBB\xBF", "<!--", "//<![CDATA[", "// <![CDATA[", "/*<![CDATA[*/", "/* <![CDATA[ */", "<![CDATA["} {
			if bytes.HasPrefix(text, []byte(mark)) {
				text, again = text[len(mark):], true
			}
		}
	}
	for again := true; again; {
		again = false
		text = bytes.TrimRight(text, blanks)
		for _, mark := range []string{"//-->", "// -->", "-->", "//]]>", "// ]]>", "/*]]>*/", "/* ]]> */", "]]>"} {
			if bytes.HasSuffix(text, []byte(mark)) {
				text, again = text[:len(text)-len(mark)], true
			}
		}
	}
	return text
}

// clean makes JSON of what scripts commonly write instead: comments go, commas
// before a closing bracket go, commas and semicolons between values go, and raw
// control characters in strings are escaped. It changes nothing else: a name, a
// value and their order are what they were.
func clean(text []byte) []byte {
	out := make([]byte, 0, len(text)+64)
	depth := 0
	comma := -1 // where in out the last comma stands, when only blanks have followed it
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			end := stringEnd(text, i)
			out, comma = appendString(out, text[i:end]), -1
			i = end - 1
		case c == '/' && i+1 < len(text) && (text[i+1] == '/' || text[i+1] == '*'):
			i = commentEnd(text, i) - 1
			out = append(out, ' ')
		case c == ',' || c == ';':
			if depth == 0 {
				out = append(out, ' ')
				continue
			}
			comma = len(out)
			out = append(out, c)
		case c == '}' || c == ']':
			depth--
			if comma >= 0 {
				out[comma] = ' '
			}
			out, comma = append(out, c), -1
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			out = append(out, c)
		case c < ' ' || bytes.HasPrefix(text[i:], []byte("\u00A0")) || bytes.HasPrefix(text[i:], []byte("\uFEFF")):
			out = append(out, ' ')
			if c == 0xC2 {
				i++
			} else if c == 0xEF {
				i += 2
			}
		default:
			if c == '{' || c == '[' {
				depth++
			}
			out, comma = append(out, c), -1
		}
	}
	return out
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

func appendString(out, s []byte) []byte {
	for _, c := range s {
		switch {
		case c >= ' ':
			out = append(out, c)
		case c == '\n':
			out = append(out, `\n`...)
		case c == '\r':
			out = append(out, `\r`...)
		case c == '\t':
			out = append(out, `\t`...)
		default:
			out = append(out, `\u00`...)
			out = append(out, "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
		}
	}
	return out
}

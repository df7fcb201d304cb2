package read

import (
	"bytes"
	"strings"
)

// prescanOver is how far into a body a declaration is looked for. The standard says
// 1,024 octets; pages that put a licence or a style before it are common.
const prescanOver = 4 << 10

// prescan finds the charset a page declares in a meta (WHATWG HTML 13.2.3.2),
// before anything is decoded.
func prescan(body []byte) string {
	b := body[:min(len(body), prescanOver)]
	for {
		i := bytes.IndexByte(b, '<')
		if i < 0 {
			return ""
		}
		b = b[i+1:]
		switch {
		case bytes.HasPrefix(b, []byte("!--")):
			end := bytes.Index(b[1:], []byte("-->")) // "<!-->" is whole
			if end < 0 {
				return ""
			}
			b = b[1+end:]
		case len(b) > 5 && bytes.EqualFold(b[:4], []byte("meta")) && isBlankOrSlash(b[4]):
			var label string
			label, b = metaCharset(b[5:])
			if label != "" {
				return label
			}
		case isTagStart(b):
			b = pastTag(b)
		case len(b) > 0 && (b[0] == '!' || b[0] == '/' || b[0] == '?'):
			end := bytes.IndexByte(b, '>')
			if end < 0 {
				return ""
			}
			b = b[end:]
		}
	}
}

// isTagStart says whether a tag's name begins, or an end tag's behind its slash.
func isTagStart(b []byte) bool {
	b = bytes.TrimPrefix(b, []byte("/"))
	return len(b) > 0 && 'a' <= b[0]|0x20 && b[0]|0x20 <= 'z'
}

// pastTag gives what stands behind a tag: what its attributes hold declares nothing.
func pastTag(b []byte) []byte {
	end := bytes.IndexAny(b, " \t\n\r\f>")
	if end < 0 {
		return nil
	}
	a := attributes{rest: b[end:]}
	for {
		rest := a.rest
		if key, _ := a.any(); len(key) == 0 {
			return rest
		}
	}
}

// metaCharset reads one meta's attributes: a charset, or a content type that has
// one. It gives what stands after them.
func metaCharset(b []byte) (label string, rest []byte) {
	var charset, content string
	var contentType bool
	a := attributes{rest: b}
	for {
		rest := a.rest
		key, value := a.next()
		switch string(key) {
		case "":
			switch {
			case charset != "" && labelled(charset) != "":
				return charset, rest
			case contentType:
				return contentCharset(content), rest
			}
			return "", rest
		case "charset":
			charset = strings.TrimSpace(string(value))
		case "http-equiv":
			contentType = bytes.EqualFold(value, []byte("content-type"))
		case "content":
			content = string(value)
		}
	}
}

// contentCharset finds "charset=" in the content of a meta.
func contentCharset(content string) string {
	lower := strings.ToLower(content)
	for from := 0; ; {
		i := strings.Index(lower[from:], "charset")
		if i < 0 {
			return ""
		}
		from += i + len("charset")
		rest := strings.TrimLeft(content[min(from, len(content)):], " \t\r\n\f")
		if !strings.HasPrefix(rest, "=") {
			continue
		}
		rest = strings.TrimLeft(rest[1:], " \t\r\n\f")
		if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
			quoted, _, ok := strings.Cut(rest[1:], rest[:1])
			if !ok {
				return ""
			}
			return quoted
		}
		if i := strings.IndexAny(rest, " \t\r\n\f;"); i >= 0 {
			rest = rest[:i]
		}
		return rest
	}
}

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
			end := bytes.Index(b[2:], []byte("-->"))
			if end < 0 {
				return ""
			}
			b = b[2+end:]
		case len(b) > 5 && bytes.EqualFold(b[:4], []byte("meta")) && isBlankOrSlash(b[4]):
			var label string
			label, b = metaCharset(b[5:])
			if label != "" {
				return label
			}
		}
	}
}

func isBlankOrSlash(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '/'
}

// metaCharset reads one meta's attributes: a charset, or a content type that has
// one. It gives what stands after them.
func metaCharset(b []byte) (label string, rest []byte) {
	var charset, content string
	var contentType bool
	for {
		var key, value string
		key, value, b = attribute(b)
		switch key {
		case "":
			if charset != "" && labelled(charset) != "" {
				return charset, b
			}
			if contentType {
				return contentCharset(content), b
			}
			return "", b
		case "charset":
			charset = strings.TrimSpace(value)
		case "http-equiv":
			contentType = strings.EqualFold(value, "content-type")
		case "content":
			content = value
		}
	}
}

// attribute reads the next attribute of a tag; an empty key ends the tag.
func attribute(b []byte) (key, value string, rest []byte) {
	for len(b) > 0 && isBlankOrSlash(b[0]) {
		b = b[1:]
	}
	i := 0
	for i < len(b) && !isBlankOrSlash(b[i]) && b[i] != '>' && (b[i] != '=' || i == 0) {
		i++
	}
	key, b = strings.ToLower(string(b[:i])), b[i:]
	if key == "" {
		return "", "", b
	}
	after := bytes.TrimLeft(b, " \t\r\n\f")
	if len(after) == 0 || after[0] != '=' {
		return key, "", b
	}
	b = bytes.TrimLeft(after[1:], " \t\r\n\f")
	if len(b) > 0 && (b[0] == '"' || b[0] == '\'') {
		quoted, rest, _ := bytes.Cut(b[1:], b[:1])
		return key, string(quoted), rest
	}
	i = 0
	for i < len(b) && b[i] != '>' && !(isBlankOrSlash(b[i]) && b[i] != '/') {
		i++
	}
	return key, string(b[:i]), b[i:]
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

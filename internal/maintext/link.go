package maintext

import (
	"strings"

	"golang.org/x/net/html"

	"curtsy/internal/tree"
)

// Bounds on the parts of an address that address.Resolve does not look at.
const (
	maxFragment = 512
	maxMail     = 2 << 10
)

// link gives the whole address of a reference with its fragment, or that of a mail;
// "" for one that leads to no page.
func (c *copied) link(reference string) string {
	reference = strings.Trim(reference, " \t\r\n\f")
	if reference == "" {
		return ""
	}
	if scheme, rest, ok := strings.Cut(reference, ":"); ok && strings.EqualFold(scheme, "mailto") {
		if rest = escaped(rest); rest == "" || len(rest) > maxMail || !strings.Contains(rest, "@") {
			return ""
		}
		return "mailto:" + rest
	}
	to, err := c.base.Resolve(reference)
	if err != nil {
		return ""
	}
	_, fragment, _ := strings.Cut(reference, "#")
	if fragment = escaped(fragment); fragment == "" || len(fragment) > maxFragment {
		return to.String()
	}
	return to.String() + "#" + fragment
}

// escaped writes what no address may hold as escapes, and what is escaped as it is.
func escaped(s string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\t' || c == '\n' || c == '\r':
		case c <= ' ' || c >= 0x7F || strings.IndexByte("\"<>\\^`{|}", c) >= 0:
			b.Write([]byte{'%', hex[c>>4], hex[c&15]})
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// image gives the address of what an image shows: not that of the picture which stands
// in its place until a script has run.
func (c *copied) image(n *html.Node) string {
	src, _ := tree.Attr(n, "src")
	if src = strings.TrimSpace(src); src != "" && !standsIn(src) {
		if whole := c.web(src); whole != "" {
			return whole
		}
	}
	for _, key := range []string{"data-src", "data-lazy-src", "data-original", "data-url", "data-srcset", "data-lazy-srcset", "srcset"} {
		value, _ := tree.Attr(n, key)
		if strings.HasSuffix(key, "srcset") {
			value, _, _ = strings.Cut(strings.TrimLeft(value, " \t\r\n\f,"), " ")
			value = strings.TrimRight(value, ",")
		}
		if value = strings.TrimSpace(value); value != "" && !standsIn(value) {
			if whole := c.web(value); whole != "" {
				return whole
			}
		}
	}
	return ""
}

// web gives the whole address of an http or https reference, or "".
func (c *copied) web(reference string) string {
	to, err := c.base.Resolve(reference)
	if err != nil {
		return ""
	}
	return to.String()
}

func standsIn(src string) bool {
	if len(src) >= 5 && strings.EqualFold(src[:5], "data:") {
		return true
	}
	file := strings.ToLower(src[strings.LastIndexByte(src, '/')+1:])
	for _, name := range []string{"placeholder", "blank.", "spacer.", "1x1.", "pixel.", "transparent.", "lazy."} {
		if strings.HasPrefix(file, name) {
			return true
		}
	}
	return false
}

// isPixel says whether an image is too small to be looked at.
func isPixel(n *html.Node) bool {
	width, _ := tree.Attr(n, "width")
	height, _ := tree.Attr(n, "height")
	return (width == "0" || width == "1") && (height == "0" || height == "1")
}

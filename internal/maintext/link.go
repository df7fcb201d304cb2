package maintext

import (
	"regexp"
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
// in its place until a script has run. Where the page names another one for the script
// to put in, and the one there looks like less than what is to be shown, that is it.
func (c *copied) image(n *html.Node) string {
	src, _ := tree.Attr(n, "src")
	if src = strings.TrimSpace(src); standsIn(src) {
		src = ""
	}
	if src = c.web(src); src == "" || looksLess(n, src) {
		for _, key := range []string{"data-src", "data-lazy-src", "data-original", "data-url", "data-srcset", "data-lazy-srcset", "srcset"} {
			if src != "" && key == "data-url" {
				continue // the address of more than images
			}
			value, _ := tree.Attr(n, key)
			if strings.HasSuffix(key, "srcset") {
				value, _, _ = strings.Cut(strings.TrimLeft(value, " \t\r\n\f,"), " ")
				value = strings.TrimRight(value, ",")
			}
			if value = strings.TrimSpace(value); standsIn(value) {
				continue
			}
			if whole := c.web(value); whole != "" && !isOther(whole) {
				return whole
			}
		}
	}
	return src
}

// web gives the whole address of an http or https reference, or "".
func (c *copied) web(reference string) string {
	if reference == "" {
		return ""
	}
	to, err := c.base.Resolve(reference)
	if err != nil {
		return ""
	}
	return to.String()
}

// standsIn says whether an address is that of a picture nobody is to look at.
func standsIn(src string) bool {
	if len(src) >= 5 && strings.EqualFold(src[:5], "data:") {
		return true
	}
	file := fileName(src)
	for _, name := range []string{"placeholder", "blank.", "spacer.", "1x1.", "pixel.", "transparent.", "lazy."} {
		if strings.HasPrefix(file, name) {
			return true
		}
	}
	return false
}

// fileName gives the last part of an address's path in small letters.
func fileName(src string) string {
	src, _, _ = strings.Cut(src, "?")
	return strings.ToLower(src[strings.LastIndexByte(src, '/')+1:])
}

// generic is the name of a picture that is the same for all images, or says that it is
// a small one.
var generic = regexp.MustCompile(`^(?:px|dot|clear|empty|trans|loading|loader|spinner|preload(?:er)?|dummy|default|grey|gray|white|lazyload|no-?image|fallback|image-?placeholder)[-_0-9x]*\.[a-z]+$|(?:^|[-_.])(?:placeholder|lqip|tiny|blur(?:red)?|[0-9]{1,2}x[0-9]{1,2})\.[a-z]+$`)

// tiny is a query that asks a picture to be made small or blurred.
var tiny = regexp.MustCompile(`(?i)[?&](?:w|width|h|height|size|resize)=[0-9]{1,2}(?:$|[^0-9])|[?&;]blur=[1-9]`)

// looksLess says whether the address an image has looks like that of less than it is to
// show: by its name, or since the image is to be put in place when it comes into sight.
func looksLess(n *html.Node, src string) bool {
	file := fileName(src)
	if generic.MatchString(file) || tiny.MatchString(src) || strings.HasSuffix(file, ".gif") || strings.HasSuffix(file, ".svg") {
		return true
	}
	class, _ := tree.Attr(n, "class")
	return hasName(" "+wordsIn(class[:min(len(class), 1<<10)])+" ", "lazy", "lazyload", "lazyloaded", "lazyloading")
}

// isOther says whether an address given to a script is that of no image.
func isOther(address string) bool {
	switch file := fileName(address); file[strings.LastIndexByte(file, '.')+1:] {
	case "mp4", "webm", "mov", "mp3", "pdf", "html", "htm", "json", "js", "php":
		return true
	}
	return false
}

// isPixel says whether an image is too small to be looked at.
func isPixel(n *html.Node) bool {
	width, _ := tree.Attr(n, "width")
	height, _ := tree.Attr(n, "height")
	return (width == "0" || width == "1") && (height == "0" || height == "1")
}

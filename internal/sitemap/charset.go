package sitemap

import (
	"bufio"
	"bytes"
	"regexp"
	"strings"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
	"golang.org/x/text/transform"
)

// How much of a file is looked at before it is read: enough for a server's
// warnings to stand before the declaration.
const sniffed = 4 << 10

var (
	declaration = regexp.MustCompile(`<\?xml\s[^>]*?\sencoding\s*=\s*["']\s*([A-Za-z0-9._:-]+)`)
	markupStart = regexp.MustCompile(`(?i)<(\?xml|!doctype|([a-z0-9_.-]+:)?(urlset|sitemapindex|rss|feed|rdf|html|head|body))\b`)
)

// decode gives the text in UTF-8: by its byte order mark, by how "<" is written
// (XML 1.0, appendix F), by its declaration if that names an encoding we know, and
// else as it is. A declared UTF-16 whose "<" is one octet is none.
func decode(b *bufio.Reader) *bufio.Reader {
	head, _ := b.Peek(sniffed)
	starts := func(s string) bool { return bytes.HasPrefix(head, []byte(s)) }
	switch {
	case starts("\xff\xfe\x00\x00"), starts("<\x00\x00\x00"):
		return decoded(b, utf32.UTF32(utf32.LittleEndian, utf32.UseBOM))
	case starts("\x00\x00\xfe\xff"), starts("\x00\x00\x00<"):
		return decoded(b, utf32.UTF32(utf32.BigEndian, utf32.UseBOM))
	case starts("\xff\xfe"), starts("<\x00"):
		return decoded(b, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM))
	case starts("\xfe\xff"), starts("\x00<"):
		return decoded(b, unicode.UTF16(unicode.BigEndian, unicode.UseBOM))
	}
	declared := declaration.FindSubmatch(head)
	if declared == nil {
		return b
	}
	known, name := charset.Lookup(string(declared[1]))
	if known == nil || name == "replacement" || strings.HasPrefix(name, "utf-") {
		return b
	}
	return decoded(b, known)
}

func decoded(b *bufio.Reader, from encoding.Encoding) *bufio.Reader {
	return bufio.NewReaderSize(transform.NewReader(b, from.NewDecoder()), buffered)
}

// looksLikeMarkup tells markup, which may have a server's warning before it, from a
// list of addresses.
func looksLikeMarkup(head []byte) bool {
	text := bytes.TrimLeftFunc(head, func(r rune) bool { return r <= ' ' || r == '\ufeff' })
	return bytes.HasPrefix(text, []byte("<")) || markupStart.Match(text)
}

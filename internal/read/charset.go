package read

import (
	"bytes"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/gogs/chardet"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
)

// decode gives the body in UTF-8, the encoding it was in, and what decided that:
// the WHATWG order (byte order mark, HTTP, the page's own declaration), then the
// octets themselves. A body that is UTF-8 is given as it is, without its mark.
func decode(body []byte, header http.Header) (text []byte, name, by string) {
	name, by, skip := encodingOf(body, header)
	body = body[skip:]
	if name == "utf-8" {
		return body, name, by
	}
	e, _ := charset.Lookup(name)
	if e == nil || e == encoding.Nop {
		return body, "utf-8", by
	}
	text, err := e.NewDecoder().Bytes(body)
	if err != nil {
		return body, "utf-8", "default"
	}
	return text, name, by
}

// encodingOf decides the encoding; skip is the length of a byte order mark.
func encodingOf(body []byte, header http.Header) (name, by string, skip int) {
	for _, mark := range []struct{ octets, name string }{{"\xEF\xBB\xBF", "utf-8"}, {"\xFE\xFF", "utf-16be"}, {"\xFF\xFE", "utf-16le"}} {
		if bytes.HasPrefix(body, []byte(mark.octets)) {
			return mark.name, "bom", len(mark.octets)
		}
	}
	if name := labelled(headerCharset(header)); name != "" {
		return name, "header", 0
	}
	if name := labelled(prescan(body)); name != "" {
		return asDeclaredInPage(name), "meta", 0
	}
	if name := labelled(xmlEncoding(body)); name != "" {
		return asDeclaredInPage(name), "xml", 0
	}
	if utf8.Valid(body) {
		return "utf-8", "valid", 0
	}
	if name := guess(body); name != "" {
		return name, "guess", 0
	}
	return "windows-1252", "default", 0
}

// labelled gives the WHATWG name of an encoding's label, or "".
func labelled(label string) string {
	if label == "" {
		return ""
	}
	if strings.EqualFold(label, "utf-8") {
		return "utf-8"
	}
	_, name := charset.Lookup(label)
	return name
}

// asDeclaredInPage corrects a name that a declaration read as ASCII cannot mean
// (WHATWG HTML 13.2.3.2).
func asDeclaredInPage(name string) string {
	switch name {
	case "utf-16be", "utf-16le":
		return "utf-8"
	case "x-user-defined":
		return "windows-1252"
	}
	return name
}

// headerCharset finds the charset of a Content-Type, however it is quoted; the
// first one counts.
func headerCharset(header http.Header) string {
	_, parameters, _ := strings.Cut(header.Get("Content-Type"), ";")
	for p := range strings.SplitSeq(parameters, ";") {
		name, value, ok := strings.Cut(p, "=")
		if ok && strings.EqualFold(strings.TrimSpace(name), "charset") {
			value, _, _ = strings.Cut(value, ",")
			return strings.Trim(value, " \t\"'")
		}
	}
	return ""
}

// xmlEncoding finds the encoding in an XML declaration.
func xmlEncoding(body []byte) string {
	if !bytes.HasPrefix(body, []byte("<?xml")) {
		return ""
	}
	declaration, _, ok := bytes.Cut(body[:min(len(body), 512)], []byte("?>"))
	if !ok {
		return ""
	}
	_, rest, ok := bytes.Cut(declaration, []byte("encoding"))
	rest = bytes.TrimLeft(rest, " \t\r\n=")
	if !ok || len(rest) == 0 || rest[0] != '"' && rest[0] != '\'' {
		return ""
	}
	label, _, _ := bytes.Cut(rest[1:], rest[:1])
	return string(label)
}

// guessOver is how much of a body the detector sees: it compares with every
// language it knows, and what is past the first pages tells it nothing new.
const guessOver = 16 << 10

// leastConfidence is, of 100, what a guess must reach to be preferred to
// windows-1252. At 10 the detector only says that nothing speaks against it.
const leastConfidence = 15

// guess asks the detector about the part of the body around its first octet
// outside ASCII; a page may begin with any amount of markup.
func guess(body []byte) string {
	start := 0
	for start < len(body) && body[start] < utf8.RuneSelf {
		start++
	}
	start = max(0, start-guessOver/4)
	result, err := chardet.NewHtmlDetector().DetectBest(body[start:min(len(body), start+guessOver)])
	if err != nil || result.Confidence < leastConfidence {
		return ""
	}
	return labelled(strings.ToLower(result.Charset))
}

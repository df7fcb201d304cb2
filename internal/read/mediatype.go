package read

import (
	"bytes"
	"mime"
	"net/http"
	"strings"
)

const (
	typeHTML  = "text/html"
	typeXHTML = "application/xhtml+xml"
)

// Readable says whether a media type (bare, in lower case) is one that Page reads:
// HTML and XHTML. Plain text holds no links, no records and no title, so a page of
// it is not_a_page like any other file.
func Readable(mediaType string) bool { return mediaType == typeHTML || mediaType == typeXHTML }

// MediaType gives an answer's media type, bare and in lower case. The header is
// believed; when it names none, the body's first octets decide (WHATWG MIME
// sniffing, section 7), unless X-Content-Type-Options: nosniff forbids guessing
// at anything with scripts in it.
func MediaType(header http.Header, body []byte) string {
	declared := header.Get("Content-Type")
	if kind, _, err := mime.ParseMediaType(declared); err == nil {
		declared = kind
	} else {
		declared, _, _ = strings.Cut(declared, ";")
		declared = strings.ToLower(strings.TrimSpace(declared))
	}
	switch declared {
	case "", "unknown/unknown", "application/unknown", "*/*":
	default:
		return declared
	}
	body = bytes.TrimPrefix(body[:min(len(body), 1445)], []byte("\xEF\xBB\xBF"))
	sniffed, _, _ := strings.Cut(http.DetectContentType(body), ";")
	if sniffed == "text/xml" && bytes.Contains(bytes.ToLower(body), []byte("<html")) {
		sniffed = typeXHTML
	}
	if Readable(sniffed) && strings.EqualFold(strings.TrimSpace(header.Get("X-Content-Type-Options")), "nosniff") {
		return "text/plain"
	}
	return sniffed
}

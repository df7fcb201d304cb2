package challenge

import (
	"bytes"
	"net/http"
	"strings"
)

// Looked is how many octets of a body's beginning are looked at: a challenge page is
// small, and says early what it is.
const Looked = 32 << 10

// Bounds on what can be a challenge page.
const (
	largest = 16 << 10 // octets of a body that is one though its status is no refusal
	aside   = 16 << 10 // octets of a refusal that asks for nothing but a captcha
)

// denied is a status that LinkedIn answers machines with: no other meaning is known.
const denied = 999

// Of says which kind of challenge page an answer is. Of the body, decoded, its first
// [Looked] octets are enough; with a nil one the status and the header say it alone. The
// fields' names are in their canonical form, as net/http reads them. It is safe for
// concurrent use.
//
// It would rather miss one than take an ordinary page for one: by its body a page is known
// only if it is HTML, and either a refusal (401, 403, 405, 429, 503) or small.
func Of(status int, header http.Header, body []byte) (kind string, found bool) {
	if status == denied {
		return "999", true
	}
	for i := range kinds {
		if k := &kinds[i]; k.header != nil && k.header(header) {
			return k.Name, true
		}
	}
	refused := refusal(status)
	if len(body) == 0 || !refused && (len(body) > largest || status/100 == 3) || !shown(header, body) {
		return "", false
	}
	size := len(body)
	body = body[:min(size, Looked)]
	named := title(body)
	for i := range kinds {
		if k := &kinds[i]; (refused || size <= k.most) && k.in(header, named, body) {
			return k.Name, true
		}
	}
	return "", false
}

func refusal(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusMethodNotAllowed, http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return true
	}
	return false
}

// shown says whether a body is to be shown as a page. One of no said type may be, and one
// said to be plain text that is none, as a challenge in robots.txt's place: but not the
// source of a page, which those who show sources forbid to be taken for the page.
func shown(header http.Header, body []byte) bool {
	kind := strings.ToLower(header.Get("Content-Type"))
	if strings.HasPrefix(kind, "text/plain") {
		return bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) && !is("X-Content-Type-Options", "nosniff")(header)
	}
	return kind == "" || strings.Contains(kind, "html")
}

// in says whether a page is of a kind. The title is looked at first: it settles most at no cost.
func (k *Kind) in(header http.Header, title string, body []byte) bool {
	if len(k.marks) == 0 || k.titles != nil && !begins(title, k.titles) || k.among != nil && !k.among(header) {
		return false
	}
	for _, mark := range k.marks {
		if !bytes.Contains(body, []byte(mark)) {
			return false
		}
	}
	return !k.alone || len(body) <= aside && !asks(body)
}

// title is what stands between the first title tags; "" when there are none.
func title(body []byte) string {
	start := bytes.Index(body, []byte("<title"))
	if start < 0 {
		return ""
	}
	_, text, _ := bytes.Cut(body[start:], []byte(">"))
	text, _, _ = bytes.Cut(text, []byte("<"))
	return string(bytes.TrimSpace(text))
}

// begins says whether a title begins with one of some; "" is the beginning of none but an
// empty one.
func begins(title string, with []string) bool {
	for _, w := range with {
		if w == title || w != "" && strings.HasPrefix(title, w) {
			return true
		}
	}
	return false
}

// asks says whether a page has something to fill in or choose from: a search, a login, a
// message. Such a page has a captcha for that, and is none by itself.
func asks(body []byte) bool {
	text := bytes.ToLower(body)
	if bytes.Contains(text, []byte("<textarea")) || bytes.Contains(text, []byte("<select")) {
		return true
	}
	for {
		_, rest, found := bytes.Cut(text, []byte("<input"))
		if !found {
			return false
		}
		tag, rest, _ := bytes.Cut(rest, []byte(">"))
		if !bytes.Contains(tag, []byte("hidden")) && !bytes.Contains(tag, []byte("submit")) && !bytes.Contains(tag, []byte("button")) {
			return true
		}
		text = rest
	}
}

func oneOf(value string, words []string) bool {
	for _, word := range words {
		if strings.EqualFold(strings.TrimSpace(value), word) {
			return true
		}
	}
	return false
}

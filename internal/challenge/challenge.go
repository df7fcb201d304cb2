package challenge

import (
	"bytes"
	"net/http"
	"strings"
)

// Bounds on what is looked at: challenge pages are small, and say early what they are.
const (
	looked   = 32 << 10 // octets of the body
	smallest = 16 << 10 // octets of a body that may be a challenge page though it is a 200
)

// A Kind is one kind of challenge page.
type Kind struct {
	Name string // as the line's message and the summary give it
	By   string // the sign it is known by, for a person

	header func(http.Header) bool // a sign in the header that nothing else carries; nil: none
	words  [][]byte               // all of them are in the body, in lower case
	small  bool                   // and the body is small, and no form to log in with
	whole  bool                   // the body says enough whatever the status, if it is small
}

// Kinds is the table, in the order it is gone through.
func Kinds() []Kind {
	return []Kind{
		{
			Name: "cloudflare", By: "the header cf-mitigated: challenge, or its challenge script in a page titled to match",
			header: is("Cf-Mitigated", "challenge"),
			words:  all("/cdn-cgi/challenge-platform/", "<title>just a moment"),
		},
		{
			Name: "aws-waf", By: "the header x-amzn-waf-action, or the challenge script and its container",
			header: is("X-Amzn-Waf-Action", "challenge", "captcha"),
			words:  all("awswaf.com/", "gokuprops"), whole: true,
		},
		{
			Name: "anubis", By: "its script's data and the image directory of its proof of work",
			words: all(`id="anubis_`, "/.within.website/x/"), whole: true,
		},
		{
			Name: "go-away", By: "its challenge directory and its title",
			words: all("/.well-known/.git.gammaspectra.live/", "checking"), whole: true,
		},
		{
			Name: "datadome", By: "its header on a refusal, and the script of its captcha",
			words: all("captcha-delivery.com", "dd={"),
		},
		{
			Name: "human", By: "the element its captcha is put into, and its application's number",
			words: all("px-captcha", "_pxappid"),
		},
		{
			Name: "imperva", By: "its resource in a page that holds nothing else",
			words: all("_incapsula_resource", "incident"),
		},
		{
			Name: "sucuri", By: "the script that sets its cookie, and its title",
			words: all("sucuri_cloudproxy_js", "<title>"), whole: true,
		},
		{
			Name: "akamai", By: "the interstitial of its bot manager",
			words: all("sec-if-cpt-container", "akamai"), whole: true,
		},
		{
			Name: "captcha", By: "a refusal whose page is a captcha",
			words: all("<form", "g-recaptcha"), small: true,
		},
		{
			Name: "captcha", By: "a refusal whose page is a captcha",
			words: all("<form", "h-captcha"), small: true,
		},
		{
			Name: "captcha", By: "a refusal whose page is a captcha",
			words: all("<form", "cf-turnstile"), small: true,
		},
	}
}

// denied is a status that LinkedIn answers machines with: no other meaning is known.
const denied = 999

// Of says which kind of challenge page an answer is. Of the body no more than its
// beginning is needed; a nil one leaves the header to say it. It is safe for concurrent use.
func Of(status int, header http.Header, body []byte) (kind string, found bool) {
	if status == denied {
		return "999", true
	}
	refused := false
	switch status {
	case http.StatusForbidden, http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusUnauthorized, http.StatusMethodNotAllowed:
		refused = true
	}
	for _, k := range kinds {
		if k.header != nil && k.header(header) {
			return k.Name, true
		}
	}
	if !refused && (len(body) > smallest || status/100 != 2) || len(body) == 0 {
		return "", false
	}
	text := bytes.ToLower(body[:min(len(body), looked)])
	for _, k := range kinds {
		if (refused || k.whole) && k.in(text) {
			return k.Name, true
		}
	}
	return "", false
}

// kinds is the table made once.
var kinds = Kinds()

func (k Kind) in(text []byte) bool {
	if k.small && (len(text) > smallest || bytes.Contains(text, []byte(`type="password"`))) {
		return false
	}
	for _, word := range k.words {
		if !bytes.Contains(text, word) {
			return false
		}
	}
	return len(k.words) > 0
}

// is gives a sign: a field that holds one of some words.
func is(name string, words ...string) func(http.Header) bool {
	return func(h http.Header) bool {
		value := strings.TrimSpace(h.Get(name))
		for _, word := range words {
			if strings.EqualFold(value, word) {
				return true
			}
		}
		return false
	}
}

func all(words ...string) [][]byte {
	list := make([][]byte, len(words))
	for i, word := range words {
		list[i] = []byte(word)
	}
	return list
}

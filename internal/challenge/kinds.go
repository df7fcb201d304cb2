package challenge

import "net/http"

// A Kind is one kind of challenge page, known by signs that an ordinary page does not
// have together. Each is written as such pages write it: tags, not words, so that a page
// that quotes one, with its tags escaped, is none.
type Kind struct {
	Name string // as the line's message and the summary give it
	By   string // the signs it is known by, for a person

	header func(http.Header) bool // a field that nothing else carries: enough by itself; nil: none
	among  func(http.Header) bool // a field that must stand beside the marks; nil: none
	marks  []string               // all of them are in the body; none: only the header says it
	titles []string               // and the page's title begins with one of them, "" being no title at all; nil: any title
	alone  bool                   // and the body asks for nothing but the proof
	most   int                    // octets of a body that says enough whatever the status; 0: only a refusal's does
}

// kinds is the table, in the order it is gone through.
var kinds = []Kind{
	{
		Name: "cloudflare", By: "the header cf-mitigated: challenge, or its title and its script on a refusal",
		header: is("Cf-Mitigated", "challenge"),
		marks:  []string{`/cdn-cgi/challenge-platform/`}, titles: []string{"Just a moment..."},
	},
	{
		Name: "aws-waf", By: "the header x-amzn-waf-action, or its properties and script in a small page without a title of its own",
		header: is("X-Amzn-Waf-Action", "challenge", "captcha"),
		marks:  []string{`window.gokuProps = {`, `.awswaf.com/`, `/challenge.js"></script>`}, titles: []string{"", "Human Verification"}, most: 16 << 10,
	},
	{
		Name: "vercel", By: "the header x-vercel-mitigated: challenge, or its title and its script's path on a refusal",
		header: is("X-Vercel-Mitigated", "challenge"),
		marks:  []string{`/.well-known/vercel/security/`}, titles: []string{"Vercel Security Checkpoint"},
	},
	{
		Name: "siteground", By: "the header sg-captcha: challenge, or a page that only leads to its captcha",
		header: is("Sg-Captcha", "challenge"),
		marks:  []string{`http-equiv="refresh" content="0;/.well-known/sgcaptcha/`}, titles: []string{""}, most: 2 << 10,
	},
	{
		Name: "anubis", By: "a script of its own and the directory of its proof of work, in a small page",
		marks: []string{`<script id="anubis_`, `"/.within.website/x/`}, most: 16 << 10,
	},
	{
		Name: "anubis", By: "the script of its other proof of work and its directory, in a small page",
		marks: []string{`<script id="preact_info"`, `/.within.website/x/`}, most: 16 << 10,
	},
	{
		Name: "go-away", By: "its title and a style sheet of its own, in a small page",
		marks: []string{`href="/.well-known/.git.gammaspectra.live/git/go-away/`}, titles: []string{"Checking you are not a bot"}, most: 16 << 10,
	},
	{
		Name: "haproxy-protection", By: "its script and the figures of its proof of work, in a small page",
		marks: []string{`<script src="/.basedflare/js/`, `<body data-pow="`}, most: 16 << 10,
	},
	{
		Name: "datadome", By: "its header on a refusal, and the script of its captcha",
		among: has("X-Datadome", "X-Dd-B"),
		marks: []string{`var dd={`, `captcha-delivery.com`},
	},
	{
		Name: "human", By: "the element its captcha is put into and its application's number, on a refusal",
		marks: []string{`id="px-captcha"`, `window._pxAppId`},
	},
	{
		Name: "kasada", By: "the two scripts that are all there is, on a refusal",
		marks: []string{`<script>window.KPSDK={}`, `/ips.js`}, titles: []string{""},
	},
	{
		Name: "imperva", By: "the frame that is all there is, with the incident's number, in a small page",
		marks: []string{`<iframe id="main-iframe" src="/_Incapsula_Resource?`, `Incapsula incident ID`}, most: 4 << 10,
	},
	{
		Name: "sucuri", By: "its title and the script that sets its cookie, in a small page",
		marks: []string{`sucuri_cloudproxy_js=''`}, titles: []string{"You are being redirected"}, most: 8 << 10,
	},
	{
		Name: "akamai", By: "the interstitial of its bot manager, in a small page",
		marks: []string{`id="sec-if-cpt-container"`, `Powered and protected by`}, titles: []string{""}, most: 8 << 10,
	},
	{
		Name: "ddos-guard", By: "its title and its script's path on a refusal",
		marks: []string{`/.well-known/ddos-guard/`}, titles: []string{"DDoS-Guard", "DDOS-GUARD"},
	},
	{
		Name: "captcha", By: "a refusal whose page asks for a reCAPTCHA and nothing else",
		marks: []string{`class="g-recaptcha"`, `data-sitekey=`}, alone: true,
	},
	{
		Name: "captcha", By: "a refusal whose page asks for an hCaptcha and nothing else",
		marks: []string{`class="h-captcha"`, `data-sitekey=`}, alone: true,
	},
	{
		Name: "captcha", By: "a refusal whose page asks for a Turnstile and nothing else",
		marks: []string{`class="cf-turnstile"`, `data-sitekey=`}, alone: true,
	},
}

// Kinds is the table of what is recognised, in the order it is gone through. A kind that
// comes in two forms has two rows.
func Kinds() []Kind { return append([]Kind(nil), kinds...) }

// is gives a sign: a field that holds one of some words.
func is(name string, words ...string) func(http.Header) bool {
	return func(h http.Header) bool {
		for _, value := range h[name] {
			if oneOf(value, words) {
				return true
			}
		}
		return false
	}
}

// has gives a sign: one of some fields is there.
func has(names ...string) func(http.Header) bool {
	return func(h http.Header) bool {
		for _, name := range names {
			if len(h[name]) > 0 {
				return true
			}
		}
		return false
	}
}

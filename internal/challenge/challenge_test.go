package challenge

import (
	"net/http"
	"strings"
	"testing"
)

// A row is an answer, and the kind of challenge page it is.
type row struct {
	name   string
	status int
	header http.Header
	body   string
	want   string
}

var long = strings.Repeat("<p>Text of an ordinary page, which goes on for a while.</p>\n", 400)

// TestChallengePages: at least one for each kind of the table.
func TestChallengePages(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range []row{
		{"a header says it", 403, http.Header{"Cf-Mitigated": {"challenge"}}, "", "cloudflare"},
		{"a header says it on a 200", 200, http.Header{"Cf-Mitigated": {"challenge"}}, long, "cloudflare"},
		{"its script and title", 503, nil, `<html><head><title>Just a moment...</title></head><script src="/cdn-cgi/challenge-platform/h/b/x"></script>`, "cloudflare"},
		{"a header", 202, http.Header{"X-Amzn-Waf-Action": {"challenge"}}, "", "aws-waf"},
		{"a captcha by header", 405, http.Header{"X-Amzn-Waf-Action": {"captcha"}}, "", "aws-waf"},
		{"a 200 with its script", 200, nil, `<script>window.gokuProps = {"key":"x"}</script><script src="https://x.token.awswaf.com/y/challenge.js"></script>`, "aws-waf"},
		{"a proof of work", 200, nil, `<title>Wait</title><script id="anubis_challenge" type="application/json">{}</script><img src="/.within.website/x/cmd/a.webp">`, "anubis"},
		{"another proof of work", 403, nil, `<title>Checking you are not a bot</title><link href="/.well-known/.git.gammaspectra.live/git/go-away/cmd/style.css">`, "go-away"},
		{"a captcha's script", 403, nil, `<script>var dd={'rt':'c','host':'geo.captcha-delivery.com'}</script>`, "datadome"},
		{"its captcha", 403, nil, `<div id="px-captcha"></div><script>window._pxAppId='PX1';</script>`, "human"},
		{"its resource", 403, nil, `<iframe src="/_Incapsula_Resource?SWUDNSAI=31&incident_id=1">Request unsuccessful. Incapsula incident ID: 1</iframe>`, "imperva"},
		{"its cookie", 200, nil, `<html><title>You are being redirected...</title><script>sucuri_cloudproxy_js='';S='x'</script>`, "sucuri"},
		{"its interstitial", 200, nil, `<div id="sec-if-cpt-container"><span>Powered and protected by Akamai</span></div>`, "akamai"},
		{"a form and a captcha on a refusal", 403, nil, `<form action="/verify"><div class="g-recaptcha"></div></form>`, "captcha"},
		{"another", 429, nil, `<form><div class="h-captcha" data-sitekey="x"></div></form>`, "captcha"},
		{"and another", 503, nil, `<form><div class="cf-turnstile"></div></form>`, "captcha"},
		{"no other meaning is known", 999, nil, "", "999"},
	} {
		kind, found := Of(r.status, r.header, []byte(r.body))
		if kind != r.want || !found {
			t.Errorf("%s: %q, %v; want %s", r.name, kind, found, r.want)
		}
		seen[kind] = true
	}
	for _, k := range Kinds() {
		if !seen[k.Name] {
			t.Errorf("no page of this test is %s", k.Name)
		}
		if len(k.By) < 10 {
			t.Errorf("%s does not say what it is known by", k.Name)
		}
	}
}

// TestOrdinaryPages are none, though they speak of challenges, or have a captcha in a form.
func TestOrdinaryPages(t *testing.T) {
	for _, r := range []row{
		{name: "nothing", status: 200},
		{name: "a plain refusal", status: 403, body: "<title>403 Forbidden</title><h1>Forbidden</h1>"},
		{name: "a plain rate limit", status: 429, body: "slow down"},
		{name: "maintenance", status: 503, body: "<title>Back soon</title><p>Just a moment, we are checking the disks."},
		{name: "a refusal with a form to log in", status: 403, body: `<form><input type="password"><div class="g-recaptcha"></div></form>`},
		{name: "a long refusal with a captcha in it", status: 403, body: long + `<form><div class="g-recaptcha"></div></form>`},
		{name: "a comment form with a captcha", status: 200, body: `<form><div class="g-recaptcha"></div></form>` + long},
		{name: "a short contact page with a captcha", status: 200, body: `<h1>Contact</h1><form><div class="h-captcha"></div><textarea></textarea></form>`},
		{name: "an article about one", status: 200, body: `<h1>How "Just a moment..." works</h1><p>Look for /cdn-cgi/challenge-platform/ in the source.`},
		{name: "an article about a proof of work", status: 200, body: `<h1>Anubis</h1><p>Its images are below /.within.website/x/, and the page says that you are not a bot.`},
		{name: "its words in a missing page", status: 404, body: `<title>Just a moment</title>/cdn-cgi/challenge-platform/`},
		{name: "a long page with every word", status: 200, body: long + `id="anubis_ /.within.website/x/ gokuprops awswaf.com/`},
		{name: "words past what is looked at", status: 403, body: strings.Repeat("x", looked) + `<form g-recaptcha`},
		{name: "another value of the header", status: 200, header: http.Header{"Cf-Mitigated": {"none"}}, body: long},
		{name: "a header of another service", status: 200, header: http.Header{"X-Amzn-Waf-Action": {"allow"}}, body: long},
	} {
		if kind, found := Of(r.status, r.header, []byte(r.body)); found {
			t.Errorf("%s is taken for %s", r.name, kind)
		}
	}
}

func BenchmarkOrdinaryPage(b *testing.B) {
	body, header := []byte(long), http.Header{"Content-Type": {"text/html"}, "Server": {"nginx"}}
	b.ReportAllocs()
	for b.Loop() {
		Of(200, header, body)
	}
}

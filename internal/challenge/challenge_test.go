package challenge

import (
	"html"
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

// Pages in the form that challenge pages have, as little of each as there can be.
const (
	cloudflarePage = `<html><head><title>Just a moment...</title></head><script src="/cdn-cgi/challenge-platform/h/b/x"></script></html>`
	awsPage        = `<html><head><title></title><script>window.gokuProps = {"key":"x"};</script>` +
		`<script src="https://x.y.token.awswaf.com/z/challenge.js"></script></head><body><div id="challenge-container"></div></body></html>`
	vercelPage = `<html><head><title>Vercel Security Checkpoint</title></head><script src="/.well-known/vercel/security/static/x.js"></script></html>`
	groundPage = `<html><head><meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2F"></meta></head></html>`
	anubisPage = `<html><head><title>One moment</title><script id="anubis_challenge" type="application/json">{}</script></head>` +
		`<body><img src="/.within.website/x/cmd/a.webp"></body></html>`
	preactPage = `<html><head><title>One moment</title><script id="preact_info" type="application/json">{}</script></head>` +
		`<body><script src="/.within.website/x/cmd/a.js"></script></body></html>`
	goAwayPage  = `<title>Checking you are not a bot</title><link rel="stylesheet" href="/.well-known/.git.gammaspectra.live/git/go-away/cmd/style.css">`
	haproxyPage = `<head><script src="/.basedflare/js/x.js"></script></head><body data-pow="x#y" data-diff="1"></body>`
	domePage    = `<html><head><title>a.example</title></head><script>var dd={'rt':'c','host':'geo.captcha-delivery.com'}</script></html>`
	humanPage   = `<html><div id="px-captcha"></div><script>window._pxAppId = 'PX1';</script></html>`
	kasadaPage  = `<html><head></head><body><script>window.KPSDK={};KPSDK.now=0</script><script src="/a/b/ips.js?x=1"></script></body></html>`
	impervaPage = `<html><body><iframe id="main-iframe" src="/_Incapsula_Resource?x=31&incident_id=1">Request unsuccessful. Incapsula incident ID: 1</iframe></body></html>`
	sucuriPage  = `<html><title>You are being redirected...</title><script>var s={},sucuri_cloudproxy_js='',S='x';</script></html>`
	akamaiPage  = `<html><body><div id="sec-if-cpt-container"><p>Powered and protected by <img alt="Akamai"></p></div></body></html>`
	guardPage   = `<html><head><title>DDoS-Guard</title></head><script src="/.well-known/ddos-guard/js-challenge/index.js"></script></html>`
	googlePage  = `<title>Are you a human?</title><form action="/verify"><input type="hidden" name="k"><div class="g-recaptcha" data-sitekey="x"></div><button>Go on</button></form>`
	hPage       = `<form><div class="h-captcha" data-sitekey="x"></div><input type="submit"></form>`
	turnPage    = `<h1>One question first</h1><div class="cf-turnstile" data-sitekey="x" data-callback="on"></div>`
)

// mimic holds every page whose body is a sign.
func mimic() map[string]string {
	return map[string]string{
		"cloudflare": cloudflarePage, "aws-waf": awsPage, "vercel": vercelPage, "siteground": groundPage, "anubis": anubisPage, "anubis 2": preactPage,
		"go-away": goAwayPage, "haproxy-protection": haproxyPage, "datadome": domePage, "human": humanPage, "kasada": kasadaPage, "imperva": impervaPage,
		"sucuri": sucuriPage, "akamai": akamaiPage, "ddos-guard": guardPage, "captcha": googlePage, "captcha 2": hPage, "captcha 3": turnPage,
	}
}

var long = strings.Repeat("<p>Text of an ordinary page, which goes on for a while.</p>\n", 400)

// filled makes a page longer at its end, up to n octets.
func filled(page string, n int) string { return page + strings.Repeat(" ", n-len(page)) }

// TestChallengePages: at least one for each row of the table, and the bounds of those that
// need no refusal.
func TestChallengePages(t *testing.T) {
	dome := http.Header{"X-Datadome": {"protected"}}
	rows := []row{
		{"a header says it", 403, http.Header{"Cf-Mitigated": {"challenge"}}, "", "cloudflare"},
		{"a header says it on a 200", 200, http.Header{"Cf-Mitigated": {"challenge"}}, long, "cloudflare"},
		{"in capitals", 503, http.Header{"Cf-Mitigated": {" Challenge"}}, "", "cloudflare"},
		{"its script and title", 503, nil, cloudflarePage, "cloudflare"},
		{"a header", 202, http.Header{"X-Amzn-Waf-Action": {"challenge"}}, "", "aws-waf"},
		{"a captcha by header", 405, http.Header{"X-Amzn-Waf-Action": {"captcha"}}, "", "aws-waf"},
		{"a 200 with its script", 200, nil, awsPage, "aws-waf"},
		{"a captcha with its script", 405, nil, strings.Replace(awsPage, "<title>", "<title>Human Verification", 1), "aws-waf"},
		{"a header", 403, http.Header{"X-Vercel-Mitigated": {"challenge"}}, "", "vercel"},
		{"its title and script", 429, nil, vercelPage, "vercel"},
		{"a header", 202, http.Header{"Sg-Captcha": {"challenge"}}, "", "siteground"},
		{"a way to the captcha", 202, nil, groundPage, "siteground"},
		{"a proof of work", 200, http.Header{"Content-Type": {"text/html; charset=utf-8"}}, anubisPage, "anubis"},
		{"in robots.txt's place", 200, http.Header{"Content-Type": {"text/plain; charset=utf-8"}}, "\n" + anubisPage, "anubis"},
		{"on a 500", 500, nil, anubisPage, "anubis"},
		{"one as long as can be", 200, nil, filled(anubisPage, 16<<10), "anubis"},
		{"a longer one on a refusal", 403, nil, anubisPage + long, "anubis"},
		{"another proof of work", 200, nil, preactPage, "anubis"},
		{"one of yet another kind", 418, nil, goAwayPage, "go-away"},
		{"figures of one", 403, nil, haproxyPage, "haproxy-protection"},
		{"a captcha's script", 403, dome, domePage, "datadome"},
		{"with another header", 403, http.Header{"X-Dd-B": {"1"}}, domePage, "datadome"},
		{"its captcha", 403, nil, humanPage, "human"},
		{"its two scripts", 429, nil, kasadaPage, "kasada"},
		{"its frame on a 200", 200, nil, impervaPage, "imperva"},
		{"its frame", 403, nil, impervaPage, "imperva"},
		{"its cookie", 200, nil, sucuriPage, "sucuri"},
		{"its interstitial", 200, nil, akamaiPage, "akamai"},
		{"its title and script", 403, nil, guardPage, "ddos-guard"},
		{"in capitals", 403, nil, strings.Replace(guardPage, "DDoS-Guard", "DDOS-GUARD", 1), "ddos-guard"},
		{"a captcha and nothing else", 403, nil, googlePage, "captcha"},
		{"another", 429, nil, hPage, "captcha"},
		{"and another", 503, nil, turnPage, "captcha"},
		{"no other meaning is known", 999, nil, "", "999"},
	}
	for _, r := range rows {
		if kind, found := Of(r.status, r.header, []byte(r.body)); kind != r.want || !found {
			t.Errorf("%s, %s: %q, %v", r.want, r.name, kind, found)
		}
	}
	for _, k := range Kinds() {
		byHeader, byBody := k.header == nil, len(k.marks) == 0
		for _, r := range rows {
			byHeader = byHeader || k.header(r.header)
			byBody = byBody || r.want == k.Name && k.in(r.header, title([]byte(r.body)), []byte(r.body))
		}
		if !byHeader || !byBody {
			t.Errorf("no page of this test is %s by its header (%v) or body (%v): %s", k.Name, byHeader, byBody, k.By)
		}
		if len(k.By) < 10 || len(k.marks) == 1 && k.titles == nil && k.among == nil || k.most > largest {
			t.Errorf("%s is known by too little: %q", k.Name, k.By)
		}
	}
}

// TestOrdinaryPages are none, though they speak of challenges, or have a captcha in a form.
func TestOrdinaryPages(t *testing.T) {
	search := `<form action="/search"><input name="q"></form>`
	for _, r := range []row{
		{name: "nothing", status: 200},
		{name: "a plain refusal", status: 403, body: "<title>403 Forbidden</title><h1>Forbidden</h1>"},
		{name: "a plain rate limit", status: 429, body: "slow down"},
		{name: "maintenance", status: 503, body: "<title>Back soon</title><p>Just a moment, we are checking the disks."},
		{name: "maintenance with a title to match", status: 503, body: "<title>Just a moment...</title><p>We are checking the disks."},
		{name: "a site's own refusal with its detections in it", status: 403, body: `<title>Members only</title><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>`},
		{name: "a refusal with a form to log in", status: 403, body: googlePage + `<input type="password">`},
		{name: "a refusal with a message to send", status: 403, body: googlePage + `<TEXTAREA name="m"></textarea>`},
		{name: "a refusal with something to choose", status: 403, body: turnPage + `<select><option>1</select>`},
		{name: "a refusal with a search", status: 403, body: hPage + search},
		{name: "a long refusal with a captcha in it", status: 403, body: long + googlePage},
		{name: "a refusal with a captcha's script for another page", status: 403, body: `<script src="https://www.google.com/recaptcha/api.js?render=x"></script>Forbidden`},
		{name: "a comment form with a captcha", status: 200, body: googlePage + long},
		{name: "a short page that is a captcha, but no refusal", status: 200, body: googlePage},
		{name: "a short contact page with a captcha", status: 200, body: `<h1>Contact</h1><form><div class="h-captcha" data-sitekey="x"></div><textarea></textarea></form>`},
		{name: "a page of a site with its detections in it", status: 200, body: `<title>Shop</title><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>`},
		{name: "a page with its kit in it", status: 200, body: `<title></title><script src="https://x.edge.sdk.awswaf.com/y/challenge.js"></script>`},
		{name: "its resource in a page with text", status: 200, body: `<title>Shop</title><script src="/_Incapsula_Resource?x=1"></script><p>Incapsula incident ID`},
		{name: "a refusal with a sensor in it", status: 403, body: `<title>Members only</title><script>window._pxAppId='PX1'</script>`},
		{name: "a refusal without the header", status: 403, body: domePage},
		{name: "the header without the script", status: 403, header: http.Header{"X-Datadome": {"protected"}}, body: "<title>Members only</title>"},
		{name: "an article about one", status: 200, body: `<h1>How "Just a moment..." works</h1><p>Look for /cdn-cgi/challenge-platform/ in the source.`},
		{name: "an article about a proof of work", status: 200, body: `<h1>Anubis</h1><p>Its images are below "/.within.website/x/", its data in id="anubis_challenge"; the page says that you are not a bot.`},
		{name: "an article about a cookie", status: 200, body: `<title>What is sucuri_cloudproxy_js?</title><p>It sets sucuri_cloudproxy_js=''.`},
		{name: "an article about a box", status: 200, body: `<title>Who is behind sec-if-cpt-container?</title><p>id="sec-if-cpt-container" says: Powered and protected by Akamai`},
		{name: "an article about properties", status: 200, body: `<title>AWS WAF</title><pre>window.gokuProps = { .awswaf.com/ /challenge.js"></script>`},
		{name: "a program that has one in it", status: 200, header: http.Header{"Content-Type": {"text/javascript"}}, body: anubisPage},
		{name: "the source of one", status: 200, header: http.Header{"Content-Type": {"text/plain"}, "X-Content-Type-Options": {"nosniff"}}, body: anubisPage},
		{name: "a text with one in it", status: 200, header: http.Header{"Content-Type": {"text/plain; charset=utf-8"}}, body: "Like this: " + anubisPage},
		{name: "its words in a missing page", status: 404, body: cloudflarePage},
		{name: "a redirect", status: 302, body: anubisPage},
		{name: "one octet longer than can be", status: 200, body: filled(anubisPage, 16<<10+1)},
		{name: "longer than its own kind can be", status: 200, body: filled(impervaPage, 4<<10+1)},
		{name: "words past what is looked at", status: 403, body: strings.Repeat("x", Looked) + cloudflarePage},
		{name: "a captcha in a page longer than such a page is", status: 403, body: filled(turnPage, 16<<10+1)},
		{name: "another value of the header", status: 200, header: http.Header{"Cf-Mitigated": {"none"}}, body: long},
		{name: "a header of another service", status: 200, header: http.Header{"X-Amzn-Waf-Action": {"allow"}}, body: long},
		{name: "a refusal that is no challenge", status: 403, header: http.Header{"X-Vercel-Mitigated": {"deny"}}, body: "denied"},
	} {
		if kind, found := Of(r.status, r.header, []byte(r.body)); found {
			t.Errorf("%s is taken for %s", r.name, kind)
		}
	}
}

// TestPagesThatQuoteOne: an article with the whole source of a challenge page in it, as a
// page has to write it, is none on a 200; nor is a page of a script that builds one.
func TestPagesThatQuoteOne(t *testing.T) {
	for name, page := range mimic() {
		for _, article := range []string{
			"<title>How to know one</title><pre>" + html.EscapeString(page) + "</pre>",
			"<title>How to know one</title><pre>" + strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(page) + "</pre>",
			"<title>How to know one</title><script>x=\"" + strings.NewReplacer(`"`, `\"`, "<", `\u003c`, ">", `\u003e`).Replace(page) + "\"</script>",
		} {
			for _, status := range []int{200, 404} {
				if kind, found := Of(status, nil, []byte(article)); found {
					t.Errorf("a page about %s is taken for %s", name, kind)
				}
			}
		}
	}
}

func BenchmarkOf(b *testing.B) {
	header := http.Header{"Content-Type": {"text/html"}, "Server": {"nginx"}, "Date": {"x"}}
	for _, r := range []row{
		{name: "a page of 22 KB", status: 200, body: long[:22<<10]},
		{name: "a page of 12 KB", status: 200, body: long[:12<<10]},
		{name: "a refusal of 22 KB", status: 403, body: long[:22<<10]},
	} {
		b.Run(r.name, func(b *testing.B) {
			body := []byte(r.body)
			b.ReportAllocs()
			for b.Loop() {
				Of(r.status, header, body)
			}
		})
	}
}

package simweb

import (
	"fmt"
	"net/http"
)

// Challenge answers with a page that asks the visitor to prove that it is no
// machine, in the form such pages have: [Cloudflare], [Anubis] or [Captcha].
// Zero: Cloudflare. The page's Header is sent too, and its Status, if it has one,
// goes before the kind's own. Text: (challenge) or (challenge anubis).
type Challenge struct{ Kind Wall }

// A Wall is a kind of challenge page.
type Wall string

const (
	Cloudflare Wall = "cloudflare" // a 403 with cf-mitigated: challenge
	Anubis     Wall = "anubis"     // a small 200 with a proof of work
	Captcha    Wall = "captcha"    // a 403 with a form
)

// walls are the pages themselves: as little as such a page can have.
var walls = map[Wall]Page{
	Cloudflare: {
		Status: http.StatusForbidden,
		Header: map[string]string{"Cf-Mitigated": "challenge", "Server": "cloudflare", "Cache-Control": "no-store"},
		Body: `<!doctype html><html lang="en-US"><head><title>Just a moment...</title>
<meta name="robots" content="noindex,nofollow"></head><body>
<noscript>JavaScript and cookies are needed to go on.</noscript>
<script>window._cf_chl_opt={cType:"managed"};</script>
<script src="/cdn-cgi/challenge-platform/h/g/orchestrate/chl_page/v1?ray=0"></script>
</body></html>
`,
	},
	Anubis: {
		Status: http.StatusOK,
		Header: map[string]string{"Cache-Control": "no-store"},
		Body: `<!doctype html><html lang="en"><head><title>Making sure you're not a bot!</title>
<script id="anubis_version" type="application/json">"v1"</script>
<script id="anubis_challenge" type="application/json">{"rules":{"algorithm":"fast","difficulty":4},"challenge":"00"}</script>
</head><body><h1>Making sure you're not a bot!</h1>
<img src="/.within.website/x/cmd/anubis/static/img/pensive.webp" alt="">
<script type="module" src="/.within.website/x/cmd/anubis/static/js/main.mjs"></script>
</body></html>
`,
	},
	Captcha: {
		Status: http.StatusForbidden,
		Body: `<!doctype html><html lang="en"><head><title>Are you a human?</title>
<script src="https://captcha.invalid/api.js" async defer></script></head><body>
<h1>One question first</h1><form method="post" action="/verify">
<div class="g-recaptcha" data-sitekey="0"></div><button>Go on</button></form>
</body></html>
`,
	},
}

func (c Challenge) play(x *exchange) {
	wall, ok := walls[c.Kind]
	if !ok {
		wall = walls[Cloudflare]
	}
	page := Page{Status: wall.Status, Header: map[string]string{}, Body: wall.Body, Skew: x.page.Skew, Gzip: x.page.Gzip}
	if x.page.Status != 0 {
		page.Status = x.page.Status
	}
	for _, header := range []map[string]string{wall.Header, x.page.Header} {
		for name, value := range header {
			page.Header[http.CanonicalHeaderKey(name)] = value
		}
	}
	x.page = page
	x.answer()
}

func readChallenge(w words) (Fault, error) {
	c := Challenge{Kind: Cloudflare}
	err := w.read(func(s string) error {
		c.Kind = Wall(s)
		if _, ok := walls[c.Kind]; !ok {
			return fmt.Errorf("%q: not one of %s, %s, %s", s, Cloudflare, Anubis, Captcha)
		}
		return nil
	})
	return c, err
}

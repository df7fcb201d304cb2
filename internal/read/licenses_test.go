package read

import (
	"fmt"
	"strings"
	"testing"
)

func signals(r *Reading) string {
	var b strings.Builder
	for _, s := range r.Rights.Signals {
		fmt.Fprintf(&b, "%s|%s|%s|%s|%s\n", s.Name, s.Value, s.Source, s.Key, s.Agent)
	}
	return b.String()
}

func TestLicensesAreSignalsThatComeToNothing(t *testing.T) {
	const cc = "https://creativecommons.org/licenses/by-nc/4.0/"
	for _, tt := range []struct {
		name, body string
		header     []string
		want       string
	}{
		{"none", `<link rel=licence href=/l><a href="/license">x</a><body><link rel=license href=/l>`, nil, ""},
		{"of the head", `<link rel=license href=/l>`, nil, "license|https://shop.test/l|meta|<link rel=license>|\n"},
		{"of the body", `<p><a rel="license noopener" href="` + cc + `">CC</a>`, nil, "license|" + cc + "|meta|<a rel=license>|\n"},
		{"of the header", `<base href="https://b.test/">`, []string{`Link: </l>; rel="license"`}, "license|https://shop.test/l|header|Link: rel=license|\n"},
		{"not of another page", ``, []string{`Link: </l>; rel="license"; anchor="/x"`}, ""},
		{"in RSL", `<link rel=license type="application/rsl+xml" href=/l.xml>`, []string{`Link: </h.xml>; rel="license"; type="application/RSL+xml"`},
			"rsl|https://shop.test/h.xml|header|Link: rel=license|\nrsl|https://shop.test/l.xml|meta|<link rel=license>|\n"},
		{"in RSL, in the page", `<script type="application/rsl+xml; x=y"><rsl></rsl></script><script type="application/x-rsl">x</script>`, nil, "rsl|inline|meta|<script type=application/rsl+xml>|\n"},
		{"one that is no http address, as written", `<link rel=license href=" urn:x:y ">`, nil, "license|urn:x:y|meta|<link rel=license>|\n"},
		{"once each", `<a rel=license href=/l>a</a><a rel=license href=/l#x>b</a>`, nil, "license|https://shop.test/l|meta|<a rel=license>|\n"},
		{"after what speaks of uses", `<link rel=license href=/l><meta name=robots content=noai>`, nil, "robots|noai|meta|meta name=robots|\nlicense|https://shop.test/l|meta|<link rel=license>|\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := pageOf(t, tt.body, tt.header...)
			if got := signals(r); got != tt.want {
				t.Errorf("signals\n%swant\n%s", got, tt.want)
			}
			if !strings.Contains(tt.body, "noai") && len(r.Rights.Uses) != 0 {
				t.Errorf("uses %v; a license reserves nothing", r.Rights.Uses)
			}
		})
	}
}

func TestMetasForAgentsAreRecordedByName(t *testing.T) {
	body := ""
	want := ""
	for _, agent := range []string{"googlebot", "bingbot", "gptbot", "ccbot", "google-extended", "claudebot", "anthropic-ai", "perplexitybot", "applebot-extended", "meta-externalagent", "amazonbot", "bytespider"} {
		body += `<meta name="` + strings.ToUpper(agent) + `" content="NoAI, noindex">`
		want += "robots|NoAI, noindex|meta|meta name=" + agent + "|" + agent + "\n"
	}
	r := pageOf(t, body+`<meta name=unheardofbot content=noindex>`)
	if got := signals(r); got != want {
		t.Errorf("signals\n%swant\n%s", got, want)
	}
	if len(r.Rights.Uses) != 0 || r.NoIndex {
		t.Errorf("uses %v, noindex %v; what is said to other agents is not said to us", r.Rights.Uses, r.NoIndex)
	}
	r = pageOf(t, `<meta name=shopbot content="noai">`)
	if signals(r) != "robots|noai|meta|meta name=shopbot|shopbot\n" || r.Rights.Uses[UseAITrain] != Reserved {
		t.Errorf("signals %s, uses %v; want ours recorded and heard", signals(r), r.Rights.Uses)
	}
}

func TestFewPlacesOfAnchorsAreSpelled(t *testing.T) {
	for n, want := range map[int]string{maxLicensePlaces - 1: "/html/body/a[1000]", maxLicensePlaces: ""} {
		r := pageOf(t, strings.Repeat("<a href=/license>x</a>", n)+"<a rel=license href=/l>x</a>")
		if len(r.Relations) != 1 || r.Relations[0].Where != want {
			t.Errorf("behind %d anchors that only look alike: %v; want the license at %q", n, r.Relations, want)
		}
	}
}

package read

import (
	"fmt"
	"strings"
	"testing"

	"curtsy/page"
)

func related(list []page.Relation) string {
	var b strings.Builder
	for _, r := range list {
		fmt.Fprintf(&b, "%s %s", r.Rel, strings.TrimPrefix(r.URL, "https://shop.test"))
		for _, extra := range []string{r.Hreflang, r.Type, r.Title, r.Where} {
			if extra != "" {
				b.WriteString(" " + extra)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestRelationsOfTheHead(t *testing.T) {
	for _, tt := range []struct{ name, body, want string }{
		{"languages", `<link rel=alternate hreflang=de-AT href=/de><link rel=alternate hreflang=x-default href=/>`, "alternate /de de-AT /html/head/link[1]\nalternate / x-default /html/head/link[2]\n"},
		{"feeds", `<link rel=alternate type="application/rss+xml" title="News" href=/rss><link rel=ALTERNATE type="application/Atom+XML; charset=x" href=/atom><link rel=alternate type=application/feed+json href=/json>`,
			"feed /rss application/rss+xml News /html/head/link[1]\nfeed /atom application/Atom+XML; charset=x /html/head/link[2]\nfeed /json application/feed+json /html/head/link[3]\n"},
		{"json is a feed by its title", `<link rel=alternate type=application/json title="JSON Feed" href=/f><link rel=alternate type=application/json title=JSON href=/wp>`,
			"feed /f application/json JSON Feed /html/head/link[1]\nalternate /wp application/json JSON /html/head/link[2]\n"},
		{"oembed", `<link rel=alternate type="application/json+oembed" href=/o><link rel=alternate type="text/xml+oembed" href=/x>`, "oembed /o application/json+oembed /html/head/link[1]\noembed /x text/xml+oembed /html/head/link[2]\n"},
		{"an alternate style is none", `<link rel="alternate stylesheet" href=/s.css><link rel="stylesheet alternate" href=/t.css>`, ""},
		{"steps, by both words", `<link rel=next href=?p=3><link rel=previous href=?p=1>`, "next /dir/page?p=3 /html/head/link[1]\nprev /dir/page?p=1 /html/head/link[2]\n"},
		{"each word of a rel", `<link rel="author me nofollow" href=/a>`, "author /a /html/head/link[1]\nme /a /html/head/link[1]\n"},
		{"others", `<link rel=amphtml href=/amp><link rel=manifest href=/m><link rel=shortlink href=/s><link rel=search type=application/opensearchdescription+xml title=Find href=/o><link rel=help href=/h><link rel=webmention href=/w><link rel=hub href=/hub><link rel=self href=/self>`,
			"amphtml /amp /html/head/link[1]\nmanifest /m /html/head/link[2]\nshortlink /s /html/head/link[3]\nsearch /o application/opensearchdescription+xml Find /html/head/link[4]\nhelp /h /html/head/link[5]\nwebmention /w /html/head/link[6]\nhub /hub /html/head/link[7]\nself /self /html/head/link[8]\n"},
		{"unknown ones, canonical and plumbing are not", `<link rel=canonical href=/c><link rel=icon href=/i><link rel=EditURI href=/e><link rel=preload href=/p>`, ""},
		{"against the base", `<base href="https://b.test/d/"><link rel=next href=n>`, "next https://b.test/d/n /html/head/link[1]\n"},
		{"http and https only", `<link rel=author href="mailto:a@b.test"><link rel=next href="javascript:x"><link rel=me href=" ">`, ""},
		{"once each", `<link rel=next href=/a><link rel=next href=/a#x><link rel=next href=/b>`, "next /a /html/head/link[1]\nnext /b /html/head/link[3]\n"},
		{"of the body only what may stand there", `<body><link rel=next href=/a><link rel=license href=/l><link rel=pingback href=/p>`, "pingback /p /html/body/link[3]\n"},
		{"licenses", `<link rel=license href=/l><link rel=copyright href=/c>`, "license /l /html/head/link[1]\nlicense /c /html/head/link[2]\n"},
		{"licenses of the body, by anchors", `<body><p><a href=/a>x</a><div><a REL="nofollow License" href=/l title=CC>x</a></div><area rel=license href=/m><a rel=license>no</a><a rel="licensed" href=/n>no</a>`,
			"license /l CC /html/body/div[1]/a[1]\nlicense /m /html/body/area[1]\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found, _ := foundBy(t, htmlReader(), tt.body)
			if got := related(found.Relations); got != tt.want {
				t.Errorf("relations\n%swant\n%s", got, tt.want)
			}
			for _, r := range found.Relations {
				if r.Source != "html" {
					t.Errorf("source %q", r.Source)
				}
			}
		})
	}
}

func TestRelationsOfTheHeader(t *testing.T) {
	for _, tt := range []struct{ name, link, want string }{
		{"against the address, whatever the base", `<n>; rel=next`, "next /dir/n\n"},
		{"its parameters", `</de>; rel="alternate"; hreflang=de; type="text/html"; title="a, b"`, "alternate /de de text/html a, b\n"},
		{"the first of each", `</a>; rel=next; rel=prev; hreflang=de; hreflang=fr; title=x; title=y; type=t/a; type=t/b`, "next /a de t/a x\n"},
		{"a title in a charset counts first", `</a>; rel=next; title="Gruesse"; title*=UTF-8'de'Gr%c3%bc%C3%9fe`, "next /a Grüße\n"},
		{"whichever stands first", `</a>; rel=next; title*=UTF-8''x; title="y"; title*=UTF-8''z`, "next /a x\n"},
		{"but not one in another charset or broken", `</a>; rel=next; title*=iso-8859-1''%a3; title=x, </b>; rel=prev; title*=UTF-8''%zz, </c>; rel=me; title*=UTF-8''%ff`, "next /a x\nprev /b\nme /c\n"},
		{"feeds and several words", `</f>; rel="alternate"; type="application/rss+xml", </h>; rel="hub self"`, "feed /f application/rss+xml\nhub /h\nself /h\n"},
		{"not about another page", `</a>; rel=next; anchor="#x"`, ""},
		{"nor what nobody asks for", `</a>; rel=preload; as=style, <https://x.test/>; rel="https://api.w.org/"`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found, _ := foundBy(t, httpReader(), `<base href="https://b.test/">`, "Link: "+tt.link)
			if got := related(found.Relations); got != tt.want {
				t.Errorf("relations\n%swant\n%s", got, tt.want)
			}
		})
	}
	found, r := foundBy(t, httpReader(), "", "Link: "+strings.Repeat("</a>; rel=preload,", 300)+"</b>; rel=next")
	if len(found.Relations) != 0 || r.LeftOut["header_links"] != 101 {
		t.Errorf("relations %v, left out %v", found.Relations, r.LeftOut)
	}
}

func TestContentLanguage(t *testing.T) {
	for _, tt := range []struct {
		lines []string
		want  string
	}{
		{[]string{"Content-Language:  de "}, "http|content-language|Content-Language|de|\n"},
		{[]string{"Content-Language: de, fr"}, ""},
		{[]string{"Content-Language: de", "Content-Language: fr"}, ""},
		{[]string{"Content-Language: "}, ""},
	} {
		found, _ := foundBy(t, httpReader(), "", tt.lines...)
		if got := tagged(found.Tags); got != tt.want {
			t.Errorf("%q: tags %q, want %q", tt.lines, got, tt.want)
		}
	}
}

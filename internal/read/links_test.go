package read

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

func TestLinks(t *testing.T) {
	for _, tt := range []struct{ name, body, want string }{
		{"a and area, nothing else", `<a href=/a></a><map><area href=/b></map><link rel=next href=/c><img src=/d><iframe src=/e></iframe><form action=/f>`, "/a /b"},
		{"against the address", `<a href="a"></a><a href="?q"></a><a href="//shop.test/c"></a>`, "/dir/a /dir/page?q /c"},
		{"once each, in order, without fragments", `<a href=/b#1></a><a href=/a></a><a href=/b#2></a><a href=https://SHOP.test:443/a></a>`, "/b /a"},
		{"a fragment alone is the page itself", `<a href="#top"></a>`, "/dir/page?x=1"},
		{"the first base counts, resolved itself", `<a href=x></a><base href=/base/one><base href=/two/>`, "/base/x"},
		{"a base without href is none", `<base target=_top><base href=/two/><a href=x>`, "/two/x"},
		{"a base off http is no base", `<base href="ftp://x.test/"><a href=x>`, "/dir/x"},
		{"other schemes", `<a href="mailto:x@y.test"><a href="javascript:void(0)"><a href=" tel:1"><a href="data:text/html,x"><a href="java
script:x"><a href=ftp://x.test/>`, ""},
		{"a name and a password", `<a href="https://u:p@shop.test/">`, ""},
		{"blanks, tabs and line breaks go", "<a href=' /a\tb\n/c '>", "/ab/c"},
		{"references are decoded as in an attribute", `<a href="/a?b=1&amp;c=2&copy=3&lt;">`, "/a?b=1&c=2&copy=3%3C"},
		{"nofollow among other words", `<a rel="external NoFollow" href=/a><a rel=nofollower href=/b>`, "/b"},
		{"ugc and sponsored are followed", `<a rel="ugc sponsored" href=/a>`, "/a"},
		{"followed when one link lets it", `<a rel=nofollow href=/a><a href=/b><a href=/a>`, "/a /b"},
		{"spelled otherwise too", `<a rel=nofollow href=/%7Ea><a href=/~a>`, "/~a"},
		{"of two hrefs the first", `<a href=/a HREF=/b>`, "/a"},
		{"odd attributes", `<a/href=/a/><a  class = "x>y" href = '/b' / =x=y><A HREF=/c>`, "/a/ /b /c"},
		{"in noscript", `<noscript><a href=/a></noscript>`, "/a"},
		{"in svg", `<svg><a href=/a><style><a href=/b></style></a></svg>`, "/a /b"},
		{"not in raw text", `<script>"<a href=/a>"</script><style><a href=/b></style><textarea><a href=/c></textarea><!-- <a href=/d> --><title><a href=/e></title><xmp><a href=/f></xmp>`, ""},
		{"in a tag that is cut off", `<a href=/a><a href=/b`, "/a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := addresses(pageOf(t, tt.body).Links); got != tt.want {
				t.Errorf("links %q, want %q", got, tt.want)
			}
		})
	}
}

func TestWhatRelSaysIsNoted(t *testing.T) {
	r := pageOf(t, `<a rel="ugc" href=/a><a rel="sponsored nofollow" href=/b><a rel="ugc nofollow" href=/a><a href=/c.pdf>`)
	want := []Rel{UGC, Sponsored | NoFollow, 0}
	for i, l := range r.All {
		if l.Rel != want[i] || l.File != (i == 2) {
			t.Errorf("%s: rel %b, file %v; want %b", l.Address, l.Rel, l.File, want[i])
		}
	}
	if len(r.All) != 3 || addresses(r.Links) != "/a" {
		t.Errorf("all %v, links %v", r.All, r.Links)
	}
}

func TestLinksToFilesAreNotFollowed(t *testing.T) {
	for path, file := range map[string]bool{
		"/a.JPG": true, "/a.tar.gz": true, "/a.pdf?download=1": true, "/sitemap.xml": true, "/feed.rss": true, "/a.css": true,
		"/data.csv": true, "/x.json": true, "/robots.txt": true, "/v.mp4": true, "/f.woff2": true, "/x.docx": true, "/.svg": true,
		"/v1.2/": false, "/a.html": false, "/a.php": false, "/a.aspx": false, "/example.com": false, "/a?file=x.pdf": false,
		"/a.pdf/": false, "/a": false, "/": false, "/a.": false, "/pdf": false, "/version-1.2": false,
	} {
		r := pageOf(t, `<a href="`+path+`">`)
		if followed := len(r.Links) == 1; followed == file {
			t.Errorf("%s: followed %v", path, followed)
		}
	}
}

func TestAFewThousandLinksAreTakenAndTheRestCounted(t *testing.T) {
	var b strings.Builder
	for i := range MaxLinks + 120 {
		fmt.Fprintf(&b, "<a href=/%d>", i)
	}
	r := pageOf(t, b.String())
	if len(r.Links) != MaxLinks || r.LeftOut["links"] != 120 {
		t.Errorf("%d links, left out %v; want %d and 120", len(r.Links), r.LeftOut, MaxLinks)
	}
	for i := range maxReferences {
		fmt.Fprintf(&b, "<a href=/more/%d>", i)
	}
	if r = pageOf(t, b.String()); len(r.Links) != MaxLinks || r.LeftOut["links"] != 120+maxReferences {
		t.Errorf("%d links, left out %v", len(r.Links), r.LeftOut)
	}
}

// TestALongBaseMakesNoLongLine: 600 links of a few octets each would be 5 MB.
func TestALongBaseMakesNoLongLine(t *testing.T) {
	var b strings.Builder
	fmt.Fprintf(&b, "<base href='/%s/'>", strings.Repeat("x", 8_000))
	for i := range 600 {
		fmt.Fprintf(&b, "<a href=%d>", i)
	}
	r := pageOf(t, b.String())
	octets := 0
	for _, link := range r.Links {
		octets += len(link.String())
	}
	if octets < maxLinkOctets || octets > maxLinkOctets+9_000 || len(r.Links)+r.LeftOut["links"] != 600 {
		t.Errorf("%d links of %d octets, left out %v", len(r.Links), octets, r.LeftOut)
	}
}

func TestMetaRefreshIsALinkWhenItIsARedirect(t *testing.T) {
	for content, want := range map[string]string{
		"0; url=/next":        "/next",
		"0;URL='/next' x":     "/next",
		"3, /next":            "/next",
		"10;url = \"/next\"":  "/next",
		"0.5 url=/next":       "/next",
		".5; url=/next":       "/next",
		"11; url=/next":       "",
		"999999999999;url=/n": "",
		"5":                   "",
		"":                    "",
		"x;url=/next":         "",
		"0;url=" + here:       "",
		"0;url=#part":         "",
	} {
		r := pageOf(t, `<meta http-equiv="Refresh" content="`+strings.ReplaceAll(content, `"`, "&quot;")+`">`)
		if got := addresses(r.Links); got != want {
			t.Errorf("refresh %q leads to %q, want %q", content, got, want)
		}
	}
	if r := pageOf(t, `<meta http-equiv=refresh content="0;url=/n"><meta name=robots content=nofollow>`); len(r.Links) != 0 {
		t.Errorf("links %v on a page that says nofollow", r.Links)
	}
}

// hrefs is the slow, obvious way to a page's references: a tree, then every a and
// area with an href. nil when the page gives no tree, or one in which the parser
// throws elements away that a stream of tags still shows.
func hrefs(body []byte) []string {
	root, err := html.ParseWithOptions(strings.NewReader(string(body)), html.ParseOptionEnableScripting(false))
	if err != nil {
		return nil
	}
	found := []string{}
	lost := false
	walk(root, func(n *html.Node) {
		switch n.Data {
		case "frameset", "select", "plaintext", "template":
			lost = true
		case "a", "area":
			if n.Data == "area" && n.Namespace != "" {
				return
			}
			for _, a := range n.Attr {
				if a.Key == "href" && a.Namespace == "" {
					found = append(found, a.Val)
					break
				}
			}
		}
	})
	if lost {
		return nil
	}
	return found
}

// FuzzLinks holds the stream's references against the tree's: no href of the tree
// is missed, and none is made up.
func FuzzLinks(f *testing.F) {
	for _, seed := range []string{
		`<a href=/a>x</a><area href="b&amp;c">`, `<svg><a href=x><title><a href=y></title></a><p><a href=z>`, `<math><mi><a href=1></mi><a href=2>`,
		`<noscript><a href=1></noscript><script><!--<script></script><a href=2>--></script><a href=3>`, "<a href='a\r\nb\x00c'>", `<a/href=1/href=2 =href=3>`,
		`<table><a href=1><tr><td><a href=2></table>`, `<textarea><a href=1></textarea><title><a href=2></title>`, `<svg><![CDATA[<a href=1>]]></svg><![CDATA[<a href=2>]]>`,
		`<A HREF="&lt&copy=1&#x41;">`, `<svg><foreignObject><title><a href=1></title>`, `<svg><style><a href=1></style>`, `<iframe><a href=1></iframe><noembed><a href=1></noembed>`,
		`</p></br><a href>`, `<head><noscript><p><a href=1></noscript>`, `<a href="x"y href=z><a <a href=1>`, `<!--><a href=1>--!><a href=2>`, `<?x <a href=1>?>`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if len(body) > 1<<12 {
			return
		}
		want := hrefs(body)
		if want == nil {
			return
		}
		s := &Source{Document: &Document{}, Text: body, reading: &Reading{}}
		gather(s)
		got := make([]string, 0, len(s.refs))
		for _, ref := range s.refs {
			if !ref.refresh {
				got = append(got, ref.text)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if want = slices.Compact(want); !slices.Equal(got, want) {
			t.Errorf("%q: the stream gives %q, the tree %q", body, got, want)
		}
	})
}

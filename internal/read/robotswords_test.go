package read

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestMetaRobots(t *testing.T) {
	for _, tt := range []struct{ body, want string }{
		{`<meta name=robots content=noindex>`, "noindex"},
		{`<meta name="Robots" content=" NoFollow , noarchive">`, "nofollow"},
		{`<meta name=robots content="noindex nofollow">`, "noindex nofollow"},
		{`<meta name=robots content=none>`, "noindex nofollow"},
		{`<meta name=robots content="all, index, follow">`, ""},
		{`<meta name=robots content=noindex><meta name=robots content=nofollow>`, "noindex nofollow"},
		{`<meta name=robots content=noindex><meta name=robots content="index,follow">`, "noindex"},
		{`<meta name=shopbot content=noindex>`, "noindex"},
		{`<meta name=CURTSY content=nofollow>`, "nofollow"},
		{`<meta name=shopbot content=index><meta name=robots content=noindex>`, "noindex"},
		{`<meta name=googlebot content=none>`, ""},
		{`<meta name=description content="how to use nofollow and noindex">`, ""},
		{`<body><p><meta name=robots content=noindex>`, "noindex"},
		{`<meta name=robots content=noindex><html>`, "noindex"},
		{`<noscript><meta name=robots content=noindex></noscript>`, "noindex"},
		{`<!-- <meta name=robots content=noindex> -->`, ""},
		{`<meta name=robots content="max-snippet:20, max-image-preview: large noindex">`, "noindex"},
		{`<meta name=robots content="noindexed, unfollow">`, ""},
		{`<meta name=robots content="indexifembedded, noindex">`, "noindex"},
		{strings.Repeat(`<meta name=x content=y>`, maxMetas+1) + `<meta name=robots content=noindex>`, "noindex"},
	} {
		if got := asks(pageOf(t, tt.body)); got != tt.want {
			t.Errorf("%.80s asks %q, want %q", tt.body, got, tt.want)
		}
	}
}

func asks(r *Reading) string {
	var words []string
	if r.NoIndex {
		words = append(words, "noindex")
	}
	if r.NoFollow {
		words = append(words, "nofollow")
	}
	return strings.Join(words, " ")
}

func TestRobotsHeaders(t *testing.T) {
	for _, tt := range []struct {
		lines []string
		want  string
	}{
		{[]string{"X-Robots-Tag: noindex"}, "noindex"},
		{[]string{"X-Robots-Tag: noarchive, NoFollow"}, "nofollow"},
		{[]string{"X-Robots-Tag: noindex", "X-Robots-Tag: nofollow"}, "noindex nofollow"},
		{[]string{"X-Robots-Tag: otherbot: noindex, nofollow"}, ""},
		{[]string{"X-Robots-Tag: ShopBot: noindex, nofollow"}, "noindex nofollow"},
		{[]string{"X-Robots-Tag: curtsy: none"}, "noindex nofollow"},
		{[]string{"X-Robots-Tag: otherbot: noindex", "X-Robots-Tag: nofollow"}, "nofollow"},
		// two lines joined by an intermediary
		{[]string{"X-Robots-Tag: otherbot: noindex, shopbot: nofollow"}, "nofollow"},
		{[]string{"X-Robots-Tag: noindex, otherbot: nofollow"}, "noindex"},
		{[]string{"X-Robots-Tag: max-snippet: 20, noindex"}, "noindex"},
		{[]string{"X-Robots-Tag: max-snippet:20, max-image-preview:large"}, ""},
		{[]string{"X-Robots-Tag: otherbot: max-snippet:20, noindex"}, ""},
		{[]string{"Robots-Tag: *;nosnippet, shopbot;noindex"}, "noindex"},
		{[]string{"Robots-Tag: otherbot;noindex, *;nofollow;noindex=?0"}, "nofollow"},
		{[]string{"X-Robots-Tag: "}, ""},
		{[]string{"X-Robots-Tag: :,;:, ,"}, ""},
	} {
		if got := asks(pageOf(t, "<p>", tt.lines...)); got != tt.want {
			t.Errorf("%q ask %q, want %q", tt.lines, got, tt.want)
		}
	}
}

func TestADateThatHasPassedIsANoindex(t *testing.T) {
	for _, tt := range []struct{ value, want string }{
		{"2025-01-01", "noindex"},
		{"2027-01-01", ""},
		{"25 Jun 2010 15:00:00 PST", "noindex"},
		{"Friday, 25-Jun-10 15:00:00 UTC", "noindex"},
		{"Fri, 25 Jun 2010 15:00:00 GMT, nofollow", "noindex nofollow"},
		{"2010-06-25T15:00:00+02:00, nofollow", "noindex nofollow"},
		{"soon, nofollow", "nofollow"},
		{"", ""},
	} {
		for _, header := range []bool{true, false} {
			doc := document(t, "<p>", "Date: Mon, 30 Nov 2026 20:00:00 GMT", "X-Robots-Tag: unavailable_after: "+tt.value)
			if !header {
				doc = document(t, `<meta name=robots content="unavailable_after: `+tt.value+`">`, "Date: Mon, 30 Nov 2026 20:00:00 GMT")
			}
			if got := asks(Page(doc)); got != tt.want {
				t.Errorf("after %q (header %v): %q, want %q", tt.value, header, got, tt.want)
			}
		}
	}
	doc := document(t, "<p>", "X-Robots-Tag: unavailable_after: 2025-01-01")
	if r := Page(doc); r.NoIndex {
		t.Error("with no date to hold it against, no date has passed")
	}
	doc.At = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	if r := Page(doc); !r.NoIndex {
		t.Error("Document.At is what dates are held against")
	}
}

func TestAPageThatSaysNofollowLetsNoLinkBeFollowed(t *testing.T) {
	r := pageOf(t, `<meta name=robots content=nofollow><a href=/a>`)
	if len(r.Links) != 0 || len(r.All) != 1 {
		t.Errorf("links %v, all %v; want none to follow, one noted", r.Links, r.All)
	}
	if r := pageOf(t, `<meta name=robots content=noindex><a href=/a>`); addresses(r.Links) != "/a" {
		t.Errorf("links %v; noindex says nothing of links", r.Links)
	}
}

func TestRobotsWordsAreRecordedAsWritten(t *testing.T) {
	r := pageOf(t, `<meta name=robots content="NoArchive, max-snippet:0"><meta name=GPTBot content="noindex">`,
		"X-Robots-Tag: noimageai, otherbot: noindex, noai", "X-Robots-Tag: ShopBot: nosnippet")
	var got []string
	for _, s := range r.Rights.Signals {
		got = append(got, fmt.Sprintf("%s|%s|%s|%s|%s", s.Name, s.Value, s.Source, s.Key, s.Agent))
	}
	want := []string{
		"robots|NoArchive, max-snippet:0|meta|meta name=robots|",
		"robots|noindex|meta|meta name=gptbot|gptbot",
		"robots|noimageai|header|X-Robots-Tag|",
		"robots|noindex, noai|header|X-Robots-Tag|otherbot",
		"robots|nosnippet|header|X-Robots-Tag|shopbot",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("signals\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := fmt.Sprint(r.Rights.Uses); got != "map[ai-train-images:reserved archive:reserved snippet:reserved]" {
		t.Errorf("uses %s; what is said to other agents is not said to us", got)
	}
}

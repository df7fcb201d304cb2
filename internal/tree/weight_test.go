package tree

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"pgregory.net/rapid"
)

// weigh weighs a page by its tags, and says where it became too heavy.
func weigh(page string) (w Weight, end int) {
	z := html.NewTokenizer(strings.NewReader(page))
	for at := 0; ; {
		kind := z.Next()
		raw := string(z.Raw())
		light := true
		switch kind {
		case html.ErrorToken:
			return w, at
		case html.StartTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			light = w.Start(atom.Lookup(name), []byte(raw))
		case html.EndTagToken:
			name, _ := z.TagName()
			light = w.End(atom.Lookup(name))
		}
		if !light {
			return w, at
		}
		at += len(raw)
	}
}

func numberOfNodes(t *Tree) int {
	n := 0
	Walk(t.Root, func(*html.Node) Step { n++; return Into }, nil)
	return n
}

// different gives start tags of one name, each with an attribute of its own.
func different(name string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<%s c=%d>", name, i)
	}
	return b.String()
}

// heavy are pages that come to far more elements than they have tags.
func heavy() map[string]string {
	return map[string]string{
		"open formatting, many paragraphs":    "<p>" + different("b", 200) + "</p>" + strings.Repeat("<p>x", 30_000),
		"open formatting, many blocks closed": "<p>" + different("font", 200) + "</p>" + strings.Repeat("<div>x</div>", 15_000),
		"formatting closed in the wrong turn": strings.Repeat(different("b", 200)+different("i", 200)+strings.Repeat("</b>x", 200)+strings.Repeat("</i>", 200), 60),
		"end tags that end nothing":           "<p>" + strings.Repeat(different("b", 150)+"<table><td>"+strings.Repeat("</b>", 150)+"</table>", 2) + "</p>" + strings.Repeat("<p>x", 30_000),
		"end tags in an object":               "<p>" + different("b", 150) + "<object>" + strings.Repeat("</b>", 150) + "</object></p>" + strings.Repeat("<p>x", 30_000),
		"many attributes":                     "<p><b" + strings.Repeat(" a=b", 2_000) + "></p>" + strings.Repeat("<p>x", 10_000),
	}
}

func TestWhatIsOpenedAgainIsWeighed(t *testing.T) {
	for name, page := range heavy() {
		w, end := weigh(page)
		if end == len(page) {
			t.Errorf("%s: %d for all of it, want more than %d", name, w.nodes, MaxWeight)
		}
	}
}

func TestPagesOfPeopleAreLight(t *testing.T) {
	card := `<li class=card><a href="/p/%d"><svg><title>A</title><path d="M0 0"/></svg><i class="icon icon-%d"></i><b data-id=%d>Name</b></a><p>Text <em>and</em> <code>more</code><table><tr><td><font size=2>x</font><td><b>y</b></table>`
	for name, page := range map[string]string{
		"many cards":           strings.Repeat(strings.ReplaceAll(card, "%d", "7"), 12_000),
		"an anchor left open":  strings.Repeat(`<a name=x><p>text`, 60_000),
		"a font left open":     strings.Repeat(`<font color=red><p>text`, 60_000),
		"one more open a time": strings.Repeat(`<p><b>text`, 60_000),
	} {
		if w, end := weigh(page); end != len(page) {
			t.Errorf("%s: %d of its %d octets are light, %d alike", name, end, len(page), len(w.alike))
		}
	}
	var cards strings.Builder
	for i := range 8_000 {
		fmt.Fprintf(&cards, card, i, i, i)
	}
	if _, end := weigh(cards.String()); end != cards.Len() {
		t.Errorf("of cards that all differ %d of %d octets are light", end, cards.Len())
	}
}

// TestTheTreeIsNoHeavierThanItsTags holds the weight to what the parser builds.
func TestTheTreeIsNoHeavierThanItsTags(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tag := rapid.SampledFrom([]string{
			"<b>", "<b c=1>", "<b c=2>", "<i>", "<i c=1>", "<font c=1>", "<a>", "<a c=1>", "<nobr>", "</b>", "</i>", "</font>", "</a>", "</nobr>",
			"<p>", "</p>", "<div>", "</div>", "<table>", "</table>", "<tr>", "<td>", "</td>", "<caption>", "<object>", "</object>", "<select>",
			"</select>", "<template>", "</template>", "<svg>", "</svg>", "<desc>", "</desc>", "<foreignObject>", "<li>", "<h1>", "<button>",
			"</button>", "<marquee>", "</marquee>", "<option>", "<br>", "</br>", "x",
		})
		page := strings.Join(rapid.SliceOfN(tag, 0, 60).Draw(t, "tags"), "")
		page = strings.Repeat(page, rapid.IntRange(1, 4).Draw(t, "times"))
		tree, err := Parse([]byte(page))
		if err != nil {
			return
		}
		w, _ := weigh(page)
		if got := numberOfNodes(tree); got > 2*w.nodes+10 {
			t.Fatalf("%d nodes, weighed %d: %q", got, w.nodes, page)
		}
	})
}

func TestAttributesOfLateTagsAreLeftOut(t *testing.T) {
	for _, name := range []string{"html", "body", "BODY"} {
		tree := parsed(t, different(name, 20_000)+"<p id=x>text")
		if tree.Late != 20_000-mostOpenings {
			t.Errorf("%d tags of %s are left out, want all but %d", tree.Late, name, mostOpenings)
		}
		if got := Text(only(t, tree), 99); got != "text" {
			t.Errorf("%s: what comes after is %q", name, got)
		}
	}
	page := "<body>" + strings.Repeat("<p>&lt;body> <!-- <body a=b> --><script>'<body a=b>'</script>", 40) + "<p id=x>text"
	tree := parsed(t, page)
	if got := Text(only(t, tree), 99); got != "text" || tree.Late != 0 || numberOfNodes(tree) < 120 {
		t.Errorf("what only looks like a tag: %q, %d left out", got, tree.Late)
	}
}

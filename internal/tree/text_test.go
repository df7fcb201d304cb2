package tree

import (
	"math"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"pgregory.net/rapid"
)

func TestText(t *testing.T) {
	for _, tt := range []struct{ name, inside, want string }{
		{"blanks run together", " a \n\t b\u00a0c ", "a b c"},
		{"only blanks", " \n ", ""},
		{"nothing", "", ""},
		{"inline elements part no word", "a<b>b</b>c<i> d</i>", "abc d"},
		{"a blank on either side", "a <b>b</b> c", "a b c"},
		{"a blank inside an element", "a<b> b </b>c", "a b c"},
		{"an element that holds only a blank", "a<b> </b>c", "a c"},
		{"an empty element", "a<b></b>c", "ac"},
		{"blocks", "a<div>b</div>c<p>d</p><ul><li>e<li>f</ul>g", "a b c d e f g"},
		{"a block in an inline element", "a<b><div>b</div></b>c", "a b c"},
		{"line breaks", "a<br>b<br/>c", "a b c"},
		{"pictures and fields", "a<img src=x>b<input>c", "a b c"},
		{"cells", "<table><tr><td>a<td>b<tr><th>c</table>", "a b c"},
		{"scripts and styles", "a<script>no</script><style>no</style><template>no</template>b", "ab"},
		{"frames", "a<iframe>no</iframe><noembed>no</noembed><noframes>no</noframes>b", "ab"},
		{"a noscript says something", "a<noscript> b</noscript>", "a b"},
		{"a comment does not", "a<!-- no -->b", "ab"},
		{"a textarea does", "<textarea>a\nb</textarea>", "a b"},
		{"svg does", "<svg><text>a</text><title>b</title></svg>", "ab"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Text(only(t, parsed(t, "<!doctype html><div id=x>"+tt.inside+"</div>")), 0); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestTextOfWhatIsHidden(t *testing.T) {
	if got := Text(only(t, parsed(t, `<script id=x>let a = 1</script>`)), 0); got != "let a = 1" {
		t.Errorf("a script that is asked for says %q", got)
	}
}

// TestTextIsCutAtARune: what is cut is the start of the whole text, whole runes, and as
// much as fits but for a blank at its end.
func TestTextIsCutAtARune(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		inside := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "é", "日本", "😀", " ", "<b>", "</b>", "<br>", "<p>", "word", "\n"}), 0, 20).Draw(rt, "inside"), "")
		n := only(t, parsed(t, "<!doctype html><div id=x>"+inside+"</div>"))
		whole := Text(n, 0)
		if whole != strings.Join(strings.FieldsFunc(whole, unicode.IsSpace), " ") {
			rt.Fatalf("%q has blanks to spare", whole)
		}
		for most := 1; most <= len(whole)+1; most++ {
			got := Text(n, most)
			if len(got) > most || !utf8.ValidString(got) || !strings.HasPrefix(whole, got) {
				rt.Fatalf("%q cut to %d: %q", whole, most, got)
			}
			if most >= len(whole) && got != whole || len(got) < min(most, len(whole))-utf8.UTFMax {
				rt.Fatalf("%q cut to %d: %q, and more fits", whole, most, got)
			}
		}
	})
}

func TestTextOfBrokenUTF8IsCutToo(t *testing.T) {
	n := only(t, parsed(t, "<p id=x>\xff\xffab"))
	for most := 1; most < 5; most++ {
		if got := Text(n, most); len(got) > most {
			t.Errorf("cut to %d: %q", most, got)
		}
	}
}

func TestTextWithinLooksAtNoMoreThanItsSteps(t *testing.T) {
	n := only(t, parsed(t, "<p id=x>"+strings.Repeat("<i>a</i>", 100)))
	whole := Text(n, 0)
	steps := math.MaxInt
	if got := TextWithin(n, 0, &steps); got != whole || math.MaxInt-steps != 201 {
		t.Errorf("%d steps for %q; want one for each node", math.MaxInt-steps, got)
	}
	steps = 21
	if got := TextWithin(n, 0, &steps); got != strings.Repeat("a", 10) || steps != 0 {
		t.Errorf("%q within 21 steps, %d left", got, steps)
	}
	if got := TextWithin(n, 0, &steps); got != "" || steps != 0 {
		t.Errorf("%q within no steps, %d left", got, steps)
	}
	steps = math.MaxInt
	if TextWithin(n, 5, &steps); math.MaxInt-steps > 16 {
		t.Errorf("%d steps for five octets: a text that is full is not read on", math.MaxInt-steps)
	}
}

func TestTextOfADeepPageNeedsNoStack(t *testing.T) {
	top := &html.Node{Type: html.ElementNode, Data: "div"}
	at := top
	for range 100_000 {
		next := &html.Node{Type: html.ElementNode, Data: "b"}
		at.AppendChild(next)
		at = next
	}
	at.AppendChild(&html.Node{Type: html.TextNode, Data: "a"})
	if got := Text(top, 0); got != "a" {
		t.Errorf("%q", got)
	}
}

package traps

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func sketch(t testing.TB, target, body string) string {
	return SketchOf(parse(t, target), []byte(body)).String()
}

func TestWhatASketchIsOf(t *testing.T) {
	const base = "<title>Tea</title><p>Green leaves from the hills"
	for _, row := range []struct {
		name, target, body string
		same               bool
	}{
		{"tags and their attributes are no words", "/p", `<title class="x">Tea</title><div data-a="b"><p>Green leaves from the hills`, true},
		{"nor are scripts, styles and comments", "/p", `<style>p{a:b}</style><title>Tea</title><!-- c --><script>var d="</p>";</script><p>Green leaves from the hills`, true},
		{"case is not told apart", "/p", "<TITLE>tea</TITLE><P>GREEN leaves from the Hills", true},
		{"a word is", "/p", "<title>Tea</title><p>Black leaves from the hills", false},
		{"the order of words is", "/p", "<title>Tea</title><p>leaves Green from the hills", false},
		{"a number is", "/p", base + " 17.99", false},
		{"a letter of any alphabet is", "/p", base + " чай", false},
		{"an echoed session id is not", "/s/8f3a1b2c9d0e/p", base + " 8f3a1b2c9d0e", true},
		{"nor is another token", "/s/8f3a1b2c9d0e/p", base + " 8f3a1b2c9d0f", true},
		{"the page of a listing is not", "/list?page=7", base + " 7", true},
		{"numbers of a day are not", "/cal/2031/08", base + " 2031 08 17 31", true},
		{"of an article with a date they are not either", "/2031/08/17/tea", base + " 2031", true},
		{"an item's own number is", "/p/7", base + " 7", false},
	} {
		if got := sketch(t, row.target, row.body) == sketch(t, row.target, base); got != row.same {
			t.Errorf("%s: the same is %v", row.name, got)
		}
	}
	if got := sketch(t, "/p", "<p> ... </p>"); got != "" {
		t.Errorf("a page without words has the sketch %q", got)
	}
}

func TestASketchIsReadAgain(t *testing.T) {
	long := sketch(t, "/p", "<h1>"+frame()+"</h1>"+frame()+strings.Repeat("a b c ", 100))
	if len(long) != 128 {
		t.Errorf("a full sketch has %d characters", len(long))
	}
	s, err := ParseSketch(long)
	if err != nil || s.String() != long {
		t.Errorf("%q is read as %q, %v", long, s, err)
	}
	for _, text := range []string{"?", "AAA", "AAAAAAAAAAE", "AAAAAQAAAAIAAAAB", long + "AAAAAA"} {
		if _, err := ParseSketch(text); err == nil {
			t.Errorf("%q is read as a sketch", text)
		}
	}
}

func FuzzSketch(f *testing.F) {
	f.Add("/p?page=2", "<title>Tea</title><p>17.99 &amp; <script>x</script>")
	f.Add("/cal/2031/08", "<!-- <svg </s <h1>")
	f.Fuzz(func(t *testing.T, target, body string) {
		a, err := parseAny(target)
		if err != nil {
			return
		}
		Of(a)
		Shape(a)
		s := SketchOf(a, []byte(body))
		if again, err := ParseSketch(s.String()); err != nil || again.String() != s.String() {
			t.Errorf("%q is read as %q, %v", s, again, err)
		}
	})
}

func TestShapes(t *testing.T) {
	for _, row := range []struct{ target, shape, family string }{
		{"/", "/", ""},
		{"/p/17", "/p/N", ""},
		{"/p/17-blue-shirt-2.html", "/p/N-blue-shirt-N.html", ""},
		{"/a/my-first-article", "/a/my-first-article", ""},
		{"/list?page=2", "/list?page", ""},
		{"/list?size=m&colour=red&size=l", "/list?colour&size", "/list?*"},
		{"/list?x1=1&x2=1", "/list?xN", "/list?*"},
		{"/s/8f3a1b2c9d0e/page", "/s/*/page", "/s/*"},
		{"/s/550e8400-e29b-41d4-a716-446655440000/page?id=1", "/s/*/page?id", "/s/*"},
		{"/s/Zm9vYmFyYmF6cXV4MTIz/page", "/s/*/page", "/s/*"},
		{"/decade/defaced", "/decade/defaced", ""},
	} {
		a := parse(t, row.target)
		family, has := Family(a)
		if shape := Shape(a); shape != row.shape || family != row.family || has != (row.family != "") {
			t.Errorf("%s has the shape %s and the family %q; want %s and %q", row.target, shape, family, row.shape, row.family)
		}
	}
}

func BenchmarkSketch(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	var page strings.Builder
	for page.Len() < 22_000 {
		fmt.Fprintf(&page, `<div class="item item-%d"><a href="/p/%d">%s %s</a> costs %d.99</div>`+"\n", r.IntN(100), r.IntN(1000), spelled(r.IntN(9999)), spelled(r.IntN(9999)), r.IntN(100))
	}
	a, body := parse(b, "/list?page=2"), []byte(page.String())
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		SketchOf(a, body)
	}
}

package read

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"curtsy/internal/tree"
)

// TestATreeIsBounded: what a page writes once and the parser builds ten thousand times
// ends the tree, and no more than the tree.
func TestATreeIsBounded(t *testing.T) {
	var open strings.Builder
	for i := range 200 {
		fmt.Fprintf(&open, "<b c=%d>", i)
	}
	body := "<p>" + open.String() + "</p>" + strings.Repeat("<p>x", 6_000) + `<a href="/last">last</a>`
	s := Open(document(t, body))
	if s.treeEnd < len(body)/2 || s.treeEnd > len(body)-1_000 || len(s.refs) != 1 || s.reading.LeftOut != nil {
		t.Errorf("the tree ends at %d of %d, %d references, left out %v; want what is heavy cut, every link, and nothing counted before there is a tree",
			s.treeEnd, len(body), len(s.refs), s.reading.LeftOut)
	}
	for name, light := range map[string]string{
		"formatting that is closed": strings.Repeat("<p><b c=1><i c=2>x</i></b>", 40_000),
		"an end tag in a comment":   strings.Repeat("<!-- <b> <i> -->x", 40_000),
	} {
		if s := Open(document(t, light)); s.treeEnd != 0 {
			t.Errorf("%s: the tree ends at %d", name, s.treeEnd)
		}
	}
}

// TestATreeEndsWhereItIsHeavy: at the tag that is too much, and what comes after is
// counted.
func TestATreeEndsWhereItIsHeavy(t *testing.T) {
	s := Open(document(t, "<p>before</p><p>after</p>"))
	s.treeEnd = len("<p>before</p>")
	parsed, err := s.Tree()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"tree_octets": len("<p>after</p>")}
	if got := tree.Text(parsed.Root, 99); got != "before" || !maps.Equal(s.reading.LeftOut, want) || !maps.Equal(s.TreeLeftOut(), want) {
		t.Errorf("%q, left out %v, want %v", got, s.reading.LeftOut, want)
	}
}

func TestATreeIsBuiltOfNoTagThatIsTooLong(t *testing.T) {
	before := "<p>before</p>"
	for tail, want := range map[string]int{
		"<p" + strings.Repeat(" ", maxToken) + "><b>after</b>":        len(before),
		"<script>" + strings.Repeat(" ", maxToken) + "</script>after": 0,
		strings.Repeat("x", maxToken) + "x<b>after</b>":               0,
	} {
		if s := Open(document(t, before+tail)); s.treeEnd != want || s.reading.LeftOut["octets"] == 0 {
			t.Errorf("%.9q: the tree ends at %d, left out %v; want %d", tail, s.treeEnd, s.reading.LeftOut, want)
		}
	}
}

func TestLateTagsAreCounted(t *testing.T) {
	s := Open(document(t, strings.Repeat("<body a=b>", 40)))
	if _, err := s.Tree(); err != nil || s.reading.LeftOut["attributes"] == 0 {
		t.Errorf("left out %v, %v", s.reading.LeftOut, err)
	}
}

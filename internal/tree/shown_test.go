package tree

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// first gives the first element in a body.
func first(t *testing.T, page string) *html.Node {
	t.Helper()
	parsed, err := Parse([]byte("<body>" + page))
	if err != nil {
		t.Fatal(err)
	}
	return parsed.Root.FirstChild.LastChild.FirstChild
}

func TestHidesItself(t *testing.T) {
	for _, test := range []struct {
		tag  string
		want bool
	}{
		{"<p>", false},
		{"<p hidden>", true},
		{"<p hidden=''>", true},
		{"<p hidden=false>", true},
		{"<p hidden=until-found>", false},
		{"<p hidden=Until-Found style='display:none'>", true},
		{"<p style='display:none'>", true},
		{"<p style='color: red; DISPLAY : None !important'>", true},
		{"<p style='visibility: hidden'>", true},
		{"<p style='visibility: collapse'>", true},
		{"<p style='visibility: visible'>", false},
		{"<p style='--display: none'>", false},
		{"<p style='display: block; content: none'>", false},
		{"<p style='" + strings.Repeat(" ", maxStyle) + "display:none'>", false},
		{"<dialog>", true},
		{"<dialog open>", false},
		{"<p open>", false},
		{"<details>", false},
		{"<p aria-hidden=true>", false},
	} {
		if got := HidesItself(first(t, test.tag)); got != test.want {
			t.Errorf("%s hides itself: %v", test.tag, got)
		}
	}
}

func TestIsMute(t *testing.T) {
	for tag, want := range map[string]bool{
		"<p>": false, "<p aria-hidden=true>": true, "<p aria-hidden=' TRUE '>": true, "<p aria-hidden=false>": false, "<p aria-hidden>": false,
	} {
		if got := IsMute(first(t, tag)); got != want {
			t.Errorf("%s is mute: %v", tag, got)
		}
	}
}

func TestHasWord(t *testing.T) {
	for _, test := range []struct {
		list, word string
		want       bool
	}{
		{"", "a", false}, {"a", "a", true}, {" b\tA\n", "a", true}, {"ab", "a", false}, {"a,b", "a", false},
	} {
		if got := HasWord(test.list, test.word); got != test.want {
			t.Errorf("%q has %q: %v", test.list, test.word, got)
		}
	}
}

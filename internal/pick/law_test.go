package pick

import (
	"context"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"curtsy/internal/tree"
)

// TestAsTheLibrary: on small pages the elements found are those the library finds when
// it is left to walk the page by itself.
func TestAsTheLibrary(t *testing.T) {
	name := rapid.SampledFrom([]string{"a", "b", "i", "p", "div", "*"})
	rapid.Check(t, func(t *rapid.T) {
		var page strings.Builder
		for range rapid.IntRange(1, 30).Draw(t, "tags") {
			tag := rapid.SampledFrom([]string{"<div>", "</div>", "<b>", "</b>", "<p class=x>", "</p>", "<i>", "</i>", "text ", "<a class=x href=y>", "</a>", "<!-- c -->"}).Draw(t, "tag")
			page.WriteString(tag)
		}
		var write func(deep int) string
		write = func(deep int) string {
			var s strings.Builder
			for step := range rapid.IntRange(1, 3).Draw(t, "steps") {
				if step > 0 {
					s.WriteString(rapid.SampledFrom([]string{" ", " > ", "+", " ~ "}).Draw(t, "join"))
				}
				s.WriteString(name.Draw(t, "name"))
				s.WriteString(rapid.SampledFrom([]string{"", "", ".x", "[href]", ":first-child", ":nth-last-of-type(2n+1)", ":nth-child( -n + 3 )", ":last-of-type", ":nth-of-type(EVEN)", ":nth-last-child(2)", ":only-of-type", ":nth-child(-2n-1)", ":empty", ":only-child"}).Draw(t, "piece"))
				switch {
				case deep < 2 && rapid.IntRange(0, 4).Draw(t, "nest") == 0:
					s.WriteString(":not(" + write(deep+1) + "," + write(deep+1) + ")")
				case rapid.IntRange(0, 6).Draw(t, "has") == 0:
					s.WriteString(":has(" + name.Draw(t, "inner") + ".x)")
				}
			}
			return s.String()
		}
		selector := write(0) + ", " + write(0)
		built, err := tree.Parse([]byte(page.String()))
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := cascadia.ParseGroup(selector)
		if err != nil {
			t.Fatal(err)
		}
		var want, got []string
		for _, n := range cascadia.QueryAll(built.Root, theirs) {
			want = append(want, built.Where(n))
		}
		ours, err := Compile(selector)
		if err != nil {
			t.Fatal(err)
		}
		matches, _, err := ours.Pick(context.Background(), built, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range matches {
			got = append(got, match.Where)
		}
		if !slices.Equal(want, got) {
			t.Fatalf("%s on %s: found %v, not %v", selector, page.String(), got, want)
		}
	})
}

func FuzzSelector(f *testing.F) {
	for _, seed := range []string{"a.more@href", "h1, h2 > b", "p:not(.x, :has(> i ~ b))", "[a='@,)']@a", `#\31 2`, "li:nth-child( 2n + 1 )", "a/* b */+b", ":contains('x')", "\\", ":not(:not(:is(a)))@b"} {
		f.Add(seed, shop)
	}
	f.Fuzz(func(t *testing.T, selector, text string) {
		s, err := Compile(selector)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "the selector ") || s != nil {
				t.Fatalf("%v, %v", s, err)
			}
			return
		}
		page, err := tree.Parse([]byte(text))
		if err != nil {
			return
		}
		places := map[string]*html.Node{}
		for n := range tree.Elements(page.Root) {
			places[page.Where(n)] = n
		}
		matches, left, err := s.Pick(t.Context(), page, 50, nil)
		if err == nil && (len(matches) > 50 || left > 0 && len(matches) < 50 && len(text) < MaxValue) {
			t.Fatalf("%d matches, %d left", len(matches), left)
		}
		for _, match := range matches {
			n := places[match.Where]
			if n == nil && match.Where != "" {
				t.Fatalf("%q is no place", match.Where)
			}
			if value, ok := "", false; n != nil && match.Attr != "" {
				if value, ok = attribute(n, match.Attr); !ok || strings.ToValidUTF8(value, "\uFFFD") != match.Value && !match.Cut {
					t.Fatalf("%q is no %s of %s", match.Value, match.Attr, match.Where)
				}
			}
			if !utf8.ValidString(match.Value) || len(match.Value) > MaxValue {
				t.Fatalf("value %q", match.Value)
			}
		}
	})
}

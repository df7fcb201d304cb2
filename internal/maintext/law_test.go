package maintext

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	marked "github.com/yuin/goldmark/text"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"pgregory.net/rapid"

	"curtsy/address"
	"curtsy/internal/tree"
)

func reader() goldmark.Markdown {
	return goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough))
}

// words gives the words of what a reader of Markdown makes of a text.
func words(t interface{ Fatal(...any) }, markdown string) []string {
	var b bytes.Buffer
	if err := reader().Convert([]byte(markdown), &b); err != nil {
		t.Fatal(err)
	}
	page, err := tree.Parse(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return wordsOf(page.Root)
}

// wordsOf gives runs of letters and digits, wherever blanks stand between them or not.
func wordsOf(n *html.Node) []string {
	var b strings.Builder
	tree.Walk(n, func(e *html.Node) tree.Step {
		switch {
		case e.Type == html.TextNode:
			b.WriteString(e.Data)
		case tree.IsHidden(e):
			return tree.Over
		case tree.IsBlock(e) || tree.Is(e, atom.Br):
			b.WriteByte(' ')
		}
		return tree.Into
	}, func(e *html.Node) {
		if tree.IsBlock(e) {
			b.WriteByte(' ')
		}
	})
	return strings.FieldsFunc(b.String(), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// linksAreWhole says what is wrong with the links and images a reader of Markdown finds.
func linksAreWhole(markdown string) string {
	source := []byte(markdown)
	wrong := ""
	_ = ast.Walk(reader().Parser().Parse(marked.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			to := string(n.Destination)
			if _, err := address.Parse(to); err != nil && !strings.HasPrefix(to, "mailto:") {
				wrong = "a link to " + to
			}
		case *ast.Image:
			if _, err := address.Parse(string(n.Destination)); err != nil {
				wrong = "an image at " + string(n.Destination)
			}
		case *ast.RawHTML, *ast.HTMLBlock:
			wrong = "HTML"
		case *ast.AutoLink:
			wrong = "a link in angle brackets"
		}
		return ast.WalkContinue, nil
	})
	return wrong
}

// endsInBlanks is a line that no editor leaves as it is.
var endsInBlanks = regexp.MustCompile(`(?m)[ \t]$`)

// TestSameWords: what a reader of Markdown shows of a page is what the page shows, the
// same words in the same order. No line ends in blanks but in code.
func TestSameWords(t *testing.T) {
	pieces := []string{"<p>", "</p>", "<div>", "</div>", "<b>", "</b>", "<em>", "</em>", "<code>", "</code>", "<ul><li>", "<ol><li>", "<li>", "</ul>", "</ol>",
		"<h2>", "</h2>", "<blockquote>", "</blockquote>", "<br>", "<hr>", "<a href=/x?a=1>", "</a>", "<pre>", "</pre>", "<table><tr><td>", "<th>", "<td>", "<tr>", "</table>",
		"<del>", "</del>", "<dl><dt>", "<dd>", "</dl>", "<span>", "</span>", " ", "one ", "two", " three ", "4. ", "# ", "* ", "- ", "_a_", "`", "[x](y)", "&lt;b>", "&amp;copy;", "\\", "|", "~", "1) ", "+ ", "=\n", "日本語"}
	rapid.Check(t, func(t *rapid.T) {
		page := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 25).Draw(t, "pieces"), "")
		built, err := tree.Parse([]byte(page))
		if err != nil {
			t.Fatal(err)
		}
		base, _ := address.Parse("https://site.example/")
		full, err := Full(built, base)
		if err != nil {
			t.Fatal(err)
		}
		got, want := words(t, full.Markdown), wordsOf(built.Root)
		if strings.Join(got, "") != strings.Join(want, "") {
			t.Fatalf("%s\nis\n%s\nsaid %q, not %q", page, full.Markdown, got, want)
		}
		if wrong := linksAreWhole(full.Markdown); wrong != "" {
			t.Fatalf("%s in\n%s", wrong, full.Markdown)
		}
		if !strings.Contains(page, "<pre>") && endsInBlanks.MatchString(full.Markdown) {
			t.Fatalf("%s\nhas lines that end in blanks:\n%q", page, full.Markdown)
		}
	})
}

func FuzzMarkdown(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.html")
	for _, file := range files {
		page, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(page))
	}
	for _, seed := range []string{"<a href='x y'>[a](javascript:b)", "[a<br>b](javascript:c)", "<p>[a]<b></b>(data:x)", "&lt;javascript:x&gt;", "<img src=a alt='](javascript:x)'>", "<a href=/a><h2>b</a>c", "<table><tr><td colspan=9>a<td><pre>b\n|c</table>", "<pre>```\n</pre>", "<math alttext='`x`'>"} {
		f.Add(seed)
	}
	base, err := address.Parse("https://site.example/a/b")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, page string) {
		if len(page) > 64<<10 {
			return
		}
		built, err := tree.Parse([]byte(page))
		if err != nil {
			return
		}
		var before strings.Builder
		if err := html.Render(&before, built.Root); err != nil {
			before.Reset()
		}
		for name, read := range map[string]func(*tree.Tree, address.Address) (Text, error){"main": Main, "full": Full} {
			got, err := read(built, base)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if !utf8.ValidString(got.Markdown) || len(got.Markdown) > MaxOctets+1 || strings.ContainsAny(got.Markdown, "\x00\a\r\uF002") {
				t.Fatalf("%s: %q", name, got.Markdown)
			}
			if (got.Markdown == "") != (got.From == "") {
				t.Fatalf("%s: from %q: %q", name, got.From, got.Markdown)
			}
			if wrong := linksAreWhole(got.Markdown); wrong != "" {
				t.Fatalf("%s: %s in %q", name, wrong, got.Markdown)
			}
		}
		var after strings.Builder
		if err := html.Render(&after, built.Root); err == nil && before.Len() > 0 && after.String() != before.String() {
			t.Fatal("the tree was changed")
		}
	})
}

package maintext

import (
	"strings"
	"testing"

	"curtsy/address"
)

// TestPieces: what single pieces of a page become.
func TestPieces(t *testing.T) {
	for _, test := range []struct{ name, page, want string }{
		{"hidden attribute", "<p hidden>a<p>b", "b"},
		{"hidden until found", "<p hidden=until-found>a<p>b", "a\n\nb"},
		{"hidden by style", "<p style='color:red; DISPLAY : none !important'>a<p style='visibility:hidden'>b<p>c", "c"},
		{"hidden from readers aloud", "<p>a <i aria-hidden=true>icon</i>b", "a b"},
		{"scripts and templates", "<script>x</script><style>y</style><template><p>z</template><p>a", "a"},
		{"noscript", "<p>a</p><noscript><p>Please switch on scripts</p></noscript>", "a"},
		{"closed dialog", "<dialog>a</dialog><dialog open>b</dialog>", "b"},
		{"relative link", "<a href='../x?a=b+c&amp;d=%zz'>a</a>", "[a](https://site.example/x?a=b+c&d=%zz)"},
		{"fragment", "<a href='#a b'>a</a>", "[a](https://site.example/dir/page.html#a%20b)"},
		{"mail", "<a href='MAILTO:a@b.example'>a</a>", "[a](mailto:a@b.example)"},
		{"script link", "<a href=' java&#10;script:alert(1)'>a</a>", "a"},
		{"data link", "<a href='data:text/html,x'>a</a> <a href='ftp://a.example/'>b</a> <a href='file:///etc'>c</a>", "a b c"},
		{"link without an address", "<a>a</a> <a href=''>b</a>", "a b"},
		{"link of no words", "<a href=/x> </a>b", "b"},
		{"a link in a link's text", "<a href=/x>[a](javascript:b)</a>", `[\[a\](javascript:b)](https://site.example/x)`},
		{"a link across lines", "[a<br>b](javascript:c)", "\\[a\\\nb\\](javascript:c)"},
		{"entity in a query", "<a href='/x?a=1&amp;copy;=2'>a</a>", "[a](https://site.example/x?a=1&amp;copy;=2)"},
		{"image of data", "<p>a<img src='data:image/png;base64,AAAA' alt=b>", "a"},
		{"image that a script puts in place", "<img src='data:,x' data-src='i.jpg' alt=b>", "![b](https://site.example/dir/i.jpg)"},
		{"image of a set", "<img data-srcset='i.jpg 1x, k.jpg 2x' alt='b](x'>", `![b\](x](https://site.example/dir/i.jpg)`},
		{"image repeated in noscript", "<p><img src='data:,x' alt=b> <noscript><img src=i.jpg></noscript>", "![b](https://site.example/dir/i.jpg)"},
		{"image of one dot", "<p>a<img src=i.gif width=1 height=1>", "a"},
		{"list in a cell", "<table><tr><th>A<th>B<tr><td><ul><li>a<li>b</ul><td><p>c<p>d</table>", "| A | B |\n|---|---|\n| a; b | c d |"},
		{"spans", "<table><tr><th>A<th>B<th>C<tr><td rowspan=2>a<td colspan=2>b<tr><td>c<td>d</table>", "| A | B | C |\n|---|---|---|\n| a | b |  |\n|  | c | d |"},
		{"span without bound", "<table><tr><th>A<th>B<tr><td colspan=99999999999>a<tr><td>b<td>c</table>", "| A | B |\n|---|---|\n| a |  |\n| b | c |"},
		{"table of one column", "<table><tr><td>a<tr><td>b</table>", "a\n\nb"},
		{"heading of a row stays in place", "<table><tr><td>a<td>b<tr><th>c<td>d</table>", "|  |  |\n|---|---|\n| a | b |\n| c | d |"},
		{"code keeps its blanks", "<pre><code class=language-go>a\n\n\n  b\n</code></pre>", "```go\na\n\n\n  b\n```"},
		{"code in a quotation", "<blockquote><pre>a\n\nb</pre></blockquote>", "> ```\n> a\n> \n> b\n> ```"},
		{"term and text", "<dl><dt>a<dd>b</dl>", "**a**\n\nb"},
		{"line that looks like a list in a quotation", "<blockquote>4. a</blockquote>", "> 4\\. a"},
		{"code that is empty before what begins a list", "<blockquote><code></code>1) </blockquote>", "> 1\\)"},
		{"break of a line", "<p>a<br>b<br><br>c<br>", "a\\\nb\n\nc"},
		{"break behind a backslash", "<p>a\\<br>b", "a\\\\\\\nb"},
		{"break before a list", "<ul><li>a<br><ul><li>b<br>c</ul></ul>", "- a\n\n  - b\\\n    c"},
		{"break in a quotation", "<blockquote>a<br>b<p>c</blockquote>", "> a\\\n> b\n>\n> c"},
		{"paragraphs in a list", "<ul><li><p>a<p>b</ul>", "- a\n\n  b"},
		{"blanks at the ends of code", "<ul><li><pre>a  \n\nb  </pre>c ", "- ```\n  a  \n  \n  b  \n  ```\n\n  c"},
		{"image with a dot in its place", "<img src=/px.gif data-src=/real.jpg>", "![](https://site.example/real.jpg)"},
		{"image with a small one in its place", "<img src=/cat-20x13.jpg data-src=/cat.jpg>", "![](https://site.example/cat.jpg)"},
		{"image with one asked to be small", "<img src='/cat.jpg?w=32&amp;q=1' data-srcset='/cat.jpg?w=800 1x'>", "![](https://site.example/cat.jpg?w=800)"},
		{"image that says it is lazy", "<img class='alignleft lazyload' src=/a.jpg data-src=/b.jpg>", "![](https://site.example/b.jpg)"},
		{"image with another for something else", "<img src=/cat.jpg data-src=/dog.jpg>", "![](https://site.example/cat.jpg)"},
		{"moving image with a film of it", "<img src=/cat.gif data-src=/cat.mp4>", "![](https://site.example/cat.gif)"},
		{"moving image with a page of it", "<img src=/cat.gif data-url=/cat>", "![](https://site.example/cat.gif)"},
		{"drawing alone", "<img src=/plan.svg>", "![](https://site.example/plan.svg)"},
		{"marks of order", "<p>a\u202Eb\u2066c\u0007d\uF002e\u00ADf", "abcdef"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text, err := Full(parse(t, test.page), at(t))
			if err != nil || strings.TrimSpace(text.Markdown) != test.want {
				t.Errorf("error %v, got\n%s\nwant\n%s", err, text.Markdown, test.want)
			}
		})
	}
}

func TestNoAddress(t *testing.T) {
	text, err := Full(parse(t, "<a href=x>a</a> <a href=https://a.example>b</a>"), address.Address{})
	if err != nil || text.Markdown != "a [b](https://a.example/)\n" {
		t.Errorf("%q, error %v", text.Markdown, err)
	}
}

// TestNoMainText: a page of navigation has no main text, and that is no error.
func TestNoMainText(t *testing.T) {
	for _, page := range []string{"", "<frameset><frame src=a>", "<nav><a href=/a>A page</a></nav>", "<img src='data:,x'>", "<p> </p>", "<script>x</script>"} {
		text, err := Main(parse(t, page), at(t))
		if err != nil || text.Markdown != "" || text.From != "" || text.Where != "" {
			t.Errorf("%q: %+v, error %v", page, text, err)
		}
	}
}

func TestWideSpanIsBounded(t *testing.T) {
	text, err := Full(parse(t, "<table><tr><td colspan=1000>a<td>b<tr><td>c<td>d</table>"), at(t))
	row, _, _ := strings.Cut(text.Markdown, "\n")
	if columns := strings.Count(row, "|") - 1; err != nil || columns != MaxSpan+1 {
		t.Errorf("%d columns, error %v", columns, err)
	}
}

func TestOneLongLineIsCut(t *testing.T) {
	text, err := Full(parse(t, "<p>"+strings.Repeat("*a", MaxOctets/2-8)), at(t))
	if err != nil || len(text.Markdown) > MaxOctets+1 || len(text.Markdown) < MaxOctets/2 || text.LeftOut["octets"] == 0 {
		t.Errorf("%d octets, left out %v, error %v", len(text.Markdown), text.LeftOut, err)
	}
}

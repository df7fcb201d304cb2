package maintext

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"curtsy/internal/tree"
)

// TestHostilePages: pages made to be slow or large cost bounded time and text, and
// what was cut is counted. The bounds are a quarter of those that hold outside, and so
// are the pages: what costs the square of its size costs a sixteenth, and has less time.
func TestHostilePages(t *testing.T) {
	repeat := strings.Repeat
	most := bounds{nodes: MaxNodes / 4, octets: MaxOctets / 4, cells: MaxCells / 4}
	for _, test := range []struct{ name, page, left string }{
		{"a cell over 100,000 columns and rows", "<table><tr><th>a<th>b<tr><td colspan=100000 rowspan=100000>x<td>y" + repeat("<tr><td>z", 50) + "</table>", ""},
		{"wide cells in every row", "<table>" + repeat("<tr><td colspan=20>x</td><td colspan=20>y</td></tr>", 1_500) + "</table>", "cells"},
		{"a row of 12,500 cells", "<table><tr>" + repeat("<td>x</td>", 12_500) + "</tr><tr><td>y</td></tr></table>", "cells"},
		{"tables in tables", repeat("<table><tr><td>a</td><td>", 100) + "b", ""},
		{"25,000 nested spans", repeat("<span>", 25_000) + "word", ""},
		{"25,000 nested blocks", repeat("<div><p>w</p>", 25_000), "depth"},
		{"nested lists of many lines", repeat("<ul><li>", 150) + repeat("<li>a<li>b", 5_000), "depth"},
		{"nested quotations", repeat("<blockquote>", 150) + repeat("<p>a<p>b", 1_250), "depth"},
		{"more siblings than are read", "<p>first" + repeat("<br>", 51_500), "nodes"},
		{"too many words of their own", repeat("<i>a</i> ", 17_500), "octets"},
		{"many paragraphs", repeat("<p>Some words, and some more of them, in a sentence.</p>", 4_000), ""},
		{"code of many lines in quotations", repeat("<blockquote>", 20) + "<pre>" + repeat("a\n", 30_000), "octets"},
		{"code of many lines in lists", repeat("<ul><li>", 20) + "<pre>" + repeat("a\r", 30_000), "octets"},
		{"a long address of the page in many links", repeat("<p><a href='"+repeat("x", 4000)+"'>a</a>", 1000), "octets"},
		{"one text larger than is read", "<p>" + repeat("word ", 6<<18/5), "octets"},
		{"such a text without a blank", "<p>" + repeat("w", 5<<18), "octets"},
		{"characters that are escaped", "<p>" + repeat("*_[`", 1<<15), ""},
		{"unclosed formatting", repeat("<b><i><s>x<p>", 1000), ""},
		{"headings in links in headings", repeat("<a href=/x><h2>x</a>", 20_000), ""},
		{"a definition list without end", "<dl>" + repeat("<dt>a<dd>b", 4_000), ""},
		{"divs of one word", repeat("<div>word, and more</div>", 4_000), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			page, err := tree.Parse([]byte(test.page))
			if err != nil {
				t.Fatal(err)
			}
			for name, read := range map[string]func() (Text, error){
				"full": func() (Text, error) { return full(page, at(t), most) },
				"main": func() (Text, error) { return mainText(page, at(t), most) },
			} {
				start := time.Now()
				text, err := read()
				took := time.Since(start)
				t.Log(name, took, len(text.Markdown), text.LeftOut)
				if err != nil || took > 60*time.Second {
					t.Errorf("%s: %v, error %v", name, took, err)
				}
				if len(text.Markdown) > most.octets+1 || !utf8.ValidString(text.Markdown) {
					t.Errorf("%s: %d octets", name, len(text.Markdown))
				}
				if test.left != "" && name == "full" && text.LeftOut[test.left] == 0 {
					t.Errorf("%s: left out %v, and not %s", name, text.LeftOut, test.left)
				}
			}
		})
	}
}

// TestBoundsThatHold: what may be read of a page without any other word.
func TestBoundsThatHold(t *testing.T) {
	page := parse(t, strings.Repeat("\u00AD<!---->", MaxNodes-200)+strings.Repeat("<br>a", 150))
	for name, read := range map[string]func() (Text, error){
		"full": func() (Text, error) { return Full(page, at(t)) },
		"main": func() (Text, error) { return Main(page, at(t)) },
	} {
		if text, err := read(); err != nil || text.LeftOut["nodes"] != 50 {
			t.Errorf("%s: left out %v, error %v", name, text.LeftOut, err)
		}
	}
	if got := usualBounds(); got != (bounds{200_000, 4 << 20, 100_000}) {
		t.Errorf("%+v", got)
	}
}

func TestDepthKeepsWordsApart(t *testing.T) {
	var page strings.Builder
	for i := range 150 {
		fmt.Fprintf(&page, "<div>w%d", i)
	}
	text, err := Full(parse(t, page.String()), at(t))
	if err != nil || len(strings.Fields(text.Markdown)) != 150 || text.LeftOut["depth"] != 51 {
		t.Errorf("%d words, left out %v, error %v", len(strings.Fields(text.Markdown)), text.LeftOut, err)
	}
}

// TestCodeInQuotationsIsCutByLines: what marks each line counts with it, before it is
// written.
func TestCodeInQuotationsIsCutByLines(t *testing.T) {
	text, err := Full(parse(t, strings.Repeat("<blockquote>", 20)+"<pre>"+strings.Repeat("a\n", 200_000)+"</pre>"), at(t))
	lines := strings.Count(text.Markdown, "\n")
	if most := MaxOctets / 60; err != nil || lines < most/2 || lines > most || text.LeftOut["octets"] != 2*200_000-2*(lines-2) {
		t.Errorf("%d lines, left out %v, error %v; want at most %d", lines, text.LeftOut, err, most)
	}
	text, err = Full(parse(t, "<pre>"+strings.Repeat("a\n", 200_000)+"</pre>"), at(t))
	if err != nil || len(text.LeftOut) > 0 || strings.Count(text.Markdown, "\n") != 200_002 {
		t.Errorf("outside of any, %d lines and left out %v, error %v", strings.Count(text.Markdown, "\n"), text.LeftOut, err)
	}
}

package maintext

import (
	"strings"
	"testing"
)

// TestMainChoice: where main content is taken from, and what of the page it holds.
func TestMainChoice(t *testing.T) {
	sentence := "The bridge hums when the wind is strong, and people who live near it have written to the council, again and again. "
	for _, test := range []struct {
		name, page, from, where string
		has, hasNot             []string
	}{
		{"comments in the main element", "<main><h1>Short</h1><p>" + sentence + "</p><p>" + sentence + "</p><div class=comments><p>I do not mind it, really.</p></div></main>",
			FromArticle, "/html/body/main[1]", []string{"# Short", "bridge"}, []string{"mind"}},
		{"comments that are the page", "<h1>Ask</h1><div id=comments><div class=comment><p>First, " + sentence + "</p></div><div class=comment><p>Second, no.</p></div></div>",
			"", "/html/body/div[1]", []string{"# Ask", "First", "Second"}, nil},
		{"a main of which the library takes the lesser part", "<main><h1>Hum</h1><div class=banner><p>Above all, " + strings.Repeat(sentence, 12) + "</p></div><div><p>Below, " + strings.Repeat(sentence, 6) + "</p></div></main>",
			FromMain, "/html/body/main[1]", []string{"# Hum", "Above all", "Below"}, nil},
		{"content by a name of what is beside", "<h1>What consent is</h1><div class=consent><p>" + strings.Repeat(sentence, 6) + "</p></div><footer>Imprint</footer>",
			FromArticle, "/html/body", []string{"# What consent is", "bridge"}, []string{"Imprint"}},
		{"a class of comments in code", "<article><h1>Code</h1><p>" + strings.Repeat(sentence, 3) + "</p><pre><code><div class=comment># kept</div>x</code></pre></article>",
			FromArticle, "/html/body/article[1]", []string{"# kept"}, nil},
		{"cookies that are baked", "<article class=cookies><h1>Oats</h1><div class='cookie-recipe'><p>" + strings.Repeat(sentence, 2) + "</p></div><div class=cookie-notice><p>We use cookies.</p></div></article>",
			FromArticle, "/html/body/article[1]", []string{"bridge"}, []string{"We use"}},
		{"an aside in the article", "<article><h1>Note</h1><p>" + strings.Repeat(sentence, 3) + "</p><aside><p>Mind the gap.</p></aside></article><aside><p>Elsewhere.</p></aside>",
			FromArticle, "/html/body/article[1]", []string{"Mind the gap"}, []string{"Elsewhere"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			text, err := Main(parse(t, test.page), at(t))
			if err != nil || test.from != "" && text.From != test.from || text.Where != test.where {
				t.Errorf("from %q at %q, error %v", text.From, text.Where, err)
			}
			for _, part := range test.has {
				if !strings.Contains(text.Markdown, part) {
					t.Errorf("%q is not in\n%s", part, text.Markdown)
				}
			}
			for _, part := range test.hasNot {
				if strings.Contains(text.Markdown, part) {
					t.Errorf("%q is in\n%s", part, text.Markdown)
				}
			}
		})
	}
}

// TestGivenBack: what the library takes for furniture in what it chose, and beside it,
// and what stays out.
func TestGivenBack(t *testing.T) {
	long := "The bridge hums when the wind is strong, and people who live near it have written to the council, again and again, and in vain. "
	around := func(piece string) string {
		return "<div class=box><h1>Hum</h1>" + piece + "<div class=text><p>" + long + long + "</p><p>" + long + long + "</p></div></div>"
	}
	for _, test := range []struct{ name, page, has, hasNot string }{
		{"list before the text", around("<ul><li>200 g oats<li>1 egg</ul>"), "# Hum\n\n- 200 g oats\n- 1 egg\n\nThe", ""},
		{"list of steps with its heading", around("<h2>Steps</h2><ol><li>Mix<li>Bake</ol>"), "## Steps\n\n1. Mix\n2. Bake\n\nThe", ""},
		{"terms", around("<dl><dt>When<dd>May</dl>"), "**When**\n\nMay\n\nThe", ""},
		{"table", around("<table><tr><th>A<th>B<tr><td>1<td>2</table>"), "| 1 | 2 |\n\nThe", ""},
		{"table after the text", "<div class=box><h1>Hum</h1><div class=text><p>" + long + long + "</p><p>" + long + "</p></div><table><tr><th>A<th>B<tr><td>1<td>2</table></div>", "in vain.\n\n| A | B |", ""},
		{"code", around("<pre>make</pre>"), "```\nmake\n```\n\nThe", ""},
		{"quotation", around("<blockquote>Hmm</blockquote>"), "> Hmm\n\nThe", ""},
		{"image with what it shows", around("<figure><img src=/i.jpg><figcaption>Piers</figcaption></figure>"), "i.jpg)\n\nPiers\n\nThe", ""},
		{"list in blocks", around("<div><div><h3>You need</h3><div><ul><li>tape</ul></div></div></div>"), "### You need\n\n- tape\n\nThe", ""},
		{"column of a list", "<div><h1>Hum</h1><div><div class=col><h2>Need</h2><ul><li>salt</ul></div><div class=col8><p>" + long + long + "</p><p>" + long + long + "</p></div></div></div>", "# Hum\n\n## Need\n\n- salt\n\nThe", ""},
		{"list below the heading", "<div><div class=top><h1>Hum</h1><span>4 May</span><ul><li>1 egg</ul></div><div class=text><p>" + long + long + "</p><p>" + long + long + "</p></div></div>", "# Hum\n\n- 1 egg\n\nThe", ""},
		{"list in front of the heading", "<div><ul><li>eels</ul><h1>Hum</h1><ul><li>1 egg</ul><div class=text><p>" + long + long + "</p><p>" + long + long + "</p></div></div>", "# Hum\n\n- 1 egg\n\nThe", "eels"},
		{"names of languages", around("<ul class=lang><li>EN<li>DE</ul>"), "", "EN"},
		{"list of links", around("<ul><li><a href=/a>Piers</a><li><a href=/b>Wind</a></ul>"), "", "Piers"},
		{"list that is called what is beside", around("<ul class=post-tags><li>eels<li>gulls</ul>"), "", "eels"},
		{"block of sentences with a list in it", around("<div class=intro-x><p>Subscribe to our letter, and get it.</p><ul><li>eels</ul></div>"), "", "eels"},
		{"list that prune leaves out", around("<nav><ul><li>piers</ul></nav><div class=share><ul><li>wind</ul></div>"), "", "- "},
		{"list after the text", "<div class=box><h1>Hum</h1><div class=text><p>" + long + long + "</p><p>" + long + long + "</p></div><div><ul><li>piers</ul></div></div>", "", "piers"},
		{"list in what was chosen", "<article><h1>Hum</h1><p>" + long + long + "</p><ul class=meta><li>piers<li>wind</ul><p>" + long + long + long + "</p></article>", "vain.\n\n- piers\n- wind\n\nThe", ""},
		{"list at the end of what was chosen", "<article><h1>Hum</h1><p>" + long + long + "</p><p>" + long + long + long + "</p><ul class=meta><li>piers<li>wind</ul></article>", "vain.\n\n- piers\n- wind\n", ""},
		{"blocks that hold one another and words alone", "<article><h1>Hum</h1><p>" + long + long + "</p><section><section>Mind the gap.</section></section><p>" + long + long + "</p></article>", "vain.\n\nMind the gap.\n\nThe", ""},
		{"words in no element", "<h1>Hum</h1>" + long + long + "<p>" + long + long + "</p>Mind the gap.<p>" + long + long, "vain.\n\nMind the gap.\n\nThe", ""},
		{"one paragraph in a block", "<article><h1>Hum</h1><p>" + long + long + "</p><div class=note>Mind the <b>gap</b>.</div><p>" + long + long + "</p></article>", "vain.\n\nMind the **gap**.\n\nThe", ""},
		{"blocks that hold one another", "<article><h1>Hum</h1><p>" + long + long + "</p><section><section>Mind the <b>gap</b>.</section></section><p>" + long + long + "</p></article>", "vain.\n\nMind the **gap**.\n\nThe", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			text, err := Main(parse(t, test.page), at(t))
			if err != nil || text.From != FromArticle || !strings.Contains(text.Markdown, test.has) || test.hasNot != "" && strings.Contains(text.Markdown, test.hasNot) {
				t.Errorf("error %v, from %q, got\n%s\nwant %q and not %q", err, text.From, text.Markdown, test.has, test.hasNot)
			}
			if n := strings.Count(text.Markdown, "# Hum"); n != 1 {
				t.Errorf("the heading is there %d times in\n%s", n, text.Markdown)
			}
		})
	}
}

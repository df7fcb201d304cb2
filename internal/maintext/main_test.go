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

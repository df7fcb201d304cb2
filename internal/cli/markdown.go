package cli

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"curtsy"
)

// markdownCommand is "curtsy markdown".
func markdownCommand(s *streams) *cobra.Command {
	set := newSettings()
	cmd := &cobra.Command{
		Use:   "markdown SOURCE",
		Short: "print a page's main text as Markdown",
		Example: `  curtsy markdown https://news.example/a
  curtsy markdown https://news.example/a --front-matter -o a.md
  curtsy markdown page.html --url https://news.example/a --full`,
		Long: `markdown prints the main content of one page as Markdown: headings, lists, tables, code and
links, without navigation, comments and what is hidden. --full prints the whole page. A file
or stdin costs no site anything; an address costs its site robots.txt and the page.`,
		Args: needs(1, 1, "one source: an address, a file or - for stdin", "curtsy markdown https://news.example/a"),
	}
	set.take(cmd, append([]string{"full", "front-matter"}, sourceFlags()...)...)
	set.completions(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return s.markdown(cmd, set, args[0]) }
	return cmd
}

func (s *streams) markdown(cmd *cobra.Command, set *settings, source string) error {
	take := func(r *sourceReader) (*curtsy.Markdown, error) { return r.markdown(source) }
	text, err := readOut(s, cmd, set, []string{source}, take, func(out io.Writer, text *curtsy.Markdown) error {
		_, err := io.WriteString(out, text.Text)
		return err
	})
	if err != nil {
		return err
	}
	if !set.quiet && len(text.LeftOut) > 0 {
		s.say("not all of the page is in the text; left out: %s", listLeftOut(text.LeftOut))
	}
	if text.From == "" {
		if !set.quiet {
			s.say("%s", noText(bool(set.full)))
		}
		return exitCode(exitNothing)
	}
	return nil
}

// noText says that a page gave none, and what may give more.
func noText(full bool) string {
	if full {
		return "the page holds no text"
	}
	return "no main text was found; --full prints the whole page"
}

func (r *sourceReader) markdown(source string) (*curtsy.Markdown, error) {
	d, err := r.open(source)
	if err != nil {
		return nil, err
	}
	return d.Markdown(&curtsy.MarkdownOptions{Full: bool(r.set.full), FrontMatter: bool(r.set.frontMatter)})
}

// listLeftOut lists what a bound cut, in the order of the names.
func listLeftOut(left map[string]int) string {
	var parts []string
	for _, what := range slices.Sorted(maps.Keys(left)) {
		parts = append(parts, fmt.Sprintf("%s %d", what, left[what]))
	}
	return strings.Join(parts, ", ")
}

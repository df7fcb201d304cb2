package cli

import (
	"io"

	"github.com/spf13/cobra"

	"curtsy/page"
)

// extractCommand is "curtsy extract".
func extractCommand(s *streams) *cobra.Command {
	set := newSettings()
	cmd := &cobra.Command{
		Use:   "extract SOURCE",
		Short: "read one page: what it declares, and where",
		Example: `  curtsy extract https://shop.example/p/1
  curtsy extract page.html --url https://shop.example/p/1 --visible
  curtsy extract - --url https://shop.example/p/1 < page.html`,
		Long: `extract prints what one page declares, as one line of JSON: a summary, every thing it declares
with the place of every value, what it says of its use. A file or stdin costs no site anything;
an address costs its site robots.txt and the page, at their turns.`,
		Args: needs(1, 1, "one source: an address, a file or - for stdin", "curtsy extract https://shop.example/p/1"),
	}
	set.take(cmd, append(readingFlags(), sourceFlags()...)...)
	set.completions(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return s.extract(cmd, set, args[0]) }
	return cmd
}

// readingFlags say what is read of a page beyond what always is.
func readingFlags() []string { return []string{"visible", "induce", "hydration"} }

func (s *streams) extract(cmd *cobra.Command, set *settings, source string) error {
	take := func(r *sourceReader) (*page.Page, error) {
		d, err := r.open(source)
		if err != nil {
			return nil, err
		}
		if d.Page.Err != nil {
			r.tell(d.Page) // its error ends in the line, not in a sentence
		}
		return d.Page, nil
	}
	p, err := readOut(s, cmd, set, []string{source}, take, writeLine)
	if err != nil {
		return err
	}
	switch {
	case len(p.Records) > 0 || len(p.Summary) > 0:
		return nil
	case p.OK || p.Err == nil:
		return exitCode(exitNothing)
	default:
		return exitCode(exitNotStarted)
	}
}

func writeLine(out io.Writer, p *page.Page) error {
	line, err := p.Line()
	if err == nil {
		_, err = out.Write(line)
	}
	return err
}

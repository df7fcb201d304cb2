package cli

import (
	"io"

	"github.com/spf13/cobra"

	"curtsy"
)

// selectCommand is "curtsy select".
func selectCommand(s *streams) *cobra.Command {
	set := newSettings()
	cmd := &cobra.Command{
		Use:   "select SOURCE CSS",
		Short: "print the values a CSS selector finds, with their places",
		Example: `  curtsy select https://shop.example/p/1 'h1, .price'
  curtsy select page.html 'main a@href' --url https://shop.example/p/1
  curtsy select page.html 'table.spec td' --url https://shop.example/p/1 --json`,
		Long: `select prints the text of each element that a CSS selector finds, one a line in document
order; "@name" at its end prints an attribute, addresses resolved. --json adds each value's
place. A file or stdin costs no site anything; an address costs its site robots.txt and the page.`,
		Args: needs(2, 2, "a source and a CSS selector", "curtsy select https://shop.example/p/1 h1"),
	}
	set.take(cmd, append([]string{"json"}, sourceFlags()...)...)
	set.completions(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return s.selectValues(cmd, set, args[0], args[1]) }
	return cmd
}

func (s *streams) selectValues(cmd *cobra.Command, set *settings, source, selector string) error {
	if err := curtsy.CheckSelector(selector); err != nil {
		return mistakef("curtsy select SOURCE 'h1, .price'", "%s", clean(err.Error()))
	}
	take := func(r *sourceReader) (*curtsy.Selection, error) { return r.selection(source, selector) }
	found, err := readOut(s, cmd, set, []string{source}, take, func(out io.Writer, found *curtsy.Selection) error {
		return writeMatches(out, found, bool(set.asJSON))
	})
	if err != nil {
		return err
	}
	if !set.quiet && found.LeftOut > 0 {
		s.say("%s more were found than are given", plural(found.LeftOut, "value"))
	}
	if len(found.Matches) == 0 {
		return exitCode(exitNothing)
	}
	return nil
}

func (r *sourceReader) selection(source, selector string) (*curtsy.Selection, error) {
	d, err := r.open(source)
	if err != nil {
		return nil, err
	}
	return d.Select(r.ctx, selector)
}

func writeMatches(out io.Writer, found *curtsy.Selection, asJSON bool) error {
	for _, match := range found.Matches {
		var err error
		if asJSON {
			err = (&streams{out: out}).writeJSON(match)
		} else {
			_, err = io.WriteString(out, clean(match.Value)+"\n")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

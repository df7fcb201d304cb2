package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"curtsy"
	"curtsy/page"
)

// diffCommand is "curtsy diff".
func diffCommand(s *streams) *cobra.Command {
	set := newSettings()
	cmd := &cobra.Command{
		Use:   "diff BEFORE AFTER",
		Short: "say what changed from one page to another",
		Example: `  curtsy diff yesterday.html https://shop.example/p/1 --url https://shop.example/p/1
  curtsy diff old.html new.html --url https://shop.example/p/1 --json
  curtsy diff https://shop.example/p/1 https://shop.example/p/2`,
		Long: `diff reads two pages, each an address, a file or - for stdin, and prints each question of the
summary that they answer differently; two spellings of one date or amount are no difference.
An address costs its site robots.txt and the page, at their turns. Exit code 0: nothing
changed; 1: something did; 2: one of them could not be read.`,
		Args: needs(2, 2, "two sources, before and after", "curtsy diff old.html new.html --url https://shop.example/p/1"),
	}
	set.take(cmd, append([]string{"json"}, sourceFlags()...)...)
	set.completions(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return s.diff(cmd, set, args[0], args[1]) }
	return cmd
}

// A comparison is what diff prints with --json.
type comparison struct {
	Before      string            `json:"before"` // the sources, as given
	After       string            `json:"after"`
	Differences []page.Difference `json:"differences"`
}

func (s *streams) diff(cmd *cobra.Command, set *settings, before, after string) error {
	if before == "-" && after == "-" {
		return mistakef("curtsy diff old.html - --url https://shop.example/p/1", "both sources are stdin, which can be read once")
	}
	take := func(r *sourceReader) ([]page.Difference, error) { return r.differences(before, after) }
	differences, err := readOut(s, cmd, set, []string{before, after}, take, func(out io.Writer, differences []page.Difference) error {
		if !set.asJSON {
			return writeDifferences(out, differences)
		}
		if differences == nil {
			differences = []page.Difference{}
		}
		return (&streams{out: out}).writeJSON(comparison{before, after, differences})
	})
	if err != nil {
		return err
	}
	if len(differences) > 0 {
		return exitCode(exitNothing)
	}
	return nil
}

// differences opens both sources; one that was not had, or may not be kept, cannot be
// compared.
func (r *sourceReader) differences(before, after string) ([]page.Difference, error) {
	var both [2]*curtsy.Document
	for i, source := range []string{before, after} {
		d, err := r.open(source)
		if err != nil {
			return nil, err
		}
		if d.Page.Err != nil {
			return nil, fmt.Errorf("%w; the pages cannot be compared", d.Page.Err)
		}
		both[i] = d
	}
	return page.Diff(both[0].Page.Summary, both[1].Page.Summary), nil
}

func writeDifferences(out io.Writer, differences []page.Difference) error {
	for _, d := range differences {
		line := fmt.Sprintf("%-14s", d.Field)
		switch {
		case d.Before == nil:
			line += "+ " + clean(d.After.Value)
		case d.After == nil:
			line += "- " + clean(d.Before.Value)
		default:
			line += clean(d.Before.Value) + " -> " + clean(d.After.Value)
		}
		if _, err := io.WriteString(out, line+"\n"); err != nil {
			return err
		}
	}
	return nil
}

package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"curtsy"
	"curtsy/address"
)

// batchCommand is "curtsy batch".
func batchCommand(s *streams) *cobra.Command {
	set := newSettings()
	cmd := &cobra.Command{
		Use:   "batch FILE",
		Short: "read the addresses of a list",
		Example: `  curtsy map https://shop.example/ --plain | curtsy batch - -o pages.jsonl
  curtsy batch urls.txt -o pages.jsonl --resume
  curtsy batch urls.txt --jobs 8 --format csv > pages.csv`,
		Long: `batch reads each address of a list, one a line, and writes a line for each, in the list's order;
blank lines and lines that begin with # are left out, "-" is stdin. It costs each site its
robots.txt and a request an address, one at a time with a second or more between.`,
		Args: needs(1, 1, "one list, a file or - for stdin", "curtsy batch urls.txt"),
	}
	set.take(cmd, append([]string{"header-for"}, runFlags...)...)
	set.completions(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return s.batch(cmd, set, args[0]) }
	return cmd
}

func (s *streams) batch(cmd *cobra.Command, set *settings, name string) error {
	if err := set.agree(cmd); err != nil {
		return err
	}
	if err := set.settle(cmd, s); err != nil {
		return err
	}
	if err := set.agreeOnHeaders(); err != nil {
		return err
	}
	list, err := s.openList(name)
	if err != nil {
		return err
	}
	err = s.run(set, 0, func(c *curtsy.Crawler) *curtsy.Run { return c.Batch(list.lines()) })
	if broken := list.close(); broken != nil {
		return broken
	}
	var code exitCode
	if list.empty() && errors.As(err, &code) && code == exitNotStarted {
		return mistakef("", "%s holds no address", clean(name))
	}
	return err
}

// agreeOnHeaders refuses a header without the origin it is for, and the other way round.
func (s *settings) agreeOnHeaders() error {
	given := len(s.cookies) > 0 || len(s.headers.fields) > 0
	switch {
	case given && s.headerFor == "":
		return mistakef("--header-for https://shop.example/", "--header and --cookie are for one origin, and a list may name many: --header-for says which")
	case !given && s.headerFor != "":
		return mistakef("--header 'Authorization: ...'", "--header-for says where --header and --cookie go, and there is none")
	case s.headerFor == "":
		return nil
	}
	if _, err := address.Parse(string(s.headerFor)); err != nil {
		return badValue("--header-for", "header-for", string(s.headerFor), errors.New("is no address: "+reasonOf(err)))
	}
	return nil
}

package cli

import "github.com/spf13/cobra"

// judgeSite asks the site for its robots.txt.
func (s *streams) judgeSite(_ *cobra.Command, _ *settings, _ []string) error {
	return mistakef("curtsy robots --file robots.txt /cart", "robots needs --file")
}

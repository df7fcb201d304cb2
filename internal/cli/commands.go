package cli

import "github.com/spf13/cobra"

// commands lists every command, in the order help gives them: one line each,
// one file each.
func commands(s *streams) []*cobra.Command {
	return []*cobra.Command{
		initCommand(s),
		mapCommand(s),
		crawlCommand(s),
		batchCommand(s),
		extractCommand(s),
		markdownCommand(s),
		selectCommand(s),
		diffCommand(s),
		robotsCommand(s),
		sitesCommand(s),
		addressCommand(s),
		tryCommand(s),
	}
}

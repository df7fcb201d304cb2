package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"curtsy"
)

// crawlCommand is "curtsy crawl".
func crawlCommand(s *streams) *cobra.Command {
	set := newSettings()
	cmd := &cobra.Command{
		Use:   "crawl URL...",
		Short: "read a site: what its sitemaps list, then its links",
		Example: `  curtsy crawl https://shop.example/ --max-pages 200 -o shop.jsonl
  curtsy crawl https://shop.example/ --max-pages 500 -o shop.jsonl --resume
  curtsy crawl https://shop.example/ --include '/p/' --format csv > products.csv`,
		Long: `crawl reads the pages of each URL's site, a line each. It costs the site its robots.txt, its
sitemaps and a request a page, one at a time with a second or more between; --max-pages bounds it.`,
		Args: cobra.ArbitraryArgs,
	}
	set.take(cmd, append([]string{
		"max-pages", "max-depth", "include", "exclude", "any-site", "no-sitemap", "seeds",
	}, runFlags...)...)
	set.completions(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return s.crawl(cmd, set, args) }
	return cmd
}

func (s *streams) crawl(cmd *cobra.Command, set *settings, starts []string) error {
	if err := set.agree(cmd); err != nil {
		return err
	}
	if set.seeds != "" {
		list, err := s.openList(string(set.seeds))
		if err != nil {
			return err
		}
		starts = slices.AppendSeq(slices.Clone(starts), list.lines())
		if err := list.close(); err != nil {
			return err
		}
	}
	if len(starts) == 0 {
		return mistakef("curtsy crawl https://shop.example/", "crawl needs an address to start from")
	}
	if err := goodStarts(starts); err != nil {
		return err
	}
	if err := set.settle(cmd, s); err != nil {
		return err
	}
	if err := set.introduce(starts...); err != nil {
		return err
	}
	return s.run(set, set.maxPages.value, func(c *curtsy.Crawler) *curtsy.Run { return c.Crawl(starts...) })
}

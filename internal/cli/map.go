package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"curtsy"
	"curtsy/page"
)

// mapCommand is "curtsy map".
func mapCommand(s *streams) *cobra.Command {
	set := newSettings()
	set.format = choice{value: "json", of: []string{"json", "csv"}}
	cmd := &cobra.Command{
		Use:   "map URL",
		Short: "list a site's addresses, from its sitemaps",
		Example: `  curtsy map https://shop.example/
  curtsy map https://shop.example/ --plain | curtsy batch - -o pages.jsonl
  curtsy map https://shop.example/ --include '/p/' --format csv > products.csv`,
		Long: `map lists the addresses a site's sitemaps give, or, when they give none, those its start page
links to. It costs the site its robots.txt and at most 50 sitemaps, one at a time with a second
or more between. Exit code 0: there is an address.`,
		Args: needs(1, 1, "one address", "curtsy map https://shop.example/"),
	}
	set.take(cmd, append([]string{"limit", "include", "exclude", "out", "format", "plain", "quiet", "time-budget"}, askingFlags...)...)
	set.completions(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return s.mapSite(cmd, set, args[0]) }
	return cmd
}

func (s *streams) mapSite(cmd *cobra.Command, set *settings, start string) error {
	if err := together(cmd, [2]string{"plain", "format"}); err != nil {
		return err
	}
	if err := goodStarts([]string{start}); err != nil {
		return err
	}
	if err := set.settle(cmd, s); err != nil {
		return err
	}
	if err := set.introduce(start); err != nil {
		return err
	}
	out, err := s.output(string(set.out))
	if err != nil {
		return err
	}
	ctx, restore := untilStopped()
	defer restore()
	watch := s.watch(bool(set.quiet), 0)
	defer watch.close()
	crawler, err := s.crawler(set, "", watch.trace())
	if err != nil {
		return errors.Join(err, out.Close())
	}
	began := time.Now()
	found, asking := crawler.Map(ctx, start)
	watch.close()
	err = errors.Join(crawler.Close(), writeMap(out, set, found), out.Close())
	if found != nil && !set.quiet {
		s.mapped(found, time.Since(began))
	}
	return s.mapVerdict(ctx, found, asking, err)
}

// mapVerdict is the exit code of a map, its error being the one of asking or
// that of writing.
func (s *streams) mapVerdict(ctx context.Context, found *curtsy.Map, asking, writing error) error {
	switch {
	case ctx.Err() != nil:
		return exitCode(exitInterrupted)
	case writing != nil:
		return startError(writing)
	case found != nil && len(found.URLs) > 0:
		return nil
	case asking != nil:
		return startError(asking)
	case found.Source == curtsy.FromLinks:
		return exitCode(exitNothing) // the start page was read, and leads nowhere
	default:
		return exitCode(exitNotStarted)
	}
}

// mapped says what the sitemaps came to.
func (s *streams) mapped(found *curtsy.Map, took time.Duration) {
	for _, sitemap := range found.Sitemaps {
		if sitemap.Error != nil && sitemap.Error.Code != page.HTTPError {
			s.say("%s", clean(sitemap.Error.Message))
		}
	}
	from := plural(len(found.Sitemaps), "sitemap")
	if found.Source == curtsy.FromLinks {
		from = "the start page's links, as no sitemap lists any,"
	}
	text := fmt.Sprintf("%d addresses from %s in %s", len(found.URLs), from, spell(took))
	if found.Truncated {
		text += "; a bound was reached, and there are more"
	}
	s.say("%s", text)
}

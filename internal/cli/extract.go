package cli

import (
	"errors"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"curtsy"
	"curtsy/address"
	"curtsy/page"
)

// maxSource bounds a page read from a file, in bytes: as one that is asked for.
const maxSource = 16 << 20

// extractCommand is "curtsy extract".
func extractCommand(s *streams) *cobra.Command {
	set := newSettings()
	cmd := &cobra.Command{
		Use:   "extract SOURCE",
		Short: "read one page: an address, a file or stdin",
		Example: `  curtsy extract https://shop.example/p/1
  curtsy extract page.html --url https://shop.example/p/1
  curtsy extract - --url https://shop.example/p/1 < page.html`,
		Long: `extract prints what one page declares, as one line of JSON. A file or stdin costs no site
anything; an address costs its site robots.txt and the page, at their turns.`,
		Args: needs(1, 1, "one source: an address, a file or - for stdin", "curtsy extract https://shop.example/p/1"),
	}
	set.take(cmd, append([]string{"url", "out", "respect", "quiet", "time-budget"}, askingFlags...)...)
	set.completions(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return s.extract(cmd, set, args[0]) }
	return cmd
}

func (s *streams) extract(cmd *cobra.Command, set *settings, source string) error {
	if lower := strings.ToLower(source); strings.HasPrefix(lower, "http:") || strings.HasPrefix(lower, "https:") {
		return s.extractAddress(cmd, set, source)
	}
	for _, name := range append([]string{"respect", "time-budget"}, askingFlags...) {
		if cmd.Flags().Changed(name) {
			return mistakef("leave it out", "--%s means nothing for a file: no site is asked", name)
		}
	}
	if _, err := os.Stat(source); err != nil && source != "-" {
		return mistakef("curtsy extract https://shop.example/p/1", "%s: %v; an address begins with https:// or http://", clean(source), plainPathError(err))
	}
	if set.url == "" {
		return mistakef("--url https://shop.example/p/1", "--url is missing: a file does not say which address its links stand on")
	}
	if _, err := address.Parse(string(set.url)); err != nil {
		return badValue("--url", "url", string(set.url), errors.New("is no address: "+reasonOf(err)))
	}
	body, err := s.readInput(source, maxSource+1)
	if err != nil {
		return err
	}
	if len(body) > maxSource {
		return mistakef("", "%s: it is over the bound of 16 MiB", clean(source))
	}
	p, err := curtsy.Read(body, string(set.url), http.Header{})
	if err != nil {
		return err
	}
	out, err := s.output(string(set.out))
	if err != nil {
		return err
	}
	return extracted(out, p)
}

func (s *streams) extractAddress(cmd *cobra.Command, set *settings, source string) error {
	if cmd.Flags().Changed("url") {
		return mistakef("leave it out", "--url means nothing for an address: it says where it stands")
	}
	if err := goodStarts([]string{source}); err != nil {
		return err
	}
	if err := set.settle(cmd, s); err != nil {
		return err
	}
	if err := set.introduce(source); err != nil {
		return err
	}
	ctx, restore := untilStopped()
	defer restore()
	watch := s.watch(bool(set.quiet), 1)
	defer watch.close()
	out, err := s.output(string(set.out))
	if err != nil {
		return err
	}
	crawler, err := s.crawler(set, "", watch.trace())
	if err != nil {
		return errors.Join(err, out.Close())
	}
	p, err := crawler.Fetch(ctx, source)
	watch.close()
	if closing := crawler.Close(); err == nil {
		err = closing
	}
	switch {
	case ctx.Err() != nil:
		return errors.Join(exitCode(exitInterrupted), out.Close())
	case err != nil:
		return errors.Join(startError(err), out.Close())
	}
	if !set.quiet {
		watch.page(p)
	}
	return extracted(out, p)
}

// extracted writes a page's line; the exit code says whether it gave anything.
func extracted(out io.WriteCloser, p *page.Page) error {
	line, err := p.Line()
	if err == nil {
		_, err = out.Write(line)
	}
	if err := errors.Join(err, out.Close()); err != nil {
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

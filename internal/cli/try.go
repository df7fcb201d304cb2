package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"curtsy"
	"curtsy/internal/simweb"
	"curtsy/page"
)

// tryCommand is "curtsy try".
func tryCommand(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:   "try",
		Short: "crawl a practice web on this machine, and read its sites' own log",
		Example: `  curtsy try
  curtsy try > practice.txt
  curtsy try 2>/dev/null | tail -8`,
		Long: `try plays five small sites on this machine, with a Crawl-delay, sitemaps, redirects, a slow page,
a 429 and places that are not to be entered, crawls them with the real engine, and prints the
pages, then what the sites wrote in their logs, and what their owners could say of it. It needs
no internet, costs nobody outside anything and takes about half a minute. Exit code 0: no complaint.`,
		Args: needs(0, 0, "no argument", "curtsy try"),
		RunE: func(cmd *cobra.Command, _ []string) error { return s.try(cmd) },
	}
}

func (s *streams) try(cmd *cobra.Command) error {
	web := simweb.Practice()
	defer web.Close()
	at, err := web.Listen("")
	if err != nil {
		return fmt.Errorf("the practice web cannot listen: %w", err)
	}
	ctx, restore := untilStopped()
	defer restore()
	watch := s.watch(true, 0) // what is printed is on the output stream
	defer watch.close()
	options := &curtsy.Options{RootCAs: web.CertPool(), Trace: watch.trace()}
	for _, site := range web.Sites() {
		if _, host, ok := strings.Cut(site, "://"); ok {
			site = host
		}
		options.Resolve = append(options.Resolve, site+"="+at.String())
	}
	slices.Sort(options.Resolve)
	options.Resolve = slices.Compact(options.Resolve)
	crawler, err := curtsy.New(practiceAgent(), options)
	if err != nil {
		return err
	}
	defer crawler.Close()
	run := crawler.Crawl(simweb.PracticeSeeds()...)
	for p := range run.Pages(ctx) {
		fmt.Fprintln(s.out, clean(practicePage(p)))
		watch.page(p)
	}
	watch.close()
	if err := run.Err(); err != nil {
		return verdict(ctx, run.Report(), err)
	}
	return s.ownersSay(web.Log())
}

// practiceAgent is who asks the practice web: as an operator would be named.
func practiceAgent() curtsy.Agent {
	return curtsy.Agent{Page: "https://example.org/crawler", Contact: "you@example.org"}
}

func practicePage(p *page.Page) string {
	if p.Err != nil {
		return "     " + p.Err.Error()
	}
	text := fmt.Sprintf("%d  %s", p.Fetch.Status, p.URL)
	for _, field := range []string{"title", "price", "currency"} {
		if answer, ok := p.Summary[field]; ok {
			text += "  " + answer.Value
		}
	}
	return text
}

// ownersSay prints the sites' log, and what their owners could say.
func (s *streams) ownersSay(log []simweb.Entry) error {
	fmt.Fprintln(s.out, "\nWhat the sites wrote in their logs:")
	var lines strings.Builder
	if err := simweb.WriteCombined(&lines, log); err != nil {
		return err
	}
	if _, err := io.WriteString(s.out, lines.String()); err != nil {
		return err
	}
	fmt.Fprintln(s.out, "\nWhat their owners could say:")
	var complaints []string
	for _, v := range simweb.Judge(log) {
		owed := time.Second
		if v.CrawlDelay > 0 {
			owed = v.CrawlDelay // a group names us: its word is enough
		}
		fmt.Fprintln(s.out, v)
		complaints = append(complaints, v.Complaints(owed)...)
	}
	for _, complaint := range complaints {
		fmt.Fprintln(s.out, "complaint:", complaint)
	}
	if len(complaints) > 0 {
		return exitCode(exitNothing)
	}
	fmt.Fprintln(s.out, "no complaints")
	return nil
}

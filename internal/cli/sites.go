package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"curtsy"
)

// sitesCommand is "curtsy sites".
func sitesCommand(s *streams) *cobra.Command {
	set := newSettings()
	cmd := &cobra.Command{
		Use:   "sites [SITE...] | --slow SITE TIME | --rest SITE TIME",
		Short: "show how each site is left in peace, and leave one more",
		Example: `  curtsy sites shop.example --json
  curtsy sites --slow shop.example 5s
  curtsy sites --rest shop.example 24h`,
		Long: `sites lists what the home knows of each site: the rest between requests now and what it comes
from, until when it is left alone, what it was asked for today. It costs the sites nothing.
--slow adds rest for a site, --rest leaves it alone, for every process of the home from its
next request on; 0 takes the operator's own word back, and no other.`,
		Args: cobra.ArbitraryArgs,
	}
	set.take(cmd, "slow", "rest", "json", "hours", "site-requests", "site-bytes", "first-visit", "max-delay", "delay", "home", "config")
	set.completions(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return s.sites(cmd, set, args) }
	return cmd
}

func (s *streams) sites(cmd *cobra.Command, set *settings, args []string) error {
	if err := together(cmd, [2]string{"slow", "rest"}, [2]string{"slow", "json"}, [2]string{"rest", "json"}); err != nil {
		return err
	}
	telling := bool(set.slow || set.rest)
	if telling && len(args) != 2 {
		name := "slow"
		if set.rest {
			name = "rest"
		}
		return mistakef("curtsy sites --"+name+" shop.example 5s", "--%s needs a site and a length of time, and has %s", name, plural(len(args), "argument"))
	}
	var rest duration
	if telling {
		if err := rest.Set(args[1]); err != nil {
			return mistakef("curtsy sites --slow shop.example 5s", "%q %v", args[1], err)
		}
	}
	if err := set.settle(cmd, s); err != nil {
		return err
	}
	home, err := set.homeDir(s)
	if err != nil {
		return err
	}
	if _, err := os.Stat(home); errors.Is(err, os.ErrNotExist) && !telling && len(args) == 0 {
		s.say("no site has been asked from %s yet", clean(home))
		return nil
	}
	ctx, restore := untilStopped()
	defer restore()
	crawler, err := s.crawler(set, "", nil)
	if err != nil {
		return err
	}
	if telling {
		err = s.tellSite(ctx, crawler, bool(set.rest), args[0], time.Duration(rest))
	} else {
		err = s.listSites(ctx, crawler, bool(set.asJSON), args)
	}
	return errors.Join(startError(err), crawler.Close())
}

// homeDir is the home of the settings, or the platform's.
func (s *settings) homeDir(st *streams) (string, error) {
	if s.home != "" {
		return string(s.home), nil
	}
	return (folders{goos: runtime.GOOS, env: st.env}).state()
}

// slowTelling is how long a word to a site takes before a person is told what for.
const slowTelling = 2 * time.Second

// tellSite records the operator's word. It waits while a request to the site is in flight.
func (s *streams) tellSite(ctx context.Context, crawler *curtsy.Crawler, leave bool, site string, rest time.Duration) error {
	tell := crawler.Slow
	if leave {
		tell = crawler.LeaveAlone
	}
	waits := time.AfterFunc(slowTelling, func() { s.say("%s is being asked; this is recorded when the request has ended", clean(site)) })
	err := tell(ctx, site, rest)
	waits.Stop()
	switch {
	case err != nil:
		return mistakef("curtsy sites --slow shop.example 5s", "%s", clean(err.Error()))
	case rest == 0:
		s.say("%s: taken back; what the site is owed otherwise stays", clean(site))
	case leave:
		s.say("%s is left alone until %s, by every process of this home from its next request on", clean(site), time.Now().Add(rest).UTC().Format(time.RFC3339))
	default:
		s.say("%s is left at least %s between requests, by every process of this home from its next request on", clean(site), spell(rest))
	}
	return nil
}

func (s *streams) listSites(ctx context.Context, crawler *curtsy.Crawler, asJSON bool, names []string) error {
	var states []curtsy.SiteState
	var err error
	if len(names) == 0 {
		states, err = crawler.Sites(ctx)
	}
	for _, name := range names {
		state, wrong := crawler.Site(ctx, name)
		if wrong != nil {
			return mistakef("curtsy sites shop.example", "%s", clean(wrong.Error()))
		}
		states = append(states, state)
	}
	if err != nil {
		return err
	}
	if len(states) == 0 {
		s.say("no site has been asked from this home yet")
	}
	if asJSON {
		for _, state := range states {
			if err := s.writeJSON(state); err != nil {
				return err
			}
		}
		return nil
	}
	table := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	for i, state := range states {
		if i == 0 {
			fmt.Fprintln(table, "SITE\tDELAY\tBECAUSE OF\tTODAY\tLAST ASKED")
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", clean(state.Site), spell(seconds(state.Delay)), because(state), today(state), lastAsked(state))
	}
	return table.Flush()
}

func seconds(n float64) time.Duration { return time.Duration(n * float64(time.Second)) }

// causeNames are the causes of a delay as a person reads them.
var causeNames = map[string]string{
	"floor": "floor", "delay": "--delay", "robots": "robots.txt", "operator": "operator", "pace": "its time to answer", "ratelimit": "its RateLimit",
	"latency": "answering slowly", "429": "a 429", "503": "a 503", "repeated_429": "repeated 429s", "failures": "failures", "first_visit": "first visit",
}

// because says what a site's delay comes from, and what it is left alone for.
func because(state curtsy.SiteState) string {
	var longest, greatest curtsy.Cause
	for _, cause := range state.Causes {
		if cause.Delay > longest.Delay {
			longest = cause
		}
		if cause.Times > greatest.Times {
			greatest = cause
		}
	}
	text := causeNames[longest.Name]
	if greatest.Times > 1 {
		text += fmt.Sprintf(", x%.3g for %s", greatest.Times, causeNames[greatest.Name])
	}
	parts := []string{text}
	if state.RestingUntil != nil {
		why := map[string]string{"retry_after": "its Retry-After", "operator": "the operator", "failures": "its failures"}[state.RestingFor]
		parts = append(parts, fmt.Sprintf("rests until %s for %s", state.RestingUntil.Format(time.RFC3339), why))
	}
	if state.BlockedAt != nil {
		parts = append(parts, "has blocked us: "+state.BlockedBy)
	}
	return strings.Join(parts, "; ")
}

func today(state curtsy.SiteState) string {
	text := fmt.Sprint(state.Today.Requests)
	if state.Budget.Requests > 0 {
		text += fmt.Sprintf(" of %d", state.Budget.Requests)
	}
	if state.Today.Bytes > 0 || state.Budget.Bytes > 0 {
		text += ", " + size(state.Today.Bytes)
	}
	if state.Budget.Bytes > 0 {
		text += " of " + size(state.Budget.Bytes)
	}
	return text
}

func lastAsked(state curtsy.SiteState) string {
	switch {
	case state.InFlight:
		return "now"
	case state.LastEnd == nil:
		return "never"
	}
	return state.LastEnd.Format(time.RFC3339)
}

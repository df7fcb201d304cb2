package cli

import (
	"context"
	"errors"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"curtsy"
	"curtsy/address"
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
	set.take(cmd, "slow", "rest", "json", "site-requests", "site-bytes", "first-visit", "max-delay", "delay", "home", "config")
	set.completions(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return s.sites(cmd, set, args) }
	return cmd
}

func (s *streams) sites(cmd *cobra.Command, set *settings, args []string) error {
	if err := together(cmd, [2]string{"slow", "rest"}, [2]string{"slow", "json"}, [2]string{"rest", "json"}); err != nil {
		return err
	}
	w, err := wordOf(set, args)
	if err != nil {
		return err
	}
	if err := set.settle(cmd, s); err != nil {
		return err
	}
	home, err := set.homeDir(s)
	if err != nil {
		return err
	}
	_, err = os.Stat(home)
	missing := errors.Is(err, os.ErrNotExist)
	if missing && w == nil && len(args) == 0 {
		s.say("no site has been asked from %s yet", clean(home))
		return nil
	}
	ctx, restore := untilStopped()
	defer restore()
	if missing && w != nil {
		if err := s.named(ctx, set, w); err != nil {
			return err
		}
	}
	crawler, err := s.lookingUp(set, missing && w == nil)
	if err != nil {
		return err
	}
	if w != nil {
		err = s.tellSite(ctx, w, w.teller(crawler))
	} else {
		err = s.listSites(ctx, crawler, bool(set.asJSON), args)
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = exitCode(exitInterrupted)
	}
	return errors.Join(err, crawler.Close())
}

// homeDir is the home of the settings, or the platform's.
func (s *settings) homeDir(st *streams) (string, error) {
	if s.home != "" {
		return string(s.home), nil
	}
	return (folders{goos: runtime.GOOS, env: st.env}).state()
}

// lookingUp makes the crawler that is asked how sites stand: without a home when there is
// none, so that looking makes none.
func (s *streams) lookingUp(set *settings, homeless bool) (*curtsy.Crawler, error) {
	options, err := set.options(s)
	if err != nil {
		return nil, err
	}
	if homeless {
		options.Home = ""
	}
	who, err := set.whoAmI()
	if err != nil {
		return nil, err
	}
	return curtsy.New(curtsy.Agent(who), options)
}

// named refuses a word about what is no site, so that it makes no home.
func (s *streams) named(ctx context.Context, set *settings, w *word) error {
	crawler, err := s.lookingUp(set, true)
	if err != nil {
		return err
	}
	_, err = crawler.Site(ctx, w.site)
	return errors.Join(siteMistake(w.hint(), err), crawler.Close())
}

// listSites writes how sites stand: those named, or all.
func (s *streams) listSites(ctx context.Context, crawler *curtsy.Crawler, asJSON bool, names []string) error {
	var states []curtsy.SiteState
	var err error
	if len(names) == 0 {
		if states, err = crawler.Sites(ctx); err != nil {
			return err
		}
	}
	for _, name := range names {
		state, err := crawler.Site(ctx, name)
		if err != nil {
			return siteMistake("curtsy sites shop.example", err)
		}
		states = append(states, state)
	}
	if len(states) == 0 {
		s.say("no site has been asked from this home yet")
		return nil
	}
	if !asJSON {
		return writeStates(s.out, states)
	}
	for _, state := range states {
		if err := s.writeJSON(state); err != nil {
			return err
		}
	}
	return nil
}

// siteMistake is an error of looking up a site: what names none is for a person to mend.
func siteMistake(hint string, err error) error {
	var wrong *address.Error
	if errors.As(err, &wrong) {
		return mistakef(hint, "%s", clean(err.Error()))
	}
	return err
}

// A word is what the operator wants of one site.
type word struct {
	site  string
	alone bool // leave it alone for the time, and not only so long between requests
	time  time.Duration
}

// mostSlow is the longest rest between requests that --slow takes.
const mostSlow = 24 * time.Hour

// wordOf reads the operator's word; nil when the command is to list.
func wordOf(set *settings, args []string) (*word, error) {
	if !bool(set.slow || set.rest) {
		return nil, nil
	}
	w := &word{alone: bool(set.rest)}
	if len(args) != 2 {
		return nil, mistakef(w.hint(), "%s needs a site and a length of time, and has %s", w.flag(), plural(len(args), "argument"))
	}
	var given duration
	if err := given.Set(args[1]); err != nil {
		return nil, mistakef(w.hint(), "%s: %q %v", w.flag(), args[1], err)
	}
	w.site, w.time = args[0], time.Duration(given)
	if !w.alone && w.time > mostSlow {
		return nil, mistakef((&word{alone: true}).hint(), "--slow: %s between requests is more than a day; --rest leaves a site alone", spell(w.time))
	}
	return w, nil
}

func (w *word) flag() string {
	if w.alone {
		return "--rest"
	}
	return "--slow"
}

func (w *word) hint() string {
	if w.alone {
		return "curtsy sites --rest shop.example 24h"
	}
	return "curtsy sites --slow shop.example 5s"
}

// A teller records a word.
type teller func(ctx context.Context, site string, rest time.Duration) error

func (w *word) teller(crawler *curtsy.Crawler) teller {
	if w.alone {
		return crawler.LeaveAlone
	}
	return crawler.Slow
}

// slowTelling is how long a word to a site takes before a person is told what for.
const slowTelling = 2 * time.Second

// tellSite records the operator's word. It waits while a request to the site is in flight.
func (s *streams) tellSite(ctx context.Context, w *word, tell teller) error {
	said := make(chan struct{})
	waits := time.AfterFunc(slowTelling, func() {
		defer close(said)
		s.say("%s is being asked; this is recorded when the request has ended", clean(w.site))
	})
	err := tell(ctx, w.site, w.time)
	if !waits.Stop() {
		<-said // one line at a time
	}
	switch {
	case err != nil:
		return siteMistake(w.hint(), err)
	case w.time == 0:
		s.say("%s: taken back; what the site is owed otherwise stays", clean(w.site))
	case w.alone:
		s.say("%s is left alone until %s, by every process of this home from its next request on", clean(w.site), time.Now().Add(w.time).UTC().Format(time.RFC3339))
	default:
		s.say("%s is left at least %s between requests, by every process of this home from its next request on", clean(w.site), spell(w.time))
	}
	return nil
}

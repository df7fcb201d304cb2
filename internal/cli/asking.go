package cli

import (
	"context"
	"errors"
	"net/netip"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"curtsy"
	"curtsy/address"
)

// askingFlags are the flags of every command that asks a site.
var askingFlags = []string{
	"delay", "jitter", "max-delay", "retries", "hours", "site-requests", "site-bytes", "first-visit", "per-machine",
	"agent", "contact", "header", "cookie", "proxy", "resolve", "home", "config",
}

// crawler makes the crawler the settings come to, whose runs keep their state
// in a file; "" is none. It opens the home directory and asks nobody; the
// caller closes it.
func (s *streams) crawler(set *settings, state string, trace *curtsy.Trace) (*curtsy.Crawler, error) {
	options, err := set.options(s)
	if err != nil {
		return nil, err
	}
	options.State, options.Trace = state, trace
	who, err := set.whoAmI()
	if err != nil {
		return nil, err
	}
	return curtsy.New(curtsy.Agent(who), options)
}

// options are the library's, from settings that have been settled.
func (s *settings) options(st *streams) (*curtsy.Options, error) {
	home, err := s.homeDir(st)
	if err != nil {
		return nil, err
	}
	o := &curtsy.Options{
		Home: home, Delay: time.Duration(s.delay), MaxDelay: time.Duration(s.maxDelay), Jitter: float64(s.jitter),
		Attempts: s.retries.value + 1, Sites: s.jobs.value, MaxPages: s.maxPages.value, MaxDepth: s.maxDepth.value, Limit: s.limit.value,
		TimeBudget: time.Duration(s.timeBudget), Include: s.include, Exclude: s.exclude,
		AnySite: bool(s.anySite), NoSitemap: bool(s.noSitemap), Order: s.order.value,
		Respect: s.respect.values, AllowDeniedRobots: s.robotsDenied.value == "allow",
		Header: sent(s.headers, s.cookies), HeaderFor: string(s.headerFor), Proxy: string(s.proxy), Resolve: s.routes,
		Resume: bool(s.resume), KeepFailed: bool(s.keepFailed),
		FirstVisit: s.firstVisit.value, PerMachine: s.perMachine.value, Hours: string(s.hours),
		SiteBytes: int64(s.siteBytes), MaxBytes: int64(s.maxBytes),
		Visible: bool(s.visible), Induce: bool(s.induce), Hydration: bool(s.hydration),
	}
	if s.from["site-requests"] != fromDefault {
		o.SiteRequests = s.siteRequests.value
	}
	// What was asked to be nothing is not what was left open.
	if o.Delay == 0 && s.from["delay"] != fromDefault {
		o.Delay = curtsy.None
	}
	if o.Jitter == 0 {
		o.Jitter = curtsy.None
	}
	if o.MaxDepth == 0 {
		o.MaxDepth = curtsy.None
	}
	return o, nil
}

// check refuses values that make no sense beside each other or at all.
func (s *settings) check() error {
	for _, positive := range []struct {
		name string
		d    duration
	}{{"max-delay", s.maxDelay}, {"time-budget", s.timeBudget}} {
		if positive.d == 0 && s.from[positive.name] != fromDefault {
			return badValue("--"+positive.name, positive.name, "0", errors.New("is no length of time at all"))
		}
	}
	if s.delay > s.maxDelay {
		return mistakef("--max-delay "+s.delay.String(), "--delay of %s is longer than --max-delay of %s", spell(time.Duration(s.delay)), spell(time.Duration(s.maxDelay)))
	}
	return nil
}

// introduce refuses to ask a public address for nobody: before anything is
// opened or written, so that naming a contact is all there is to mend.
func (s *settings) introduce(starts ...string) error {
	who, err := s.whoAmI()
	if err != nil {
		return err
	}
	for _, start := range starts {
		if a, err := address.Parse(start); err == nil && s.public(a) && !who.Reachable() {
			return mistakef("curtsy init --contact bot@example.org --page https://example.org/bot",
				"no_identity: %s is public, and no contact is configured that its owner could write to", a)
		}
	}
	for _, start := range starts {
		if a, err := address.Parse(start); err == nil && s.from["delay"] != fromDefault && time.Duration(s.delay) < time.Second && s.public(a) {
			return mistakef("--delay 1", "--delay of %g s is under the 1 s that a public site such as %s is left between requests", time.Duration(s.delay).Seconds(), a.Site())
		}
	}
	return nil
}

// public says whether a is to be taken for an address on the public internet:
// neither a number off it, nor a name the operator routed to one.
func (s *settings) public(a address.Address) bool {
	host := strings.Trim(a.Host(), "[]")
	for _, route := range s.routes {
		name, to, _ := strings.Cut(route, "=")
		suffix, wild := strings.CutPrefix(name, "*")
		if host != name && !(wild && strings.HasSuffix(host, suffix)) {
			continue
		}
		if addr, err := netip.ParseAddr(strings.Trim(to, "[]")); err == nil {
			return publicNumber(addr)
		}
		number, _, _ := cutPort(to)
		addr, err := netip.ParseAddr(strings.Trim(number, "[]"))
		return err != nil || publicNumber(addr)
	}
	if addr, err := netip.ParseAddr(host); err == nil {
		return publicNumber(addr)
	}
	return host != "localhost"
}

func publicNumber(addr netip.Addr) bool {
	addr = addr.Unmap()
	return !addr.IsLoopback() && !addr.IsPrivate() && !addr.IsLinkLocalUnicast()
}

// secondSignal is how long after the first a signal is still taken for it.
const secondSignal = 500 * time.Millisecond

// untilStopped gives a context that the first Ctrl-C ends, so that everything
// is left whole; the second ends the process. The function returned gives back
// what was taken.
//
// A second one within half a second is taken for the first.
func untilStopped() (context.Context, func()) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	// One word to stop may come twice: "timeout" signals the process and then its group.
	released := context.AfterFunc(ctx, func() { time.AfterFunc(secondSignal, stop) })
	return ctx, func() {
		released()
		stop()
	}
}

package curtsy

import (
	"crypto/x509"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"curtsy/address"
	"curtsy/internal/fetch"
	"curtsy/internal/hours"
	"curtsy/page"
)

// None asks for none of what a zero option would default: no jitter, no delay (which
// only a site on this machine or a private network allows), seeds alone.
const None = -1

// The orders pages come in.
const (
	OrderGiven = "given" // the order addresses were admitted in
	OrderDone  = "done"  // as they finish, each with its number
)

// How a new site is asked.
const (
	FirstVisitUsual  = "usual"
	FirstVisitGentle = "gentle" // at twice the delay until it has answered twenty times
)

// The defaults of zero options, and the bounds on the others.
const (
	defaultDelay    = time.Second // also the floor for a public site
	defaultMaxDelay = time.Minute
	defaultJitter   = 0.5
	defaultAttempts = 3
	defaultSites    = 4
	defaultPages    = 100
	defaultDepth    = 3
	defaultRequests = 10_000 // of a public site, in a UTC day
	defaultLimit    = 50_000 // the sitemap protocol's own limit for one file

	mostAttempts   = 11
	mostPerMachine = 2
	mostSites      = 10_000
	mostDelay      = 24 * time.Hour
)

// Options are the choices of a [Crawler] and its runs. The zero value is polite, and
// no field makes it less so: every knob turns towards slower, fewer, less.
type Options struct {
	// Home is the directory that keeps what must outlive the process: who was asked
	// when, what each site asked for, robots.txt copies. With a Home politeness holds
	// across every process that uses it; "" keeps it in this process.
	Home string

	Delay    time.Duration // least rest between requests to a site, from the end of one to the start of the next; 0 is 1 s, less is refused for a public site
	MaxDelay time.Duration // a site that asks for more is answered crawl_delay_too_long or rate_limited; 0 is 1 min
	Jitter   float64       // added to every rest: uniform between 0 and this fraction of it; 0 is 0.5, at most 1
	Attempts int           // times a page may be asked when its failure may pass; 0 is 3
	// FirstVisit is how a site is asked that has not answered twenty times yet:
	// FirstVisitUsual ("" too), or FirstVisitGentle, at twice the delay.
	FirstVisit string
	// PerMachine is how many requests may be in flight at one IP address, and at one
	// registrable domain, whatever their sites: 1 or 2; 0 is 2. This machine is exempt.
	PerMachine int
	Sites      int // sites asked at the same moment, one request each; a site that rests takes no place; 0 is 4, at most 10,000

	MaxPages   int           // addresses a crawl takes, whatever becomes of them; 0 is 100
	MaxDepth   int           // links from a seed; 0 is 3, None is the seeds and what their sitemaps list
	Limit      int           // addresses a map gives; 0 is 50,000
	TimeBudget time.Duration // after it nothing new is started, and what is started finishes; 0 is no bound
	// SiteRequests and SiteBytes are the most that everything that shares the Home may ask
	// of one site in one UTC day: requests of any kind, and bytes of bodies as they come
	// over the wire. 0 is 10,000 requests (none for a private site), and no bound on bytes.
	SiteRequests int
	SiteBytes    int64
	// MaxBytes ends a run as TimeBudget does: once as many bytes of bodies have come over
	// the wire, nothing new is started; 0 is no bound.
	MaxBytes int64
	// Hours are when sites may be asked, as "22:00-06:00@Europe/Berlin": windows apart by
	// commas, then the time zone, which is UTC if it is not named. Outside them a run waits,
	// or answers outside_hours when its TimeBudget ends before they begin. "" is any hour.
	Hours     string
	Include   []string // RE2 patterns: an address is admitted when one is found in it; none admits all; never applied to a seed
	Exclude   []string // RE2 patterns: an address is not admitted when one is found in it
	AnySite   bool     // follow links off the seeds' sites
	NoSitemap bool     // follow links alone, reading no sitemap
	Order     string   // OrderGiven ("" too) or OrderDone

	// Respect names the reservations that make a page refused: "tdm", "noai",
	// "content-usage", "content-signal". They are recorded either way.
	Respect []string
	// AllowDeniedRobots reads a robots.txt that answers 401, 403 or 451 as RFC 9309
	// section 2.3.1.3 does, as no rules, where curtsy refuses the origin.
	AllowDeniedRobots bool

	// Visible, Induce and Hydration read more of each page, asking nobody for it: guesses
	// from its own text, apart from what it declares; records of what it repeats (lists,
	// cards, tables) where it declares no thing; the whole of the state its scripts start
	// from, where else only the things known in it are given.
	Visible   bool
	Induce    bool
	Hydration bool

	Header    http.Header    // sent to one origin alone: a crawl's first seed's, that of the page fetched or the site mapped; never replaces our name
	HeaderFor string         // the origin, as an address on it, that a batch's Header is for; a batch with a Header needs it: its list may be anybody's words
	Proxy     string         // an http, https or socks5 proxy; the environment's is never used
	RootCAs   *x509.CertPool // the authorities whose certificates are believed, as a staging host may need; nil is the system's
	Resolve   []string       // "HOST=ADDR[:PORT]": where to reach an operator's own host, wildcards as in "*.shop.test" allowed

	// State is the file a run writes its lines to and resumes from; "" is none. With
	// Resume it continues the run the file holds; KeepFailed then leaves failures that
	// asking again might mend as they are.
	State      string
	Resume     bool
	KeepFailed bool

	Sinks []Sink // where pages also go, in order
	Trace *Trace // told of events; nil is none
}

// A Sink takes pages in the order of the run. Write and Close are never called at the
// same time by one run; runs of one Crawler at the same time call Write each from their own
// goroutine. [Crawler.Close] closes the crawler's sinks, once.
type Sink interface {
	Write(p *page.Page) error
	Close() error
}

// settings are options checked, with their defaults in.
type settings struct {
	Options
	resolve   []fetch.Resolve
	proxy     *url.URL
	headerFor address.Origin
	hours     hours.Windows

	statedDelay bool // the operator gave a delay
}

// settle checks the options and puts the defaults in.
func settle(given *Options) (*settings, error) {
	s := &settings{}
	if given != nil {
		s.Options = *given
	}
	if err := s.durations(); err != nil {
		return nil, err
	}
	if err := s.counts(); err != nil {
		return nil, err
	}
	if err := s.patterns(); err != nil {
		return nil, err
	}
	if err := s.network(); err != nil {
		return nil, err
	}
	if !slices.Contains([]string{"", OrderGiven, OrderDone}, s.Order) {
		return nil, fmt.Errorf("the order is %q; it is %q or %q", s.Order, OrderGiven, OrderDone)
	}
	if !slices.Contains([]string{"", FirstVisitUsual, FirstVisitGentle}, s.FirstVisit) {
		return nil, fmt.Errorf("the first visit is %q; it is %q or %q", s.FirstVisit, FirstVisitUsual, FirstVisitGentle)
	}
	for _, signal := range s.Respect {
		if !slices.Contains(RespectedSignals(), signal) {
			return nil, fmt.Errorf("respect names %q; the signals are %s", signal, strings.Join(RespectedSignals(), ", "))
		}
	}
	if s.Resume && s.State == "" {
		return nil, fmt.Errorf("resume needs the state file it continues")
	}
	return s, nil
}

// RespectedSignals lists what [Options.Respect] may name.
func RespectedSignals() []string { return []string{"tdm", "noai", "content-usage", "content-signal"} }

func (s *settings) durations() error {
	s.statedDelay = s.Delay > 0
	switch {
	case s.Delay == None:
		s.Delay = 0
	case s.Delay == 0:
		s.Delay = defaultDelay
	}
	if s.Delay < 0 || s.Delay > mostDelay {
		return fmt.Errorf("the delay is %g s; it is between 0 and %g s", s.Delay.Seconds(), mostDelay.Seconds())
	}
	if s.MaxDelay == 0 {
		s.MaxDelay = defaultMaxDelay
	}
	if s.MaxDelay < 0 || s.MaxDelay > mostDelay {
		return fmt.Errorf("the longest delay is %g s; it is between 0 and %g s", s.MaxDelay.Seconds(), mostDelay.Seconds())
	}
	if s.Delay > s.MaxDelay {
		return fmt.Errorf("the delay of %g s is more than the longest of %g s", s.Delay.Seconds(), s.MaxDelay.Seconds())
	}
	switch {
	case s.Jitter == None:
		s.Jitter = 0
	case s.Jitter == 0:
		s.Jitter = defaultJitter
	}
	if !(s.Jitter >= 0 && s.Jitter <= 1) {
		return fmt.Errorf("the jitter is %v; it is a fraction of the delay, between 0 and 1", s.Jitter)
	}
	if s.TimeBudget < 0 {
		return fmt.Errorf("the time budget is %v; it is more than 0", s.TimeBudget)
	}
	if s.Hours == "" {
		return nil
	}
	var err error
	if s.hours, err = hours.Parse(s.Hours); err != nil {
		return fmt.Errorf("the hours sites may be asked in: %w", err)
	}
	return nil
}

func (s *settings) counts() error {
	for _, count := range []struct {
		value              *int
		name               string
		fallback, low, top int
	}{
		{&s.Attempts, "attempts", defaultAttempts, 1, mostAttempts},
		{&s.Sites, "sites asked at once", defaultSites, 1, mostSites},
		{&s.MaxPages, "pages taken", defaultPages, 1, 1 << 30},
		{&s.Limit, "addresses mapped", defaultLimit, 1, 1 << 30},
		{&s.PerMachine, "requests in flight at one machine", mostPerMachine, 1, mostPerMachine},
		{&s.SiteRequests, "requests of one site in a day", 0, 0, 1 << 30},
	} {
		if *count.value == 0 {
			*count.value = count.fallback
		}
		if *count.value < count.low || *count.value > count.top {
			return fmt.Errorf("the number of %s is %d; it is between %d and %d", count.name, *count.value, count.low, count.top)
		}
	}
	if s.SiteBytes < 0 || s.MaxBytes < 0 {
		return fmt.Errorf("the bound on bytes is %d; it is more than 0", min(s.SiteBytes, s.MaxBytes))
	}
	switch {
	case s.MaxDepth == None:
		s.MaxDepth = 0
	case s.MaxDepth == 0:
		s.MaxDepth = defaultDepth
	case s.MaxDepth < 0 || s.MaxDepth > 1000:
		return fmt.Errorf("the depth is %d; it is between 0 and 1000", s.MaxDepth)
	}
	return nil
}

func (s *settings) patterns() error {
	for _, list := range []struct {
		texts []string
		name  string
	}{{s.Include, "include"}, {s.Exclude, "exclude"}} {
		for _, text := range list.texts {
			if _, err := regexp.Compile(text); err != nil {
				return fmt.Errorf("the %s pattern %q is no regular expression: %w", list.name, text, err)
			}
		}
	}
	return nil
}

func (s *settings) network() error {
	if err := fetch.CheckHeader(s.Header); err != nil {
		return err
	}
	if s.HeaderFor != "" {
		a, err := address.Parse(s.HeaderFor)
		if err != nil {
			return fmt.Errorf("the origin the header is for: %w", err)
		}
		s.headerFor = a.Origin()
	}
	if s.Proxy != "" {
		u, err := url.Parse(s.Proxy)
		if err != nil || u.Host == "" || !slices.Contains([]string{"http", "https", "socks5"}, u.Scheme) {
			return fmt.Errorf("the proxy is not the address of an http, https or socks5 proxy")
		}
		s.proxy = u
	}
	for _, text := range s.Resolve {
		r, err := parseResolve(text)
		if err != nil {
			return err
		}
		s.resolve = append(s.resolve, r)
	}
	return nil
}

// parseResolve reads "HOST=ADDR[:PORT]"; an IPv6 address with a port stands in brackets.
func parseResolve(text string) (fetch.Resolve, error) {
	host, to, ok := strings.Cut(text, "=")
	if !ok || host == "" || strings.ContainsAny(host, ":/ ") {
		return fetch.Resolve{}, fmt.Errorf("%q does not say where to reach a host: HOST=ADDR or HOST=ADDR:PORT", text)
	}
	r := fetch.Resolve{Host: strings.ToLower(host)}
	if addr, err := netip.ParseAddr(strings.Trim(to, "[]")); err == nil {
		r.Addr = addr
		return r, nil
	}
	at := strings.LastIndexByte(to, ':')
	if at < 0 {
		return fetch.Resolve{}, fmt.Errorf("%q does not say where to reach %s: %q is not an IP address", text, host, to)
	}
	addr, err := netip.ParseAddr(strings.Trim(to[:at], "[]"))
	if err != nil {
		return fetch.Resolve{}, fmt.Errorf("%q does not say where to reach %s: %q is not an IP address", text, host, to[:at])
	}
	port, err := strconv.ParseUint(to[at+1:], 10, 16)
	if err != nil || port == 0 {
		return fetch.Resolve{}, fmt.Errorf("%q does not say where to reach %s: %q is not a port", text, host, to[at+1:])
	}
	r.Addr, r.Port = addr, uint16(port)
	return r, nil
}

package cli

import (
	"time"

	"github.com/spf13/pflag"

	"curtsy"
)

// settings is every choice a command line, the environment or the
// configuration file can make, each with its default.
type settings struct {
	config, home text

	agent                                  text
	token, version, page, contact, purpose text

	delay, maxDelay, timeBudget              duration
	jitter                                   fraction
	retries, jobs, maxPages, maxDepth, limit count
	perMachine, siteRequests                 count
	siteBytes, maxBytes                      byteCount
	hours                                    windows
	firstVisit                               choice
	include, exclude                         patterns
	order, format, robotsDenied              choice
	respect                                  choices
	headers                                  headers
	cookies                                  cookies
	proxy                                    proxy
	routes                                   routes
	out                                      target
	seeds, base, file, url, headerFor        text
	anySite, noSitemap, resume, keepFailed   toggle
	plain, quiet, asJSON, force, slow, rest  toggle
	visible, induce, hydration               toggle
	full, frontMatter                        toggle

	from map[string]source // who gave each flag's value; absent: the default
}

// A source says where a value came from; the greater wins.
type source int

const (
	fromDefault source = iota
	fromFile
	fromEnvironment
	fromFlag
)

func newSettings() *settings {
	return &settings{
		maxDelay:     duration(time.Minute),
		jitter:       0.5,
		retries:      count{value: 2, least: 0, most: 10},
		jobs:         count{value: 4, least: 1, most: 10_000},
		maxPages:     count{value: 100, least: 1, most: 1 << 30},
		maxDepth:     count{value: 3, least: 0, most: 1000},
		limit:        count{value: 50_000, least: 1, most: 50_000},
		perMachine:   count{value: 2, least: 1, most: 2},
		siteRequests: count{value: 10_000, least: 1, most: 1 << 30},
		firstVisit:   choice{value: curtsy.FirstVisitUsual, of: []string{curtsy.FirstVisitUsual, curtsy.FirstVisitGentle}},
		order:        choice{value: "given", of: []string{"given", "done"}},
		format:       choice{value: "jsonl", of: []string{"jsonl", "csv"}},
		robotsDenied: choice{value: "refuse", of: []string{"refuse", "allow"}},
		respect:      choices{of: curtsy.RespectedSignals()},
		from:         map[string]source{},
	}
}

// A setting is one choice: its flag, its key in the file, its name in the
// environment, and the line of help about it.
type setting struct {
	name    string // of the flag; "" when no flag sets it
	short   string
	value   pflag.Value
	holds   string // what its value is called in help; "" for a toggle
	doc     string
	example string // a value that would be taken, for the hint after one that was not
	key     string // in the configuration file; "" when it may not stand there
	env     string // in the environment; "" when it may not stand there
	secret  bool   // its value is never written to a stream
	rare    bool   // help gives its name alone; "curtsy help flags" says more
}

// all lists every setting, in the order help gives them.
func (s *settings) all() []setting {
	return []setting{
		{name: "max-pages", value: &s.maxPages, holds: "N", example: "200", doc: "take at most N addresses, failures too (100)"},
		{name: "max-depth", value: &s.maxDepth, holds: "N", example: "3", doc: "follow links N deep (3; 0: the start and its sitemaps' pages)"},
		{name: "include", value: &s.include, holds: "RE", example: "'/docs/'", doc: "take only addresses the expression is found in (repeatable)"},
		{name: "exclude", value: &s.exclude, holds: "RE", example: "'[?&]sort='", doc: "leave out addresses it is found in (repeatable)"},
		{name: "any-site", value: &s.anySite, doc: "follow links to other sites too"},
		{name: "no-sitemap", value: &s.noSitemap, doc: "follow links only, without asking for sitemaps"},
		{name: "limit", value: &s.limit, holds: "N", example: "1000", doc: "list at most N addresses (50000)"},
		{name: "seeds", value: &s.seeds, holds: "FILE", example: "seeds.txt", doc: "read more starts from a file, one a line (-: stdin)"},
		{name: "out", short: "o", value: &s.out, holds: "FILE", example: "pages.jsonl", doc: "write to a new FILE (crawl, batch: --resume continues it)"},
		{name: "resume", value: &s.resume, doc: "continue the run that -o FILE holds"},
		{name: "keep-failed", value: &s.keepFailed, rare: true, doc: "with --resume: do not ask again what failed"},
		{name: "format", value: &s.format, holds: "F", example: "csv", doc: "jsonl, or csv for a table (map: json or csv)"},
		{name: "plain", value: &s.plain, doc: "print addresses alone, one a line"},
		{name: "json", value: &s.asJSON, doc: "print one JSON object a line"},
		{name: "quiet", value: &s.quiet, doc: "say nothing but what went wrong"},
		{name: "visible", value: &s.visible, doc: "also guess from the page's own text, in a key of its own"},
		{name: "induce", value: &s.induce, doc: "records of what a page repeats, where it declares nothing"},
		{name: "hydration", value: &s.hydration, rare: true, doc: "the whole state that a page's scripts start from, as records"},
		{name: "full", value: &s.full, doc: "the whole page, not its main content alone"},
		{name: "front-matter", value: &s.frontMatter, doc: "put the page's summary before the text, as YAML"},
		{name: "order", value: &s.order, holds: "O", example: "done", rare: true, doc: "given: lines in the run's order; done: as pages finish"},
		{name: "delay", value: &s.delay, holds: "TIME", example: "1.5", key: "delay", env: "CURTSY_DELAY", doc: "least rest after an answer (1; a site asking for more gets it)"},
		{name: "jitter", value: &s.jitter, holds: "F", example: "0.5", key: "jitter", env: "CURTSY_JITTER", rare: true, doc: "lengthen each rest by up to this fraction of it (0.5; 0 to 1)"},
		{name: "max-delay", value: &s.maxDelay, holds: "TIME", example: "60s", key: "max_delay", env: "CURTSY_MAX_DELAY", rare: true, doc: "leave a site that asks for a longer rest alone (60s)"},
		{name: "retries", value: &s.retries, holds: "N", example: "2", key: "retries", env: "CURTSY_RETRIES", rare: true, doc: "ask again up to N times, later each time (2)"},
		{name: "jobs", value: &s.jobs, holds: "N", example: "4", key: "jobs", env: "CURTSY_JOBS", doc: "sites at once, one request each (4)"},
		{name: "time-budget", value: &s.timeBudget, holds: "TIME", example: "10m", doc: "start nothing more after TIME (none)"},
		{name: "max-bytes", value: &s.maxBytes, holds: "SIZE", example: "500MB", rare: true, doc: "start nothing more once SIZE has come over the wire (none)"},
		{name: "hours", value: &s.hours, holds: "WHEN", example: "22:00-06:00@Europe/Berlin", key: "hours", env: "CURTSY_HOURS", rare: true, doc: "ask only in these hours of the day, and wait for them (any)"},
		{name: "site-requests", value: &s.siteRequests, holds: "N", example: "2000", key: "site_requests", env: "CURTSY_SITE_REQUESTS", rare: true, doc: "ask a site at most N times a UTC day, all runs counted (10000)"},
		{name: "site-bytes", value: &s.siteBytes, holds: "SIZE", example: "500MB", key: "site_bytes", env: "CURTSY_SITE_BYTES", rare: true, doc: "let a site send at most SIZE a UTC day, all runs counted (none)"},
		{name: "first-visit", value: &s.firstVisit, holds: "HOW", example: "gentle", key: "first_visit", env: "CURTSY_FIRST_VISIT", rare: true, doc: "gentle: twice the delay until a new site answered 20 times (usual)"},
		{name: "per-machine", value: &s.perMachine, holds: "N", example: "1", key: "per_machine", env: "CURTSY_PER_MACHINE", rare: true, doc: "requests in flight at one IP address or domain: 1 or 2 (2)"},
		{name: "respect", value: &s.respect, holds: "WHAT", example: "tdm", key: "respect", env: "CURTSY_RESPECT", doc: "refuse what these reserve: tdm, noai, content-usage, content-signal"},
		{value: &s.robotsDenied, example: "refuse", key: "robots_denied", env: "CURTSY_ROBOTS_DENIED", doc: "what a robots.txt answering 401, 403 or 451 means: refuse or allow"},

		{name: "agent", value: &s.agent, holds: "UA", example: "'ExampleBot/1.0 (+https://example.org/bot; bot@example.org)'", env: "CURTSY_AGENT", rare: true, doc: "ask as this agent: Token/Version (+page; contact)"},
		{name: "token", value: &s.token, holds: "NAME", example: "ExampleBot", key: "identity.token", env: "CURTSY_TOKEN", doc: "product token: what robots.txt calls you (curtsy)"},
		{name: "version", value: &s.version, holds: "V", example: "1.0", key: "identity.version", env: "CURTSY_VERSION", doc: "version of your crawler, when the token is your own (1.0)"},
		{name: "page", value: &s.page, holds: "URL", example: "https://example.org/bot", key: "identity.page", env: "CURTSY_PAGE", doc: "page that tells a site owner what you do and how to stop it"},
		{name: "contact", value: &s.contact, holds: "WHO", example: "bot@example.org", key: "identity.contact", env: "CURTSY_CONTACT", rare: true, doc: "e-mail address or URL where a person answers"},
		{name: "purpose", value: &s.purpose, holds: "USE", example: "search", key: "identity.purpose", env: "CURTSY_PURPOSE", doc: "what the pages are for, held against the rights a site reserves"},
		{name: "header", value: &s.headers, holds: "'N: V'", example: "'Authorization: ...'", secret: true, rare: true, doc: "send to the start's origin alone (repeatable)"},
		{name: "cookie", value: &s.cookies, holds: "N=V", example: "session=...", secret: true, rare: true, doc: "send to the start's origin alone (repeatable)"},
		{name: "header-for", value: &s.headerFor, holds: "URL", example: "https://shop.example/", rare: true, doc: "the one origin of the list that --header and --cookie are for"},
		{name: "proxy", value: &s.proxy, holds: "URL", example: "http://proxy.example:3128", key: "proxy", env: "CURTSY_PROXY", secret: true, rare: true, doc: "go through an http, https or socks5 proxy"},
		{name: "resolve", value: &s.routes, holds: "H=A[:P]", example: "'*.shop.test=127.0.0.1:8080'", rare: true, doc: "reach host H (or *.H) at address A, port P (repeatable)"},

		{name: "slow", value: &s.slow, doc: "leave SITE at least TIME between requests (0: as otherwise)"},
		{name: "rest", value: &s.rest, doc: "leave SITE alone for TIME (0: no longer)"},
		{name: "base", value: &s.base, holds: "URL", example: "https://shop.example/a/", doc: "resolve against this address"},
		{name: "file", value: &s.file, holds: "FILE", example: "robots.txt", doc: "judge by this file instead of asking the site (-: stdin)"},
		{name: "url", value: &s.url, holds: "URL", example: "https://shop.example/p/1", doc: "the address a file or stdin came from"},
		{name: "force", value: &s.force, doc: "replace the identity that is there"},
		{name: "home", value: &s.home, holds: "DIR", example: "~/.local/state/curtsy", env: "CURTSY_HOME", rare: true, doc: "keep what must outlive a run here"},
		{name: "config", value: &s.config, holds: "FILE", example: "curtsy.toml", env: "CURTSY_CONFIG", rare: true, doc: "read this configuration file"},
	}
}

// flag finds a setting by its flag's name.
func (s *settings) flag(name string) (setting, bool) {
	for _, setting := range s.all() {
		if setting.name == name && name != "" {
			return setting, true
		}
	}
	return setting{}, false
}

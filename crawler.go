package curtsy

import (
	"context"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"runtime"
	"strings"
	"sync"

	"curtsy/address"
	"curtsy/internal/fetch"
	"curtsy/internal/gate"
	"curtsy/internal/identity"
	"curtsy/internal/permit"
	"curtsy/internal/store"
	"curtsy/internal/visit"
	"curtsy/page"
)

// process is the one piece of package state: the site sees one process, however many
// Crawlers it holds, so those without a Home share who was asked when, and the copies
// of robots.txt.
var process = newMemory()

// memory is what a home keeps, for those without one.
type memory struct {
	ledger gate.Ledger
	copies permit.Copies
}

func newMemory() memory { return memory{ledger: gate.NewMemory(), copies: permit.NewMemory()} }

// A Crawler asks sites, politely. Make one with [New] and [Crawler.Close] it. It is
// safe for concurrent use; one a process is the intent.
type Crawler struct {
	agent    Agent
	settings *settings
	visitor  *visit.Visitor
	gate     *gate.Gate
	rung     *fetch.Fetcher
	store    *store.Store // nil without a home
	bill     *bill
	tdm      *reservations
	reading  chan struct{} // has room for the pages that may be read at the same moment

	mu     sync.Mutex // guards what follows; never held across a wait
	named  map[address.Origin]bool
	public map[address.Site]bool // asked on the public internet
}

// network is how tests reach the sites they play; nil fields are the real thing.
type network struct {
	dial   func(ctx context.Context, network, addr string) (net.Conn, error)
	lookup func(ctx context.Context, host string) ([]netip.Addr, error)
	memory *memory // in place of the process's
}

// New makes a crawler of an agent and options; nil options are polite. It opens the
// home directory, when there is one, and makes no request.
func New(agent Agent, options *Options) (*Crawler, error) {
	return newCrawler(agent, options, network{})
}

func newCrawler(agent Agent, options *Options, net network) (*Crawler, error) {
	who := identity.Agent(agent)
	if err := who.Check(); err != nil {
		return nil, err
	}
	s, err := settle(options)
	if err != nil {
		return nil, err
	}
	c := &Crawler{agent: agent, settings: s, bill: newBill(), named: map[address.Origin]bool{}, public: map[address.Site]bool{}}
	config := fetch.Config{
		UserAgent: who.UserAgent(), From: who.From(), Proxy: s.proxy, Resolve: s.resolve,
		Allow: c.isNamed, Dial: net.dial, Lookup: net.lookup, RootCAs: s.RootCAs, MaxIdle: min(max(4*s.Sites, 64), 10_000),
	}
	if c.rung, err = fetch.New(config); err != nil {
		return nil, err
	}
	kept := process
	if net.memory != nil {
		kept = *net.memory
	}
	if s.Home != "" {
		if c.store, err = store.Open(s.Home); err != nil {
			return nil, err
		}
		kept = memory{ledger: c.store.Ledger(), copies: c.store.Copies()}
	}
	c.gate = gate.New(gate.Config{
		Floor: c.floor, MaxDelay: s.MaxDelay, Jitter: s.Jitter, Slots: s.Sites,
		Rand: rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())), Waiting: s.Trace.waiting, Stated: c.stated,
		Gentle: s.FirstVisit == FirstVisitGentle, Budget: c.budget, Opens: s.hours.Opens, Shares: c.shares, PerShare: s.PerMachine,
	}, kept.ledger)
	book := permit.Config{Token: who.ProductToken(), AllowDenied: s.AllowDeniedRobots}
	if who.Own() {
		book.Also = identity.Curtsy
	}
	c.visitor = visit.New(visit.Config{
		Attempts: s.Attempts, MaxDelay: s.MaxDelay, Floor: c.floor, Refuse: c.refuse, Reserved: c.reservedBefore, Asked: c.asked,
	}, book, routedCopies{Copies: kept.copies, resolve: s.resolve}, c.gate, c.rung)
	c.tdm = newReservations(c)
	c.reading = make(chan struct{}, runtime.GOMAXPROCS(0))
	return c, nil
}

// Close ends the kept connections and closes the sinks and the home. The crawler is not
// used after.
func (c *Crawler) Close() error {
	err := c.rung.Close()
	for _, sink := range c.settings.Sinks {
		if closing := sink.Close(); closing != nil {
			err = closing
		}
	}
	if c.store != nil {
		if closing := c.store.Close(); closing != nil {
			err = closing
		}
	}
	return err
}

// refuse says why an address is not asked at all, whatever its robots.txt says. What
// stands in the address is judged here, at no wait; where its name leads is judged as it
// is dialled.
func (c *Crawler) refuse(a address.Address) error {
	private := c.private(a)
	if !private {
		c.meetPublic(a.Site())
	}
	if err := c.rung.Judge(a); err != nil {
		return err
	}
	if !private && !identity.Agent(c.agent).Reachable() {
		return page.Errorf(page.NoIdentity, "%s is public, and no contact is configured that its owner could write to", a)
	}
	return nil
}

func (c *Crawler) asked(r visit.Request) {
	c.bill.add(r)
	c.settings.Trace.asked(Request{
		Site: string(r.Site), URL: r.URL.String(), Purpose: r.Purpose, At: r.At, Seconds: r.Seconds, Status: r.Status,
		Bytes: r.Bytes, WireBytes: r.WireBytes, Waited: r.Waited, Attempt: r.Attempt, Err: r.Err,
	})
}

// Fetch visits one page: its robots.txt first, then the page, in turns like any run's.
// What the page came to, failures too, is in the Page; the error is the context's, or
// says what the store could not do.
func (c *Crawler) Fetch(ctx context.Context, url string) (*page.Page, error) {
	d, err := c.FetchDocument(ctx, url)
	if err != nil {
		return nil, err
	}
	return d.Page, nil
}

// Judge says what the robots.txt of url's origin says of it, asking for the file when no
// copy may be used, and for nothing else. A refusal is an answer; the error is a
// *page.Error when there is no verdict: no address, or a robots.txt that could not be
// had.
func (c *Crawler) Judge(ctx context.Context, url string) (*page.Robots, error) {
	a, err := address.Parse(url)
	if err != nil {
		return nil, page.Errorf(page.BadAddress, "%v", err)
	}
	c.name(a)
	if err := c.tooSoon(a); err != nil {
		return nil, err
	}
	if err := c.refuse(a); err != nil {
		return nil, err
	}
	return c.visitor.Verdict(ctx, a, c.start())
}

func badAddress(p *page.Page, text string, err error) *page.Page {
	p.URL = text
	p.Err = page.Errorf(page.BadAddress, "%v", err)
	return p
}

// mediaType is the type without its parameters, in lower case.
func mediaType(header http.Header) string {
	essence, _, _ := strings.Cut(header.Get("Content-Type"), ";")
	return strings.ToLower(strings.TrimSpace(essence))
}

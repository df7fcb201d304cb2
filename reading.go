package curtsy

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"curtsy/address"
	"curtsy/internal/frontier"
	"curtsy/internal/identity"
	"curtsy/internal/permit"
	"curtsy/internal/read"
	"curtsy/internal/traps"
	"curtsy/internal/visit"
	"curtsy/page"
	"curtsy/robots"
)

// visit brings a to a page: asked, read, and judged by what it says of its own use.
// The error is the context's, or visit.ErrNotStarted; the page is then not taken.
func (c *Crawler) visit(ctx context.Context, p *page.Page, a address.Address, start visit.Start) (*page.Page, error) {
	return c.pageOf(ctx, p, c.visitor.Visit(ctx, a, c.how(a.Origin(), start)), nil)
}

// how says how pages are asked for; the operator's header is for one origin.
func (c *Crawler) how(home address.Origin, start visit.Start) visit.How {
	return visit.How{Purpose: permit.ForPage, Header: c.settings.Header, Home: home, Start: start}
}

// pageOf makes a page of what a visit came to. A nil scope is that of what follows no
// links.
func (c *Crawler) pageOf(ctx context.Context, p *page.Page, answer *visit.Answer, scope *frontier.Scope) (*page.Page, error) {
	a := answer.Address
	p.URL = a.String()
	describe(p, answer)
	if answer.Err != nil {
		return failed(ctx, p, answer.Err)
	}
	response := answer.Response
	kind := read.MediaType(response.Header, response.Body)
	if len(response.Body) == 0 && response.Header.Get("Content-Type") == "" {
		kind = "text/html" // nothing at all: a page that declares nothing
	}
	document := c.documentOf(answer)
	if !read.Readable(kind) {
		p.Err = page.Errorf(page.NotAPage, "%s: it is of type %q, which is not read", a, kind)
		return p, nil
	}
	reading, err := c.read(ctx, document)
	if err != nil {
		return nil, err
	}
	put(p, reading, func(link address.Address) (string, bool) { return leaves(link, scope) })
	p.Fetch.Type = kind
	p.Fingerprint = traps.SketchOf(a, response.Body).String()
	read.MergeRights(p.Rights, read.LinesFor(c.robotsSignals(answer.File), answer.Landed.Target()))
	c.keep(p, reading)
	return p, nil
}

// read reads a page when there is room: as many at the same moment as there are
// processors, for the tree of one made to be large takes hundreds of megabytes. Its site's
// turn has ended; nobody waits for it but its own run. The error is the context's.
func (c *Crawler) read(ctx context.Context, document *read.Document) (*read.Reading, error) {
	select {
	case c.reading <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-c.reading }()
	return read.Page(document), nil
}

// documentOf is what is read of an answer.
func (c *Crawler) documentOf(answer *visit.Answer) *read.Document {
	return &read.Document{
		Address: answer.Landed, Header: answer.Response.Header, Body: answer.Response.Body,
		Token: identity.Agent(c.agent).ProductToken(), Want: c.settings.want(),
	}
}

// want is what is read of a page beyond what always is.
func (s *settings) want() read.Want {
	return read.Want{Visible: s.Visible, Induce: s.Induce, Hydration: s.Hydration}
}

// keep withholds what the page asks not to be kept, or reserves. What it lets a crawl
// follow stays: a noindex is about the page, not about its links.
func (c *Crawler) keep(p *page.Page, reading *read.Reading) {
	if reading.NoIndex {
		withhold(p, page.Errorf(page.NoIndex, "%s: it asks not to be kept (noindex)", p.URL))
		return
	}
	if use := c.agent.Purpose; use != "" && p.Rights.Uses[use] == read.Reserved {
		withhold(p, page.Errorf(page.RightsReserved, "%s: it reserves %s, the purpose the pages are for", p.URL, use))
		return
	}
	for _, name := range c.settings.Respect {
		if signal, reserved := read.Reserves(p.Rights, name, identity.Agent(c.agent).ProductToken()); reserved {
			withhold(p, page.Errorf(page.RightsReserved, "%s: %s reserves it (%s %s: %s)", p.URL, name, signal.Source, signal.Key, signal.Value))
			return
		}
	}
}

func withhold(p *page.Page, err *page.Error) {
	p.OK, p.Err = false, err
	p.Canonical, p.Summary, p.Records, p.Sources, p.Fingerprint = "", nil, nil, nil, ""
	p.Conflicts, p.Relations, p.Visible, p.Repairs, p.Unread = nil, nil, nil, nil, nil
}

// failed puts err into the page when it is an answer about it, and returns it otherwise.
func failed(ctx context.Context, p *page.Page, err error) (*page.Page, error) {
	var failure *page.Error
	switch {
	case errors.As(err, &failure):
		p.Err = failure
		return p, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	return nil, err
}

// describe puts into the page how it was asked.
func describe(p *page.Page, answer *visit.Answer) {
	p.AskedAt, p.Retries, p.Robots = answer.AskedAt, answer.Retries, answer.Robots
	if answer.AskedAt.IsZero() {
		return
	}
	p.Fetch = &page.Fetch{
		Rung: "http", Hops: answer.Hops, Waited: round(answer.Waited),
		Seconds: round(answer.Ended.Sub(answer.AskedAt)),
	}
	response := answer.Response
	if response == nil {
		return
	}
	p.Landed = answer.Landed.String()
	p.Fetch.Status, p.Fetch.Bytes, p.Fetch.WireBytes = response.Status, response.Bytes, response.WireBytes
	p.Fetch.Type, p.Fetch.SHA256 = mediaType(response.Header), response.SHA256
	p.Fetch.ETag, p.Fetch.LastModified = response.Header.Get("ETag"), response.Header.Get("Last-Modified")
}

// put puts a reading into the page, with a count of the links that left says are not
// followed.
func put(p *page.Page, reading *read.Reading, left func(address.Address) (string, bool)) {
	p.OK = true
	p.Canonical, p.Summary, p.Records, p.Sources = reading.Canonical, reading.Summary, reading.Records, reading.Sources
	p.Conflicts, p.Relations, p.Visible = reading.Conflicts, reading.Relations, reading.Visible
	p.Rights, p.Repairs, p.Unread, p.LeftOut = reading.Rights, reading.Repairs, reading.Unread, reading.LeftOut
	for i := range p.Records {
		script, _, _ := strings.Cut(p.Records[i].Where, "#")
		p.Records[i].Repaired = slices.ContainsFunc(reading.Repairs, func(r page.Repair) bool {
			return r.Where == script && (r.What == "mended" || r.What == "entities") // the rest of the repairs guess at nothing
		})
	}
	if p.Fetch != nil {
		p.Fetch.Charset = reading.Charset
	}
	p.Links = make([]string, 0, len(reading.Links))
	for _, link := range reading.Links {
		p.Links = append(p.Links, link.String())
		if reason, is := left(link); is {
			if p.LeftOut == nil {
				p.LeftOut = map[string]int{}
			}
			p.LeftOut[reason]++
		}
	}
}

// robotsSignals are the rights lines of the robots.txt that permitted the page.
func (c *Crawler) robotsSignals(file *robots.File) []page.Signal {
	if file == nil {
		return nil
	}
	var signals []page.Signal
	for _, line := range file.Rights(identity.Agent(c.agent).ProductToken()) {
		signals = append(signals, page.Signal{Name: line.Key, Value: line.Value, Source: "robots", Key: line.Key, Agent: line.Group})
	}
	return signals
}

func round(d time.Duration) float64 { return float64(d.Round(time.Millisecond).Milliseconds()) / 1000 }

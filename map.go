package curtsy

import (
	"context"
	"errors"
	"time"

	"curtsy/address"
	"curtsy/internal/frontier"
	"curtsy/internal/permit"
	"curtsy/internal/visit"
	"curtsy/page"
)

// The bounds on one map (sitemaps.org allows a file 50,000 entries and 50 MiB).
const (
	maxSitemaps  = 50
	maxNested    = 3 // an index should list no index; some do
	sitemapBound = 50 << 20
)

// The places a map's addresses come from.
const (
	FromSitemaps = "sitemaps"
	FromLinks    = "links"
)

// A Map is a site's addresses: those its sitemaps list, in their order, once each; or,
// when they list none, those its start page links to.
type Map struct {
	URL       string    `json:"url"`
	Source    string    `json:"source"` // FromSitemaps or FromLinks
	URLs      []MapURL  `json:"urls"`
	Sitemaps  []Sitemap `json:"sitemaps"`  // every file that was asked for, or named and not asked for
	Truncated bool      `json:"truncated"` // a bound stopped the map before the sitemaps were read out

	Error *page.Error `json:"error,omitempty"` // why nothing could be read: neither sitemaps nor the start page
}

// A MapURL is one address of a map.
type MapURL struct {
	URL     string `json:"url"`
	LastMod string `json:"lastmod,omitempty"` // as written
	Sitemap string `json:"sitemap,omitempty"` // the file that lists it
}

// A Sitemap is what one file came to.
type Sitemap struct {
	URL     string         `json:"url"`
	Kind    string         `json:"kind,omitempty"` // "urlset", "sitemapindex", "text", "rss" or "atom"
	Entries int            `json:"entries"`
	Error   *page.Error    `json:"error"`              // null when it was read to its end; beside entries when it broke off
	LeftOut map[string]int `json:"left_out,omitempty"` // entries not taken, by reason
}

// Map gives the addresses of url's site. The error is a *page.Error when neither its
// sitemaps nor its start page could be read, or the context's; the Map is then what
// was learned all the same.
func (c *Crawler) Map(ctx context.Context, url string) (*Map, error) {
	a, err := address.Parse(url)
	if err != nil {
		return nil, page.Errorf(page.BadAddress, "%v", err)
	}
	c.name(a)
	if err := c.tooSoon(a); err != nil {
		return nil, err
	}
	m, err := c.mapSite(ctx, a, c.settings.Limit, c.start())
	if len(m.URLs) == 0 {
		errors.As(err, &m.Error)
	}
	return m, err
}

// start bounds what a run that begins now starts.
func (c *Crawler) start() visit.Start {
	start := visit.Start{Began: time.Now()}
	if c.settings.TimeBudget > 0 {
		start.By = start.Began.Add(c.settings.TimeBudget)
	}
	return start
}

func (c *Crawler) mapSite(ctx context.Context, start address.Address, limit int, starting visit.Start) (*Map, error) {
	s := c.newSurvey(start, limit, starting)
	scope, err := frontier.NewScope([]address.Address{start}, c.settings.Include, c.settings.Exclude, false)
	if err != nil {
		return s.found, err
	}
	s.wanted = func(a address.Address) bool { return scope.Admits(0, a) }
	if err := s.read(ctx); err != nil {
		return s.found, err
	}
	if len(s.found.URLs) > 0 || s.full() || s.late {
		return s.found, nil
	}
	return s.found, s.links(ctx)
}

// A survey is the reading of one site's sitemaps.
type survey struct {
	*Crawler
	start    address.Address
	limit    int
	starting visit.Start
	found    *Map
	asked    map[address.Address]bool // sitemaps, so that none is asked for twice
	known    map[address.Address]bool // addresses, so that none is given twice
	wanted   func(address.Address) bool
	late     bool // the time to start by passed before it was read out

	had  map[string]*sitemapRead // files that were read before, by address; nil when none is known
	tell func(*sitemapRead)      // told of each file read; nil tells nobody
}

func (c *Crawler) newSurvey(start address.Address, limit int, starting visit.Start) *survey {
	return &survey{
		Crawler: c, start: start, limit: limit, starting: starting,
		found: &Map{URL: start.String(), Source: FromSitemaps, URLs: []MapURL{}, Sitemaps: []Sitemap{}},
		asked: map[address.Address]bool{}, known: map[address.Address]bool{},
		wanted: func(address.Address) bool { return true },
	}
}

func (s *survey) full() bool { return len(s.found.URLs) >= s.limit }

// read asks for the sitemaps robots.txt names, in its order; when it names none, for
// the two places where one is usual, the second only when the first is not there.
func (s *survey) read(ctx context.Context) error {
	file, err := s.robots(ctx)
	if err != nil || s.late {
		return err
	}
	var listed []string
	if file != nil {
		for _, entry := range file.Sitemaps() {
			listed = append(listed, entry.Value)
		}
	}
	for _, reference := range listed {
		a, err := s.start.Resolve(reference)
		if err != nil {
			s.note(Sitemap{URL: reference, Error: page.Errorf(page.BadAddress, "%v", err)})
			continue
		}
		if _, err := s.sitemap(ctx, a, 0); err != nil {
			return err
		}
	}
	if len(listed) > 0 {
		return nil
	}
	for _, path := range []string{"/sitemap.xml", "/sitemap_index.xml"} {
		a, err := s.start.Origin().Address(path)
		if err != nil {
			return err
		}
		if there, err := s.sitemap(ctx, a, 0); there || err != nil {
			return err
		}
	}
	return nil
}

// sitemap reads one file and, when it is an index, the files it lists. It says whether
// there was a sitemap at all; the error is what ends the map. What is known of the file
// already is not asked again.
func (s *survey) sitemap(ctx context.Context, a address.Address, depth int) (there bool, err error) {
	if s.asked[a] {
		return true, nil
	}
	if s.full() || len(s.asked) >= maxSitemaps || depth >= maxNested {
		s.found.Truncated = true
		return true, nil
	}
	s.asked[a] = true
	read, known := s.had[a.String()]
	if known && read.serves(s.limit) {
		s.take(read)
	} else if read, err = s.ask(ctx, a); err != nil || read == nil {
		return true, err
	}
	s.note(read.Sitemap)
	for _, next := range read.Nested {
		nested, err := address.Parse(next)
		if err != nil {
			continue
		}
		if _, err := s.sitemap(ctx, nested, depth+1); err != nil {
			return true, err
		}
	}
	return read.there(), nil
}

// ask asks for one file and reads it; nil when the time to start by has passed.
func (s *survey) ask(ctx context.Context, a address.Address) (*sitemapRead, error) {
	body := &spool{}
	defer body.reset()
	answer := s.visitor.Visit(ctx, a, visit.How{
		Purpose: permit.ForSitemap, Header: s.settings.Header, Home: s.start.Origin(), Start: s.starting,
		Accept: "application/xml,text/xml,text/plain;q=0.8,*/*;q=0.5",
		Bound:  sitemapBound, Body: body, Restart: body.reset,
	})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(answer.Err, visit.ErrNotStarted):
		s.found.Truncated, s.late = true, true
		return nil, nil
	}
	read := &sitemapRead{Sitemap: Sitemap{URL: a.String()}, Limit: s.limit}
	var failure *page.Error
	cut := errors.As(answer.Err, &failure) && answer.Response != nil && answer.Response.Status/100 == 2
	switch {
	case answer.Err != nil && failure == nil:
		return nil, answer.Err
	case answer.Err != nil && !cut:
		read.Sitemap.Error = failure
	default:
		text, err := body.reader()
		if err != nil {
			return nil, err
		}
		before := len(s.found.URLs)
		read.Nested = s.entries(&read.Sitemap, answer.Landed, text)
		if read.Sitemap.Error == nil {
			read.Sitemap.Error = failure
		}
		read.Listed, read.Cut = s.found.URLs[before:], s.full()
	}
	if s.tell != nil && (failure == nil || !failure.Retryable) {
		s.tell(read)
	}
	return read, nil
}

func (s *survey) note(read Sitemap) { s.found.Sitemaps = append(s.found.Sitemaps, read) }

// links puts in the links of the start page, when the sitemaps list nothing.
func (s *survey) links(ctx context.Context) error {
	s.found.Source = FromLinks
	p, err := s.visit(ctx, &page.Page{Via: page.ViaSeed}, s.start, s.starting)
	if errors.Is(err, visit.ErrNotStarted) {
		s.found.Truncated = true
		return nil
	}
	if err != nil {
		return err
	}
	for _, link := range p.Links {
		a, err := address.Parse(link)
		if err != nil || !s.wanted(a) || s.known[a] {
			continue
		}
		if s.full() {
			s.found.Truncated = true
			break
		}
		s.known[a] = true
		s.found.URLs = append(s.found.URLs, MapURL{URL: link})
	}
	return p.Err
}

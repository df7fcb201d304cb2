package curtsy

import (
	"context"
	"errors"
	"slices"

	"curtsy/address"
	"curtsy/page"
)

// An opening is what one site's sitemaps came to; or, while they are being read, what one
// file of them did.
type opening struct {
	lane, place int
	site        address.Site
	file        *sitemapRead // one file; the rest is then not set
	listed      []string
	sitemaps    []Sitemap
	partial     bool // something could not be had that may be had later: the listing is not to be gone by again
	err         error
}

// A listing is what a site's sitemaps list, as it is noted beside the output so that a
// resumed run goes by the same list.
type listing struct {
	Listed []string `json:"listed"`
	Limit  int      `json:"limit"` // how many were wanted
}

// maxNote bounds a listing's note: a longer one is read from the notes of its files.
const maxNote = 64 << 20

// serves says whether a run that wants as many can go by the listing: it was read out,
// or holds enough.
func (l listing) serves(wanted int) bool { return len(l.Listed) < l.Limit || wanted <= l.Limit }

// A sitemapRead is what one file of a site's sitemaps came to, as it is noted beside the
// output: a run cut short among fifty files asks none of them again.
type sitemapRead struct {
	Sitemap Sitemap  `json:"sitemap"`
	Listed  []MapURL `json:"listed,omitempty"` // what the map took of it
	Nested  []string `json:"nested,omitempty"` // the files it lists
	Cut     bool     `json:"cut,omitempty"`    // the map was full before it was read out
	Limit   int      `json:"limit"`            // how many were wanted
}

func (r *sitemapRead) serves(wanted int) bool { return !r.Cut || wanted <= r.Limit }

// there says whether there was a sitemap: a file of a known kind, or one that could not be
// had for a reason that is not the site's answer.
func (r *sitemapRead) there() bool {
	if err := r.Sitemap.Error; err != nil && r.Sitemap.Kind == "" && r.Sitemap.Entries == 0 && err.Code != page.NotAPage {
		return err.Class != page.Answered
	}
	return r.Sitemap.Kind != ""
}

// take puts in what a file that was read before lists.
func (s *survey) take(read *sitemapRead) {
	for _, listed := range read.Listed {
		a, err := address.Parse(listed.URL)
		if err != nil || s.known[a] {
			continue
		}
		if s.full() {
			s.found.Truncated = true
			return
		}
		s.known[a] = true
		s.found.URLs = append(s.found.URLs, listed)
	}
}

func noteOf(site address.Site) string { return "sitemaps of " + string(site) }

func noteOfFile(site address.Site) string { return "sitemap of " + string(site) + " " }

// readBefore gives the files of a site's sitemaps that an earlier part of the run read.
func (e *engine) readBefore(site address.Site) (map[string]*sitemapRead, error) {
	had := map[string]*sitemapRead{}
	for _, key := range e.journal.Notes(noteOfFile(site)) {
		read := new(sitemapRead)
		if _, err := e.journal.Noted(key, read); err != nil {
			return nil, err
		}
		had[read.Sitemap.URL] = read
	}
	return had, nil
}

// beginSurveys begins as many surveys as can be under way.
func (e *engine) beginSurveys(ctx context.Context) {
	for len(e.surveys) > 0 && !e.tooMany(e.opening) {
		survey := e.surveys[0]
		e.surveys[0] = nil
		e.surveys = e.surveys[1:]
		e.opening++
		go func() { e.opened <- survey(ctx) }()
	}
}

// survey reads the sitemaps of a seed's site as far as the run can take what they list.
func (e *engine) survey(ctx context.Context, n, place int, seed address.Address, had map[string]*sitemapRead) opening {
	s := e.crawler.newSurvey(seed, e.crawler.settings.MaxPages, e.start)
	s.wanted = func(a address.Address) bool { return e.scope.Admits(n, a) && !isEndless(a) }
	s.had = had
	s.tell = func(read *sitemapRead) { e.opened <- opening{site: seed.Site(), file: read} }
	err := s.read(ctx)
	var failure *page.Error
	partial := slices.ContainsFunc(s.found.Sitemaps, func(read Sitemap) bool { return read.Error != nil && read.Error.Retryable })
	if errors.As(err, &failure) {
		err, partial = nil, true // the seeds' own pages will say so
	}
	o := opening{partial: partial, lane: n, place: place, site: seed.Site(), sitemaps: s.found.Sitemaps, listed: []string{}, err: err}
	for _, listed := range s.found.URLs {
		o.listed = append(o.listed, listed.URL)
	}
	return o
}

// admitListed takes what a site's sitemaps list. It is noted beside the output, so that
// a resumed run goes by the same list.
func (e *engine) admitListed(o opening) error {
	if o.file != nil {
		return e.note(o)
	}
	e.opening--
	if o.err != nil {
		return o.err
	}
	e.report.Sitemaps = append(e.report.Sitemaps, o.sitemaps...)
	l := &e.lanes[o.lane]
	l.listings[o.place] = o.listed
	l.surveys--
	if !e.tooLate() {
		if err := e.note(o); err != nil {
			return err
		}
	}
	if l.surveys > 0 {
		return nil
	}
	return e.admitLane(o.lane)
}

// note keeps what was read beside the output.
func (e *engine) note(o opening) error {
	if o.file != nil {
		return e.journal.Note(noteOfFile(o.site)+o.file.Sitemap.URL, o.file)
	}
	size := 0
	for _, text := range o.listed {
		size += len(text)
	}
	if o.partial || size > maxNote {
		return nil
	}
	return e.journal.Note(noteOf(o.site), listing{Listed: o.listed, Limit: e.crawler.settings.MaxPages})
}

package curtsy

import (
	"context"
	"errors"
	"io"

	"curtsy/address"
	"curtsy/internal/sitemap"
	"curtsy/internal/visit"
	"curtsy/page"
	"curtsy/robots"
)

// robots gives the start's robots.txt; nil when it has no rules. One that could not be
// had, or refuses the origin, ends the map: nothing on the site may then be asked. The
// time to start by may pass before it is read: the map is then cut.
func (s *survey) robots(ctx context.Context) (*robots.File, error) {
	if err := s.refuse(s.start); err != nil {
		return nil, err
	}
	file, err := s.visitor.Robots(ctx, s.start, s.starting)
	if errors.Is(err, visit.ErrNotStarted) {
		s.found.Truncated, s.late = true, true
		return nil, nil
	}
	return file, err
}

// entries takes what a sitemap lists: addresses on the start's site into the map, and
// the files an index lists on its own site to be read next. An error leaves what came
// before it.
func (s *survey) entries(read *Sitemap, at address.Address, text io.Reader) (nested []string) {
	leave := func(reason string) {
		if read.LeftOut == nil {
			read.LeftOut = map[string]int{}
		}
		read.LeftOut[reason]++
	}
	kind, err := sitemap.Read(text, at, sitemap.Bound{}, func(entry sitemap.Entry) bool {
		read.Entries++
		a, err := at.Resolve(entry.Loc)
		switch {
		case err != nil:
			leave("bad_address")
		case entry.Index && a.Site() != at.Site():
			leave("off_site")
		case entry.Index:
			nested = append(nested, a.String())
		case a.Site() != s.start.Site():
			leave("off_site")
		case s.known[a]:
			leave("repeated")
		case !s.wanted(a):
			leave("out_of_scope")
		case s.full():
			s.found.Truncated = true
			return false
		default:
			s.known[a] = true
			s.found.URLs = append(s.found.URLs, MapURL{URL: a.String(), LastMod: entry.LastMod, Sitemap: read.URL})
		}
		return true
	})
	read.Kind = string(kind)
	if err != nil {
		code := page.NotAPage
		if errors.Is(err, sitemap.ErrTooLarge) {
			code, s.found.Truncated = page.TooLarge, true
		}
		read.Error = page.Errorf(code, "%v", err)
	}
	return nested
}

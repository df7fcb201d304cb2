package read

import (
	"maps"
	"slices"
	"strings"

	"curtsy/internal/induce"
	"curtsy/internal/visible"
	"curtsy/page"
)

// readBeyond reads what was asked for beyond what the page declares: each on a tree,
// and none of it an answer of the summary.
func (r *Reading) readBeyond(s *Source) {
	if s.Want.Induce && !declaresThing(r.Records) {
		r.attempt("induced", func() { r.induce(s) })
	}
	if s.Want.Visible {
		r.Visible = page.Visible{}
		r.attempt("visible", func() { r.guess(s) })
	}
}

// declaresThing says whether some record is of a thing: not of the page as a whole, nor
// of who publishes it and where it stands on their site, as every page of a site says.
func declaresThing(records []page.Record) bool {
	for i := range records {
		switch r := &records[i]; {
		case slices.Contains([]string{"opengraph", "twitter", "dublincore", "meta"}, r.Source):
		case strings.HasSuffix(r.Type, "Organization"), strings.HasSuffix(r.Type, "Page"):
		case slices.Contains([]string{"WebSite", "BreadcrumbList", "Person", "SiteNavigationElement", "WPHeader", "WPFooter", "h-card"}, r.Type):
		default:
			return true
		}
	}
	return false
}

func (r *Reading) induce(s *Source) {
	t, err := s.Tree()
	if err != nil {
		s.Fail("induced", err.Error())
		return
	}
	records, left := induce.Records(t, s.Resolve)
	for what, n := range left {
		r.leaveOut(what, n)
	}
	if len(records) > 0 {
		r.Records = append(r.Records, records...)
		r.Sources = append(r.Sources, "induced")
	}
}

func (r *Reading) guess(s *Source) {
	t, err := s.Tree()
	if err != nil {
		s.Fail("visible", err.Error())
		return
	}
	maps.Copy(r.Visible, visible.Guess(t, s.Lang))
}

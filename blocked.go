package curtsy

import (
	"errors"
	"strings"

	"curtsy/address"
	"curtsy/page"
)

// A BlockedSite is one that showed in a run that it has blocked us. It is left alone for
// the rest of the run; what remains is to write to its owner.
type BlockedSite struct {
	Site    string
	Message string // how it showed it
	Contact string // the page of the site that looks like the one to find its owner by; "" when none was seen
}

// contactWords are what a link to a site's contact has in its path, the surest first.
var contactWords = []string{"contact", "kontakt", "contatti", "impressum", "imprint", "about", "legal"}

// A contact is the best link to a site's owner seen so far.
type contact struct {
	url  string
	rank int // in contactWords
}

// noteContact keeps the link of a page that most looks like one to its site's owner.
func (e *engine) noteContact(p *page.Page) {
	if len(p.Links) == 0 {
		return
	}
	from, err := address.Parse(p.URL)
	if err != nil {
		return
	}
	best, known := e.contacts[from.Site()]
	if !known {
		best.rank = len(contactWords)
	}
	for _, link := range p.Links {
		if best.rank == 0 {
			break
		}
		if rank := contactRank(link); rank < best.rank {
			if a, err := address.Parse(link); err == nil && a.Site() == from.Site() {
				best = contact{url: link, rank: rank}
			}
		}
	}
	e.contacts[from.Site()] = best
}

func contactRank(link string) int {
	for rank, word := range contactWords {
		if at := strings.LastIndex(link, word); at > 0 && strings.Count(link[:at], "/") >= 3 {
			return rank
		}
	}
	return len(contactWords)
}

// noteBlocked puts the site of a page that is blocked into the report, once.
func (e *engine) noteBlocked(p *page.Page) {
	if !errors.Is(p.Err, page.Blocked) {
		return
	}
	a, err := address.Parse(p.URL)
	if err != nil || e.blocked[a.Site()] {
		return
	}
	e.blocked[a.Site()] = true
	e.report.Blocked = append(e.report.Blocked, BlockedSite{
		Site: string(a.Site()), Message: p.Err.Error(), Contact: e.contacts[a.Site()].url,
	})
}

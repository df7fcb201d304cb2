package curtsy

import (
	"errors"

	"curtsy/address"
	"curtsy/internal/frontier"
	"curtsy/internal/write"
	"curtsy/page"
)

// maxRedirectsOff is how many redirects off their sites are taken up one after
// another: a name that answers for every name below it could lead on for ever.
const maxRedirectsOff = 10

// A settled page is what the order needs of it.
type settled struct {
	url       string
	depth     int
	landed    string
	canonical string
	links     []string
	target    string // where a redirect off the site leads

	ok                  bool
	sha256, fingerprint string
}

func (e *engine) settledPage(p *page.Page) *settled {
	s := &settled{url: p.URL, depth: p.Depth, landed: p.Landed, canonical: p.Canonical}
	if e.list == nil { // a list's pages admit none of their links
		s.links = p.Links
	}
	s.ok, s.fingerprint = p.OK, p.Fingerprint
	if p.Fetch != nil {
		s.sha256 = p.Fetch.SHA256
	}
	var failure *page.Error
	if errors.As(p.Err, &failure) {
		s.target = failure.Target
	}
	return s
}

func (e *engine) settledLine(l *write.Line) *settled {
	s := &settled{url: l.URL, depth: l.Depth, landed: l.Landed, canonical: l.Canonical, target: l.Target, ok: l.OK, sha256: l.SHA256, fingerprint: l.Fingerprint}
	if e.list == nil {
		s.links = l.Links
	}
	return s
}

// absorb admits what pages lead to, each in its turn in its lane's order, which is
// what makes the order decided and not raced.
func (e *engine) absorb() (absorbed bool, err error) {
	touched := e.touched
	e.touched = nil
	for _, n := range touched {
		for {
			number, ok := e.frontier.Absorbing(n)
			if !ok {
				break
			}
			s := e.settled[number]
			if s == nil {
				break
			}
			delete(e.settled, number)
			if err := e.admitFrom(n, number, s); err != nil {
				return absorbed, err
			}
			e.frontier.Absorbed(number)
			absorbed = true
		}
	}
	return absorbed, nil
}

// admitFrom admits what one page leads to.
func (e *engine) admitFrom(lane, number int, s *settled) error {
	from, err := address.Parse(s.url)
	if err != nil {
		return nil // a line of a list that is no address leads nowhere
	}
	if e.list == nil { // every line of a list is taken, whatever others say of it
		if err := e.markTwins(from, s); err != nil {
			return err
		}
	}
	if s.target != "" {
		if err := e.admitTarget(lane, number, s); err != nil {
			return err
		}
	}
	if e.list != nil {
		return nil
	}
	leads, err := e.admitLinks(lane, number, from, s)
	if err != nil {
		return err
	}
	return e.observe(lane, from, s, leads)
}

// markTwins makes seen addresses of where the page landed and of its canonical, on its
// own site.
func (e *engine) markTwins(from address.Address, s *settled) error {
	for _, twin := range []string{s.landed, s.canonical} {
		if twin == "" || twin == s.url {
			continue
		}
		if a, err := address.Parse(twin); err == nil && a.Site() == from.Site() {
			if err := e.frontier.Mark(a); err != nil {
				return err
			}
		}
	}
	return nil
}

// admitTarget admits where a redirect off its site leads, as an address of its own, in
// a batch and where any site is in scope.
func (e *engine) admitTarget(lane, number int, s *settled) error {
	if e.list == nil && !e.crawler.settings.AnySite {
		return nil
	}
	target, err := address.Parse(s.target)
	if err != nil || e.list == nil && (!e.scope.Admits(lane, target) || isEndless(target)) {
		return nil
	}
	if far, err := e.redirectedTooFar(number); far || err != nil {
		return err
	}
	found := frontier.Found{Address: target, Depth: s.depth, FoundOn: number, Via: page.ViaRedirect}
	if e.list != nil && e.listed != nil {
		return e.frontier.AdmitLater(lane, found)
	}
	if e.list == nil {
		e.lanes[lane].shapes.Listed(target)
	}
	_, _, err = e.frontier.Admit(lane, found)
	return err
}

// redirectedTooFar says whether so many redirects off their sites led to a page that no
// other is taken up.
func (e *engine) redirectedTooFar(number int) (bool, error) {
	for range maxRedirectsOff {
		found, _, err := e.frontier.Found(number)
		if err != nil || found.Via != page.ViaRedirect {
			return false, err
		}
		number = found.FoundOn
	}
	return true, nil
}

// admitLinks admits the page's links, unless they are deeper than the run goes. It says
// whether one leads to something new.
func (e *engine) admitLinks(lane, number int, from address.Address, s *settled) (leads bool, err error) {
	deeper := s.depth+1 > e.crawler.settings.MaxDepth
	for _, link := range s.links {
		seen, err := e.frontier.Seen(link)
		if err != nil {
			return false, err
		}
		if seen {
			continue
		}
		a, err := address.Parse(link)
		if err != nil || !e.scope.Admits(lane, a) || isEndless(a) {
			continue
		}
		if deeper {
			e.report.Deeper++
			continue
		}
		found := frontier.Found{Address: a, Depth: s.depth + 1, FoundOn: number, Via: page.ViaLink}
		new, err := e.admitFound(lane, from, found)
		if err != nil {
			return false, err
		}
		leads = leads || new
	}
	return leads, nil
}

// endless says which bound against endless spaces an address is cut by.
func endless(a address.Address) (reason string, cut bool) { return frontier.Bounds{}.Endless(a) }

func isEndless(a address.Address) bool {
	_, cut := endless(a)
	return cut
}

// masked is a line of a list that is no address, as its page gives it: without the
// password it may hold.
func masked(line string, err error) string {
	var refusal *address.Error
	if errors.As(err, &refusal) {
		return refusal.Reference
	}
	return line
}

package frontier

import (
	"fmt"
	"math"
	"strings"

	"curtsy/address"
	"curtsy/page"
)

// A Found is an address and how it was come by.
type Found struct {
	Address address.Address
	Depth   int // links from a seed
	FoundOn int // number of the page that led here; -1 for none
	Via     page.Via
}

// A Taken is an address lent to be visited. Its site is lent with it, until [Frontier.Done].
type Taken struct {
	Found
	N int // its number in the run
	// FoundOnURL is the address of the page FoundOn; "" for none.
	FoundOnURL string

	site uint32
}

// Config is fixed for the life of a Frontier.
type Config struct {
	Lanes int // 0 is 1
	Pages int // the most addresses the run takes, over all lanes; 0 is no bound
}

// A Frontier holds what is known and not yet visited. One goroutine owns it.
type Frontier struct {
	queue Queue
	max   int
	lanes []lane
	next  links // index of an entry → index of the next one of its site
	ids   map[address.Site]uint32
	sites []siteQueue
	ready readyHeap // sites that have something and are not lent, the lowest number first
	lent  int       // sites lent
	wait  int       // addresses queued
	cut   bool      // something was not admitted for want of room under Pages
	write cursor    // whose line is next
	limit cursor    // the first number not certain to be among the first Pages
	under int       // numbers below limit that are used or may yet be
}

type lane struct {
	index    []uint32 // k → index in the queue; none for a number that is no address
	absorbed int      // numbers absorbed so far: the next k to absorb
	sealed   bool
	later    []Found
}

func (l *lane) finished() bool { return l.sealed && l.absorbed == len(l.index) }

// none is the index of no entry.
const none = math.MaxUint32

// siteQueue is the line of a site's addresses, in the order of their numbers.
type siteQueue struct {
	name       address.Site
	head, tail uint32
	lent       bool
}

// New makes a frontier whose addresses are kept in q, which it then owns.
func New(cfg Config, q Queue) *Frontier {
	f := &Frontier{
		queue: q,
		max:   cfg.Pages,
		lanes: make([]lane, max(cfg.Lanes, 1)),
		ids:   make(map[address.Site]uint32),
	}
	if f.max <= 0 {
		f.max = math.MaxInt
	}
	f.write = newCursor(len(f.lanes), 0)
	f.limit = newCursor(len(f.lanes), f.max)
	f.under = f.max
	return f
}

// Close frees the queue.
func (f *Frontier) Close() error { return f.queue.Close() }

// Admit gives found the next number of its lane, unless it was seen before or the
// lane has had Pages numbers already. What a page leads to is admitted while that
// page is [Frontier.Absorbing].
func (f *Frontier) Admit(lane int, found Found) (n int, admitted bool, err error) {
	l := &f.lanes[lane]
	k := len(l.index)
	if k >= f.max {
		if !f.cut {
			seen, err := f.Seen(found.Address.String())
			if err != nil {
				return 0, false, err
			}
			f.cut = !seen
		}
		return 0, false, nil
	}
	e := Entry{Address: found.Address, Lane: uint32(lane), K: uint32(k), Depth: found.Depth, FoundOn: none, Via: found.Via}
	if found.FoundOn >= 0 {
		e.FoundOn = f.index(found.FoundOn)
	}
	index, added, err := f.queue.Append(e)
	if err != nil || !added {
		return 0, false, err
	}
	l.index = append(l.index, index)
	f.enqueue(index, found.Address.Site(), f.number(lane, k))
	return f.number(lane, k), true, nil
}

// AdmitLater admits found once the lane is sealed, after all that is admitted
// before: where a batch's redirects lead comes after its whole list. The order of
// the calls is the order of admission.
func (f *Frontier) AdmitLater(lane int, found Found) error {
	if l := &f.lanes[lane]; !l.sealed {
		l.later = append(l.later, found)
		return nil
	}
	_, _, err := f.Admit(lane, found)
	return err
}

// Reserve gives the lane's next number to something that is no address (a line of
// a list that cannot be read), so that it is answered in its place. It counts as
// taken and done; like every number it is absorbed in its turn. False means the
// lane has had Pages numbers already.
func (f *Frontier) Reserve(lane int) (n int, ok bool) {
	l := &f.lanes[lane]
	k := len(l.index)
	if k >= f.max {
		f.cut = true
		return 0, false
	}
	l.index = append(l.index, none)
	return f.number(lane, k), true
}

// Mark makes a seen address of one that is not to be taken: where a redirect
// landed, a page's canonical on its own site.
func (f *Frontier) Mark(a address.Address) error {
	_, err := f.queue.Mark(a)
	return err
}

// Seen says whether the address of this one spelling was admitted or marked. A
// link that was seen need not be parsed.
func (f *Frontier) Seen(spelling string) (bool, error) { return f.queue.Seen(spelling) }

// Seal says that nothing more comes to the lane but what its pages lead to: its
// list has been read, its sitemaps asked. A lane not sealed is never finished.
func (f *Frontier) Seal(lane int) error {
	l := &f.lanes[lane]
	if l.sealed {
		return nil
	}
	l.sealed = true
	for _, found := range l.later {
		if _, _, err := f.Admit(lane, found); err != nil {
			return err
		}
	}
	l.later = nil
	f.ended(lane)
	return nil
}

// Next lends the address with the lowest number whose site is free, and its site.
// It gives none while every such address is not certain to be among the first
// Pages; a lane that ends may change that.
func (f *Frontier) Next() (t Taken, ok bool, err error) {
	if len(f.ready) == 0 || !f.Within(f.ready[0].n) {
		return Taken{}, false, nil
	}
	first := f.ready.pop()
	s := &f.sites[first.site]
	index := s.head
	e, err := f.queue.At(index)
	if err != nil {
		return Taken{}, false, err
	}
	t = Taken{N: first.n, site: first.site}
	if t.Found, t.FoundOnURL, err = f.found(e); err != nil {
		return Taken{}, false, err
	}
	s.head = f.next.at(index)
	s.lent = true
	f.lent++
	f.wait--
	return t, true, nil
}

// Done takes the site back: the visit of t has ended. Its page is absorbed apart,
// in its turn.
func (f *Frontier) Done(t Taken) error {
	s := &f.sites[t.site]
	if !s.lent {
		panic(fmt.Sprintf("frontier: site %q is done twice", s.name))
	}
	s.lent = false
	f.lent--
	return f.offer(t.site)
}

// Found says what is admitted under n. It is an error to ask for a number that is
// reserved or not given yet.
func (f *Frontier) Found(n int) (found Found, foundOnURL string, err error) {
	index := f.index(n)
	if index == none {
		return Found{}, "", fmt.Errorf("frontier: number %d is no address", n)
	}
	e, err := f.queue.At(index)
	if err != nil {
		return Found{}, "", err
	}
	return f.found(e)
}

// Left counts the addresses queued; Lent counts the sites lent.
func (f *Frontier) Left() int { return f.wait }

// Lent counts the addresses taken whose visits have not ended.
func (f *Frontier) Lent() int { return f.lent }

// Cut says whether something was not admitted, or is queued and will not be taken,
// for want of room under Pages. Ask at the end of the run.
func (f *Frontier) Cut() bool {
	return f.cut || len(f.ready) > 0 && !f.Within(f.ready[0].n)
}

// Lane is the lane of a number.
func (f *Frontier) Lane(n int) int { return n % len(f.lanes) }

func (f *Frontier) number(lane, k int) int { return k*len(f.lanes) + lane }

func (f *Frontier) index(n int) uint32 { return f.lanes[n%len(f.lanes)].index[n/len(f.lanes)] }

func (f *Frontier) found(e Entry) (Found, string, error) {
	found := Found{Address: e.Address, Depth: e.Depth, FoundOn: -1, Via: e.Via}
	if e.FoundOn == none {
		return found, "", nil
	}
	from, err := f.queue.At(e.FoundOn)
	if err != nil {
		return Found{}, "", err
	}
	found.FoundOn = f.number(int(from.Lane), int(from.K))
	return found, from.Address.String(), nil
}

// enqueue puts an entry at the end of its site's line.
func (f *Frontier) enqueue(index uint32, site address.Site, n int) {
	id, ok := f.ids[site]
	if !ok {
		id = uint32(len(f.sites))
		name := address.Site(strings.Clone(string(site)))
		f.ids[name] = id
		f.sites = append(f.sites, siteQueue{name: name, head: none})
	}
	f.next.set(index, none)
	f.wait++
	s := &f.sites[id]
	if s.head != none {
		f.next.set(s.tail, index)
		s.tail = index
		return
	}
	s.head, s.tail = index, index
	if !s.lent {
		f.ready.push(readySite{n: n, site: id})
	}
}

// offer makes a site ready when it has something.
func (f *Frontier) offer(id uint32) error {
	head := f.sites[id].head
	if head == none {
		return nil
	}
	e, err := f.queue.At(head)
	if err != nil {
		return err
	}
	f.ready.push(readySite{n: f.number(int(e.Lane), int(e.K)), site: id})
	return nil
}

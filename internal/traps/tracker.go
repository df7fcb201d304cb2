package traps

import (
	"curtsy/address"
)

// The numbers of the shape budget.
const (
	judged     = 50   // pages whose mean novelty is judged, and that are read before anything is stopped
	leastNew   = 0.05 // the mean novelty under which a shape is stopped
	mostOut    = 50   // addresses of a shape admitted and not read yet
	mostSpaces = 10_000
	mostWords  = 20_000 // features remembered of one space
	mostWaits  = 100_000
)

// A Verdict says whether an address is followed.
type Verdict int

// The verdicts.
const (
	Take  Verdict = iota // now: it counts as out until its page is observed
	Later                // the tracker keeps it until its shape has earned it
	Leave                // never: its shape is stopped
)

// A Page is what an observed page came to. The zero Page is one that says nothing: it
// failed, was refused or was not asked for.
type Page struct {
	OK     bool
	SHA256 string
	Sketch Sketch
	Leads  bool // it led to an address that [Tracker.Leads] found worth it
}

// A Stop says that addresses of a shape are not followed any more.
type Stop struct{ Shape string }

// Left is how many addresses of a shape were left.
type Left struct {
	Shape   string
	Count   int
	Example string
}

// A Tracker keeps the budgets of the shapes of one lane. Each address it is asked about
// comes with a payload, which is given back with it. One goroutine uses it at a time.
type Tracker[T any] struct {
	spaces map[string]*space[T]
	order  []*space[T]
	out    map[string]struct{} // addresses taken by Admit and not observed
	waits  map[string]struct{} // addresses kept for later
}

// A space is a shape or a family: what was seen of it, and what waits for it.
type space[T any] struct {
	name    string
	out     int
	pages   int            // observed and ok
	recent  []float64      // novelty of the last pages
	spoken  []float64      // and what of it their words alone had
	first   *Page          // the only page so far: most shapes never have a second
	words   map[uint32]int // how many pages have a feature; made with the second page
	bodies  map[string]struct{}
	waiting []waiting[T]
	stopped bool
	left    int
	example string
}

// waiting is an address kept for later.
type waiting[T any] struct {
	address address.Address
	payload T
}

// New gives a tracker that has seen nothing.
func New[T any]() *Tracker[T] {
	return &Tracker[T]{spaces: map[string]*space[T]{}, out: map[string]struct{}{}, waits: map[string]struct{}{}}
}

// Admit asks for an address that a link leads to. One that is to be taken counts as out
// until its page is observed. One that waits already waits on.
func (t *Tracker[T]) Admit(a address.Address, payload T) Verdict {
	text := a.String()
	if _, already := t.waits[text]; already {
		return Later
	}
	return t.admit(t.of(a), waiting[T]{a, payload})
}

// Leads says whether a page at from brings something new by leading to an address nobody
// knew: one of another shape and family, whose own pages are not known to say nothing. A
// page of a listing may have no words but links to what is listed; two endless spaces that
// lead to each other have nothing.
func (t *Tracker[T]) Leads(from, to address.Address) bool {
	shape, family := shapes(from)
	for _, s := range t.of(to) {
		if s.name == shape || s.name == family || s.stopped || len(s.spoken) == judged && mean(s.spoken) < leastNew {
			return false
		}
	}
	return true
}

// Listed says that an address is taken whatever its shape: a seed's, or one that the
// site's own sitemap lists. Its page is observed like any other.
func (t *Tracker[T]) Listed(address.Address) {}

// Observe takes in what a page came to. It gives the addresses that may now be taken, in
// the order they came, which count as out from here; and what was stopped by it.
func (t *Tracker[T]) Observe(a address.Address, p Page) (ready []T, stopped []Stop) {
	spaces := t.of(a)
	if _, was := t.out[a.String()]; was {
		delete(t.out, a.String())
		for _, s := range spaces {
			s.out--
		}
	}
	if p.OK {
		for _, s := range spaces {
			if s.observe(p) {
				stopped = append(stopped, Stop{Shape: s.name})
			}
		}
	}
	for _, s := range spaces {
		ready = append(ready, t.release(s)...)
	}
	return ready, stopped
}

// Waiting counts the addresses kept for later.
func (t *Tracker[T]) Waiting() int { return len(t.waits) }

// Left gives what was left, in the order the shapes were met.
func (t *Tracker[T]) Left() (all []Left) {
	for _, s := range t.order {
		if s.left > 0 {
			all = append(all, Left{Shape: s.name, Count: s.left, Example: s.example})
		}
	}
	return all
}

// of gives the spaces an address falls in. When too many are known, a new shape is none:
// its addresses are taken as they come.
func (t *Tracker[T]) of(a address.Address) (spaces []*space[T]) {
	shape, family := shapes(a)
	for _, name := range [2]string{shape, family} {
		if name == "" {
			continue
		}
		s := t.spaces[name]
		if s == nil {
			if len(t.order) >= mostSpaces {
				continue
			}
			s = &space[T]{name: name}
			t.spaces[name] = s
			t.order = append(t.order, s)
		}
		spaces = append(spaces, s)
	}
	return spaces
}

// admit takes an address, keeps it for later in the first of its spaces that has no room,
// or leaves it.
func (t *Tracker[T]) admit(spaces []*space[T], w waiting[T]) Verdict {
	for _, s := range spaces {
		if s.stopped {
			s.leave(w.address)
			return Leave
		}
	}
	text := w.address.String()
	for _, s := range spaces {
		if s.out < mostOut {
			continue
		}
		if len(t.waits) >= mostWaits {
			s.leave(w.address)
			return Leave
		}
		t.waits[text] = struct{}{}
		s.waiting = append(s.waiting, w)
		return Later
	}
	if len(spaces) > 0 {
		t.out[text] = struct{}{}
	}
	for _, s := range spaces {
		s.out++
	}
	return Take
}

// release lets out what waits for a space while it has room, and drops all of it when the
// space is stopped.
func (t *Tracker[T]) release(s *space[T]) (ready []T) {
	for len(s.waiting) > 0 && (s.stopped || s.out < mostOut) {
		w := s.waiting[0]
		s.waiting[0] = waiting[T]{}
		s.waiting = s.waiting[1:]
		delete(t.waits, w.address.String())
		if t.admit(t.of(w.address), w) == Take {
			ready = append(ready, w.payload)
		}
	}
	return ready
}

func (s *space[T]) leave(a address.Address) {
	s.left++
	if s.example == "" {
		s.example = a.String()
	}
}

// observe takes a page in, and says whether it stops the space.
func (s *space[T]) observe(p Page) (stops bool) {
	spoken := s.novelty(p)
	novelty := spoken
	if p.Leads {
		novelty = 1
	}
	s.recent, s.spoken = last(s.recent, novelty), last(s.spoken, spoken)
	s.pages++
	if s.stopped || len(s.recent) < judged {
		return false
	}
	s.stopped = mean(s.recent) < leastNew
	return s.stopped
}

// last puts one more number behind the last of them, at most as many as are judged.
func last(numbers []float64, n float64) []float64 {
	if len(numbers) == judged {
		copy(numbers, numbers[1:])
		numbers = numbers[:judged-1]
	}
	return append(numbers, n)
}

func mean(numbers []float64) float64 {
	sum := 0.0
	for _, n := range numbers {
		sum += n
	}
	return sum / float64(len(numbers))
}

// novelty is the share of a page's features that no page of the space had, out of those
// that are not its frame: a feature of more than half of the pages is frame. Of the two
// parts of a sketch the newer counts: a price is one new number in a page of old words,
// and prose has new pairs of words between old numbers. A body that was seen says nothing
// new; a page without words says what its body does.
func (s *space[T]) novelty(p Page) float64 {
	if s.pages == 0 {
		s.first = &p
		return 1
	}
	if s.words == nil {
		s.words, s.bodies = map[uint32]int{}, map[string]struct{}{s.first.SHA256: {}}
		for _, h := range s.first.Sketch {
			s.words[h] = 1
		}
		s.first = nil
	}
	_, again := s.bodies[p.SHA256]
	if len(s.bodies) < mostWords {
		s.bodies[p.SHA256] = struct{}{}
	}
	var fresh, own [2]float64
	for _, h := range p.Sketch {
		part := h / plain
		pages, known := s.words[h]
		if 2*pages <= s.pages {
			own[part]++
		}
		if !known {
			fresh[part]++
		}
		if known || len(s.words) < mostWords {
			s.words[h]++
		}
	}
	switch {
	case again:
		return 0
	case len(p.Sketch) == 0:
		return 1
	}
	return max(fresh[0]/max(own[0], 1), fresh[1]/max(own[1], 1))
}

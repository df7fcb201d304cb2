package traps

import "curtsy/address"

// The bounds of a tracker.
const (
	mostOut     = 50      // addresses of a shape or family that are out
	mostSpaces  = 10_000  // shapes and families tracked
	mostWaiting = 100_000 // addresses kept for later
	mostCounted = 100_000 // addresses remembered, so that none is counted twice as left
)

// A Verdict says what becomes of an address that a link leads to.
type Verdict int

// The verdicts.
const (
	Take  Verdict = iota // admit it now: it is out until it is observed
	Later                // the tracker keeps it until its shape has earned it
	Again                // it is out already: nothing is to be done
	Leave                // its shape was stopped, or too many wait: it is counted as left
)

// A Page is what an observed page came to. The zero Page is that of an address that was
// not asked for, or that brought no page.
type Page struct {
	SHA256 string // of its body
	Sketch Sketch
	Leads  bool // it led to an address that [Tracker.Leads] found new
	OK     bool // there is a page: what failed or was refused says nothing of its shape
}

// A Stop says that a shape, or a family of shapes, is not followed any more.
type Stop struct {
	Shape   string
	Pages   int // that were read of it
	Dropped int // addresses that waited for it
}

// A Left is how many addresses of one shape were left.
type Left struct {
	Shape   string
	Reason  string
	Count   int
	Example string // the first of them
}

// The reasons for which addresses are left.
const (
	NothingNew = "its last 50 pages brought nothing new"
	TooMany    = "more than 100,000 addresses waited"
)

// A Tracker keeps the budgets of the shapes of one lane. An address is asked about with a
// payload, which comes back when an address that was kept may be taken. One goroutine uses
// a Tracker at a time.
//
// No more than 50 addresses of a shape, and of a family, are out at a time: taken from
// links and not observed yet. So a shape that is stopped costs the site no more than these.
type Tracker[T any] struct {
	spaces    map[string]*space[T] // by site and name
	order     []*space[T]
	out       map[address.Address]*space[T] // what is out, by its group
	waiting   map[address.Address]struct{}
	counted   map[uint64]struct{} // hashes of what was taken, or left and counted
	untracked int
	key       []byte
}

// New gives a tracker that has seen nothing.
func New[T any]() *Tracker[T] {
	return &Tracker[T]{
		spaces: map[string]*space[T]{}, out: map[address.Address]*space[T]{},
		waiting: map[address.Address]struct{}{}, counted: map[uint64]struct{}{},
	}
}

// Admit is asked before an address that a link leads to is admitted. After Take it is out,
// and [Tracker.Observe] must be told of it once: with its page, or with the zero Page if
// it is not admitted after all, having been seen. The payload is kept after Later alone.
func (t *Tracker[T]) Admit(a address.Address, payload T) Verdict {
	if _, waits := t.waiting[a]; waits {
		return Later
	}
	if _, is := t.out[a]; is {
		return Again
	}
	shape, group := t.find(a)
	switch {
	case group == nil:
		t.untracked++
		return Take
	case group.stopped:
		t.leave(group, a, false)
		return Leave
	case shape != nil && shape.stopped:
		t.leave(shape, a, false)
		return Leave
	case group.out < mostOut:
		t.take(a, group)
		return Take
	case len(t.waiting) >= mostWaiting:
		t.leave(group, a, true)
		return Leave
	}
	t.waiting[a] = struct{}{}
	group.waiting.push(deferred[T]{a, shape, payload})
	return Later
}

// Leads says whether a page at from brings something new by leading to an address: one of
// another shape and family, whose own pages are not known to say nothing. A page of a
// listing may have no words but links to what is listed; two endless spaces that lead to
// each other have nothing.
func (t *Tracker[T]) Leads(from, to address.Address) bool {
	shape, group := t.find(from)
	other, wide := t.find(to)
	switch {
	case wide == nil || other == nil:
		return true
	case other == shape || wide == group:
		return false
	}
	return !other.stopped && !other.hollow && !wide.stopped && !wide.hollow
}

// Listed says that an address is admitted whatever its shape: a seed, or one that its
// site's own sitemap lists. It is not out, for no bound is on it; its page is observed like
// any other.
func (t *Tracker[T]) Listed(a address.Address) { t.count(a) }

// Observe is told what an address came to, in an order that does not depend on chance. It
// gives the payloads of addresses that may now be taken, in the order they came: each is
// out from here, as after Take. And it gives what is stopped by this page.
func (t *Tracker[T]) Observe(a address.Address, p Page) (ready []T, stopped []Stop) {
	group, was := t.out[a]
	if was {
		delete(t.out, a)
		group.out--
	}
	if p.OK {
		shape, wide := t.find(a)
		if shape != nil && shape.observe(p) {
			stopped = append(stopped, t.drop(shape))
		}
		if wide != shape && wide != nil && wide.observe(p) {
			stopped = append(stopped, t.drop(wide))
		}
	}
	if !was {
		return nil, stopped
	}
	for group.out < mostOut && group.waiting.len() > 0 {
		d := group.waiting.pop()
		delete(t.waiting, d.address)
		t.take(d.address, group)
		ready = append(ready, d.payload)
	}
	return ready, stopped
}

// Waiting is how many addresses are kept for later.
func (t *Tracker[T]) Waiting() int { return len(t.waiting) }

// Untracked is how many addresses were taken without a budget, because 10,000 shapes were
// tracked already.
func (t *Tracker[T]) Untracked() int { return t.untracked }

// Left gives what was left, in the order in which the shapes were met. An address that is
// left counts once, until 100,000 are remembered.
func (t *Tracker[T]) Left() (all []Left) {
	for _, s := range t.order {
		for i, reason := range [...]string{NothingNew, TooMany} {
			if l := s.left[i]; l.count > 0 {
				all = append(all, Left{Shape: s.name, Reason: reason, Count: l.count, Example: l.example.String()})
			}
		}
	}
	return all
}

// find gives the space of an address's shape and the one that bounds it, which is the same
// if the shape is of no family. There is neither when too many are tracked.
func (t *Tracker[T]) find(a address.Address) (shape, group *space[T]) {
	site := string(a.Site())
	f := appendShape(append(t.key[:0], site...), a)
	t.key = f.text
	if shape = t.spaces[string(f.text)]; shape != nil {
		return shape, shape.group()
	}
	var room [256]byte
	name, has := f.family(append(room[:0], site...))
	var family *space[T]
	if has {
		if family = t.space(name, len(site)); family == nil {
			return nil, nil
		}
	}
	shape = t.space(f.text, len(site))
	if shape == nil {
		return nil, family
	}
	shape.family = family
	return shape, shape.group()
}

// space gives the space of a key, which is made if it may be.
func (t *Tracker[T]) space(key []byte, site int) *space[T] {
	if s := t.spaces[string(key)]; s != nil {
		return s
	}
	if len(t.order) >= mostSpaces {
		return nil
	}
	text := string(key)
	s := &space[T]{name: text[site:]}
	t.spaces[text] = s
	t.order = append(t.order, s)
	return s
}

func (t *Tracker[T]) take(a address.Address, group *space[T]) {
	t.out[a] = group
	group.out++
	t.count(a)
}

// count remembers an address, and says whether it was not.
func (t *Tracker[T]) count(a address.Address) bool {
	h := sumOf(a.String())
	if _, known := t.counted[h]; known {
		return false
	}
	if len(t.counted) < mostCounted {
		t.counted[h] = struct{}{}
	}
	return true
}

func (t *Tracker[T]) leave(s *space[T], a address.Address, full bool) {
	if t.count(a) {
		s.leave(a, one(full))
	}
}

// drop leaves what waits for a space that is stopped.
func (t *Tracker[T]) drop(s *space[T]) Stop {
	stop := Stop{Shape: s.name, Pages: s.pages}
	group := s.group()
	rest := queue[T]{}
	for group.waiting.len() > 0 {
		d := group.waiting.pop()
		if s != group && d.shape != s {
			rest.push(d)
			continue
		}
		delete(t.waiting, d.address)
		t.leave(s, d.address, false)
		stop.Dropped++
	}
	group.waiting = rest
	return stop
}

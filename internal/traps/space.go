package traps

import (
	"math"
	"slices"

	"curtsy/address"
)

// The numbers by which a space is judged.
const (
	judged   = 50 // pages that are judged, the last ones; before as many nothing is stopped
	oneIn    = 20 // a space is stopped when less than one in so many of what they say is new
	evidence = 40 // features there must be, for a judgement by features
	framed   = 80 // a feature of more than so many pages in a hundred is none of what they say
	short    = 10 // of so many sketches one may end before what is counted

	mostFeatures = 20_000 // remembered of one space
)

// A space is all addresses of one shape, or of one family: what was seen of it.
//
// # How a space is judged
//
// A sketch shows few of a page's features, and most of those are the frame that all pages
// of a site have. A product in a frame of 400 words shows its price in one sketch out of
// eight, and nothing else that is new. So the mean of each page's own share of new
// features, with 0 for a page that shows only frame, is low for a real listing, and it is
// not what decides. Two other things do, over the last 50 pages.
//
// First, all features they show but the frame, put together: how many of them are new.
// That share does not depend on how much of a page is frame. A catalogue under facets shows
// the same few cards in ever new choices, and has none; names put together of few words
// have prices. It decides when there are 40 to count.
//
// Second, how many of the 50 say something that, word for word, no page of the space said.
// When no more than two do, the space is at its end, however little a sketch shows.
//
// Neither stops a space whose pages lead on to something new, as those of a listing do that
// have no words but links.
//
// Frame is what more than 80 in a hundred pages show. Were it half, a catalogue each of
// whose cards is on most pages would be nothing but frame, with nothing to count.
type space[T any] struct {
	name   string    // its shape, as people read it
	family *space[T] // what a shape belongs to, if anything

	out     int // addresses taken from links and not observed
	waiting queue[T]
	stopped bool
	left    [2]leaving // by reason

	pages       int               // observed
	young, old  map[uint32]uint32 // how many pages show a feature
	marks       [judged]mark
	cuts        [judged]uint32 // of their sketches
	own, fresh  int            // sums of marks
	said, leads int
	hollow      bool // its last pages say nothing new
}

// A mark is what one page adds to the judgement of its space.
type mark struct {
	own, fresh uint8 // features beside the frame, and how many of them are new
	said       bool  // it says something that no page said
	leads      bool  // it leads to something new
}

// A leaving counts addresses that are left for one reason.
type leaving struct {
	count   int
	example address.Address
}

// group is what bounds how many addresses are out: the family, which holds all of a
// shape's, if there is one.
func (s *space[T]) group() *space[T] {
	if s.family != nil {
		return s.family
	}
	return s
}

// observe takes a page in, and says whether it stops the space.
func (s *space[T]) observe(p Page) (stops bool) {
	s.pages++
	m := s.mark(p)
	m.leads = p.Leads
	was := &s.marks[s.pages%judged]
	s.own += int(m.own) - int(was.own)
	s.fresh += int(m.fresh) - int(was.fresh)
	s.said += one(m.said) - one(was.said)
	s.leads += one(m.leads) - one(was.leads)
	*was = m
	if s.stopped || s.pages < judged {
		return false
	}
	s.hollow = s.said*oneIn < judged || s.own >= evidence && s.fresh*oneIn < s.own
	s.stopped = s.hollow && s.leads*oneIn < judged
	return s.stopped
}

// mark compares a page with those before it.
func (s *space[T]) mark(p Page) (m mark) {
	m.said = s.show(bodyFeature(p.SHA256)) == 1
	s.cuts[s.pages%judged] = math.MaxUint32
	if p.Sketch.text == 0 { // its body alone says whether it is new
		m.own = kept
		if m.said {
			m.fresh = kept
		}
		return m
	}
	if s.show(textFeature(p.Sketch.text)) > 1 {
		m.said = false
	}
	s.cuts[s.pages%judged] = p.Sketch.cut()
	cut := s.cut()
	for _, h := range p.Sketch.features() {
		n := s.show(h)
		if n*100 > s.pages*framed || h > cut {
			continue
		}
		m.own++
		if n == 1 && m.said {
			m.fresh++
		}
	}
	return m
}

// cut is below what nearly all of the last sketches show every feature of their pages.
func (s *space[T]) cut() uint32 {
	var room [judged/short + 1]uint32
	least := room[:0]
	n := min(s.pages, judged)
	for i := s.pages - n + 1; i <= s.pages; i++ {
		c := s.cuts[i%judged]
		at, _ := slices.BinarySearch(least, c)
		if len(least) < n/short+1 {
			least = append(least, 0)
		} else if at == len(least) {
			continue
		}
		copy(least[at+1:], least[at:])
		least[at] = c
	}
	return least[n/short]
}

// show counts a page that shows a feature, and says how many do. What no page has shown
// for long is forgotten before what is still shown.
func (s *space[T]) show(h uint32) int {
	n, known := s.young[h]
	if !known {
		if len(s.young) >= mostFeatures/2 {
			s.old, s.young = s.young, nil
		}
		if s.young == nil {
			s.young = make(map[uint32]uint32)
		}
		n = s.old[h]
	}
	s.young[h] = n + 1
	return int(n + 1)
}

// bodyFeature and textFeature make features of a page as a whole.
func bodyFeature(sha256 string) uint32 {
	return uint32(sumOf(sha256)>>32) ^ 0x9e3779b9
}

func textFeature(text uint32) uint32 { return text*2654435761 ^ 0x85ebca6b }

func sumOf(text string) uint64 {
	h := uint64(offset)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * prime
	}
	return h
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// leave counts an address that is left.
func (s *space[T]) leave(a address.Address, full int) {
	l := &s.left[full]
	if l.count++; l.count == 1 {
		l.example = a
	}
}

package traps

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// TestNoMoreThanFiftyAreOut, of a shape that is its own family as of any other, and
// however often one is found.
func TestNoMoreThanFiftyAreOut(t *testing.T) {
	for _, before := range []string{"/p/17", "/s/", "/s/x-", "/list?b=1&a=", "/list?x"} {
		tracker, taken := New[int](), 0
		for i := range 60 {
			a := parse(t, before+strconv.Itoa(i))
			if strings.HasPrefix(before, "/s/") {
				a = parse(t, before+tokenOf(i))
			}
			if tracker.Admit(a, i) == Take {
				taken++
			}
			if again := tracker.Admit(a, i); taken <= i && again != Later || taken > i && again != Again {
				t.Errorf("%s is found again and told %d", a, again)
			}
		}
		if taken != mostOut || tracker.Waiting() != 60-mostOut {
			t.Errorf("%d of %s are out and %d wait, want 50 and 10", taken, before, tracker.Waiting())
		}
	}
}

// TestTheBounds: what more than so many shapes, or so many waiting, do.
func TestTheBounds(t *testing.T) {
	tracker := New[int]()
	for i := range mostWaiting + mostOut + 7 {
		tracker.Admit(parse(t, fmt.Sprintf("/p/%d", i)), i)
	}
	left := tracker.Left()
	if tracker.Waiting() != mostWaiting || len(left) != 1 || left[0].Count != 7 || left[0].Reason != TooMany {
		t.Errorf("%d wait and %+v are left, want 100000 and 7", tracker.Waiting(), left)
	}
	tracker = New[int]()
	for i := range mostSpaces + 5 {
		if got := tracker.Admit(parse(t, "/"+spelled(i)+"-page"), i); got != Take {
			t.Fatalf("the first of shape %d is told %d", i, got)
		}
	}
	if len(tracker.order) != mostSpaces || tracker.Untracked() != 5 {
		t.Errorf("%d shapes are tracked and %d addresses are not, want 10000 and 5", len(tracker.order), tracker.Untracked())
	}
	s := &space[int]{}
	for i := range uint32(3 * mostFeatures) {
		s.show(i)
	}
	if n := len(s.young) + len(s.old); n > mostFeatures {
		t.Errorf("%d features are remembered of one space", n)
	}
}

// TestWhatIsLeftCountsOnce, and what was taken before the stop is not left.
func TestWhatIsLeftCountsOnce(t *testing.T) {
	tracker := New[int]()
	var stops []Stop
	for i := range judged {
		a := parse(t, fmt.Sprintf("/p/%d", i))
		tracker.Admit(a, i)
		_, stopped := tracker.Observe(a, Page{OK: true, SHA256: "x"})
		stops = append(stops, stopped...)
	}
	if len(stops) != 1 || stops[0] != (Stop{Shape: "/p/N", Pages: judged}) {
		t.Errorf("the stops are %+v", stops)
	}
	for range 3 {
		for i := range judged + 2 {
			if tracker.Admit(parse(t, fmt.Sprintf("/p/%d", i)), i) != Leave {
				t.Errorf("/p/%d is not left", i)
			}
		}
	}
	if left := tracker.Left(); len(left) != 1 || left[0].Count != 2 || left[0].Example != "http://site.example/p/50" {
		t.Errorf("left is %+v", left)
	}
}

// TestLeadingOnIsNew: pages that say nothing and lead to something new stop nothing.
func TestLeadingOnIsNew(t *testing.T) {
	for _, leads := range []bool{false, true} {
		tracker, stops := New[int](), 0
		for i := range 3 * judged {
			_, stopped := tracker.Observe(parse(t, fmt.Sprintf("/l/%d", i)), Page{OK: true, SHA256: "x", Leads: leads && i%10 == 0})
			stops += len(stopped)
		}
		if stopped := stops > 0; stopped == leads {
			t.Errorf("leading on is %v, and it is stopped: %v", leads, stopped)
		}
		if tracker.Leads(parse(t, "/"), parse(t, "/l/1000")) || !tracker.Leads(parse(t, "/"), parse(t, "/p/1")) || tracker.Leads(parse(t, "/p/2"), parse(t, "/p/1")) {
			t.Error("what says nothing is worth leading to, or what is unknown is not")
		}
	}
}

// TestAStoppedShapeTakesNoneOfItsFamilyAlong.
func TestAStoppedShapeTakesNoneOfItsFamilyAlong(t *testing.T) {
	tracker := New[int]()
	for i := range 2 * judged { // the first fifty are out, the others wait by turns
		tracker.Admit(parse(t, fmt.Sprintf("/l?a=%d&%c=1", i, 'x'+i%2)), i)
	}
	for i := range judged {
		_, stopped := tracker.Observe(parse(t, fmt.Sprintf("/l?a=%d&q=1", i)), Page{OK: true, SHA256: strconv.Itoa(i)}) // listed
		if len(stopped) > 0 {
			t.Fatalf("%v is stopped by pages that are new", stopped)
		}
	}
	var all []Stop
	for i := range judged {
		_, stopped := tracker.Observe(parse(t, fmt.Sprintf("/l?a=%d&x=2", i)), Page{OK: true, SHA256: "same", Leads: false})
		all = append(all, stopped...)
		tracker.Observe(parse(t, fmt.Sprintf("/l?a=%d&q=3", i)), Page{OK: true, SHA256: fmt.Sprint("new", i)})
	}
	if len(all) != 1 || all[0] != (Stop{Shape: "/l?a&x", Pages: judged, Dropped: judged / 2}) || tracker.Waiting() != judged/2 {
		t.Errorf("the stops are %+v and %d wait, want 25 of the other shape", all, tracker.Waiting())
	}
}

// TestAPriceIsSeen more often than a word would be, in a frame of many words.
func TestAPriceIsSeen(t *testing.T) {
	shown := 0
	plain := SketchOf(parse(t, "/p"), []byte(frame300))
	for i := range 1000 {
		s := SketchOf(parse(t, "/p"), fmt.Appendf(nil, "%s<p>%s</p>", frame300, priceOf(i)))
		if s.least != plain.least {
			shown++
		}
	}
	if shown < 80 {
		t.Errorf("%d of 1000 sketches show the price", shown)
	}
}

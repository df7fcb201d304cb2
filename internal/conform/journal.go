package conform

import (
	"fmt"
	"testing"

	"curtsy/internal/write"
	"curtsy/page"
)

// A Journal is what a run needs of the place its pages are kept in.
type Journal interface {
	Append(p *page.Page) error
	Recall(at write.Place) (*write.Line, bool, error)
	Note(key string, value any) error
	Noted(key string, value any) (bool, error)
	Settle() error
	Close() error
}

// An Opener opens one and the same journal, again after each Close. order says
// whose line is next; nil is as pages finish.
type Opener func(t *testing.T, order write.Order) Journal

// Counted is an order of the pages 0 to N-1.
type Counted struct{ Next, N int }

// Turn is of write.Order.
func (c *Counted) Turn() (int, bool) { return c.Next, c.Next < c.N }

// Pass is of write.Order.
func (c *Counted) Pass() { c.Next++ }

// JournalSuite checks what every journal must do. fresh makes an opener of an empty
// one.
func JournalSuite(t *testing.T, fresh func(*testing.T) Opener) {
	for _, inOrder := range []bool{true, false} {
		order := func() write.Order {
			if inOrder {
				return &Counted{N: 20}
			}
			return nil
		}
		name := map[bool]string{true: "in order", false: "as they finish"}[inOrder]
		t.Run(name+"/what is appended is recalled once, whether its turn had come or not", func(t *testing.T) {
			journalRecalls(t, fresh(t), order)
		})
		t.Run(name+"/a retryable error is asked again, another is not", func(t *testing.T) {
			journalAsksAgain(t, fresh(t), order)
		})
		t.Run(name+"/an answer is recalled at another place", func(t *testing.T) {
			journalMoves(t, fresh(t), order)
		})
		t.Run(name+"/the last note of a key counts", func(t *testing.T) {
			journalNotes(t, fresh(t), order)
		})
	}
}

func journalPage(n int) *page.Page {
	url := fmt.Sprintf("https://shop.test/%d", n)
	return &page.Page{
		URL: url, N: n, OK: true, Via: page.ViaLink, Depth: 1, FoundOn: "https://shop.test/", Landed: url,
		Fetch: &page.Fetch{Rung: "http", Status: 200}, Links: []string{url + "/a", url + "/b"},
	}
}

func placeOf(p *page.Page) write.Place {
	return write.Place{URL: p.URL, N: p.N, Depth: p.Depth, FoundOn: p.FoundOn, Via: p.Via}
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// appendAll appends pages and closes the journal.
func appendAll(t *testing.T, j Journal, pages ...*page.Page) {
	t.Helper()
	for _, p := range pages {
		noError(t, j.Append(p))
	}
	noError(t, j.Close())
}

func recall(t *testing.T, j Journal, at write.Place, want bool) *write.Line {
	t.Helper()
	l, known, err := j.Recall(at)
	noError(t, err)
	if known != want {
		t.Fatalf("%s: known %v, want %v", at.URL, known, want)
	}
	if known && l.Place != at {
		t.Errorf("recalled at %+v, want %+v", l.Place, at)
	}
	return l
}

func journalRecalls(t *testing.T, open Opener, order func() write.Order) {
	appendAll(t, open(t, order()), journalPage(4), journalPage(0), journalPage(7), journalPage(1))
	for range 3 { // recalled by each process that asks, once
		j := open(t, order())
		for _, n := range []int{0, 1, 4, 7} {
			l := recall(t, j, placeOf(journalPage(n)), true)
			if !l.OK || len(l.Links) != 2 || l.Landed != l.URL || l.Status != 200 {
				t.Errorf("page %d came back as %+v", n, l)
			}
		}
		recall(t, j, placeOf(journalPage(2)), false)
		recall(t, j, placeOf(journalPage(0)), false)
		noError(t, j.Close())
	}
}

func journalAsksAgain(t *testing.T, open Opener, order func() write.Order) {
	late, gone := journalPage(0), journalPage(1)
	for _, p := range []*page.Page{late, gone} {
		p.OK, p.Links, p.Fetch, p.Landed = false, nil, nil, ""
	}
	late.Err, gone.Err = page.Errorf(page.TimedOut, "no answer"), page.Errorf(page.NotAPage, "a picture")
	appendAll(t, open(t, order()), late, gone, journalPage(2))
	j := open(t, order())
	recall(t, j, placeOf(late), false)
	if l := recall(t, j, placeOf(gone), true); l.Code != page.NotAPage || l.Class != page.Failed {
		t.Errorf("the error came back as %+v", l)
	}
	recall(t, j, placeOf(journalPage(2)), true)
	appendAll(t, j, journalPage(0))
	j = open(t, order())
	for n, want := range []*page.Page{journalPage(0), gone, journalPage(2)} {
		if l := recall(t, j, placeOf(want), true); l.OK != want.OK {
			t.Errorf("page %d came back as %+v", n, l)
		}
	}
	noError(t, j.Close())
}

func journalMoves(t *testing.T, open Opener, order func() write.Order) {
	appendAll(t, open(t, order()), journalPage(0), journalPage(1), journalPage(2))
	places := []write.Place{placeOf(journalPage(1)), placeOf(journalPage(5)), placeOf(journalPage(0))}
	for n := range places {
		places[n].N = n
	}
	places[0].Via, places[0].FoundOn, places[0].Depth = page.ViaSeed, "", 0
	j := open(t, order())
	recall(t, j, places[0], true)
	recall(t, j, places[1], false)
	recall(t, j, places[2], true)
	five := journalPage(5)
	five.N = 1
	appendAll(t, j, five)
	j = open(t, order())
	for _, at := range places {
		if l := recall(t, j, at, true); len(l.Links) != 2 {
			t.Errorf("%s came back as %+v", at.URL, l)
		}
	}
	noError(t, j.Close())
}

func journalNotes(t *testing.T, open Opener, order func() write.Order) {
	j := open(t, order())
	noError(t, j.Note("a", 1))
	noError(t, j.Note("b", []string{"x\n\u2028<"}))
	noError(t, j.Note("a", 2))
	appendAll(t, j, journalPage(1), journalPage(0))
	j = open(t, order())
	var (
		a int
		b []string
	)
	okA, errA := j.Noted("a", &a)
	okB, errB := j.Noted("b", &b)
	okC, errC := j.Noted("c", &b)
	if !okA || !okB || okC || errA != nil || errB != nil || errC != nil || a != 2 || len(b) != 1 || b[0] != "x\n\u2028<" {
		t.Errorf("noted %v %v %v, %v %v %v, %d %q", okA, okB, okC, errA, errB, errC, a, b)
	}
	noError(t, j.Close())
}

package curtsy

import (
	"cmp"
	"container/heap"
	"context"
	"time"

	"curtsy/internal/frontier"
	"curtsy/internal/gate"
	"curtsy/internal/visit"
)

// A restingVisit is an address that is taken and whose site is owed rest, or that waits to
// be asked again. It has neither a goroutine nor a timer of its own.
type restingVisit struct {
	taken frontier.Taken
	trip  *visit.Trip // nil when it has not begun
	due   time.Time
	since time.Time // when it was taken
}

// resting are the visits that wait for their sites, the first that is due on top
// (container/heap): waiting for one more site is O(log n), and one timer serves all.
type resting []restingVisit

func (r resting) Len() int { return len(r) }

func (r resting) Less(i, j int) bool {
	if c := r[i].due.Compare(r[j].due); c != 0 {
		return c < 0
	}
	return cmp.Less(r[i].taken.N, r[j].taken.N)
}

func (r resting) Swap(i, j int) { r[i], r[j] = r[j], r[i] }

// Push implements [heap.Interface].
func (r *resting) Push(v any) { *r = append(*r, v.(restingVisit)) }

// Pop implements [heap.Interface].
func (r *resting) Pop() any {
	last := (*r)[len(*r)-1]
	(*r)[len(*r)-1] = restingVisit{}
	*r = (*r)[:len(*r)-1]
	return last
}

// take begins the visit of an address, or lets it wait until its site is owed no more.
func (e *engine) take(ctx context.Context, taken frontier.Taken) {
	now := time.Now()
	v := restingVisit{taken: taken, since: now}
	v.due = e.crawler.gate.Due(taken.Address.Site(), gate.When{Began: e.start.Began, By: e.start.By})
	if v.due.After(now) {
		e.rest(v)
		return
	}
	if v.due = now; e.crowded() {
		heap.Push(&e.resting, v)
		return
	}
	e.goOn(ctx, v)
}

// rest lets a visit wait.
func (e *engine) rest(v restingVisit) {
	heap.Push(&e.resting, v)
	e.crawler.settings.Trace.waiting(v.taken.Address.Site(), v.due)
}

// goOn takes a visit on, in a goroutine of its own.
func (e *engine) goOn(ctx context.Context, v restingVisit) {
	if v.trip == nil {
		v.trip = e.trip(v)
	}
	e.open++
	go func() { e.results <- e.visit(ctx, v) }()
}

// aside is how many visits may wait for a slot beside as many as there are slots.
const aside = 16

// crowded says whether one more visit under way would only wait with the others for a
// slot. One of the run's own is always under way.
func (e *engine) crowded() bool { return e.tooMany(e.open) }

// tooMany says whether to one more of n that are under way nothing would come but waiting.
func (e *engine) tooMany(n int) bool {
	gate := e.crawler.gate
	return n > 0 && (n >= maxOpen || n-gate.Resting() >= 2*gate.Slots()+aside)
}

// wake takes on the visits whose time has come.
func (e *engine) wake(ctx context.Context) (woken bool) {
	e.tooLate()
	now := time.Now()
	for len(e.resting) > 0 && !e.resting[0].due.After(now) && !e.crowded() {
		e.goOn(ctx, heap.Pop(&e.resting).(restingVisit))
		woken = true
	}
	return woken
}

// alarm is when the run is to look again though nothing has happened: a visit's time has
// come, or the time to start by while something could be started. Zero is never.
func (e *engine) alarm() time.Time {
	var at time.Time
	if len(e.resting) > 0 && !e.crowded() {
		at = e.resting[0].due
	}
	waiting := e.listed != nil || len(e.resting) > 0 // a list may keep its next line to itself for ever
	if by := e.start.By; !e.late && waiting && !by.IsZero() && (at.IsZero() || by.Before(at)) {
		at = by
	}
	return at
}

// boundBytes bounds what a run's requests bring: when as many bytes have come as may,
// nothing more is started. What other runs of the crawler bring meanwhile counts too. The
// function it gives ends the bound.
func (e *engine) boundBytes(ctx context.Context) (unbound func()) {
	most := e.crawler.settings.MaxBytes
	if most == 0 {
		return func() {}
	}
	until, full := context.WithCancel(context.WithoutCancel(ctx))
	e.until = until
	forget := e.crawler.bill.limit(most, full)
	return func() {
		forget()
		full()
	}
}

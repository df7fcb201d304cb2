package fetch

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// What a watch ends a request with.
var (
	errNoAnswer = errors.New("no answer came in the time allowed")
	errTooSlow  = errors.New("the body came more slowly than the least speed")
	errTotal    = errors.New("the answer took longer than the time allowed")
)

// samples is how many times in a window the speed is looked at. The window slides
// by a sample, so a site that sends nothing for a window's length is found within
// one sample of it.
const samples = 30

// A watch ends a request that takes too long, by cancelling it with the reason. It
// has one timer and no goroutine: until the head is there the timer is the time
// allowed for it, afterwards the next look at the body's speed.
type watch struct {
	bounds  *Bounds
	started time.Time
	cancel  context.CancelCauseFunc
	timer   *time.Timer
	came    atomic.Int64 // octets of the body
	reading atomic.Bool  // somebody waits for more

	mu    sync.Mutex // guards what follows; never held across a wait
	body  bool       // the head is there
	done  bool
	looks int            // samples taken of the body
	marks [samples]int64 // what had come at each of the last samples
}

func startWatch(bounds *Bounds, started time.Time, cancel context.CancelCauseFunc) *watch {
	w := &watch{bounds: bounds, started: started, cancel: cancel}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer = time.AfterFunc(min(bounds.NoAnswer, bounds.Total), w.look)
	return w
}

// headCame turns from waiting for the head to watching the body.
func (w *watch) headCame() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.body, w.looks = true, 1 // the first sample, of nothing, is taken here
	w.timer.Reset(w.next())
}

// stop ends the watch; the request cannot be ended by it from here on.
func (w *watch) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done = true
	w.timer.Stop()
}

func (w *watch) look() {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.done:
		return
	case time.Since(w.started) >= w.bounds.Total:
		w.end(errTotal)
		return
	case !w.body && time.Since(w.started) >= w.bounds.NoAnswer:
		w.end(errNoAnswer)
		return
	}
	// Time in which nobody asked for more, because a decoder or a writer was at work,
	// is ours and not the site's.
	if w.body && w.reading.Load() {
		came, mark := w.came.Load(), &w.marks[w.looks%samples]
		if w.looks >= samples && came-*mark < w.bounds.Least*int64(w.bounds.Window)/int64(time.Second) {
			w.end(errTooSlow)
			return
		}
		*mark = came
		w.looks++
	}
	w.timer.Reset(w.next())
}

func (w *watch) next() time.Duration {
	left := w.bounds.Total - time.Since(w.started)
	if !w.body {
		left = min(left, w.bounds.NoAnswer-time.Since(w.started))
	} else {
		left = min(left, w.bounds.Window/samples)
	}
	return max(left, 0)
}

func (w *watch) end(reason error) {
	w.done = true
	w.cancel(reason)
}

package gate

import (
	"sync"
	"sync/atomic"
)

// An aside counts who waits for a rest, a window, a turn of others, a shared machine, or a
// retry: for anything but a slot. Who begins visits can begin one more for each of them.
type aside struct {
	count atomic.Int32

	mu       sync.Mutex // guards watchers; never held across a wait
	watchers map[chan struct{}]bool
}

// Resting counts who waits for anything but a slot.
func (g *Gate) Resting() int { return int(g.aside.count.Load()) }

// Slots is how many turns may be out at once.
func (g *Gate) Slots() int { return cap(g.slots) }

// Aside counts its caller among those who rest until what it gives is called.
func (g *Gate) Aside() (over func()) {
	g.aside.count.Add(1)
	g.aside.mu.Lock()
	for w := range g.aside.watchers {
		select {
		case w <- struct{}{}:
		default: // it has not looked since the last one
		}
	}
	g.aside.mu.Unlock()
	return func() { g.aside.count.Add(-1) }
}

// Watch gives a channel that has something whenever somebody has begun to rest since it
// was last looked at, until stop is called.
func (g *Gate) Watch() (rested <-chan struct{}, stop func()) {
	w := make(chan struct{}, 1)
	g.aside.mu.Lock()
	defer g.aside.mu.Unlock()
	if g.aside.watchers == nil {
		g.aside.watchers = map[chan struct{}]bool{}
	}
	g.aside.watchers[w] = true
	return w, func() {
		g.aside.mu.Lock()
		defer g.aside.mu.Unlock()
		delete(g.aside.watchers, w)
	}
}

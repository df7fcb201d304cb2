package store

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// How a process waits for a lock that another process has. There is no call that
// waits and can be cancelled, so it looks again, ever less often.
const (
	shortestLook = 5 * time.Millisecond
	longestLook  = 50 * time.Millisecond
)

// courtesy is how long a newcomer lets those who wait go first. It is bounded since
// one of them may be stopped while it waits.
const courtesy = 250 * time.Millisecond

// A place is where something's lock stands: 61 bits of the hash of its name.
type place uint64

func placeOf(name string) place { return placeIn(hashOf(name)) }

// sharePlaceOf gives the place where a name's share is locked.
func sharePlaceOf(name string, share int) place {
	return sharePlaceIn(hashOf(fmt.Sprintf("share %d of %s", share, name)))
}

func hashOf(name string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(name)) // never fails
	return h.Sum64() >> 3
}

// What is locked at a place: the thing itself, and the claim to have it next. The
// claim is what makes waiting fair: whoever frees a place and wants it again must
// first pass the one who waits.
type part uint8

const (
	itself part = 0
	next   part = 1
)

// locks lends places to one holder at a time, over all processes that use one
// directory. The operating system's locks exclude other open files; the tokens
// exclude goroutines that share this one's.
type locks struct {
	dir   string
	mu    sync.Mutex       // guards what follows; never held across a wait
	files map[int]*os.File // by what fileOf says
	users map[place]*queue
	shut  bool

	shares map[string]*shares

	// withheld are places that stay locked against other processes although nobody here
	// has them: what they would need to know could not be recorded.
	withheld map[place]bool
}

// A queue is what goroutines of one store wait in for a place.
type queue struct {
	users int           // who has the place or waits for it
	token chan struct{} // holds one token when no goroutine has the place
}

// held is a place that is held. It is freed once; one goroutine uses it at a time.
type held struct {
	locks *locks
	place place
	queue *queue
	file  *os.File // nil once freed
}

func newLocks(dir string) *locks {
	return &locks{
		dir: dir, files: make(map[int]*os.File), users: make(map[place]*queue),
		shares: make(map[string]*shares), withheld: make(map[place]bool),
	}
}

// try holds a place if nobody does and nobody waits for it.
func (l *locks) try(p place) (*held, bool, error) {
	q := l.join(p)
	select {
	case <-q.token:
	default:
		l.leave(p, q)
		return nil, false, nil
	}
	file, err := l.file(p)
	ok := false
	if err == nil {
		ok, err = take(file, p, true)
	}
	if !ok || err != nil {
		l.pass(p, q)
		return nil, false, err
	}
	return &held{locks: l, place: p, queue: q, file: file}, true, nil
}

// take locks a place in a file if nobody has it, and, for the polite, if nobody has
// the claim to it.
func take(file *os.File, p place, polite bool) (bool, error) {
	if polite {
		ok, err := lock(file, p, next)
		if err != nil || !ok {
			return false, err
		}
	}
	ok, err := lock(file, p, itself)
	if polite {
		err = errors.Join(err, unlock(file, p, next))
	}
	if err != nil && ok {
		return false, errors.Join(err, unlock(file, p, itself))
	}
	return ok, err
}

// hold waits until it has the place. Goroutines of one store are served in the order
// they came, and stores take turns.
func (l *locks) hold(ctx context.Context, p place) (*held, error) {
	q := l.join(p)
	select {
	case <-q.token:
	case <-ctx.Done():
		l.leave(p, q)
		return nil, ctx.Err()
	}
	file, err := l.file(p)
	if err == nil {
		err = await(ctx, file, p)
	}
	if err != nil {
		l.pass(p, q)
		return nil, err
	}
	return &held{locks: l, place: p, queue: q, file: file}, nil
}

// await claims a place in a file, and locks it when it comes free.
func await(ctx context.Context, file *os.File, p place) (err error) {
	claimed := false
	defer func() {
		if claimed {
			err = errors.Join(err, unlock(file, p, next))
		}
	}()
	began := time.Now()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for look := shortestLook; ; look = min(look*3/2, longestLook) {
		select {
		case <-timer.C:
		case <-ctx.Done():
			return ctx.Err()
		}
		if !claimed {
			if claimed, err = lock(file, p, next); err != nil {
				return err
			}
		}
		if claimed || time.Since(began) > courtesy {
			if ok, err := lock(file, p, itself); ok || err != nil {
				return err
			}
		}
		timer.Reset(look)
	}
}

// free frees the place, for the other processes first.
func (h *held) free() error {
	if h.file == nil {
		return nil
	}
	var err error
	if !h.locks.isWithheld(h.place) {
		err = unlock(h.file, h.place, itself)
	}
	h.file = nil
	h.locks.pass(h.place, h.queue)
	return err
}

// withhold says whether a place stays locked against other processes when it is freed.
// It does so only where this process can lock it again.
func (l *locks) withhold(p place, on bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if on && relocks {
		l.withheld[p] = true
	} else {
		delete(l.withheld, p)
	}
}

func (l *locks) isWithheld(p place) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.withheld[p]
}

func (l *locks) join(p place) *queue {
	l.mu.Lock()
	defer l.mu.Unlock()
	q := l.users[p]
	if q == nil {
		q = &queue{token: make(chan struct{}, 1)}
		q.token <- struct{}{}
		l.users[p] = q
	}
	q.users++
	return q
}

func (l *locks) leave(p place, q *queue) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if q.users--; q.users == 0 {
		delete(l.users, p)
	}
}

// pass gives the token to the next in the queue.
func (l *locks) pass(p place, q *queue) {
	q.token <- struct{}{}
	l.leave(p, q)
}

// file gives the file that a place is locked in. It stays open while anybody may hold a
// place in it: closing it would free them all.
func (l *locks) file(p place) (*os.File, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.fileOf(p)
}

// fileOf is file for a caller that holds locks.mu.
func (l *locks) fileOf(p place) (*os.File, error) {
	n := fileOf(p)
	if l.shut {
		return nil, fmt.Errorf("%s: %w", l.dir, os.ErrClosed)
	}
	if l.files[n] == nil {
		file, err := os.OpenFile(filepath.Join(l.dir, fmt.Sprintf("%02x", n)), os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			return nil, homeTrouble(l.dir, err)
		}
		l.files[n] = file
	}
	return l.files[n], nil
}

// close frees everything.
func (l *locks) close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.shut = true
	var errs []error
	for _, file := range l.files {
		errs = append(errs, file.Close())
	}
	clear(l.files)
	return errors.Join(errs...)
}

// drop closes the file of a place that nobody uses, if it stands for that place alone.
// The caller holds locks.mu.
func (l *locks) drop(p place) error {
	n := fileOf(p)
	file := l.files[n]
	if file == nil || !standsAlone(p) {
		return nil
	}
	delete(l.files, n)
	return file.Close()
}

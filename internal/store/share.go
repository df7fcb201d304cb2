package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// mostShares is how many places a name has: nobody asks for more than two shares.
const mostShares = 2

// Share implements [gate.Ledger]: a share of a name is one of its two places, each locked
// like a site's.
func (l *Ledger) Share(ctx context.Context, name string, most int) (give func(), err error) {
	if most < 1 || most > mostShares {
		return nil, fmt.Errorf("shares of %s: at most %d at once, which is not 1 to %d", name, most, mostShares)
	}
	locks := l.store.locks
	s, err := locks.joinShares(name)
	if err != nil {
		return nil, err
	}
	place, err := s.seek(ctx, most)
	if err == nil {
		if err = l.store.standing(s.files[place]); err != nil {
			err = errors.Join(err, s.unlock(place))
		}
	}
	if err != nil {
		return nil, errors.Join(err, locks.leaveShares(name, s))
	}
	return sync.OnceFunc(func() {
		_ = s.unlock(place) // an unlock fails only on a closed file, whose locks are gone
		_ = locks.leaveShares(name, s)
	}), nil
}

// shares is what the goroutines of one store know of a name's places.
type shares struct {
	users int           // who has a share or waits for one
	head  chan struct{} // holds one token when nobody seeks a place
	freed chan struct{} // told when a place of this store has come free

	places [mostShares]place
	files  [mostShares]*os.File    // where they are locked
	ours   [mostShares]atomic.Bool // which of them this store has: set by the head alone
}

func (l *locks) joinShares(name string) (_ *shares, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.shares[name]
	if s == nil {
		s = &shares{head: make(chan struct{}, 1), freed: make(chan struct{}, 1)}
		s.head <- struct{}{}
		for i := range s.places {
			s.places[i] = sharePlaceOf(name, i)
			if s.files[i], err = l.fileOf(s.places[i]); err != nil {
				return nil, err // a file that was opened is used by the next who comes
			}
		}
		l.shares[name] = s
	}
	s.users++
	return s, nil
}

func (l *locks) leaveShares(name string, s *shares) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s.users--; s.users > 0 {
		return nil
	}
	delete(l.shares, name)
	return errors.Join(l.drop(s.places[0]), l.drop(s.places[1]))
}

func (s *shares) unlock(i int) error {
	err := unlock(s.files[i], s.places[i], itself)
	s.ours[i].Store(false)
	select {
	case s.freed <- struct{}{}:
	default: // the head has been told and has not looked yet
	}
	return err
}

// seek waits for a place. Goroutines of one store seek one after the other, in the order
// they came, so that a store stands once in line with the other stores.
func (s *shares) seek(ctx context.Context, most int) (place int, err error) {
	select {
	case <-s.head:
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	defer func() { s.head <- struct{}{} }()
	k := &seeker{shares: s, alone: most == 1}
	err = k.await(ctx)
	return k.end(err)
}

// A seeker is who seeks a place for its store. One who seeks gets in line behind one
// other, then has the claim, and then the first place that comes free. So a store that
// is given places without end passes the claim on, and one that waits has it in the end.
//
// To be alone is to find both places free: it collects them, keeps the first and gives
// the other back. All who collect begin with the first, so no two wait for each other.
type seeker struct {
	*shares
	alone   bool
	inLine  bool
	claimed bool
	has     [mostShares]bool

	// idle is since when a place has been free that whoever has the claim did not take:
	// it may be stopped.
	idle [mostShares]time.Time
}

func (k *seeker) await(ctx context.Context) error {
	timer := time.NewTimer(longestLook)
	defer timer.Stop()
	for look := shortestLook; ; look = min(look*3/2, longestLook) {
		if found, err := k.look(); found || err != nil {
			return err
		}
		timer.Reset(look)
		select {
		case <-timer.C:
		case <-k.freed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// look gets as far as it can without waiting, and says whether it has what it seeks.
func (k *seeker) look() (bool, error) {
	if err := k.advance(); err != nil {
		return false, err
	}
	for i := range k.places {
		if k.has[i] {
			continue
		}
		ok, err := k.take(i)
		if err != nil {
			return false, err
		}
		if ok && !k.alone {
			return true, nil
		}
		if !ok && k.alone {
			return false, nil
		}
	}
	return k.alone, nil
}

// advance gets in line, and from there to the claim.
func (k *seeker) advance() (err error) {
	if k.claimed {
		return nil
	}
	if !k.inLine {
		if k.inLine, err = lock(k.files[1], k.places[1], next); !k.inLine || err != nil {
			return err
		}
	}
	if k.claimed, err = lock(k.files[0], k.places[0], next); !k.claimed || err != nil {
		return err
	}
	k.inLine = false
	return unlock(k.files[1], k.places[1], next)
}

// take takes a place if nobody has it: at once with the claim, and without it when the
// place stays free for longer than one who has the claim would leave it.
func (k *seeker) take(i int) (bool, error) {
	if k.ours[i].Load() {
		return false, nil
	}
	ok, err := lock(k.files[i], k.places[i], itself)
	if err != nil || !ok {
		k.idle[i] = time.Time{}
		return false, err
	}
	if !k.claimed {
		if k.idle[i].IsZero() {
			k.idle[i] = time.Now()
		}
		if time.Since(k.idle[i]) <= courtesy {
			return false, unlock(k.files[i], k.places[i], itself)
		}
		k.idle[i] = time.Time{}
	}
	k.has[i] = true
	k.ours[i].Store(true)
	return true, nil
}

// end gives up what was needed only to seek, and, after an error, all of it.
func (k *seeker) end(err error) (place int, _ error) {
	kept := err != nil
	for i, has := range k.has {
		if has && !kept {
			place, kept = i, true
		} else if has {
			err = errors.Join(err, k.unlock(i))
		}
	}
	if k.inLine {
		err = errors.Join(err, unlock(k.files[1], k.places[1], next))
	}
	if k.claimed {
		err = errors.Join(err, unlock(k.files[0], k.places[0], next))
	}
	return place, err
}

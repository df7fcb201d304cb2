//go:build freebsd || openbsd || netbsd || dragonfly

package store

import (
	"os"

	"golang.org/x/sys/unix"
)

// relocks: a lock of this open file is had again by it.
const relocks = true

// These systems lock whole files only (flock(2)), so a file stands for every place
// that falls into it: sites that share one exclude each other, which costs time and
// breaks no promise. A claim is not a part of a file, so there are none here and
// waiting is fair only by chance.
const lockFiles = 512

// placeIn gives one place for all that falls into one file: to take a lock that the
// open file has already would succeed, so the queue must exclude them.
func placeIn(hash uint64) place { return place(hash % lockFiles) }

// sharePlaceIn gives each share a file of its own: a request has two shares and a site at
// once, and two that fell into one file would wait for each other.
func sharePlaceIn(hash uint64) place { return place(lockFiles + hash%(1<<30)) }

func fileOf(p place) int { return int(p) }

func standsAlone(p place) bool { return p >= lockFiles }

// lock takes a file with a lock that belongs to the open file.
func lock(file *os.File, _ place, what part) (bool, error) {
	if what == next {
		return true, nil
	}
	for {
		switch err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB); err {
		case unix.EINTR:
		case unix.EWOULDBLOCK:
			return false, nil
		case nil:
			return true, nil
		default:
			return false, &os.PathError{Op: "lock", Path: file.Name(), Err: err}
		}
	}
}

func unlock(file *os.File, _ place, what part) error {
	if what == next {
		return nil
	}
	if err := unix.Flock(int(file.Fd()), unix.LOCK_UN); err != nil {
		return &os.PathError{Op: "unlock", Path: file.Name(), Err: err}
	}
	return nil
}

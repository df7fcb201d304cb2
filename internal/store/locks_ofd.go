//go:build linux || darwin

package store

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// relocks: a lock of this open file is had again by it.
const relocks = true

// The kernel's list of locks is linear, so places are spread over some dozens of
// files.
const lockFiles = 64

func placeIn(hash uint64) place { return place(hash) }

func sharePlaceIn(hash uint64) place { return placeIn(hash) }

func fileOf(p place) int { return int(p % lockFiles) }

func standsAlone(place) bool { return false }

// lock takes one byte of a file with a lock that belongs to the open file and not to
// the process (fcntl(2), open file description locks): it excludes other stores in
// this process too, and it ends when the last descriptor closes, which kill -9 does.
func lock(file *os.File, p place, what part) (bool, error) {
	err := setLock(file, p, what, unix.F_WRLCK)
	if err == unix.EAGAIN || err == unix.EACCES {
		return false, nil
	}
	return err == nil, lockTrouble(file, err)
}

func unlock(file *os.File, p place, what part) error {
	return lockTrouble(file, setLock(file, p, what, unix.F_UNLCK))
}

func setLock(file *os.File, p place, what part, kind int16) error {
	at := unix.Flock_t{Type: kind, Whence: io.SeekStart, Start: int64(p)<<1 | int64(what), Len: 1}
	for {
		if err := unix.FcntlFlock(file.Fd(), setOFD, &at); err != unix.EINTR {
			return err
		}
	}
}

func lockTrouble(file *os.File, err error) error {
	if err == nil {
		return nil
	}
	return &os.PathError{Op: "lock", Path: file.Name(), Err: err}
}

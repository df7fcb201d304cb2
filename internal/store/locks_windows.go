package store

import (
	"os"

	"golang.org/x/sys/windows"
)

// relocks: a handle cannot lock again what it has locked.
const relocks = false

// Places are spread over some dozens of files, as on other systems.
const lockFiles = 64

func placeIn(hash uint64) place { return place(hash) }

func sharePlaceIn(hash uint64) place { return placeIn(hash) }

func fileOf(p place) int { return int(p % lockFiles) }

func standsAlone(place) bool { return false }

// lock takes one byte of a file with a lock that belongs to the handle (LockFileEx):
// it excludes other stores in this process too, and the system frees it when the
// process ends.
func lock(file *os.File, p place, what part) (bool, error) {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, at(p, what))
	if err == windows.ERROR_LOCK_VIOLATION || err == windows.ERROR_IO_PENDING {
		return false, nil
	}
	return err == nil, lockTrouble(file, err)
}

func unlock(file *os.File, p place, what part) error {
	return lockTrouble(file, windows.UnlockFileEx(windows.Handle(file.Fd()), 0, 1, 0, at(p, what)))
}

func at(p place, what part) *windows.Overlapped {
	offset := uint64(p)<<1 | uint64(what)
	return &windows.Overlapped{Offset: uint32(offset), OffsetHigh: uint32(offset >> 32)}
}

func lockTrouble(file *os.File, err error) error {
	if err == nil {
		return nil
	}
	return &os.PathError{Op: "lock", Path: file.Name(), Err: err}
}

package write

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lock takes the file for this open of it; false when another holds it. The octet
// locked lies past any file's end, so that reading is not hindered.
func lock(f *os.File) (bool, error) {
	at := &windows.Overlapped{OffsetHigh: 1 << 30}
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}

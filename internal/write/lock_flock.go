//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package write

import (
	"errors"
	"os"
	"syscall"
)

// lock takes the file for this open of it; false when another holds it. The system
// frees it when the process ends, however it ends.
func lock(f *os.File) (bool, error) {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case err == nil:
			return true, nil
		case errors.Is(err, syscall.EWOULDBLOCK):
			return false, nil
		case !errors.Is(err, syscall.EINTR):
			return false, err
		}
	}
}

//go:build unix

package store

import (
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// cpu gives the processor time this process has used.
func cpu(t testing.TB) time.Duration {
	t.Helper()
	var used unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

package store

import "golang.org/x/sys/unix"

const setOFD = unix.F_OFD_SETLK

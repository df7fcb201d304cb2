package store

// setOFD is F_OFD_SETLK of xnu's bsd/sys/fcntl.h, which golang.org/x/sys does not
// name; SQLite's driver takes its own locks with it.
const setOFD = 90

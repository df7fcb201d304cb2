package store

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"github.com/ncruces/go-sqlite3"

	"curtsy/address"
)

// trouble says in one sentence what is wrong with the database at path and what can
// be done about it. Errors that are not SQLite's are given as they are.
func trouble(path string, err error) error {
	var code sqlite3.ErrorCode
	if err == nil || !errors.As(err, &code) {
		return err
	}
	say := func(sentence string) error { return fmt.Errorf("%s: %s (%w)", path, sentence, err) }
	switch code {
	case sqlite3.CORRUPT, sqlite3.NOTADB, sqlite3.FORMAT:
		return say("the database is damaged; it was left as it is: restore a copy, or move it away to start with an empty one")
	case sqlite3.READONLY, sqlite3.PERM, sqlite3.CANTOPEN:
		return say("the database cannot be written; make it writable, or use another home")
	case sqlite3.FULL:
		return say("the disk is full; nothing more is recorded until there is room")
	case sqlite3.BUSY, sqlite3.LOCKED:
		return say("another process kept the database for too long")
	case sqlite3.IOERR:
		return say("the disk could not be read or written")
	}
	return say("the database could not be used")
}

// damagedRow says that what is remembered of a site cannot be read. It is not taken for
// nothing: the site may have asked to be left alone.
func damagedRow(path string, site address.Site, err error) error {
	return fmt.Errorf("%s: what it remembers of %q is damaged and was left as it is (%w); restore a copy of the file, or move it away to start with an empty one", path, site, err)
}

// homeTrouble says what is wrong with the home directory.
func homeTrouble(home string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
		return fmt.Errorf("%s: too many files are open (%w); ask fewer sites at once, or raise the limit of open files", home, err)
	}
	return fmt.Errorf("%s: the home directory cannot be used (%w); make it writable, or use another home", home, err)
}

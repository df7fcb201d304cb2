package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ncruces/go-sqlite3/driver"
)

// How long a statement waits for another process's write before it fails.
const busyWait = 20 * time.Second

// How many connections read at once.
const readers = 4

// A Store is one open home directory. Its methods are safe for concurrent use, and
// any number of stores may be open on one home, in one process or many.
type Store struct {
	path     string      // of the database
	database fs.FileInfo // what stood at path when it was opened

	locks *locks  // who holds what
	read  *sql.DB // never waits for a writer
	write *sql.DB // one connection, so that a process's writers queue in memory
	sync  *sql.DB // as write, and a commit waits for the disk

	ledger Ledger
	copies Copies
}

// Open opens a home directory, and makes it when it is not there: the directory for
// its owner only, and every file in it. The error is one sentence that names the
// file; nothing is ever deleted or made anew because of it.
func Open(home string) (*Store, error) {
	home, err := filepath.Abs(home)
	if err != nil {
		return nil, homeTrouble(home, err)
	}
	locksAt := filepath.Join(home, "locks")
	if err := os.MkdirAll(locksAt, 0o700); err != nil {
		return nil, homeTrouble(home, err)
	}
	path := filepath.Join(home, "curtsy.db")
	if err := create(path); err != nil {
		return nil, homeTrouble(home, err)
	}
	database, err := os.Stat(path)
	if err != nil {
		return nil, homeTrouble(home, err)
	}
	s := &Store{path: path, database: database, locks: newLocks(locksAt)}
	if err := s.open(context.Background()); err != nil {
		return nil, errors.Join(trouble(path, err), s.Close())
	}
	return s, nil
}

// standing says whether the home is still the one that was opened: a process whose
// database or lock file was taken away under it would share them with nobody.
func (s *Store) standing(lock *os.File) error {
	ours, err := lock.Stat()
	if err != nil {
		return err
	}
	there, err := os.Stat(lock.Name())
	if err != nil || !os.SameFile(ours, there) {
		return fmt.Errorf("%s: it was taken away while it was in use, so other processes can no longer be waited for", filepath.Dir(lock.Name()))
	}
	if there, err = os.Stat(s.path); err != nil || !os.SameFile(s.database, there) {
		return fmt.Errorf("%s: it was taken away while it was in use, so other processes can no longer be waited for", s.path)
	}
	return nil
}

// create makes an empty file for its owner only. A file that is there is left alone:
// to open and close it would drop its locks on some systems.
func create(path string) error {
	if _, err := os.Lstat(path); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil // another process made it meanwhile
	}
	if err != nil {
		return err
	}
	return f.Close()
}

func (s *Store) open(ctx context.Context) (err error) {
	// One process at a time makes the database and brings its schema forward.
	opening, err := s.locks.hold(ctx, placeOf("open the database"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, opening.free()) }()
	for _, pool := range []struct {
		db    **sql.DB
		sync  string
		conns int
	}{{&s.write, "normal", 1}, {&s.sync, "full", 1}, {&s.read, "normal", readers}} {
		db, err := driver.Open(source(s.path, pool.sync))
		if err != nil {
			return err
		}
		db.SetMaxOpenConns(pool.conns)
		db.SetMaxIdleConns(pool.conns)
		*pool.db = db
	}
	if err := migrate(ctx, s.write, s.path); err != nil {
		return err
	}
	if err := s.checkBeside(ctx); err != nil {
		return err
	}
	s.ledger, s.copies = Ledger{store: s}, Copies{store: s}
	return errors.Join(s.ledger.prepare(ctx), s.copies.prepare(ctx))
}

// checkBeside sees to the files that WAL keeps beside the database: without them two
// processes could not share it. They are there until the last connection closes.
func (s *Store) checkBeside(ctx context.Context) error {
	var mode string
	if err := s.write.QueryRowContext(ctx, `PRAGMA journal_mode`).Scan(&mode); err != nil {
		return err
	}
	if mode != "wal" {
		return fmt.Errorf("%s: the database cannot be shared between processes here (journal mode %q); the home must be on a local disk", s.path, mode)
	}
	for _, beside := range []string{"-wal", "-shm"} { // the driver makes them for everybody to read
		if err := os.Chmod(s.path+beside, 0o600); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return homeTrouble(filepath.Dir(s.path), err)
		}
	}
	return nil
}

// source names the database to the driver. Order matters: the wait comes first.
func source(path, sync string) string {
	options := url.Values{"_txlock": {"immediate"}, "_pragma": {
		fmt.Sprintf("busy_timeout(%d)", busyWait.Milliseconds()),
		"journal_mode(wal)",
		"synchronous(" + sync + ")",
		"foreign_keys(1)",
	}}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // file:///C:/…
	}
	name := url.URL{Scheme: "file", Path: path, RawQuery: options.Encode()}
	return name.String()
}

// Close closes the store. What is still held is freed as it is: as if its process
// had died.
func (s *Store) Close() error {
	var errs []error
	for _, db := range []*sql.DB{s.read, s.sync, s.write} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(append(errs, s.locks.close())...)
}

// Ledger gives the store's ledger, which implements gate.Ledger.
func (s *Store) Ledger() *Ledger { return &s.ledger }

// Copies gives the store's robots.txt copies, which implement permit.Copies.
func (s *Store) Copies() *Copies { return &s.copies }

// toNanos writes a time; the zero time is 0. Times that do not fit are drawn to the
// nearest that does, so that a rest stays a rest.
func toNanos(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return min(max(t.Unix(), 0), 1<<33-1)*int64(time.Second) + int64(t.Nanosecond())
}

func fromNanos(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.Unix(0, n).UTC()
}

package write

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Create begins the state file of a run: it writes the header. A file that holds
// pages, or anything that is not a header alone, is left as it is: a [*HeldError]
// or an [*OtherRunError]. A path that is no regular file (a pipe, a terminal) is
// written as a stream, without a header.
func Create(path string, h Header, cfg Config) (*Journal, error) {
	line, err := h.line()
	if err != nil {
		return nil, fmt.Errorf("%s: its header: %w", path, err)
	}
	if at, err := os.Stat(path); err == nil && !at.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		j := Stream(f, cfg)
		j.closer = f
		return j, nil
	}
	_, absent := os.Stat(path)
	j, f, err := open(path, os.O_CREATE, cfg)
	if err != nil {
		return nil, err
	}
	if err := j.begin(line); err != nil {
		if errors.Is(absent, os.ErrNotExist) { // nothing is left of what was not begun
			err = errors.Join(err, os.Remove(path))
		}
		return nil, errors.Join(err, f.Close())
	}
	return j, nil
}

// open opens and locks the file. What path names after the lock is had must be
// what was locked: another process may have put a new file there in between.
func open(path string, flag int, cfg Config) (*Journal, *os.File, error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	f, err := os.OpenFile(path, os.O_RDWR|flag, 0o666)
	if err != nil {
		return nil, nil, err
	}
	busy := func(err error) (*Journal, *os.File, error) { return nil, nil, errors.Join(err, f.Close()) }
	held, err := lock(f)
	if err != nil {
		return busy(fmt.Errorf("%s: it cannot be locked: %w", path, err))
	}
	if !held {
		return busy(&BusyError{Path: path})
	}
	ours, err := f.Stat()
	if err != nil {
		return busy(err)
	}
	if named, err := os.Stat(path); err != nil || !os.SameFile(ours, named) {
		return busy(&BusyError{Path: path})
	}
	j := newJournal(path, cfg)
	j.main = &whole{disk: f, name: path, size: ours.Size()}
	return j, f, nil
}

// A BusyError says that another process writes the file.
type BusyError struct{ Path string }

func (e *BusyError) Error() string {
	return e.Path + ": another run is writing it; two never write one file"
}

// begin writes the header to a file that holds no page.
func (j *Journal) begin(header []byte) error {
	if err := j.mayBegin(); err != nil {
		return err
	}
	if n, err := pagesOf(j.path + pendingSuffix); err != nil {
		return err
	} else if n > 0 {
		return &OtherRunError{Path: j.path + pendingSuffix, Reason: fmt.Sprintf("it holds %d pages of a run whose file is gone: put that back to resume it, or remove this to begin anew", n)}
	}
	if ours, err := isSide(j.path + pendingSuffix); err != nil {
		return err
	} else if !ours {
		return &OtherRunError{Path: j.path + pendingSuffix, Reason: "it is there, and is no run's: a run writes a file of that name"}
	}
	if err := os.Remove(j.path + pendingSuffix); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := j.main.truncate(0); err != nil {
		return err
	}
	if _, err := j.main.append(header); err != nil {
		return err
	}
	j.begins, j.stands = j.main.size, j.main.size
	return nil
}

// mayBegin refuses a file that holds anything but a header, whole or cut.
func (j *Journal) mayBegin() error {
	pages, ours, first := 0, true, true
	err := j.main.each(0, func(_ int64, text []byte, ended bool) error {
		switch {
		case bytes.HasPrefix(text, []byte(`{"url":`)):
			pages++
		case !first || !isHeader(text, ended):
			ours = false
		}
		first = false
		return nil
	})
	switch {
	case err != nil:
		return err
	case pages > 0:
		return &HeldError{Path: j.path, Pages: pages}
	case !ours:
		return &OtherRunError{Path: j.path, Reason: "it is not empty, and curtsy did not write it"}
	}
	return nil
}

// isHeader says whether the text is a header's line, or the start of one that was
// cut off while it was written.
func isHeader(text []byte, ended bool) bool {
	if ended {
		_, err := readHeader(text)
		return err == nil
	}
	return strings.HasPrefix(headerStart, string(text)) || bytes.HasPrefix(text, []byte(headerStart))
}

// isSide says whether the file at path is a run's side file, empty, or not there.
func isSide(path string) (bool, error) {
	at, err := os.Lstat(path)
	if errors.Is(err, os.ErrNotExist) {
		return true, nil
	}
	if err != nil || !at.Mode().IsRegular() {
		return false, err
	}
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	start := make([]byte, len(headerStart))
	n, _ := f.ReadAt(start, 0)
	return string(start[:n]) == headerStart[:n], nil
}

// pagesOf counts the pages a file holds; none when there is no such file.
func pagesOf(path string) (n int, err error) {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	at, err := f.Stat()
	if err != nil {
		return 0, err
	}
	w := whole{disk: f, name: path, size: at.Size()}
	err = w.each(0, func(_ int64, text []byte, _ bool) error {
		if bytes.HasPrefix(text, []byte(`{"url":`)) {
			n++
		}
		return nil
	})
	return n, err
}

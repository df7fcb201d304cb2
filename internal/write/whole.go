package write

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

const (
	syncEvery = 5 * time.Second // lines are flushed to the disk at least this often while they are written
	batchSize = 1 << 20         // octets copied at once
	maxLine   = 256 << 20       // octets; a longer one is not ours
)

// A disk is the part of an *os.File that whole uses.
type disk interface {
	io.ReaderAt
	io.WriterAt
	Truncate(size int64) error
	Sync() error
	Close() error
}

// whole is a file that is written at its end, whole lines at a time.
type whole struct {
	disk   disk
	name   string
	size   int64
	synced time.Time
	dirty  bool
}

// append writes whole lines with one write. When they cannot all be written, none
// of them stays.
func (w *whole) append(lines []byte) (at int64, err error) {
	at = w.size
	if _, err = w.disk.WriteAt(lines, at); err != nil {
		var path *os.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		if undone := w.disk.Truncate(at); undone != nil {
			return at, fmt.Errorf("%s: %w; its last line may be cut", w.name, err)
		}
		return at, fmt.Errorf("%s: %w; what it holds is whole", w.name, err)
	}
	w.size += int64(len(lines))
	w.dirty = true
	if w.synced.IsZero() {
		w.synced = time.Now()
	}
	if time.Since(w.synced) >= syncEvery {
		return at, w.sync()
	}
	return at, nil
}

func (w *whole) sync() error {
	w.synced = time.Now()
	if !w.dirty {
		return nil
	}
	w.dirty = false
	if err := w.disk.Sync(); err != nil {
		return fmt.Errorf("%s: %w", w.name, err)
	}
	return nil
}

func (w *whole) truncate(size int64) error {
	if size == w.size {
		return nil
	}
	if err := w.disk.Truncate(size); err != nil {
		return fmt.Errorf("%s: %w", w.name, err)
	}
	w.size, w.dirty = size, true
	return nil
}

func (w *whole) read(at int64, length int) ([]byte, error) {
	b := make([]byte, length)
	if _, err := w.disk.ReadAt(b, at); err != nil {
		return nil, fmt.Errorf("%s: it changed under us at octet %d: %w", w.name, at, err)
	}
	return b, nil
}

func (w *whole) close() error {
	err := w.sync()
	return errors.Join(err, w.disk.Close())
}

// errStop ends each early without being an error.
var errStop = errors.New("stop")

// each gives the lines that are not blank, without their line breaks; ended is
// false for a last one that has none. The text is good until the next.
func (w *whole) each(from int64, line func(at int64, text []byte, ended bool) error) error {
	r := bufio.NewReaderSize(io.NewSectionReader(w.disk, from, w.size-from), int(min(batchSize, w.size-from+1)))
	var long []byte
	for at := from; at < w.size; {
		part, err := r.ReadSlice('\n')
		text := part
		if len(long) > 0 || errors.Is(err, bufio.ErrBufferFull) {
			long = append(long, part...)
			text = long
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			if len(long) > maxLine {
				return fmt.Errorf("%s: the line at octet %d is longer than %d octets", w.name, at, maxLine)
			}
			continue
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("%s: %w", w.name, err)
		}
		if len(text) == 0 {
			return nil
		}
		bare, ended := bytes.CutSuffix(text, []byte("\n"))
		if len(bytes.TrimSpace(bare)) > 0 {
			if err := line(at, bare, ended); err != nil {
				if errors.Is(err, errStop) {
					return nil
				}
				return err
			}
		}
		at += int64(len(text))
		long = long[:0]
	}
	return nil
}

package write

import (
	"bytes"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"os"
	"strings"
)

// Resume takes up the run that a state file holds. A file that is not there, is
// empty, or holds part of a header is begun, as [Create] does. One of another run
// (in its seeds, or an option that is not max_pages or max_depth grown) is an
// [*OtherRunError]; that, and every other file that is not taken up, is left octet
// for octet as it was.
//
// Lines of retryable errors are asked again unless cfg keeps them; everything else
// is had with [Journal.Recall]. All is read once, in bounded memory: some 60
// octets for each line.
func Resume(path string, h Header, cfg Config) (*Journal, error) {
	line, err := h.line()
	if err != nil {
		return nil, fmt.Errorf("%s: its header: %w", path, err)
	}
	if at, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		if _, err := os.Stat(path + pendingSuffix); err == nil {
			return nil, &OtherRunError{Path: path, Reason: "it is gone, and " + path + pendingSuffix + " still holds answers of its run: put the one back, or remove the other to begin anew"}
		}
		return Create(path, h, cfg)
	} else if err == nil && !at.Mode().IsRegular() {
		return nil, &OtherRunError{Path: path, Reason: "it is no file that a run can be resumed from"}
	}
	j, f, err := open(path, 0, cfg)
	if err != nil {
		return nil, err
	}
	if err := j.resume(line); err != nil {
		if j.side.whole != nil {
			err = errors.Join(err, j.side.disk.Close())
		}
		return nil, errors.Join(err, f.Close())
	}
	return j, nil
}

// found is what reading a file of lines came to.
type found struct {
	lines  []*kept
	urls   []uint64
	again  int   // lines of retryable errors
	end    int64 // of the last whole line
	unfold bool  // the last line is whole but for its line break
}

func (j *Journal) resume(run []byte) error {
	text, ended, err := j.header()
	if err != nil {
		return err
	}
	if !ended && isHeader(text, false) {
		return j.begin(run)
	}
	file, err := readHeader(text)
	if err != nil || !ended {
		return j.foreign(text)
	}
	if file.Format != Format {
		return j.other("it has format %d, and this curtsy reads %d", file.Format, Format)
	}
	want, err := readHeader(run)
	if err != nil {
		return err
	}
	difference, grown := compare(file, want)
	if difference != "" {
		return j.other("it is another run's: %s", difference)
	}
	j.begins = int64(len(text) + 1)
	j.stands = j.begins
	main, err := j.scan(j.main, j.begins)
	if err != nil {
		return err
	}
	beside, err := j.openOld(file)
	if err != nil {
		return err
	}
	// Everything is accepted: from here on the files may change.
	if err := accept(j.main, main); err != nil {
		return err
	}
	if j.side.whole != nil {
		if err := accept(j.side.whole, beside); err != nil {
			return err
		}
	}
	if grown {
		if err := j.rewriteHeader(file, run, main.lines); err != nil {
			return err
		}
	}
	return j.know(main, beside)
}

// know makes answers of what was read. Of two lines of one address the one in main
// counts.
func (j *Journal) know(main, beside found) error {
	j.learn(beside)
	j.learn(main)
	j.held = main.lines
	j.side.live = len(beside.lines)
	for _, k := range beside.lines {
		k.fresh = true
	}
	if j.cfg.Order == nil && main.again > 0 {
		return j.withdraw()
	}
	j.watch = j.cfg.Order == nil
	return nil
}

// header gives the file's first line.
func (j *Journal) header() (text []byte, ended bool, err error) {
	err = j.main.each(0, func(at int64, line []byte, whole bool) error {
		if at == 0 {
			text, ended = bytes.Clone(line), whole
		} else {
			text, ended = []byte("\n"), true
		}
		return errStop
	})
	return text, ended, err
}

func (j *Journal) other(format string, args ...any) error {
	return &OtherRunError{Path: j.path, Reason: fmt.Sprintf(format, args...)}
}

func (j *Journal) foreign(first []byte) error {
	if strings.Contains(string(first), `,"n":`) && bytes.HasPrefix(first, []byte(`{"url":`)) {
		return j.other("its first line is a page's, and a state file starts with its header")
	}
	if bytes.HasPrefix(first, []byte("url,n,ok,")) {
		return j.other("it is a CSV, and a CSV is no state: JSON Lines can be resumed")
	}
	return j.other("it is no state file: its first line is %.60q", first)
}

// scan reads the lines of a file, and changes nothing.
func (j *Journal) scan(w *whole, from int64) (found, error) {
	f := found{end: from}
	number := 1
	err := w.each(from, func(at int64, text []byte, ended bool) error {
		number++
		if note, ok, err := noteOf(text); ok && ended && w == j.side.whole {
			if err != nil {
				return &OtherRunError{Path: w.name, Reason: fmt.Sprintf("line %d is no note: %v", number, err)}
			}
			f.end = at + int64(len(text)) + 1
			j.side.notes[note] = spot{at: at, length: len(text) + 1}
			j.side.end = f.end
			return nil
		}
		l, err := j.reader.read(text, false)
		if err != nil && !ended {
			return nil // cut off while it was written
		}
		if err != nil {
			return &OtherRunError{Path: w.name, Reason: fmt.Sprintf("line %d is no page's: %v", number, err)}
		}
		f.end = at + int64(len(text)) + 1
		f.unfold = !ended
		if l.Retryable && !j.cfg.KeepFailed {
			f.again++
			return nil
		}
		f.lines = append(f.lines, &kept{in: w, at: at, length: len(text) + 1})
		f.urls = append(f.urls, maphash.String(j.seed, l.URL))
		return nil
	})
	return f, err
}

// learn makes answers of lines. Of two lines of one address the one learned last
// counts.
func (j *Journal) learn(f found) {
	for i, k := range f.lines {
		k.next = j.known[f.urls[i]]
		j.known[f.urls[i]] = k
	}
}

// accept cuts off the last line when it was not wholly written, and ends it when
// only its line break is missing.
func accept(w *whole, f found) error {
	if f.unfold {
		_, err := w.append([]byte("\n"))
		return err
	}
	return w.truncate(f.end)
}

// openOld opens the side file of the run, when it left one, and reads it.
func (j *Journal) openOld(of rawHeader) (found, error) {
	path := j.path + pendingSuffix
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, os.ErrNotExist) {
		return found{}, nil
	}
	if err != nil {
		return found{}, err
	}
	at, err := file.Stat()
	if err != nil {
		return found{}, errors.Join(err, file.Close())
	}
	j.side.whole, j.side.path = &whole{disk: file, name: path, size: at.Size()}, path
	var first []byte
	whole := false
	if err := j.side.each(0, func(at int64, text []byte, ended bool) error {
		first, whole = bytes.Clone(text), ended && at == 0
		return errStop
	}); err != nil {
		return found{}, err
	}
	if !whole && (len(first) == 0 || isHeader(first, false)) {
		// Its very first line was cut off: there is nothing in it yet.
		j.side.whole = nil
		return found{}, file.Close()
	}
	started, err := pendingOf(first)
	if err != nil || !started.Equal(of.Started) {
		reason := "it does not belong to the run of " + j.path + "; move it away to resume without it"
		return found{}, &OtherRunError{Path: path, Reason: reason}
	}
	j.side.end = int64(len(first) + 1)
	return j.scan(j.side.whole, j.side.end)
}

// rewriteHeader puts the run's header in place of the file's, whose bounds were
// smaller. The new file is whole and locked before it takes the old one's name.
func (j *Journal) rewriteHeader(file rawHeader, run []byte, lines []*kept) error {
	run, err := withStarted(run, file)
	if err != nil {
		return err
	}
	path := j.path + ".resume-tmp"
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	undo := func(err error) error { return errors.Join(err, f.Close(), os.Remove(path)) }
	if at, err := os.Stat(j.path); err == nil {
		_ = f.Chmod(at.Mode().Perm()) // as near as the system allows
	}
	if _, err := f.Write(run); err != nil {
		return undo(err)
	}
	if _, err := io.Copy(f, io.NewSectionReader(j.main.disk, j.begins, j.main.size-j.begins)); err != nil {
		return undo(err)
	}
	if err := f.Sync(); err != nil {
		return undo(err)
	}
	if held, err := lock(f); err != nil || !held {
		return undo(errors.Join(err, &BusyError{Path: path}))
	}
	if err := os.Rename(path, j.path); err != nil {
		return undo(err)
	}
	old, moved := j.main, int64(len(run))-j.begins
	j.main = &whole{disk: f, name: j.path, size: old.size + moved}
	for _, k := range lines {
		k.in, k.at = j.main, k.at+moved
	}
	j.begins += moved
	j.stands = j.begins
	return old.disk.Close()
}

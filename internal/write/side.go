package write

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

// pendingSuffix names the side file after the output.
const pendingSuffix = ".pending"

// side is the file beside the output: finished lines whose turn has not come, and
// notes. It is made when there is first something to put there.
type side struct {
	*whole
	path  string
	live  int   // lines in it that are nowhere else
	end   int64 // where its last note ends: nothing before it is cut off
	notes map[string]spot
}

type spot struct {
	at     int64
	length int
}

// noteLine is a note's line: the key of the contract, and what is kept under it.
type noteLine struct {
	Curtsy struct {
		Note  string          `json:"note"`
		Value json.RawMessage `json:"value"`
	} `json:"curtsy"`
}

// pendingLine is the first line of a side file: which run's it is.
type pendingLine struct {
	Curtsy struct {
		Format  int       `json:"format"`
		Pending time.Time `json:"pending"` // when its run was begun
	} `json:"curtsy"`
}

// lay puts a line that must wait into the side file, and keeps it in memory too
// while there is room.
func (j *Journal) lay(k *kept) error {
	room := j.memory <= j.cfg.Memory
	if j.main == nil && room {
		return nil
	}
	if err := j.openSide(); err != nil {
		return err
	}
	at, err := j.side.append(k.line)
	if err != nil {
		return err
	}
	k.in, k.at = j.side.whole, at
	j.side.live++
	if !room {
		j.memory -= int64(k.length)
		k.line, k.page, k.counted = nil, nil, false
	}
	return nil
}

// openSide makes the side file unless there is one.
func (j *Journal) openSide() error {
	if j.side.whole != nil {
		return nil
	}
	if j.main == nil {
		f, err := os.CreateTemp("", "curtsy-pending-*")
		if err != nil {
			return err
		}
		j.side.whole, j.side.path = &whole{disk: f, name: f.Name()}, f.Name()
		return nil
	}
	header, err := j.main.read(0, int(j.begins))
	if err != nil {
		return err
	}
	of, err := readHeader(header)
	if err != nil {
		return err
	}
	var first pendingLine
	first.Curtsy.Format, first.Curtsy.Pending = Format, of.Started
	line, err := encode(first)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(j.path+pendingSuffix, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	j.side.whole, j.side.path = &whole{disk: f, name: f.Name()}, f.Name()
	_, err = j.side.append(line)
	j.side.end = j.side.size
	return err
}

// Note keeps value under key beside the output, for a resumed run: what a site's
// sitemaps listed need not be asked again. The last value of a key counts. A
// stream keeps none.
func (j *Journal) Note(key string, value any) error {
	if j.err != nil || j.main == nil {
		return j.err
	}
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	var n noteLine
	n.Curtsy.Note, n.Curtsy.Value = key, text
	line, err := encode(n)
	if err != nil {
		return err
	}
	if err := j.openSide(); err != nil {
		return j.fail(err)
	}
	at, err := j.side.append(line)
	if err != nil {
		return j.fail(err)
	}
	j.side.notes[key] = spot{at: at, length: len(line)}
	j.side.end = j.side.size
	return nil
}

// Noted reads into value what was noted under key; false when nothing was.
func (j *Journal) Noted(key string, value any) (bool, error) {
	at, ok := j.side.notes[key]
	if !ok {
		return false, nil
	}
	text, err := j.side.read(at.at, at.length)
	if err != nil {
		return false, err
	}
	var n noteLine
	if err := json.Unmarshal(text, &n); err != nil {
		return false, fmt.Errorf("%s: the note %q: %w", j.side.path, key, err)
	}
	return true, json.Unmarshal(n.Curtsy.Value, value)
}

// Notes gives the keys that begin with prefix under which something was noted, sorted.
func (j *Journal) Notes(prefix string) []string {
	var keys []string
	for key := range j.side.notes {
		if strings.HasPrefix(key, prefix) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// ease empties the side file of lines when none of them waits. They are in main
// by then; main is on the disk before they go.
func (j *Journal) ease() error {
	s := &j.side
	if s.whole == nil || s.live > 0 || s.size == s.end {
		return nil
	}
	if j.main != nil && j.main.dirty {
		if s.size-s.end < batchSize {
			return nil
		}
		if err := j.main.sync(); err != nil {
			return err
		}
	}
	return s.truncate(s.end)
}

// close closes the file, and removes it when it holds nothing that is needed; over
// says that notes are not.
func (s *side) close(over bool) error {
	if s.whole == nil {
		return nil
	}
	err := s.whole.close()
	if s.live == 0 && (over || len(s.notes) == 0) {
		err = errors.Join(err, os.Remove(s.path))
	}
	return err
}

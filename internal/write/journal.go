package write

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"maps"
	"os"
	"slices"

	"curtsy/page"
)

// An Order says whose line is next. The frontier is one.
type Order interface {
	Turn() (n int, ok bool) // the number whose line is next; false: not known yet, or none is left
	Pass()                  // it is written: on to the one after
}

// Config is how a Journal works. The zero value writes pages as they finish.
type Config struct {
	// Order is the order of the lines; nil writes each page as it finishes.
	Order Order
	// Memory bounds the octets of finished lines kept in memory while they wait for
	// their turn; those past it are read again from the side file. 0 is 64 MiB.
	Memory int64
	// Emit, when set, is given each page once its line is written, in the order of
	// the lines. Lines that stood in the output before this process are not given.
	Emit func(*page.Page) error
	// KeepFailed makes answers of retryable errors too, on resume.
	KeepFailed bool
}

// A Journal is the lines of one run. One goroutine owns it, the one that owns its
// Order. After an error every call gives that error: the file is whole, and can be
// resumed.
type Journal struct {
	cfg    Config
	path   string
	main   *whole    // nil: a stream
	out    io.Writer // of a stream; nil: pages go to Emit alone
	closer io.Closer // of a stream that is a file of ours
	begins int64     // where the first line after the header starts
	stands int64     // main is as it should be up to here
	side   side
	seed   maphash.Seed
	known  map[uint64]*kept // what resume found and no page has asked for yet, by the hash of its url
	held   []*kept          // what resume found in main, as it stands there; in no order, also what was written since
	watch  bool             // in no order: lines of main may yet have to be withdrawn
	wait   map[int]*kept    // finished, by number, waiting for its turn
	memory int64            // octets of lines in memory
	batch  []byte
	emit   []*kept
	reader lineReader
	err    error
}

// A kept is a line that is in a file or in memory and not yet in its place.
type kept struct {
	next     *kept // of the same hash
	in       *whole
	at       int64
	length   int // with its line break
	line     []byte
	page     *page.Page
	place    *Place // where it belongs, when that is not what it says
	fresh    bool   // it never stood in main before
	recalled bool
	counted  bool // in memory
	dead     bool // it is in its place, or another line is
}

// Stream makes a Journal that keeps no state: lines go to out (nil: nowhere) and
// pages to Emit, in order all the same. Past the bound on memory, lines wait in a
// temporary file. Close does not close out.
func Stream(out io.Writer, cfg Config) *Journal {
	j := newJournal("", cfg)
	j.out = out
	return j
}

func newJournal(path string, cfg Config) *Journal {
	if cfg.Memory == 0 {
		cfg.Memory = 64 << 20
	}
	return &Journal{
		cfg: cfg, path: path, seed: maphash.MakeSeed(), known: make(map[uint64]*kept), wait: make(map[int]*kept),
		side: side{notes: make(map[string]spot)},
	}
}

// Append writes the page's line when its turn has come, and what was waiting for
// it. Before that the line goes to the side file, at once.
func (j *Journal) Append(p *page.Page) error {
	if j.err != nil {
		return j.err
	}
	line, err := p.Line()
	if err != nil {
		return err
	}
	k := &kept{length: len(line), line: line, page: p, fresh: true}
	if j.cfg.Order == nil {
		return j.fail(errors.Join(j.put(k), j.flush()))
	}
	if j.wait[p.N] != nil {
		return j.fail(fmt.Errorf("page %d (%s) is written twice", p.N, p.URL))
	}
	j.wait[p.N], k.counted = k, true
	j.memory += int64(k.length)
	if n, ok := j.cfg.Order.Turn(); !ok || n != p.N {
		return j.fail(j.lay(k))
	}
	return j.Settle()
}

// Settle writes the lines whose turn has come. Call it when the order has become
// known further without a page: when a lane has ended.
func (j *Journal) Settle() error {
	if j.err != nil || j.cfg.Order == nil {
		return j.err
	}
	for {
		n, ok := j.cfg.Order.Turn()
		k := j.wait[n]
		if !ok || k == nil {
			break
		}
		delete(j.wait, n)
		if err := j.put(k); err != nil {
			return j.fail(err)
		}
		j.cfg.Order.Pass()
	}
	return j.fail(j.flush())
}

// Waiting gives the line of page n, when it is finished and waits for its turn.
func (j *Journal) Waiting(n int) (*Line, bool, error) {
	k := j.wait[n]
	if k == nil {
		return nil, false, j.err
	}
	text, err := j.text(k)
	if err != nil {
		return nil, false, err
	}
	l, err := j.reader.read(text, true)
	return l, err == nil, err
}

// Recall says whether the state holds the answer of the page at this place. If it
// does, its line goes there, and the address is not to be asked. The number the
// line had before does not count; its url does.
func (j *Journal) Recall(to Place) (*Line, bool, error) {
	if j.err != nil {
		return nil, false, j.err
	}
	l, k, err := j.take(to.URL)
	if err != nil || k == nil {
		return nil, false, j.fail(err)
	}
	k.recalled = true
	if l.Place != to {
		k.place, l.Place = &to, to
	}
	if j.cfg.Order != nil {
		if j.wait[to.N] != nil {
			return nil, false, j.fail(fmt.Errorf("page %d (%s) is written twice", to.N, to.URL))
		}
		j.wait[to.N] = k
		return l, true, j.Settle()
	}
	if k.in == j.main && k.place == nil {
		return l, true, nil // it stands where it belongs: in no order, anywhere will do
	}
	if k.in == j.main {
		err = j.withdraw()
	}
	if !k.dead { // withdraw may have written it
		err = errors.Join(err, j.put(k), j.flush())
	}
	return l, true, j.fail(err)
}

// take finds the answer of url among what resume found, and retires any other
// lines of it.
func (j *Journal) take(url string) (line *Line, found *kept, err error) {
	hash := maphash.String(j.seed, url)
	link := j.known[hash]
	var others *kept
	for link != nil {
		k := link
		link = k.next
		text, err := j.text(k)
		if err != nil {
			return nil, nil, err
		}
		l, err := j.reader.read(text, true)
		switch {
		case err != nil:
			return nil, nil, fmt.Errorf("%s: it changed under us: %w", k.in.name, err)
		case l.URL != url:
			k.next, others = others, k
		case found == nil:
			line, found = l, k
			k.next = nil
		default:
			j.retire(k)
		}
	}
	if others == nil {
		delete(j.known, hash)
	} else {
		j.known[hash] = others
	}
	return line, found, nil
}

// put adds a line to what is written next, unless it stands there already.
func (j *Journal) put(k *kept) error {
	onMain := j.main != nil && k.in == j.main
	if onMain && k.place == nil && k.at == j.stands && j.cfg.Order != nil {
		j.stands += int64(k.length)
		return nil
	}
	text, err := j.text(k)
	if err != nil {
		return err
	}
	if k.place != nil {
		if text, err = j.reader.respell(text, *k.place); err != nil {
			return err
		}
	}
	if same, err := j.alike(text); err != nil {
		return err
	} else if same {
		j.stands += int64(len(text))
	} else {
		if j.main != nil && j.cfg.Order != nil && j.stands < j.main.size {
			if err := j.retreat(j.stands); err != nil {
				return err
			}
		}
		if j.watch {
			j.held = append(j.held, &kept{in: j.main, at: j.main.size + int64(len(j.batch)), length: len(text), recalled: true})
		}
		j.batch = append(j.batch, text...)
	}
	if k.fresh && j.cfg.Emit != nil {
		j.emit = append(j.emit, k)
	}
	k.line = text
	j.retire(k)
	if len(j.batch) >= batchSize {
		return j.flush()
	}
	return nil
}

// alike says whether main goes on with this very text.
func (j *Journal) alike(text []byte) (bool, error) {
	if j.main == nil || j.cfg.Order == nil || j.stands+int64(len(text)) > j.main.size {
		return false, nil
	}
	old, err := j.main.read(j.stands, len(text))
	return err == nil && string(old) == string(text), err
}

// retire forgets a line that is in its place, or superseded.
func (j *Journal) retire(k *kept) {
	if k.dead {
		return
	}
	k.dead = true
	if k.counted {
		j.memory -= int64(k.length)
	}
	if k.in != nil && k.in == j.side.whole {
		j.side.live--
	}
}

// flush writes the batch with one write, then hands its pages on.
func (j *Journal) flush() error {
	if len(j.batch) > 0 {
		if j.main != nil {
			if _, err := j.main.append(j.batch); err != nil {
				return err
			}
			j.stands = j.main.size
		} else if j.out != nil {
			if _, err := j.out.Write(j.batch); err != nil {
				return fmt.Errorf("writing lines: %w", err)
			}
		}
		j.batch = j.batch[:0]
	}
	for _, k := range j.emit {
		p := k.page
		if p == nil {
			p = new(page.Page)
			if err := json.Unmarshal(k.line, p); err != nil {
				return err
			}
		}
		if err := j.cfg.Emit(p); err != nil {
			return err
		}
	}
	clear(j.emit)
	j.emit = j.emit[:0]
	return j.ease()
}

// text is the line where it is.
func (j *Journal) text(k *kept) ([]byte, error) {
	if k.line != nil {
		return k.line, nil
	}
	return k.in.read(k.at, k.length)
}

// Unplaced counts the lines found on resume that no page of the run has asked for.
func (j *Journal) Unplaced() int {
	n := 0
	for _, k := range j.known {
		for ; k != nil; k = k.next {
			n++
		}
	}
	return n
}

// Close ends the journal of a run that may go on: what waits stays in the side
// file, as do notes. A stream has no side file, so what waits is written, in the
// order of the numbers.
func (j *Journal) Close() error {
	if j.main == nil && j.err == nil {
		for _, n := range slices.Sorted(maps.Keys(j.wait)) {
			if j.fail(j.put(j.wait[n])) != nil {
				break
			}
		}
		_ = j.fail(j.flush())
	}
	return j.end(false)
}

// Finish ends the journal of a run that is over. The side file goes, unless it
// holds answers found on resume that the run never asked for: those are not lost.
func (j *Journal) Finish() error {
	if j.main == nil {
		return j.Close()
	}
	switch {
	case j.err != nil:
	case j.cfg.Order != nil && j.stands < j.main.size:
		_ = j.fail(j.retreat(j.stands))
	case j.cfg.Order == nil && j.Unplaced() > 0:
		_ = j.fail(j.withdraw())
	}
	return j.end(j.err == nil)
}

func (j *Journal) end(over bool) error {
	err := j.err
	if j.main != nil {
		err = errors.Join(err, j.main.close())
	}
	if j.closer != nil {
		err = errors.Join(err, j.closer.Close())
	}
	err = errors.Join(err, j.side.close(over))
	if j.err == nil {
		j.err = os.ErrClosed
	}
	return err
}

func (j *Journal) fail(err error) error {
	if err != nil && j.err == nil {
		j.err = err
	}
	return err
}

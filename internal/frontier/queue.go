package frontier

import (
	"fmt"
	"hash/maphash"
	"slices"

	"curtsy/address"
	"curtsy/page"
)

// An Entry is what a [Queue] keeps of an admitted address.
type Entry struct {
	Address address.Address
	Lane, K uint32 // its lane and its number there
	FoundOn uint32 // index of the entry that led here; the largest uint32 for none
	Depth   int    // 0 to 65,535
	Via     page.Via
}

// A Queue keeps the addresses admitted and those only marked, each spelling once.
// One goroutine uses it. Both implementations here pass conform.Queue; an error is
// one of the disk's, or a bound reached, and ends the run.
type Queue interface {
	// Append keeps e and gives the index it is had by. added is false, and nothing
	// is kept, when the address was appended or marked before.
	Append(e Entry) (index uint32, added bool, err error)
	// Mark makes a seen address of a; false when it was seen already.
	Mark(a address.Address) (added bool, err error)
	// Seen says whether this spelling was appended or marked.
	Seen(spelling string) (bool, error)
	// At gives the entry that Append gave index for.
	At(index uint32) (Entry, error)
	// Len counts the entries appended.
	Len() int
	Close() error
}

// Compact is the Queue of this package. Per address it holds its text (in memory,
// or in a file), a record of 20 octets and a slot of 8 in a table three quarters
// full at most; two texts are alike only when they are compared and equal.
type Compact struct {
	texts   texts
	records chunked
	slots   []slot
	used    int
	queued  int
	seed    maphash.Seed
}

// texts is where the spellings are.
type texts interface {
	put(text string) (pos uint64, err error)
	is(pos uint64, text string) (bool, error)
	at(pos uint64) (string, error)
	close() error
}

type record struct {
	pos     uint32 // low 32 bits of the text's place
	high    uint8  // the next 8
	via     uint8
	depth   uint16
	lane, k uint32
	foundOn uint32
}

// slot is one place of the table: part of a text's hash, and its record's index
// plus one.
type slot struct{ hash, index uint32 }

const (
	maxDepth = 1<<16 - 1
	maxText  = 1<<40 - 1
	marked   = 0 // the via of a record that is no entry
)

// vias lists the values of Via; a record holds the place in this list.
func vias() [8]page.Via {
	return [8]page.Via{
		marked: "", 1: page.ViaSeed, 2: page.ViaLink, 3: page.ViaSitemap, 4: page.ViaFeed, 5: page.ViaList,
		6: page.ViaRedirect, 7: page.ViaTemplate,
	}
}

// NewMemory makes a queue that keeps everything in memory: about 100 octets for an
// address of 55.
func NewMemory() *Compact { return newCompact(new(arena)) }

// NewSpill makes a queue that keeps the text of addresses in a file in dir ("" is
// the system's place for temporary files), about 40 octets of memory for each. The
// file has no name once it is open, where the system allows that.
func NewSpill(dir string) (*Compact, error) {
	f, err := newTextFile(dir)
	if err != nil {
		return nil, err
	}
	return newCompact(f), nil
}

func newCompact(t texts) *Compact {
	return &Compact{texts: t, slots: make([]slot, 1<<10), seed: maphash.MakeSeed()}
}

// Append is of [Queue].
func (q *Compact) Append(e Entry) (uint32, bool, error) {
	all := vias()
	via := slices.Index(all[:], e.Via)
	if via <= marked || e.Depth < 0 || e.Depth > maxDepth {
		return 0, false, fmt.Errorf("frontier: %s: via %q at depth %d cannot be queued", e.Address, e.Via, e.Depth)
	}
	index, added, err := q.keep(e.Address.String(), record{
		via: uint8(via), depth: uint16(e.Depth), lane: e.Lane, k: e.K, foundOn: e.FoundOn,
	})
	if added {
		q.queued++
	}
	return index, added, err
}

// Mark is of [Queue].
func (q *Compact) Mark(a address.Address) (bool, error) {
	_, added, err := q.keep(a.String(), record{via: marked})
	return added, err
}

// Seen is of [Queue].
func (q *Compact) Seen(spelling string) (bool, error) {
	_, found, err := q.find(spelling, maphash.String(q.seed, spelling))
	return found, err
}

// At is of [Queue].
func (q *Compact) At(index uint32) (Entry, error) {
	r := q.records.at(index)
	text, err := q.texts.at(r.place())
	if err != nil {
		return Entry{}, err
	}
	a, err := address.Parse(text)
	if err != nil {
		return Entry{}, fmt.Errorf("frontier: the queue is damaged: %w", err)
	}
	return Entry{Address: a, Lane: r.lane, K: r.k, FoundOn: r.foundOn, Depth: int(r.depth), Via: vias()[r.via]}, nil
}

// Len is of [Queue].
func (q *Compact) Len() int { return q.queued }

// Close is of [Queue].
func (q *Compact) Close() error { return q.texts.close() }

func (q *Compact) keep(text string, r record) (uint32, bool, error) {
	hash := maphash.String(q.seed, text)
	at, found, err := q.find(text, hash)
	if err != nil || found {
		return 0, false, err
	}
	pos, err := q.texts.put(text)
	if err != nil {
		return 0, false, err
	}
	index := q.records.len()
	if pos > maxText || index >= none-1 {
		return 0, false, fmt.Errorf("frontier: the queue is full with %d addresses", index)
	}
	r.pos, r.high = uint32(pos), uint8(pos>>32)
	q.records.add(r)
	q.slots[at] = slot{hash: uint32(hash >> 32), index: index + 1}
	if q.used++; q.used*4 > len(q.slots)*3 {
		q.grow()
	}
	return index, true, nil
}

// find gives the slot that holds text, or the one where it would be put.
func (q *Compact) find(text string, hash uint64) (at int, found bool, err error) {
	mask := len(q.slots) - 1
	tag := uint32(hash >> 32)
	for at = int(tag) & mask; q.slots[at].index != 0; at = (at + 1) & mask {
		if q.slots[at].hash != tag {
			continue
		}
		same, err := q.texts.is(q.records.at(q.slots[at].index-1).place(), text)
		if err != nil || same {
			return at, same, err
		}
	}
	return at, false, nil
}

// grow doubles the table. The part of the hash that a slot holds is what places
// it, so no text is read again.
func (q *Compact) grow() {
	old := q.slots
	q.slots = make([]slot, 2*len(old))
	mask := len(q.slots) - 1
	for _, s := range old {
		if s.index == 0 {
			continue
		}
		at := int(s.hash) & mask
		for q.slots[at].index != 0 {
			at = (at + 1) & mask
		}
		q.slots[at] = s
	}
}

func (r *record) place() uint64 { return uint64(r.high)<<32 | uint64(r.pos) }

// chunked is a list of records that grows without being copied.
type chunked struct {
	chunks [][]record
	n      uint32
}

const recordsChunk = 1 << 10

func (c *chunked) len() uint32 { return c.n }

func (c *chunked) at(i uint32) *record { return &c.chunks[i/recordsChunk][i%recordsChunk] }

func (c *chunked) add(r record) {
	if int(c.n/recordsChunk) == len(c.chunks) {
		c.chunks = append(c.chunks, make([]record, recordsChunk))
	}
	*c.at(c.n) = r
	c.n++
}

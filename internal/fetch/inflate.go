package fetch

import (
	"bufio"
	"encoding/binary"
	"errors"
	"hash"
	"hash/adler32"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/flate"
)

// What makes a deflate stream unreadable, besides flate's own errors.
var (
	errGzipHead   = errors.New("gzip: it does not start as gzip does")
	errDictionary = errors.New("zlib: it needs a dictionary")
	errSum        = errors.New("the check sum is not that of the body")
)

// An inflater undoes gzip (RFC 1952) and deflate, which is zlib (RFC 1950) or, from
// servers that read the name literally, the bare stream (RFC 1951). The framing is
// read here and not by the libraries because two things must be seen that they do not
// tell: that a body ended whole although its trailer is missing, and that what follows
// a member is not another one. Many servers do either; the body is good.
type inflater struct {
	gzip   bool // set before reset
	in     *bufio.Reader
	flate  io.ReadCloser // a flate.Resetter
	crc    hash.Hash32
	adler  hash.Hash32
	sum    hash.Hash32 // crc, adler, or nil for a bare stream
	size   uint32      // of the member so far
	ended  error
	inside bool // a member's head is read
}

func newInflater() *inflater {
	return &inflater{flate: flate.NewReader(nil), crc: crc32.NewIEEE(), adler: adler32.New()}
}

func (f *inflater) reset(in *bufio.Reader) {
	f.in, f.ended, f.inside = in, nil, false
}

func (f *inflater) free(p *pools) {
	f.in = nil
	_ = f.flate.(flate.Resetter).Reset(eofReader{}, nil)
	p.inflate.Put(f)
}

func (f *inflater) Read(p []byte) (int, error) {
	for f.ended == nil {
		if !f.inside {
			f.ended = f.begin()
			continue
		}
		n, err := f.flate.Read(p)
		f.size += uint32(n)
		if f.sum != nil {
			f.sum.Write(p[:n]) // a hash never fails
		}
		switch {
		case errors.Is(err, io.EOF):
			f.ended = f.finish()
		case err != nil:
			f.ended = err
		}
		if n > 0 || len(p) == 0 {
			return n, nil
		}
	}
	return 0, f.ended
}

// begin reads the head of a stream or of the next member.
func (f *inflater) begin() error {
	f.sum = nil
	var err error
	if f.gzip {
		f.sum = f.crc
		err = f.gzipHead()
	} else {
		err = f.zlibHead()
	}
	if err != nil {
		return err
	}
	if f.sum != nil {
		f.sum.Reset()
	}
	f.size, f.inside = 0, true
	return f.flate.(flate.Resetter).Reset(f.in, nil)
}

func (f *inflater) gzipHead() error {
	var head [10]byte
	if _, err := io.ReadFull(f.in, head[:]); err != nil {
		return cutShort(err)
	}
	if head[0] != 0x1f || head[1] != 0x8b || head[2] != 8 {
		return errGzipHead
	}
	flags := head[3]
	if flags&4 != 0 { // extra fields
		var size [2]byte
		if _, err := io.ReadFull(f.in, size[:]); err != nil {
			return cutShort(err)
		}
		if _, err := f.in.Discard(int(binary.LittleEndian.Uint16(size[:]))); err != nil {
			return cutShort(err)
		}
	}
	for _, text := range []byte{8, 16} { // a name, a comment
		for flags&text != 0 {
			b, err := f.in.ReadByte()
			if err != nil {
				return cutShort(err)
			}
			if b == 0 {
				break
			}
		}
	}
	if flags&2 != 0 { // the head's own check sum
		if _, err := f.in.Discard(2); err != nil {
			return cutShort(err)
		}
	}
	return nil
}

// zlibHead reads the head of zlib, when it is there. A bare stream that starts as
// zlib does would have to start with a stored block whose padding is not zero.
func (f *inflater) zlibHead() error {
	head, err := f.in.Peek(2)
	if err != nil || head[0]&0x0f != 8 || head[0]>>4 > 7 || binary.BigEndian.Uint16(head)%31 != 0 {
		return nil //nolint:nilerr // a source of one octet is for flate to judge
	}
	if head[1]&0x20 != 0 {
		return errDictionary
	}
	f.sum = f.adler
	_, err = f.in.Discard(2)
	return err
}

// finish reads the trailer and says what comes next: nil for another member, io.EOF
// for the end. A trailer that is missing, or not whole, is forgiven.
func (f *inflater) finish() error {
	f.inside = false
	if f.sum == nil {
		return io.EOF
	}
	var trailer [8]byte
	want := trailer[:4]
	if f.gzip {
		want = trailer[:]
	}
	if _, err := io.ReadFull(f.in, want); err != nil {
		return io.EOF //nolint:nilerr // the wire remembers an error that is its own
	}
	if !f.gzip {
		if binary.BigEndian.Uint32(want) != f.sum.Sum32() {
			return errSum
		}
		return io.EOF
	}
	if binary.LittleEndian.Uint32(trailer[:4]) != f.sum.Sum32() || binary.LittleEndian.Uint32(trailer[4:]) != f.size {
		return errSum
	}
	if next, err := f.in.Peek(3); err != nil || next[0] != 0x1f || next[1] != 0x8b || next[2] != 8 {
		return io.EOF //nolint:nilerr // as above
	}
	return nil
}

func cutShort(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// An eofReader is a source with nothing in it, for a flate reader in its pool.
type eofReader struct{}

func (eofReader) Read([]byte) (int, error) { return 0, io.EOF }
func (eofReader) ReadByte() (byte, error)  { return 0, io.EOF }

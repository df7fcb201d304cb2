package sitemap

import (
	"bufio"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"
)

const (
	buffered = 32 << 10 // octets held at each stage
	codings  = 2        // gzip in gzip happens by a server compressing what is a .gz already
)

// inflate undoes gzip, at most twice, and bounds what goes into and comes out of
// each stage: a file of empty gzip members never ends and gives nothing.
func inflate(r io.Reader, bytes int64) (*bufio.Reader, error) {
	own := &body{r: r}
	b := bufio.NewReaderSize(&bounded{r: own, left: bytes, bound: bytes}, buffered)
	for n := 0; startsGzip(b); n++ {
		if n == codings {
			return nil, corrupt("it is compressed more than twice")
		}
		members := &members{from: b, own: own}
		if err := members.next(); err != nil {
			return nil, err
		}
		b = bufio.NewReaderSize(&bounded{r: members, left: bytes, bound: bytes}, buffered)
	}
	return b, nil
}

func startsGzip(b *bufio.Reader) bool {
	magic, _ := b.Peek(2) // an error is met again by whoever reads
	return string(magic) == "\x1f\x8b"
}

// A body remembers what the caller's reader said, so that a connection that breaks
// is not taken for a gzip that does.
type body struct {
	r   io.Reader
	err error
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if err != nil && err != io.EOF {
		b.err = err
	}
	return n, err
}

// members reads the gzip members of a file one behind the other, and takes what
// follows the last one, padding as a rule, for the end.
type members struct {
	from *bufio.Reader
	own  *body
	z    *gzip.Reader
}

// next opens the next member.
func (m *members) next() (err error) {
	if m.z == nil {
		m.z, err = gzip.NewReader(m.from)
	} else {
		err = m.z.Reset(m.from)
	}
	if err == io.EOF { // its two magic octets are there
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return m.said(err)
	}
	m.z.Multistream(false)
	return nil
}

func (m *members) Read(p []byte) (int, error) {
	for {
		n, err := m.z.Read(p)
		switch {
		case n > 0:
			return n, nil
		case err == io.EOF:
			if !startsGzip(m.from) {
				return 0, io.EOF
			}
			if err := m.next(); err != nil {
				return 0, err
			}
		case err != nil:
			return 0, m.said(err)
		}
	}
}

// said tells the three causes apart: the body, an inner stage of ours, this gzip.
func (m *members) said(err error) error {
	if m.own.err != nil {
		return m.own.err
	}
	var ours *Error
	switch {
	case errors.As(err, &ours):
		return ours
	case errors.Is(err, io.ErrUnexpectedEOF):
		return truncated()
	}
	return corrupt(plain(err.Error()))
}

// bounded gives at most left octets more, and an error only if there are more. An
// error is given again to whoever reads on: a look ahead must not lose it.
type bounded struct {
	r           io.Reader
	left, bound int64
	err         error
}

func (b *bounded) Read(p []byte) (n int, err error) {
	if b.err != nil {
		return 0, b.err
	}
	if b.left == 0 {
		var one [1]byte
		if n, b.err = io.ReadFull(b.r, one[:]); n > 0 {
			b.err = tooLarge("it is over the bound of %s", size(b.bound))
		}
		return 0, b.err
	}
	if int64(len(p)) > b.left {
		p = p[:b.left]
	}
	n, b.err = b.r.Read(p)
	b.left -= int64(n)
	return n, b.err
}

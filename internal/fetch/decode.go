package fetch

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// maxCodings is how many codings may lie over one another. Sites that compress twice
// by mistake exist; three times is an attack.
const maxCodings = 2

// A decoder undoes one coding. It ends with io.EOF at the coding's own end, whatever
// follows it, with io.ErrUnexpectedEOF where its source ends too soon, and with
// another error where it cannot go on.
type decoder interface {
	io.Reader
	reset(*bufio.Reader) // start anew; a decoder fresh from its pool is in no state
	free(*pools)         // back to its pool, holding on to nothing
}

// pools keep what a response needs and leaves behind: a fresh zstd decoder alone
// costs megabytes.
type pools struct {
	buffered, inflate, brotli, zstd, scratch sync.Pool
}

func newPools() *pools {
	return &pools{
		buffered: sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 8<<10) }},
		inflate:  sync.Pool{New: func() any { return newInflater() }},
		brotli:   sync.Pool{New: func() any { return &unbrotli{from: brotli.NewReader(nil)} }},
		zstd:     sync.Pool{New: func() any { return newUnzstd() }},
		scratch:  sync.Pool{New: func() any { b := make([]byte, 0, 64<<10); return &b }},
	}
}

// codings gives the codings of a body in the order they were applied, without
// identity, which is none (RFC 9110 section 8.4).
func codings(h http.Header) (list []string, err error) {
	for _, line := range h["Content-Encoding"] {
		for name := range strings.SplitSeq(line, ",") {
			switch name = strings.ToLower(strings.Trim(name, " \t")); name {
			case "", "identity":
			case "x-gzip":
				list = append(list, "gzip")
			case "gzip", "br", "zstd", "deflate":
				list = append(list, name)
			default:
				return nil, fmt.Errorf("the coding %q is not known", name)
			}
		}
	}
	if len(list) > maxCodings {
		return nil, fmt.Errorf("%d codings lie over one another, over the bound of %d", len(list), maxCodings)
	}
	return list, nil
}

// A stack is a body with its codings undone, the last applied first.
type stack struct {
	io.Reader
	layers []*layer
}

func (p *pools) undo(list []string, from io.Reader) *stack {
	s := &stack{Reader: from}
	for i := len(list) - 1; i >= 0; i-- {
		l := &layer{in: p.buffered.Get().(*bufio.Reader)}
		l.in.Reset(s.Reader)
		switch list[i] {
		case "gzip", "deflate":
			in := p.inflate.Get().(*inflater)
			in.gzip = list[i] == "gzip"
			l.decoder = in
		case "br":
			l.decoder = p.brotli.Get().(*unbrotli)
		case "zstd":
			l.decoder = p.zstd.Get().(*unzstd)
		}
		s.Reader, s.layers = l, append(s.layers, l)
	}
	return s
}

func (s *stack) free(p *pools) {
	for _, l := range s.layers {
		l.in.Reset(nil)
		p.buffered.Put(l.in)
		l.decoder.free(p)
	}
}

// A layer is one coding over its source. An empty source is an empty body, whatever
// the coding's name says should stand there.
type layer struct {
	in      *bufio.Reader
	decoder decoder
	begun   bool
	err     error
}

func (l *layer) Read(p []byte) (n int, err error) {
	if l.err == nil && !l.begun {
		l.begun = true
		if _, l.err = l.in.Peek(1); l.err == nil {
			l.decoder.reset(l.in)
		}
	}
	if l.err != nil {
		return 0, l.err
	}
	n, l.err = l.decoder.Read(p)
	return n, l.err
}

// An unbrotli undoes br (RFC 7932); its window is at most 16 MiB.
type unbrotli struct{ from *brotli.Reader }

func (u *unbrotli) reset(in *bufio.Reader) { _ = u.from.Reset(in) } // it always returns nil

func (u *unbrotli) Read(p []byte) (int, error) {
	n, err := u.from.Read(p)
	if err != nil && err.Error() == "brotli: excessive input" {
		err = io.EOF // it has no name of its own; the body before it is whole
	}
	return n, err
}

func (u *unbrotli) free(p *pools) {
	_ = u.from.Reset(nil)
	p.brotli.Put(u)
}

// An unzstd undoes zstd (RFC 8878) with a window of at most 8 MiB, which is what
// HTTP allows it (RFC 9659).
type unzstd struct {
	from *zstd.Decoder
	came bool
}

func newUnzstd() *unzstd {
	from, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(8<<20))
	if err != nil {
		panic("fetch: " + err.Error()) // the options are ours
	}
	return &unzstd{from: from}
}

func (u *unzstd) reset(in *bufio.Reader) {
	u.came = false
	_ = u.from.Reset(in) // the error comes again with the first Read
}

func (u *unzstd) Read(p []byte) (int, error) {
	n, err := u.from.Read(p)
	u.came = u.came || n > 0
	if errors.Is(err, zstd.ErrMagicMismatch) && u.came {
		err = io.EOF // what follows a whole frame is no frame
	}
	return n, err
}

func (u *unzstd) free(p *pools) {
	_ = u.from.Reset(nil)
	p.zstd.Put(u)
}

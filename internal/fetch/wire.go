package fetch

import (
	"errors"
	"io"
)

var errOverWire = errors.New("more came than a body at its bound can take")

// A wire reads the body as it comes: it counts, tells the watch, and remembers what
// ended it, so that a decoder's error can be told from the connection's.
type wire struct {
	body  io.Reader
	watch *watch
	bound int64 // octets it gives at most
	came  int64
	err   error // what ended it: io.EOF at a whole body's end
}

// wireBound is what may come for a body of so many octets decoded. No coding makes a
// body so much longer; a stream that decodes to nothing for ever is stopped by it.
func wireBound(decoded int64) int64 {
	return decoded + decoded/8 + 64<<10
}

func (w *wire) Read(p []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	w.watch.reading.Store(true)
	n, err := w.body.Read(p)
	w.watch.reading.Store(false)
	w.came += int64(n)
	w.watch.came.Store(w.came)
	switch {
	case err != nil:
		w.err = err
	case w.came > w.bound:
		w.err = errOverWire
	}
	return n, w.err
}

// drain reads what is left of a body whose content is whole, so that the connection
// can be kept. A long remainder is left, and the connection with it.
func (w *wire) drain(scratch []byte) {
	for left := 256 << 10; left > 0 && w.err == nil; {
		n, _ := w.Read(scratch)
		left -= n
	}
}

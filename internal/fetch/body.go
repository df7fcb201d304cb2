package fetch

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"

	"curtsy/internal/challenge"
)

// A reading is how far a body was read, and why no further.
type reading struct {
	over   bool  // it reached its bound with more to come
	coding error // its codings cannot be undone
	sink   error // request.Body took no more
	came   error // the last error of reading the decoded body; io.EOF at its end
}

// ended says whether something other than the body's end stopped the reading.
func (r reading) ended() bool {
	return r.over || r.coding != nil || r.sink != nil || !errors.Is(r.came, io.EOF)
}

// readBody reads the body, decoded and within its bounds, into the answer.
func (x *exchange) readBody(raw *http.Response) reading {
	bound := x.request.Bound
	if bound <= 0 {
		bound = x.f.config.Bounds.Body
	}
	list, err := codings(raw.Header)
	if raw.Body == http.NoBody {
		list, err = nil, nil // what coding nothing is in does not matter
	}
	if err != nil {
		return reading{coding: err}
	}
	x.wire = wire{body: raw.Body, watch: x.watch, bound: wireBound(bound)}
	if !x.request.KeepCut {
		// A length is of the body as it comes, so with a coding it says less.
		if len(list) == 0 && raw.ContentLength > bound || raw.ContentLength > x.wire.bound {
			return reading{over: true}
		}
	}
	from := x.f.pools.undo(list, &x.wire)
	defer from.free(x.f.pools)
	scratch := x.f.pools.scratch.Get().(*[]byte)
	defer func() {
		if cap(*scratch) <= 1<<20 {
			x.f.pools.scratch.Put(scratch)
		}
	}()
	var r reading
	if x.request.Body != nil {
		r = x.stream(from, bound, (*scratch)[:cap(*scratch)])
	} else {
		r = x.collect(from, bound, scratch)
	}
	if errors.Is(r.came, io.EOF) && !r.over {
		x.wire.drain((*scratch)[:cap(*scratch)])
	}
	return r
}

// collect reads the body into the answer's Body. The scratch grows to hold it; the
// answer gets a copy of its exact size, or a large scratch itself.
func (x *exchange) collect(from io.Reader, bound int64, scratch *[]byte) (r reading) {
	b := (*scratch)[:0]
	for r.came == nil && int64(len(b)) <= bound {
		if len(b) == cap(b) {
			b = append(b, 0)[:len(b)]
		}
		var n int
		n, r.came = from.Read(b[len(b):min(int64(cap(b)), bound+1)])
		b = b[:len(b)+n]
	}
	*scratch = b
	if int64(len(b)) > bound {
		r.over, b = true, b[:bound]
	}
	x.answer.Bytes = int64(len(b))
	sum := sha256.Sum256(b)
	x.answer.SHA256 = hex.EncodeToString(sum[:])
	if cap(b) <= 1<<20 {
		b = bytes.Clone(b)
	}
	x.answer.Body, x.beginning = b, b
	return r
}

// stream writes the body to request.Body as it is decoded.
func (x *exchange) stream(from io.Reader, bound int64, scratch []byte) (r reading) {
	sum := sha256.New()
	for r.came == nil && r.sink == nil && !r.over {
		var n int
		n, r.came = from.Read(scratch)
		if left := bound - x.answer.Bytes; int64(n) > left {
			n, r.over = int(left), true
		}
		if n == 0 {
			continue
		}
		sum.Write(scratch[:n]) // a hash never fails
		if left := challenge.Looked - len(x.beginning); left > 0 {
			x.beginning = append(x.beginning, scratch[:min(n, left)]...)
		}
		x.answer.Bytes += int64(n)
		_, r.sink = x.request.Body.Write(scratch[:n])
	}
	x.answer.SHA256 = hex.EncodeToString(sum.Sum(nil))
	return r
}

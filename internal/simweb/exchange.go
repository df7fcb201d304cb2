package simweb

import (
	"fmt"
	"maps"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// sendAtOnce is how much is gathered before it is handed to the connection: what
// one TLS record holds (RFC 8446 §5.1), so that one piece is one write below it.
const sendAtOnce = 16 << 10

// An exchange is one request and the answer being written to it. It belongs to
// its connection's goroutine.
type exchange struct {
	*open
	asked Asked
	page  Page
	proto string
	entry *Entry
	keep  bool // the connection serves another request after this one

	rest      time.Duration // the site's, before this request; see rests
	uncounted bool          // this request does not end the site's rest
	rested    bool          // the site's rests know its end

	buf   []byte
	heads int64 // bytes of heads among those written
	sent  int64 // bytes the connection took
	err   error // the first a write met; nothing is written after it
	over  bool  // the entry has its end
}

// play gives the answer, faults and all, and ends the entry.
func (x *exchange) play() {
	defer x.finish()
	if x.page.Make != nil {
		x.page = x.page.Make(x.asked)
	}
	if !x.pause(x.page.Takes) {
		return
	}
	if x.page.Fault != nil {
		x.page.Fault.play(x)
		return
	}
	x.answer()
}

// pause waits for d; false: the client left, or the web closed, before it was
// over.
func (x *exchange) pause(d time.Duration) bool {
	if d <= 0 {
		return true
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-x.gone:
	case <-x.web.ctx.Done():
	}
	x.keep = false
	return false
}

// stay waits until the client leaves or the web closes.
func (x *exchange) stay() {
	x.keep = false
	select {
	case <-x.gone:
	case <-x.web.ctx.Done():
	}
}

// head writes the status line and the header, in the order of their names.
func (x *exchange) head(status int, h http.Header) {
	if status >= 200 && !x.keep && h.Get("Connection") == "" {
		h.Set("Connection", "close")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "HTTP/1.1 %d %s\r\n", status, http.StatusText(status))
	for _, name := range slices.Sorted(maps.Keys(h)) {
		for _, v := range h[name] {
			b.WriteString(name + ": " + v + "\r\n")
		}
	}
	b.WriteString("\r\n")
	x.heads += int64(b.Len())
	if status >= 200 {
		x.web.log.amend(x.entry, func(e *Entry) { e.Status, e.Answer = status, h })
	}
	x.write([]byte(b.String()))
}

// write gathers bytes and hands them over by the piece; the last piece stays for
// finish. False: the client left.
func (x *exchange) write(p []byte) bool {
	for x.err == nil && len(p) > 0 {
		if len(x.buf) == sendAtOnce && !x.flush() {
			break
		}
		n := min(len(p), sendAtOnce-len(x.buf))
		x.buf = append(x.buf, p[:n]...)
		p = p[n:]
	}
	return x.err == nil
}

// Write makes an exchange an io.Writer of its body.
func (x *exchange) Write(p []byte) (int, error) {
	if !x.write(p) {
		return 0, x.err
	}
	return len(p), nil
}

// flush hands over what is gathered; false: the client left.
func (x *exchange) flush() bool {
	if x.err == nil && len(x.buf) > 0 {
		var n int
		n, x.err = x.conn.Write(x.buf)
		x.sent += int64(n)
		x.buf = x.buf[:0]
	}
	if x.err != nil {
		x.keep = false
	}
	return x.err == nil
}

// finish hands over what is left and gives the entry its end.
//
// The entry has its end before the client can have read the last bytes: whoever
// has read them finds it complete. A socket does not say when it took them, so
// there the end is just before.
func (x *exchange) finish() {
	if x.over {
		return
	}
	x.over = true
	if pending := int64(len(x.buf)); pending > 0 && x.err == nil {
		taken := func(at time.Time) { x.record(at, x.sent+pending, false) }
		p, inMemory := x.raw.(*pipeEnd)
		if inMemory {
			p.tell(taken)
			defer p.tell(nil)
		} else {
			taken(time.Now())
		}
		if x.flush() {
			return
		}
	} else {
		x.record(time.Now(), x.sent, false)
	}
	at := x.leftAt()
	if at.IsZero() && x.err != nil {
		at = time.Now()
	}
	if !at.IsZero() {
		x.record(at, x.sent, true)
	}
}

func (x *exchange) record(end time.Time, sent int64, left bool) {
	if !x.rested {
		x.rested = true
		x.web.rests.end(x.asked.Site, end, !x.uncounted)
	}
	x.web.log.amend(x.entry, func(e *Entry) {
		e.End, e.Bytes, e.Left = end, max(0, sent-x.heads), left
	})
}

// leftAt says when the client left; zero: it is there as far as is known.
func (x *exchange) leftAt() time.Time {
	if p, ok := x.raw.(*pipeEnd); ok {
		return p.left()
	}
	select {
	case <-x.gone:
		return x.goneAt
	default:
		return time.Time{}
	}
}

// cut closes the connection as it is: what was written so far goes out, and
// nothing more.
func (x *exchange) cut() {
	x.keep = false
	x.flush()
	x.finish()
	x.conn.Close()
	x.raw.Close()
}

// reset ends the connection with a TCP reset.
func (x *exchange) reset() {
	x.keep = false
	x.flush()
	x.finish()
	switch c := x.raw.(type) {
	case *pipeEnd:
		c.Reset()
	case *net.TCPConn:
		c.SetLinger(0)
		c.Close()
	}
}

// chunks writes a body of unknown length (RFC 9112 §7.1).
type chunks struct{ x *exchange }

func (c chunks) Write(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	c.x.write([]byte(strconv.FormatInt(int64(len(p)), 16) + "\r\n"))
	c.x.write(p)
	if !c.x.write([]byte("\r\n")) {
		return 0, c.x.err
	}
	return len(p), nil
}

func (c chunks) Close() error {
	c.x.write([]byte("0\r\n\r\n"))
	return c.x.err
}

package simweb

import (
	"io"
	"net"
	"os"
	"sync"
	"syscall"
	"time"
)

// pipeBuffer is what one direction holds before a writer must wait, about what
// a kernel's socket buffers hold.
const pipeBuffer = 64 << 10

// A stream is one direction of an in-memory connection. Waits are on a
// sync.Cond, which a synctest bubble counts as durably blocked, so virtual time
// goes on while a reader or a writer waits.
type stream struct {
	mu   sync.Mutex
	wake *sync.Cond

	buf     []byte
	ended   bool            // the writer closed: what is buffered, then io.EOF
	endedAt time.Time       // when ended became true
	deaf    error           // the reader closed, or the connection was reset: what a writer gets
	reset   bool            // the reader gets ECONNRESET, and what was buffered is lost
	taken   func(time.Time) // told, before any reader can know, when a write was taken whole

	readBy, writeBy deadline
}

// A deadline has passed when expired is true; its timer wakes the stream then.
type deadline struct {
	timer   *time.Timer
	expired bool
	set     int // counts changes, so that a timer of an older deadline does nothing
}

func newStream() *stream {
	s := &stream{}
	s.wake = sync.NewCond(&s.mu)
	return s
}

func (s *stream) read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		switch {
		case s.reset:
			return 0, syscall.ECONNRESET
		case s.deaf != nil:
			return 0, net.ErrClosed
		case s.readBy.expired:
			return 0, os.ErrDeadlineExceeded
		case len(s.buf) > 0 || len(p) == 0:
			n := copy(p, s.buf)
			s.buf = s.buf[n:]
			s.wake.Broadcast()
			return n, nil
		case s.ended:
			return 0, io.EOF
		}
		s.wake.Wait()
	}
}

func (s *stream) write(p []byte) (n int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		switch {
		case s.ended:
			return n, net.ErrClosed
		case s.deaf != nil:
			return n, s.deaf
		case s.writeBy.expired:
			return n, os.ErrDeadlineExceeded
		}
		take := min(len(p), pipeBuffer-len(s.buf))
		if take > 0 {
			s.buf = append(s.buf, p[:take]...)
			p = p[take:]
			n += take
			s.wake.Broadcast()
		}
		if len(p) == 0 {
			if s.taken != nil {
				s.taken(time.Now())
			}
			return n, nil
		}
		s.wake.Wait()
	}
}

// end is the writer's close.
func (s *stream) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ended {
		s.ended, s.endedAt = true, time.Now()
	}
	s.stopTimer(&s.writeBy)
	s.wake.Broadcast()
}

// close is the reader's: a writer on the other side gets why.
func (s *stream) close(why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.deaf == nil {
		s.deaf = why
	}
	s.stopTimer(&s.readBy)
	s.wake.Broadcast()
}

func (s *stream) breakOff() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reset = true
	s.buf = nil
	s.wake.Broadcast()
}

func (s *stream) stopTimer(d *deadline) {
	d.set++
	if d.timer != nil {
		d.timer.Stop()
		d.timer = nil
	}
}

func (s *stream) setDeadline(d *deadline, t time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopTimer(d)
	d.expired = false
	if t.IsZero() {
		return
	}
	left := time.Until(t)
	if left <= 0 {
		d.expired = true
		s.wake.Broadcast()
		return
	}
	mine := d.set
	d.timer = time.AfterFunc(left, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if d.set == mine {
			d.expired = true
			s.wake.Broadcast()
		}
	})
}

// A pipeEnd is one end of an in-memory connection: a net.Conn with buffers and
// deadlines. Unlike net.Pipe's, a write returns once it is buffered, so neither
// side need be reading for the other to speak.
type pipeEnd struct {
	in, out       *stream
	local, remote net.Addr
}

// pipe returns the two ends of one connection.
func pipe(client, server net.Addr) (c, s *pipeEnd) {
	up, down := newStream(), newStream()
	return &pipeEnd{in: down, out: up, local: client, remote: server},
		&pipeEnd{in: up, out: down, local: server, remote: client}
}

func (p *pipeEnd) Read(b []byte) (int, error) {
	n, err := p.in.read(b)
	return n, p.wrap("read", err)
}

func (p *pipeEnd) Write(b []byte) (int, error) {
	n, err := p.out.write(b)
	return n, p.wrap("write", err)
}

// wrap gives an error the form a socket's has; io.EOF stays bare, as there.
func (p *pipeEnd) wrap(op string, err error) error {
	if err == nil || err == io.EOF {
		return err
	}
	return &net.OpError{Op: op, Net: "tcp", Source: p.local, Addr: p.remote, Err: err}
}

func (p *pipeEnd) Close() error {
	p.out.end()
	p.in.close(syscall.EPIPE)
	return nil
}

// Reset ends the connection as a TCP reset does: what the other side has not
// read is lost to it.
func (p *pipeEnd) Reset() {
	p.out.breakOff()
	p.out.end()
	p.in.close(syscall.ECONNRESET)
}

func (p *pipeEnd) LocalAddr() net.Addr  { return p.local }
func (p *pipeEnd) RemoteAddr() net.Addr { return p.remote }

func (p *pipeEnd) SetDeadline(t time.Time) error {
	p.SetReadDeadline(t)
	return p.SetWriteDeadline(t)
}

func (p *pipeEnd) SetReadDeadline(t time.Time) error {
	p.in.setDeadline(&p.in.readBy, t)
	return nil
}

func (p *pipeEnd) SetWriteDeadline(t time.Time) error {
	p.out.setDeadline(&p.out.writeBy, t)
	return nil
}

// tell has f called when a write of this end was taken whole, before the other
// end can have read it; nil: nobody is told any more. f must not wait.
func (p *pipeEnd) tell(f func(time.Time)) {
	p.out.mu.Lock()
	defer p.out.mu.Unlock()
	p.out.taken = f
}

// left says when the other end closed; zero while it has not.
func (p *pipeEnd) left() time.Time {
	p.in.mu.Lock()
	defer p.in.mu.Unlock()
	return p.in.endedAt
}

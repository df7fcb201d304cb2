package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"sync/atomic"
	"time"

	"curtsy/address"
	"curtsy/internal/challenge"
	"curtsy/internal/gate"
	"curtsy/page"
)

// Ask makes the one request that turn is for, reads the answer whole and ends the
// turn. The response is given whenever a head came, beside an error too: it then
// holds what came of the body, with Cut set.
//
// The error is nil, ctx.Err(), or has a [*page.Error] in it that errors.As finds:
// refused_address (nothing was sent), name_not_found, connection_failed, tls_failed,
// timed_out, truncated, bad_encoding, too_large or too_slow. An answer of any status
// is an answer and no error. [ErrStaleConnection] is in the error of a kept
// connection that was closed as the request was sent. What request.Body's Write
// returns is given back wrapped.
func (f *Fetcher) Ask(ctx context.Context, turn Turn, request Request) (*Response, error) {
	x := &exchange{f: f, address: turn.Address(), request: request, started: time.Now()}
	defer func() {
		x.abandoned = x.abandoned || ctx.Err() != nil
		if ctx.Err() != nil && x.connected.Load() {
			// We left in the middle. The site sees the end when our closing reaches it, and the
			// rest is counted from what it sees.
			time.Sleep(leaving)
		}
		if x.connected.Load() {
			f.stays(x.address, x.remote)
		}
		turn.End(x.outcome())
	}()
	if x.address.IsZero() {
		panic("fetch: Ask with a turn for no address")
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	named, err := f.guard.judge(x.address)
	if err != nil {
		return nil, err
	}
	transport := f.public
	if named {
		transport = f.named
	}
	return x.run(ctx, transport)
}

// leaving is how long a turn lasts after a request that was abandoned.
const leaving = 50 * time.Millisecond

// An exchange is one request and its answer, while it lasts.
type exchange struct {
	f       *Fetcher
	address address.Address
	request Request
	started time.Time
	watch   *watch
	wire    wire
	answer  *Response // nil until the head is there
	status  int       // of the outcome, where no answer has one

	beginning []byte // of the body, decoded: as much as a challenge page is known by

	tried     bool // it came to the connection
	refused   bool // and the guard would not have it
	abandoned bool // we left in the middle, or met a connection as it was closed
	broken    bool // the body did not come whole

	dialled   atomic.Bool  // a connection was tried
	connected atomic.Bool  // there was a connection to ask on
	asked     atomic.Int64 // when it was there, in nanoseconds from started
	wrote     atomic.Int64 // when the request had gone out, likewise; 0: it is not known
	answered  atomic.Int64 // when the first octet of the answer came, likewise; 0: none did
	reused    atomic.Bool  // the connection was a kept one
	spoke     atomic.Bool  // an octet of the answer came
	handshake atomic.Int32 // how far TLS came
	remote    netip.AddrPort
}

// How far TLS came.
const (
	tlsNone int32 = iota
	tlsStarted
	tlsDone
)

// outcome is what the gate is told.
func (x *exchange) outcome() gate.Outcome {
	o := gate.Outcome{
		Status: x.status, Bytes: x.wire.came, Abandoned: x.abandoned, Broken: x.broken,
		Unsent: !x.tried || x.refused || x.abandoned && !x.dialled.Load() && !x.connected.Load(),
	}
	if came := x.answered.Load(); came > 0 {
		from := x.asked.Load()
		if wrote := x.wrote.Load(); wrote <= came { // an answer may be there before its request is known to be out
			from = max(from, wrote)
		}
		o.Answered = time.Duration(max(came-from, 1))
	}
	if x.answer != nil {
		o.Status, o.Challenge = x.answer.Status, x.answer.Challenge
		o.RetryAfter, o.AskedToWait = x.answer.RetryAfter()
		o.Spread, o.SpreadFor = x.answer.RateLimit()
	}
	return o
}

func (x *exchange) run(ctx context.Context, transport *http.Transport) (*Response, error) {
	asking, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	x.watch = startWatch(&x.f.config.Bounds, x.started, cancel)
	defer x.watch.stop()
	x.tried = true
	raw, err := transport.RoundTrip(x.f.newRequest(httptrace.WithClientTrace(asking, x.trace()), x.address, x.request))
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, x.noAnswer(err, context.Cause(asking))
	}
	x.watch.headCame()
	if x.request.Sent != nil {
		x.request.Sent.Store(true)
	}
	defer raw.Body.Close()
	if raw.StatusCode == http.StatusSwitchingProtocols {
		return nil, x.failed("answered 101, which was not asked for")
	}
	x.answer = &Response{
		Address: x.address, Status: raw.StatusCode, Header: raw.Header, Proto: raw.Proto, Location: raw.Header.Get("Location"),
		Started: x.started, Remote: x.remote, received: time.Now(),
	}
	read := x.readBody(raw)
	x.answer.Ended, x.answer.WireBytes = time.Now(), x.wire.came
	err = x.judgeBody(raw, read, context.Cause(asking))
	x.broken = ctx.Err() == nil && (errors.Is(err, page.Truncated) || errors.Is(err, page.TooSlow))
	x.answer.Challenge, _ = challenge.Of(raw.StatusCode, raw.Header, x.beginning)
	if err != nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	return x.answer, err
}

// trace notes what is known of the connection.
func (x *exchange) trace() *httptrace.ClientTrace {
	t := &httptrace.ClientTrace{
		ConnectStart: func(string, string) { x.dialled.Store(true) },
		GotConn: func(info httptrace.GotConnInfo) {
			x.connected.Store(true)
			x.reused.Store(info.Reused)
			x.asked.Store(int64(time.Since(x.started)))
			x.remote = remote(info.Conn)
		},
		WroteRequest: func(info httptrace.WroteRequestInfo) {
			if info.Err != nil {
				return
			}
			x.wrote.Store(int64(time.Since(x.started)))
			if x.request.Sent != nil {
				x.request.Sent.Store(true)
			}
		},
		GotFirstResponseByte: func() {
			x.spoke.Store(true)
			x.answered.Store(int64(max(time.Since(x.started), 1)))
		},
	}
	if x.address.Scheme() == "https" {
		t.TLSHandshakeStart = func() { x.handshake.Store(tlsStarted) }
		t.TLSHandshakeDone = func(_ tls.ConnectionState, err error) {
			if err == nil {
				x.handshake.Store(tlsDone)
			}
		}
	}
	return t
}

// remote is the far end of a connection, when that is an address and a port.
func remote(c net.Conn) netip.AddrPort {
	switch a := c.RemoteAddr().(type) {
	case nil:
		return netip.AddrPort{}
	case *net.TCPAddr:
		at := a.AddrPort()
		return netip.AddrPortFrom(at.Addr().Unmap(), at.Port())
	default:
		at, _ := netip.ParseAddrPort(a.String())
		return at
	}
}

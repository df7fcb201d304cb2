package fetch

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"curtsy/page"
)

// ErrStaleConnection is in the error of a request that met a kept connection as the
// site closed it. The site may have seen the request or not; it gave no answer. It
// says nothing bad of the site, and asking again in a turn of its own is right.
var ErrStaleConnection = errors.New("the kept connection was closed")

// A stale error is a [*page.Error] that is ErrStaleConnection too.
type stale struct{ failure *page.Error }

func (s *stale) Error() string   { return s.failure.Message }
func (s *stale) Unwrap() []error { return []error{s.failure, ErrStaleConnection} }

// failed makes the error of a connection that gave nothing usable.
func (x *exchange) failed(format string, args ...any) *page.Error {
	return x.errorf(page.ConnectionFailed, format, args...)
}

func (x *exchange) errorf(code page.Code, format string, args ...any) *page.Error {
	return page.Errorf(code, "%s: %s", x.address, fmt.Sprintf(format, args...))
}

// noAnswer names the failure of a request that no head came for. cause is what the
// watch ended it with, if it did.
func (x *exchange) noAnswer(err, cause error) error {
	var (
		refused *refusal
		dns     *net.DNSError
		late    net.Error
	)
	switch text := err.Error(); {
	case errors.Is(cause, errNoAnswer):
		return x.errorf(page.TimedOut, "no answer in %s s", seconds(x.f.config.Bounds.NoAnswer))
	case errors.Is(cause, errTotal):
		return x.errorf(page.TimedOut, "no answer in %s s", seconds(x.f.config.Bounds.Total))
	case errors.As(err, &refused):
		x.refused = true
		return x.errorf(page.RefusedAddress, "%s", refused.reason)
	case errors.As(err, &dns):
		if dns.IsNotFound {
			return x.errorf(page.NameNotFound, "no name %q exists", dns.Name)
		}
		e := x.errorf(page.NameNotFound, "the resolver could not say where %q is (%s)", dns.Name, dns.Err)
		e.Retryable = true
		return e
	case errors.As(err, &late) && late.Timeout():
		if x.connected.Load() {
			return x.errorf(page.TimedOut, "no answer (%v)", err)
		}
		return x.errorf(page.TimedOut, "no connection in %s s", seconds(x.f.config.Bounds.Connect))
	case x.handshake.Load() == tlsStarted:
		return x.errorf(page.TLSFailed, "no secure connection could be made (%v)", err)
	case strings.Contains(text, "response headers exceeded") || strings.Contains(text, "header list larger"):
		return x.errorf(page.TooLarge, "the answer's head is over the bound of %s", octets(x.f.config.Bounds.Head))
	case strings.Contains(text, "ENHANCE_YOUR_CALM"):
		// RFC 9113 section 7, 0x0b: the peer is generating excessive load. That is 429
		// in all but name, and the pace is told so.
		x.status = http.StatusTooManyRequests
		return x.failed("the site ended the connection with ENHANCE_YOUR_CALM")
	case x.reused.Load() && !x.spoke.Load():
		x.abandoned = true // it says nothing of the site
		return &stale{x.failed("%v", ErrStaleConnection)}
	}
	return x.failed("no answer (%v)", err)
}

// judgeBody says what is wrong with the body that was read, if anything is.
func (x *exchange) judgeBody(raw *http.Response, r reading, cause error) error {
	onWire := x.wire.err
	wireBroke := onWire != nil && !errors.Is(onWire, io.EOF) && !errors.Is(onWire, errOverWire)
	x.answer.Cut = r.ended() || wireBroke
	bounds := &x.f.config.Bounds
	switch {
	case errors.Is(cause, errTooSlow):
		return x.errorf(page.TooSlow, "the body came at less than %d octets a second over %s s; %d octets came",
			bounds.Least, seconds(bounds.Window), x.wire.came)
	case errors.Is(cause, errTotal):
		return x.errorf(page.TooSlow, "the whole answer took more than %s s; %d octets came", seconds(bounds.Total), x.wire.came)
	case r.sink != nil:
		return fmt.Errorf("%s: writing the body: %w", x.address, r.sink)
	case r.over || errors.Is(onWire, errOverWire) && r.ended():
		return x.overBound(raw)
	case r.coding != nil:
		return x.errorf(page.BadEncoding, "%v", r.coding)
	case wireBroke:
		return x.errorf(page.Truncated, "the answer broke off after %d octets of its body (%v)", x.wire.came, onWire)
	case errors.Is(r.came, io.ErrUnexpectedEOF):
		e := x.errorf(page.Truncated, "the %s body ends too soon, after %d octets", raw.Header.Get("Content-Encoding"), x.wire.came)
		// The connection kept its word about the length, so the site's own copy is cut.
		e.Retryable = raw.ContentLength < 0 && len(raw.TransferEncoding) == 0 && raw.ProtoMajor == 1
		return e
	case !errors.Is(r.came, io.EOF):
		return x.errorf(page.BadEncoding, "the %s body cannot be decoded (%v)", raw.Header.Get("Content-Encoding"), r.came)
	}
	return nil
}

// overBound is the error of a body over its bound, or nil where the beginning will do.
func (x *exchange) overBound(raw *http.Response) error {
	if x.request.KeepCut {
		return nil
	}
	bound := x.request.Bound
	if bound <= 0 {
		bound = x.f.config.Bounds.Body
	}
	if x.wire.came == 0 {
		return x.errorf(page.TooLarge, "the body is said to be %d octets, over the bound of %s", raw.ContentLength, octets(bound))
	}
	return x.errorf(page.TooLarge, "the body reaches the bound of %s", octets(bound))
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

// octets writes a size in the largest unit that leaves it whole.
func octets(n int64) string {
	switch {
	case n%(1<<20) == 0:
		return strconv.FormatInt(n>>20, 10) + " MiB"
	case n%(1<<10) == 0:
		return strconv.FormatInt(n>>10, 10) + " KiB"
	}
	return strconv.FormatInt(n, 10) + " octets"
}

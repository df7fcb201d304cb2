package sitemap

import (
	"bufio"
	"io"
	"strings"
)

// cleaned reads text rune by rune: what is no UTF-8 becomes U+FFFD, and what XML
// allows no text to hold (XML 1.0, production 2) is not there at all, nor are the
// controls from 0x7f to 0x9f that it only advises against.
type cleaned struct {
	r     *bufio.Reader
	line  int   // of the rune read last, from 1
	read  int64 // octets
	err   error // why there is no more; io.EOF at the end
	ended rune  // the rune before, when it ended a line
	held  rune  // given back
	holds bool
}

// next is the next rune; ok is false at the end, and err says which end.
func (c *cleaned) next() (r rune, ok bool) {
	if c.holds {
		c.holds = false
		return c.held, true
	}
	for c.err == nil {
		var n int
		if r, n, c.err = c.r.ReadRune(); c.err != nil {
			break
		}
		first := c.read == 0
		c.read += int64(n)
		if c.ended != 0 {
			if c.ended != '\r' || r != '\n' {
				c.line++
			}
			c.ended = 0
		}
		if r == '\n' || r == '\r' {
			c.ended = r
		}
		if allowed(r) && !(first && r == '\ufeff') {
			return r, true
		}
	}
	return 0, false
}

// ordinary gives up to most octets, as far as they are at hand and each is a
// character that means nothing to whoever reads: most of any text. They are valid
// until the next call.
func (c *cleaned) ordinary(most int) []byte {
	if c.holds || c.ended != 0 || c.read == 0 {
		return nil
	}
	ahead, _ := c.r.Peek(min(most, c.r.Buffered())) // cannot fail for what is buffered
	n := 0
	for n < len(ahead) && meansNothing[ahead[n]] {
		n++
	}
	_, _ = c.r.Discard(n)
	c.read += int64(n)
	return ahead[:n]
}

// meansNothing is what is printable ASCII and neither opens nor ends anything.
var meansNothing = func() (t [256]bool) {
	for c := ' '; c <= '~'; c++ {
		t[c] = !strings.ContainsRune("<>&]-?", c)
	}
	return t
}()

// back gives one rune back, to be the next again.
func (c *cleaned) back(r rune) { c.held, c.holds = r, true }

// stopped is why there is no more, nil at the end of the text.
func (c *cleaned) stopped() error {
	if c.err == io.EOF {
		return nil
	}
	return c.err
}

func allowed(r rune) bool {
	return r >= ' ' && (r < 0x7f || r > 0x9f) && r != '\ufffe' && r != '\uffff' || r == '\t' || r == '\n' || r == '\r'
}

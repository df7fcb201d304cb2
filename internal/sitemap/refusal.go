package sitemap

import (
	"errors"
	"fmt"
	"strings"

	"curtsy/address"
)

// What can be wrong with a sitemap. An [*Error] is one of these by [errors.Is], or
// what the reader of the body said.
var (
	ErrNotSitemap    = errors.New("not a sitemap")            // a page, an image, a list of something else
	ErrBroken        = errors.New("broken markup")            // or markup that ends too early
	ErrTooLarge      = errors.New("over a bound")             // of octets, entries, depth or one tag
	ErrDocumentType  = errors.New("declares a document type") // or an entity; nothing of it is read
	ErrCorruptGzip   = errors.New("corrupt gzip")
	ErrTruncatedGzip = errors.New("truncated gzip")
)

// An Error says why a sitemap was not read to its end.
type Error struct {
	Address address.Address // where it was found; may be zero
	Cause   error           // one of the errors above, or the body's own
	Detail  string          // what happened, in words
	Line    int             // of the text, from 1; 0: before there was any
	Given   int             // entries given before it
}

func (e *Error) Error() string {
	name := e.Address.String()
	if name == "" {
		name = "sitemap"
	}
	text := name + ": " + e.Detail
	if errors.Is(e.Cause, ErrNotSitemap) {
		return text
	}
	if e.Line > 0 {
		text += fmt.Sprintf(", line %d", e.Line)
	}
	switch {
	case e.Given == 1:
		text += "; the entry before it is kept"
	case e.Given > 1:
		text += fmt.Sprintf("; the %d entries before it are kept", e.Given)
	}
	return text
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Cause }

func notSitemap(format string, args ...any) error {
	return &Error{Cause: ErrNotSitemap, Detail: fmt.Sprintf(format, args...)}
}

func broken(line int, format string, args ...any) error {
	return &Error{Cause: ErrBroken, Line: line, Detail: "it is broken: " + fmt.Sprintf(format, args...)}
}

func tooLarge(format string, args ...any) error {
	return &Error{Cause: ErrTooLarge, Detail: fmt.Sprintf(format, args...)}
}

func tooMany(entries int) error { return tooLarge("it lists more than %d entries", entries) }

func documentType(line int) error {
	return &Error{Cause: ErrDocumentType, Line: line, Detail: "it declares a document type or an entity, which is never read"}
}

func corrupt(why string) error {
	return &Error{Cause: ErrCorruptGzip, Detail: "its gzip is corrupt: " + why}
}

func truncated() error {
	return &Error{Cause: ErrTruncatedGzip, Detail: "its gzip ends too early"}
}

// size writes octets in the largest unit that leaves a whole number.
func size(n int64) string {
	for _, unit := range []struct {
		octets int64
		name   string
	}{{1 << 20, "MiB"}, {1 << 10, "KiB"}} {
		if n%unit.octets == 0 && n > 0 {
			return fmt.Sprintf("%d %s", n/unit.octets, unit.name)
		}
	}
	return fmt.Sprintf("%d octets", n)
}

// plain makes foreign text fit for a line of an error: printable ASCII and short.
func plain(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, s)
	if len(s) > 120 {
		s = s[:120] + "..."
	}
	return s
}

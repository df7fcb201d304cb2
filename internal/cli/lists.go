package cli

import (
	"bufio"
	"errors"
	"io"
	"iter"
	"os"
	"strings"
	"sync"

	"curtsy/address"
)

// longestLine bounds a line of a list, in bytes. What is longer is cut, and is
// no address: addresses end at 2,048.
const longestLine = 64 << 10

// An addressList is a file of addresses, one a line, read as it is needed. Lines that
// are blank or begin with "#" are none of it. A run reads it in a goroutine of
// its own, and may end before it.
type addressList struct {
	name string
	file io.ReadCloser

	mu     sync.Mutex // guards what follows; never held across a wait
	filled bool       // a line was given
	err    error      // what ended the reading before the file did
}

// openList opens a list; "-" is the input stream.
func (s *streams) openList(name string) (*addressList, error) {
	if name == "-" {
		return &addressList{name: "stdin", file: io.NopCloser(s.in)}, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, mistakef("", "%s: %v", clean(name), plainPathError(err))
	}
	return &addressList{name: name, file: file}, nil
}

// lines gives the lines, once.
func (l *addressList) lines() iter.Seq[string] {
	return func(yield func(string) bool) {
		reader := bufio.NewReaderSize(l.file, longestLine)
		for first := true; ; first = false {
			line, err := reader.ReadSlice('\n')
			text := string(line)
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = reader.ReadSlice('\n')
			}
			if first {
				text = strings.TrimPrefix(text, "\uFEFF")
			}
			text = strings.TrimSpace(text)
			if text != "" && !strings.HasPrefix(text, "#") {
				l.note(nil)
				if !yield(text) {
					return
				}
			}
			if err != nil {
				if !errors.Is(err, io.EOF) {
					l.note(err)
				}
				return
			}
		}
	}
}

// close closes the file and says what ended the reading before its end.
func (l *addressList) close() error {
	l.mu.Lock()
	err := l.err
	l.mu.Unlock()
	if closing := l.file.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return mistakef("", "%s: %v", clean(l.name), plainPathError(err))
	}
	return nil
}

// note keeps what reading came to: a line, or an error.
func (l *addressList) note(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.filled = l.filled || err == nil
	l.err = err
}

// empty says whether no line was given.
func (l *addressList) empty() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return !l.filled
}

// goodStarts refuses starts that are no addresses: a crawl has nothing else to
// go by.
func goodStarts(starts []string) error {
	for _, start := range starts {
		if _, err := address.Parse(start); err != nil {
			hint := "https://shop.example/"
			if _, err := address.Parse("https://" + start); err == nil && !strings.Contains(start, "://") {
				hint = "https://" + clean(start)
			}
			return mistakef(hint, "%s", clean(err.Error()))
		}
	}
	return nil
}

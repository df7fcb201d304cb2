package simweb

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// words are what follows a modifier's name, split at white space.
type words []string

// none is the error for words where none belong.
func (w words) none() error {
	if len(w) > 0 {
		return fmt.Errorf("%q: takes nothing more", strings.Join(w, " "))
	}
	return nil
}

// some is the error for no words where there must be some.
func (w words) some() error {
	if len(w) == 0 {
		return errors.New("wants a value")
	}
	return nil
}

// one reads exactly one word.
func (w words) one(reader func(string) error) error {
	if len(w) == 0 {
		return w.some()
	}
	return w.read(reader)
}

// read reads the words by the readers, in order. A word that is missing leaves
// what its reader would set; one too many is an error.
func (w words) read(readers ...func(string) error) error {
	for i, one := range w {
		if i >= len(readers) {
			return w[i:].none()
		}
		if err := readers[i](one); err != nil {
			return err
		}
	}
	return nil
}

func toDuration(d *time.Duration) func(string) error {
	return func(s string) (err error) {
		*d, err = time.ParseDuration(s)
		if err != nil || *d < 0 {
			return fmt.Errorf("%q: not a duration such as 5s or 200ms", s)
		}
		return nil
	}
}

// toSkew reads a duration that may be negative.
func toSkew(d *time.Duration) func(string) error {
	return func(s string) (err error) {
		if *d, err = time.ParseDuration(s); err != nil {
			return fmt.Errorf("%q: not a duration such as 1h or -1h", s)
		}
		return nil
	}
}

func toNumber(n *int) func(string) error {
	return func(s string) (err error) {
		*n, err = strconv.Atoi(s)
		if err != nil || *n < 0 {
			return fmt.Errorf("%q: not a number", s)
		}
		return nil
	}
}

// toFlag reads one word, which stands for true.
func toFlag(b *bool, word string) func(string) error {
	return func(s string) error {
		if s != word {
			return fmt.Errorf("%q: only %s may follow", s, word)
		}
		*b = true
		return nil
	}
}

// toSize reads bytes: 100, 64KiB, 10MiB, 1GiB.
func toSize(n *int64) func(string) error {
	return func(s string) error {
		digits, unit := s, int64(1)
		for suffix, size := range map[string]int64{"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30} {
			if cut, ok := strings.CutSuffix(s, suffix); ok {
				digits, unit = cut, size
			}
		}
		v, err := strconv.ParseInt(digits, 10, 32)
		if err != nil || v < 0 {
			return fmt.Errorf("%q: not a size such as 100, 64KiB or 10MiB", s)
		}
		*n = v * unit
		return nil
	}
}

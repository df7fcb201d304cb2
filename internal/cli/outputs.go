package cli

import (
	"errors"
	"io"
	"os"

	"curtsy"
	"curtsy/internal/write"
)

// output opens what a command without a state writes to: a new file, or the
// output stream when path is "". A file that holds something is never touched.
func (s *streams) output(path string) (io.WriteCloser, error) {
	if path == "" {
		return nopCloser{s.out}, nil
	}
	if about, err := os.Stat(path); err == nil && about.Mode().IsRegular() && about.Size() > 0 {
		return nil, mistakef("another -o", "%s already holds something", clean(path))
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return nil, mistakef("", "%s: %v", clean(path), plainPathError(err))
	}
	return file, nil
}

// nopCloser is a stream that is not ours to close.
type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// csvSink writes a table of pages to a new file, or to the output stream.
func (s *streams) csvSink(path string) (curtsy.Sink, error) {
	if path == "" {
		return write.NewCSV(s.out)
	}
	sink, err := write.CreateCSV(path)
	if err != nil {
		return nil, startError(err)
	}
	return sink, nil
}

// writeMap writes a map in the form asked for.
func writeMap(out io.Writer, set *settings, found *curtsy.Map) error {
	switch {
	case found == nil:
		return nil
	case bool(set.plain):
		for _, u := range found.URLs {
			if _, err := io.WriteString(out, u.URL+"\n"); err != nil {
				return err
			}
		}
		return nil
	case set.format.value == "csv":
		table, err := write.NewMapCSV(out)
		for i := 0; err == nil && i < len(found.URLs); i++ {
			err = table.Write(found.URLs[i].URL, found.URLs[i].LastMod, found.URLs[i].Sitemap)
		}
		return err
	default:
		return (&streams{out: out}).writeJSON(found)
	}
}

// startError puts what stopped a run into a sentence with what mends it.
func startError(err error) error {
	var held *write.HeldError
	var other *write.OtherRunError
	switch {
	case errors.As(err, &held):
		return mistakef("--resume continues it; another -o starts anew", "%s", clean(held.Error()))
	case errors.As(err, &other):
		return mistakef("another -o starts anew", "%s", clean(other.Error()))
	default:
		return err
	}
}

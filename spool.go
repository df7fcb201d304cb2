package curtsy

import (
	"bytes"
	"io"
	"os"
)

// spoolMemory is how much of a body a spool keeps in memory: most sitemaps are smaller.
const spoolMemory = 1 << 20

// A spool holds a body until its turn has ended and it may be read: in memory while it
// is small, in a temporary file beyond, so that memory does not grow with a sitemap.
type spool struct {
	memory bytes.Buffer
	file   *os.File
}

func (s *spool) Write(p []byte) (int, error) {
	if s.file == nil && s.memory.Len()+len(p) <= spoolMemory {
		return s.memory.Write(p)
	}
	if s.file == nil {
		file, err := os.CreateTemp("", "curtsy-sitemap-")
		if err != nil {
			return 0, err
		}
		os.Remove(file.Name()) // the open file stays ours, and goes when the process does
		s.file = file
		if _, err := file.Write(s.memory.Bytes()); err != nil {
			return 0, err
		}
		s.memory = bytes.Buffer{}
	}
	return s.file.Write(p)
}

// reader gives the body from its start.
func (s *spool) reader() (io.Reader, error) {
	if s.file == nil {
		return bytes.NewReader(s.memory.Bytes()), nil
	}
	_, err := s.file.Seek(0, io.SeekStart)
	return s.file, err
}

// reset makes the spool empty.
func (s *spool) reset() error {
	s.memory.Reset()
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	s.file = nil
	return err
}

package write

import "errors"

// Abandon leaves the journal as a killed process does: nothing more is written, and
// the locks are gone.
func (j *Journal) Abandon() error {
	var err error
	for _, w := range []*whole{j.main, j.side.whole} {
		if w != nil {
			err = errors.Join(err, w.disk.Close())
		}
	}
	return err
}

// FillDisk makes the disk full once left more octets are written.
func (j *Journal) FillDisk(left int, full error) {
	j.main.disk = &fullDisk{disk: j.main.disk, left: left, err: full}
}

type fullDisk struct {
	disk
	left int
	err  error
}

func (d *fullDisk) WriteAt(b []byte, at int64) (int, error) {
	n := min(len(b), d.left)
	d.left -= n
	if _, err := d.disk.WriteAt(b[:n], at); err != nil || n == len(b) {
		return n, err
	}
	return n, d.err
}

// InMemory counts the octets of lines that wait in memory.
func (j *Journal) InMemory() int64 { return j.memory }

// ReadLine is the reader of resume.
func ReadLine(text []byte) (*Line, error) { return new(lineReader).read(text, true) }

// Respell writes a line for another place.
func Respell(text []byte, to Place) ([]byte, error) { return new(lineReader).respell(text, to) }

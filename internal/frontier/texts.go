package frontier

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

// arena keeps texts in memory, each after its length, in chunks that are never
// moved. A text does not cross from one chunk to the next.
type arena struct{ chunks [][]byte }

const arenaChunk = 1 << 18

func (a *arena) put(text string) (uint64, error) {
	need := len(text) + binary.MaxVarintLen32
	if need > arenaChunk {
		return 0, fmt.Errorf("frontier: an address of %d octets cannot be kept", len(text))
	}
	last := len(a.chunks) - 1
	if last < 0 || cap(a.chunks[last])-len(a.chunks[last]) < need {
		a.chunks = append(a.chunks, make([]byte, 0, arenaChunk))
		last++
	}
	chunk := a.chunks[last]
	pos := uint64(last)*arenaChunk + uint64(len(chunk))
	a.chunks[last] = append(binary.AppendUvarint(chunk, uint64(len(text))), text...)
	return pos, nil
}

func (a *arena) bytes(pos uint64) []byte {
	rest := a.chunks[pos/arenaChunk][pos%arenaChunk:]
	n, width := binary.Uvarint(rest)
	return rest[width : width+int(n)]
}

func (a *arena) is(pos uint64, text string) (bool, error) { return string(a.bytes(pos)) == text, nil }

func (a *arena) at(pos uint64) (string, error) { return string(a.bytes(pos)), nil }

func (a *arena) close() error {
	a.chunks = nil
	return nil
}

// textFile keeps texts in a file, each after its length. The end that is not
// written yet is in tail.
type textFile struct {
	file  *os.File
	named bool   // it still has its name
	size  uint64 // octets in the file
	tail  []byte
}

const textFileTail = 1 << 16

func newTextFile(dir string) (*textFile, error) {
	file, err := os.CreateTemp(dir, "curtsy-frontier-*")
	if err != nil {
		return nil, fmt.Errorf("the frontier's file: %w", err)
	}
	// Where an open file can lose its name, a killed process leaves nothing behind;
	// elsewhere close removes it.
	named := os.Remove(file.Name()) != nil
	return &textFile{file: file, named: named, tail: make([]byte, 0, textFileTail)}, nil
}

func (t *textFile) put(text string) (uint64, error) {
	if len(t.tail)+len(text)+binary.MaxVarintLen32 > textFileTail {
		if err := t.flush(); err != nil {
			return 0, err
		}
	}
	pos := t.size + uint64(len(t.tail))
	t.tail = append(binary.AppendUvarint(t.tail, uint64(len(text))), text...)
	return pos, nil
}

func (t *textFile) flush() error {
	if _, err := t.file.WriteAt(t.tail, int64(t.size)); err != nil {
		return fmt.Errorf("the frontier's file: %w", err)
	}
	t.size += uint64(len(t.tail))
	t.tail = t.tail[:0]
	return nil
}

func (t *textFile) at(pos uint64) (string, error) {
	if pos >= t.size {
		rest := t.tail[pos-t.size:]
		n, width := binary.Uvarint(rest)
		return string(rest[width : width+int(n)]), nil
	}
	first := make([]byte, 256)
	got, err := t.read(first, pos)
	if err != nil {
		return "", err
	}
	n, width := binary.Uvarint(first[:got])
	if width <= 0 || n > textFileTail {
		return "", errors.New("the frontier's file is damaged")
	}
	if end := width + int(n); end <= got {
		return string(first[width:end]), nil
	}
	text := make([]byte, n)
	if got, err = t.read(text, pos+uint64(width)); err != nil || got < len(text) {
		return "", errors.Join(err, errors.New("the frontier's file is shorter than it was"))
	}
	return string(text), nil
}

func (t *textFile) read(into []byte, pos uint64) (int, error) {
	into = into[:min(uint64(len(into)), t.size-pos)]
	n, err := t.file.ReadAt(into, int64(pos))
	if err != nil && !errors.Is(err, io.EOF) {
		return n, fmt.Errorf("the frontier's file: %w", err)
	}
	return n, nil
}

func (t *textFile) is(pos uint64, text string) (bool, error) {
	kept, err := t.at(pos)
	return kept == text, err
}

func (t *textFile) close() error {
	err := t.file.Close()
	if t.named {
		err = errors.Join(err, os.Remove(t.file.Name()))
	}
	return err
}

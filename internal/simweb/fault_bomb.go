package simweb

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"net/http"
	"strconv"
)

// Bomb is a gzip body that unpacks to Size bytes, about a thousand times what
// goes over the wire. Zero: 256 MiB. On a page that is Packed it is a file
// rather than a Content-Encoding. Text: (bomb) or (bomb 10MiB).
type Bomb struct{ Size int64 }

// bombPiece is how much is packed once and sent again and again.
const bombPiece = 1 << 20

func (b Bomb) play(x *exchange) {
	if b.Size <= 0 {
		b.Size = 256 << 20
	}
	body := bomb(b.Size)
	h := x.header()
	if !x.page.Packed {
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	x.dress(h)
	x.head(http.StatusOK, h)
	x.write(body)
}

// bomb packs size spaces into one gzip member (RFC 1952). The second piece of a
// flushed deflate stream of one octet refers back to what any piece before it
// holds, so it can stand there as often as wanted.
func bomb(size int64) []byte {
	piece := bytes.Repeat([]byte{' '}, bombPiece)
	var b bytes.Buffer
	z, _ := flate.NewWriter(&b, flate.BestCompression) // the level is in range: no error
	z.Write(piece)
	z.Flush()
	first := bytes.Clone(b.Bytes())
	b.Reset()
	z.Write(piece)
	z.Flush()
	second := bytes.Clone(b.Bytes())

	out := []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255}
	sum, pieces := crc32.NewIEEE(), (size+bombPiece-1)/bombPiece
	for i := range pieces {
		sum.Write(piece)
		if i == 0 {
			out = append(out, first...)
			continue
		}
		out = append(out, second...)
	}
	out = append(out, 0x03, 0x00) // a last, empty block
	out = binary.LittleEndian.AppendUint32(out, sum.Sum32())
	return binary.LittleEndian.AppendUint32(out, uint32(pieces*bombPiece))
}

func readBomb(w words) (Fault, error) {
	var b Bomb
	err := w.read(toSize(&b.Size))
	return b, err
}

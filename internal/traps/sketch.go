package traps

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"curtsy/address"
)

// kept is how many features a sketch holds beside the whole text: 4 octets each, so that
// all of it is 128 letters.
const kept = 23

// A Sketch is a sample of what a page says: a hash of all its words in their order, and
// the hashes of at most 23 features, which are its words and its pairs of neighbouring
// words. A feature is in the samples of all pages that have it and of none, but where the
// page has many that come before it (a bottom-k sketch, after Broder 1997), so samples can
// be compared. No word can be read out of it. The zero Sketch is of a page without words.
type Sketch struct {
	text  uint32 // 0: no words
	n     uint8
	least [kept]uint32 // sorted
}

// features gives the hashes of the features that are in the sample.
func (s *Sketch) features() []uint32 { return s.least[:s.n] }

// String gives the sketch in at most 128 letters, digits, "-" and "_"; "" for none.
func (s Sketch) String() string {
	if s.text == 0 {
		return ""
	}
	var room [4 * (kept + 1)]byte
	octets := binary.BigEndian.AppendUint32(room[:0], s.text)
	for _, h := range s.features() {
		octets = binary.BigEndian.AppendUint32(octets, h)
	}
	return base64.RawURLEncoding.EncodeToString(octets)
}

var errNoSketch = errors.New("traps: the text is no sketch")

// ParseSketch reads what String gives, and nothing else.
func ParseSketch(text string) (Sketch, error) {
	if text == "" {
		return Sketch{}, nil
	}
	octets, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(octets)%4 != 0 || len(octets) > 4*(kept+1) {
		return Sketch{}, errNoSketch
	}
	s := Sketch{text: binary.BigEndian.Uint32(octets), n: uint8(len(octets)/4 - 1)}
	for i := range s.features() {
		s.least[i] = binary.BigEndian.Uint32(octets[4*(i+1):])
		if i > 0 && s.least[i] <= s.least[i-1] {
			return Sketch{}, errNoSketch
		}
	}
	if s.text == 0 || s.String() != text { // line ends within the text are passed over in decoding
		return Sketch{}, errNoSketch
	}
	return s, nil
}

// SketchOf samples the words of a page, whatever its charset: what stands outside of tags,
// comments, scripts, styles and templates.
//
// What only repeats the page's own address is left out: a long token of it; the number of
// a page in a listing, and those near to it; and where the address names a day or a month,
// every number, so that one month without events says what another does.
func SketchOf(a address.Address, body []byte) Sketch {
	s := sampler{body: body, echo: echoOf(a)}
	s.scan()
	if s.words {
		s.sketch.text = max(uint32(s.text)^uint32(s.text>>32), 1)
	}
	return s.sketch
}

// add takes a feature in, if it is among the least. That of a word with a digit in it is a
// quarter of its hash, so that it is four times as likely to be: in a catalogue whose names
// are put together of few words the price is what is new.
func (s *sampler) add(h uint64, numeric bool) {
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	feature := uint32(h >> 32)
	if numeric {
		feature >>= numberShift
	}
	k := &s.sketch
	if k.n == kept && feature >= k.least[kept-1] {
		return
	}
	at, found := slices.BinarySearch(k.features(), feature)
	if found {
		return
	}
	if k.n < kept {
		k.n++
	}
	copy(k.least[at+1:k.n], k.least[at:k.n-1])
	k.least[at] = feature
}

// numberShift is by how much a word with a digit in it is likelier, as a shift.
const numberShift = 2

// cut is below what every feature of the page is in the sample.
func (s *Sketch) cut() uint32 {
	if s.n < kept {
		return math.MaxUint32
	}
	return s.least[kept-1]
}

package traps

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"slices"
	"strings"

	"curtsy/address"
)

// The parts of a sketch: what tells pages of one frame apart, and all the rest.
const (
	keptOfPart = 12      // features of each
	plain      = 1 << 31 // the bit of those of the rest
)

// A Sketch is a sample of what a page says: the least hashes of its words and of pairs of
// neighbouring words (a bottom-k sketch, after Broder 1997), at most twelve of what stands
// in titles, first headings and numbers, and twelve of the rest, sorted. The same word is
// in the samples of all pages that have it or of none, so samples can be compared. No word
// can be read out of it. The zero Sketch is of a page without words.
type Sketch []uint32

// String gives the sketch in at most 128 letters, digits, "-" and "_"; "" for none.
func (s Sketch) String() string {
	if len(s) == 0 {
		return ""
	}
	octets := make([]byte, 0, 4*len(s))
	for _, h := range s {
		octets = binary.BigEndian.AppendUint32(octets, h)
	}
	return base64.RawURLEncoding.EncodeToString(octets)
}

// ParseSketch reads what String gives.
func ParseSketch(text string) (Sketch, error) {
	octets, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(octets)%4 != 0 || len(octets) > 8*keptOfPart {
		return nil, errors.New("traps: the text is no sketch")
	}
	var s Sketch
	for i := 0; i < len(octets); i += 4 {
		s = append(s, binary.BigEndian.Uint32(octets[i:]))
	}
	if !slices.IsSorted(s) {
		return nil, errors.New("traps: the text is no sketch")
	}
	return s, nil
}

// A least holds the least features of one part, sorted.
type least struct {
	features [keptOfPart]uint32
	n        int
}

// add takes a feature in, if it is among the least.
func (l *least) add(h uint32) {
	if l.n == keptOfPart && h >= l.features[keptOfPart-1] {
		return
	}
	at, found := slices.BinarySearch(l.features[:l.n], h)
	if found {
		return
	}
	l.n = min(l.n+1, keptOfPart)
	copy(l.features[at+1:l.n], l.features[at:])
	l.features[at] = h
}

// SketchOf samples the words of a page's text: what stands outside of tags, scripts and
// styles, whatever its charset.
//
// What an address only echoes is no content: a long token of the page's own address, the
// number of its place in a listing, and, where the address names a day or a month, every
// number.
func SketchOf(a address.Address, body []byte) Sketch {
	s := scanner{body: body, dated: hasDate(a), echoes: echoesOf(a)}
	s.scan()
	sketch := make(Sketch, 0, s.telling.n+s.rest.n)
	return append(append(sketch, s.telling.features[:s.telling.n]...), s.rest.features[:s.rest.n]...)
}

// echoesOf gives the hashes of what the page of an address is not to be credited with.
func echoesOf(a address.Address) (echoes []uint64) {
	t := newTarget(lower(a.Target()))
	long := func(text string) {
		for run := range strings.FieldsFuncSeq(text, func(r rune) bool { return r > 0x7F || !isWordOctet(byte(r)) }) {
			if isLong(run) || isUUID(text) {
				echoes = append(echoes, hashWord([]byte(run)))
			}
		}
	}
	for i, segment := range t.segments {
		long(segment)
		if i > 0 && isPaging(t.segments[i-1]) && isNumber(segment) {
			echoes = append(echoes, hashWord([]byte(segment)))
		}
	}
	for _, p := range t.parameters {
		long(p.value)
		if isPaging(p.name) && isNumber(p.value) {
			echoes = append(echoes, hashWord([]byte(p.value)))
		}
	}
	return echoes
}

func isPaging(name string) bool {
	switch name {
	case "page", "paged", "pg", "pagenum", "page_no", "pageno", "offset", "start", "from", "skip", "seite", "pagina":
		return true
	}
	return false
}

// hashWord hashes a word in lower case.
func hashWord(word []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range word {
		h = hashOctet(h, c)
	}
	return h
}

func hashOctet(h uint64, c byte) uint64 {
	if 'A' <= c && c <= 'Z' {
		c |= 0x20
	}
	return (h ^ uint64(c)) * 1099511628211
}

// mix spreads a hash over all its bits.
func mix(h uint64) uint32 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	h ^= h >> 33
	return uint32(h)
}

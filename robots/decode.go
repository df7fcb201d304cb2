package robots

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Bound is how much of a robots.txt is read, in octets after decompression; RFC 9309
// section 2.5 asks for at least 500 KiB. A fetcher may cut the body there itself: a
// body this long that does not end its last line is taken to go on.
const Bound = 512 << 10

const byteOrderMark = "\xef\xbb\xbf"

// decode gives the text of a body, at most Bound octets of it and then only whole
// lines, and notes what it had to mend. Octets that are not UTF-8 stay as they are.
// cut says that something was left out.
func decode(body []byte, note func(NoteKind)) (text string, cut bool) {
	if order := orderOf(body); order != nil {
		note(NoteUTF16)
		text = strings.TrimPrefix(fromUTF16(body, order), byteOrderMark)
	} else {
		mark := 0
		for mark < len(body) && mark < len(byteOrderMark) && body[mark] == byteOrderMark[mark] {
			mark++
		}
		if mark > 0 {
			note(NoteByteOrderMark)
		}
		text = string(body[mark:min(len(body), mark+Bound+1)])
	}
	whole := text
	switch {
	case len(text) > Bound:
		text = text[:Bound]
		if endsLine(whole[Bound]) {
			return text, true // the line that reaches the bound is finished
		}
	case len(body) < Bound:
		return text, false
	}
	// Half of "Allow: /private-not" would open what its author did not.
	text = text[:strings.LastIndexAny(text, "\r\n")+1]
	return text, len(text) < len(whole)
}

func endsLine(c byte) bool { return c == '\n' || c == '\r' }

// orderOf gives the order of the octets when a body is UTF-16, else nil. Without a
// byte order mark it is known by the zero octets beside its first two letters, which
// no text in UTF-8 has.
func orderOf(body []byte) binary.ByteOrder {
	switch {
	case len(body) < 4:
	case body[0] == 0xff && body[1] == 0xfe, body[0] != 0 && body[1] == 0 && body[2] != 0 && body[3] == 0:
		return binary.LittleEndian
	case body[0] == 0xfe && body[1] == 0xff, body[0] == 0 && body[1] != 0 && body[2] == 0 && body[3] != 0:
		return binary.BigEndian
	}
	return nil
}

// fromUTF16 stops a little past the bound, so a long body costs no more than a short
// one. Half a unit at the end and unpaired surrogates become nothing and U+FFFD.
func fromUTF16(body []byte, order binary.ByteOrder) string {
	var b strings.Builder
	b.Grow(min(len(body)/2, Bound))
	for len(body) >= 2 && b.Len() <= Bound {
		r := rune(order.Uint16(body))
		body = body[2:]
		if utf16.IsSurrogate(r) {
			low := rune(utf8.RuneError)
			if len(body) >= 2 {
				low = rune(order.Uint16(body))
			}
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				body = body[2:]
			}
		}
		b.WriteRune(r)
	}
	return b.String()
}

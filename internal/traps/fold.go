package traps

import "strings"

// octets says of each octet what it may be part of.
var octets = classes()

// The classes of octets.
const (
	digit   = 1 << iota // 0 to 9
	small               // a to z
	capital             // A to Z
	high                // 0x80 and above: letters, whatever the charset
	letter  = small | capital
	alnum   = digit | letter
	wordly  = alnum | high
)

func classes() (table [256]uint8) {
	for c := range table {
		switch {
		case '0' <= c && c <= '9':
			table[c] = digit
		case 'a' <= c && c <= 'z':
			table[c] = small
		case 'A' <= c && c <= 'Z':
			table[c] = capital
		case c >= 0x80:
			table[c] = high
		}
	}
	return table
}

// leastLong and leastHex are how long a token is at least, when it is of any letters and
// digits, and when it is hexadecimal.
const (
	leastLong = 16
	leastHex  = 8
)

// appendFolded appends text with each run of digits as N and each long token as *. What is
// escaped (%C3) stays. first is where in dst the first * ends; 0: there is none.
func appendFolded(dst []byte, text string) (_ []byte, first int) {
	star := func() {
		dst = append(dst, '*')
		if first == 0 {
			first = len(dst)
		}
	}
	for i := 0; i < len(text); {
		end := i
		for end < len(text) && isTokenOctet(text[end]) {
			end++
		}
		switch {
		case end > i:
			if isLong(text[i:end]) {
				star()
				break
			}
			for i < end { // between dashes
				to := i
				for to < end && octets[text[to]]&alnum != 0 {
					to++
				}
				if isHex(text[i:to]) {
					star()
				} else {
					dst = appendDigits(dst, text[i:to])
				}
				for ; to < end && octets[text[to]]&alnum == 0; to++ {
					dst = append(dst, text[to])
				}
				i = to
			}
		case text[i] == '%' && i+2 < len(text):
			end = i + 3
			dst = append(dst, text[i:end]...)
		case text[i] == '*':
			end = i + 1
			star()
		default:
			end = i + 1
			dst = append(dst, text[i])
		}
		i = end
	}
	return dst, first
}

// appendDigits appends text with each run of digits as N.
func appendDigits(dst []byte, text string) []byte {
	was := false
	for i := range len(text) {
		is := octets[text[i]] == digit
		if !is {
			dst = append(dst, text[i])
		} else if !was {
			dst = append(dst, 'N')
		}
		was = is
	}
	return dst
}

func isTokenOctet(c byte) bool { return octets[c]&alnum != 0 || c == '-' || c == '_' }

// isLong says whether a text of letters, digits, "-" and "_" looks made by a machine: a
// UUID, or sixteen octets and more in which letters and digits, or small letters and
// capitals, change places more often than words make them. "a-guide-to-html5" is none.
//
// To take a name for a token does little harm, for its pages bring something new; not to
// know a token may be endless. So it is called one in doubt.
func isLong[S string | []byte](text S) bool {
	if len(text) < leastLong {
		return false
	}
	if isUUID(text) {
		return true
	}
	var kinds, was uint8
	changes, separators := 0, 0
	for i := range len(text) {
		is := octets[text[i]]
		kinds |= is
		if is == 0 {
			separators++
		} else if is != was && was != 0 && (was != capital || is != small) {
			changes++
		}
		was = is
	}
	switch {
	case kinds&digit != 0 && kinds&letter != 0:
		return changes >= max(2, len(text)/8)
	case kinds&letter == letter:
		return changes*5 >= len(text)
	}
	return kinds == capital && separators == 0
}

// isUUID: groups of 8, 4, 4, 4 and 12 hexadecimal digits (RFC 9562).
func isUUID[S string | []byte](text S) bool {
	if len(text) != 36 {
		return false
	}
	for i := range len(text) {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if text[i] != '-' {
				return false
			}
		} else if !isHexDigit(text[i]) {
			return false
		}
	}
	return true
}

// isHex says whether a text is eight or more hexadecimal digits, with letters and digits
// among them.
func isHex[S string | []byte](text S) bool {
	if len(text) < leastHex {
		return false
	}
	var kinds uint8
	for i := range len(text) {
		if !isHexDigit(text[i]) {
			return false
		}
		kinds |= octets[text[i]]
	}
	return kinds&digit != 0 && kinds&letter != 0
}

func isHexDigit(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f'
}

// cutQuery gives the path and the query of a target.
func cutQuery(target string) (path, query string) {
	path, query, _ = strings.Cut(target, "?")
	return path, query
}

package robots

import "strings"

const upperhex = "0123456789ABCDEF"

// canonicalPattern writes the path of a rule in the spelling in which it is measured
// and compared, RFC 9309 section 2.2.2 with the table there: escapes of unreserved
// octets are decoded, once; other escapes get capital letters; what cannot stand in an
// address is escaped. "*" stays the wildcard and a final "$" the anchor; a "$"
// elsewhere is itself, written "%24".
func canonicalPattern(path string) string {
	if body, anchored := strings.CutSuffix(path, "$"); anchored {
		return canonical(body, "$") + "$"
	}
	return canonical(path, "$")
}

// canonicalTarget writes the path and query of an address in the same spelling. A "*"
// or "$" in an address is itself.
func canonicalTarget(target string) string {
	target, _, _ = strings.Cut(target, "#")
	if !strings.HasPrefix(target, "/") {
		target = "/" + target
	}
	return canonical(target, "*$")
}

// canonical escapes the octets of also beside those that are always escaped.
func canonical(s, also string) string {
	i := 0
	for i < len(s) && s[i] != '%' && stands(s[i]) && strings.IndexByte(also, s[i]) < 0 {
		i++
	}
	if i == len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	b.WriteString(s[:i])
	for ; i < len(s); i++ {
		c := s[i]
		if c == '%' && i+2 < len(s) {
			if high, low := hex(s[i+1]), hex(s[i+2]); high >= 0 && low >= 0 {
				i += 2
				if c = byte(high<<4 | low); unreserved(c) {
					b.WriteByte(c)
				} else {
					escape(&b, c)
				}
				continue
			}
		}
		if c == '%' || stands(c) && strings.IndexByte(also, c) < 0 {
			b.WriteByte(c)
		} else {
			escape(&b, c)
		}
	}
	return b.String()
}

func escape(b *strings.Builder, c byte) {
	b.WriteByte('%')
	b.WriteByte(upperhex[c>>4])
	b.WriteByte(upperhex[c&15])
}

// stands says whether an octet may stand unescaped: it is unreserved or reserved in
// RFC 3986 section 2. The apostrophe is reserved too, but browsers escape it in a
// query and not in a path, so one spelling is chosen here for both.
func stands(c byte) bool {
	switch c {
	case ':', '/', '?', '#', '[', ']', '@', '!', '$', '&', '(', ')', '*', '+', ',', ';', '=':
		return true
	}
	return unreserved(c)
}

// unreserved is RFC 3986 section 2.3.
func unreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		c == '-' || c == '.' || c == '_' || c == '~'
}

func hex(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// matchRest says whether rest, which starts with "*", matches s. Each stretch between
// two wildcards is taken at the first place where it stands: if any match exists, one
// exists with the stretch there, so nothing is ever tried again.
func matchRest(rest, s string) bool {
	rest, anchored := strings.CutSuffix(rest, "$")
	if anchored {
		last := rest[strings.LastIndexByte(rest, '*')+1:]
		if !strings.HasSuffix(s, last) {
			return false
		}
	}
	for {
		rest = strings.TrimLeft(rest, "*")
		end := strings.IndexByte(rest, '*')
		if end < 0 {
			if anchored {
				return len(s) >= len(rest) // that it ends so was seen above
			}
			return strings.Contains(s, rest)
		}
		at := strings.Index(s, rest[:end])
		if at < 0 {
			return false
		}
		s, rest = s[at+end:], rest[end:]
	}
}

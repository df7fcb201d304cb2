package address

import "strings"

// spell puts an address together; its parts are in their one spelling already.
func spell(scheme, host, port, target string) Address {
	a := Address{host: uint16(len(scheme) + len("://"))}
	a.port = a.host + uint16(len(host))
	a.path = a.port
	if port == "" {
		a.text = scheme + "://" + host + target
		return a
	}
	a.path += uint16(len(":") + len(port))
	a.text = scheme + "://" + host + ":" + port + target
	return a
}

// oneSpelling decodes escapes of unreserved octets and writes the others in
// capitals (RFC 3986 sections 6.2.2.1 and 6.2.2.2).
//
// Invariant: oneSpelling(oneSpelling(s)) == oneSpelling(s). Two things could break
// it. "%2541" is safe because what an escape gave is never read again. "%%34%31"
// is not, since decoding it would write the escape "%41": an escape stays when
// what it stands for is a hexadecimal digit behind a lone percent sign.
func oneSpelling(s string) string {
	at := strings.IndexByte(s, '%')
	if at < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	b.WriteString(s[:at])
	lone := 0 // octets written since a percent sign that starts no escape, itself included; 0: none near
	for i := at; i < len(s); i++ {
		c := s[i]
		octet, escaped := escapeAt(s[i:])
		switch {
		case escaped && unreserved(octet) && !(lone > 0 && isHex(octet)):
			b.WriteByte(octet)
			i += 2
			lone = 0
		case escaped:
			b.WriteByte('%')
			b.WriteByte(upper(s[i+1]))
			b.WriteByte(upper(s[i+2]))
			i += 2
			lone = 0
		default:
			b.WriteByte(c)
			switch {
			case c == '%':
				lone = 1
			case lone == 1 && isHex(c):
				lone = 2
			default:
				lone = 0
			}
		}
	}
	return b.String()
}

// escapeAt gives the octet that an escape at the start of s stands for.
func escapeAt(s string) (octet byte, ok bool) {
	if len(s) < 3 || s[0] != '%' || !isHex(s[1]) || !isHex(s[2]) {
		return 0, false
	}
	return unhex(s[1])<<4 | unhex(s[2]), true
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }

func unhex(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c&^0x20 - 'A' + 10
}

func upper(c byte) byte {
	if 'a' <= c && c <= 'z' {
		c -= 'a' - 'A'
	}
	return c
}

// unreserved octets need no escape anywhere (RFC 3986 section 2.3).
func unreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		c == '-' || c == '.' || c == '_' || c == '~'
}

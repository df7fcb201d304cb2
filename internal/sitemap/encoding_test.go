package sitemap

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"github.com/klauspost/compress/gzip"
)

func compress(t testing.TB, s string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(s)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// compressedCut is gzip whose checksum is wrong, of markup whose root never ends.
func compressedCut(t testing.TB, s string) []byte {
	t.Helper()
	b := compress(t, s)
	b[len(b)-6] ^= 0xff
	return b
}

func utf16Text(s string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return string(b)
}

func utf32Text(s string) string {
	var b []byte
	for _, r := range s {
		b = binary.BigEndian.AppendUint32(b, uint32(r))
	}
	return string(b)
}

func TestEncodingsThatSitesUseAreRead(t *testing.T) {
	const (
		loc  = "https://shop.example/é€字"
		list = "<urlset><url><loc>" + loc + "</loc></url></urlset>"
	)
	swapped := []byte(utf16Text("\ufeff" + list))
	for i := 0; i+1 < len(swapped); i += 2 {
		swapped[i], swapped[i+1] = swapped[i+1], swapped[i]
	}
	for _, row := range []struct{ name, body, want string }{
		{"UTF-8", list, loc},
		{"a byte order mark", "\ufeff" + list, loc},
		{"a byte order mark and a newline", "\ufeff\n" + `<?xml version="1.0" encoding="UTF-8"?>` + list, loc},
		{"a byte order mark before a list", "\ufeff" + loc + "\n", loc},
		{"white space in front", " \r\n\t" + `<?xml version="1.0"?>` + list, loc},
		{"XML 1.1", `<?xml version="1.1"?>` + list, loc},
		{"UTF-16, little endian", utf16Text("\ufeff" + `<?xml version="1.0" encoding="UTF-16"?>` + list), loc},
		{"UTF-16, big endian", string(swapped), loc},
		{"UTF-16 without a mark", utf16Text(list), loc},
		{"UTF-16 declared over UTF-8", `<?xml version="1.0" encoding="UTF-16"?>` + list, loc},
		{"UTF-32", utf32Text("\ufeff" + list), loc},
		{"an unknown encoding declared", `<?xml version="1.0" encoding="x-nonsense"?>` + list, loc},
		{"one that is never decoded", `<?xml version="1.0" encoding="iso-2022-kr"?>` + list, loc},
		{"ISO-8859-1", `<?xml version="1.0" encoding='ISO-8859-1' standalone="yes"?><urlset><url><loc>https://shop.example/` + "\xe9" + `</loc></url></urlset>`, "https://shop.example/é"},
		{"Shift JIS", `<?xml version = "1.0" encoding = "Shift_JIS" ?><urlset><url><loc>https://shop.example/` + "\x8e\x9a" + `</loc></url></urlset>`, "https://shop.example/字"},
		{"octets that are no UTF-8", "<urlset><url><loc>https://shop.example/\xe9\xff</loc></url></urlset>", "https://shop.example/\ufffd\ufffd"},
		{"control characters", "<url\x00set><url><loc>https://\x1bshop.example/\x07\u0085a</loc></url></urlset>", "https://shop.example/a"},
		{"references to control characters", "<urlset><url><loc>https://shop.example/&#0;&#x1b;&#27;a&#65;&#x42;</loc></url></urlset>", "https://shop.example/aAB"},
		{"references to nothing", "<urlset><url><loc>https://shop.example/?a=1&b=2&&#;&#x;&c</loc></url></urlset>", "https://shop.example/?a=1&b=2&&#;&#x;&c"},
		{"entities of HTML", "<urlset><url><loc>https://shop.example/&eacute;?a=1&amp;b&nbsp;c</loc></url></urlset>", "https://shop.example/é?a=1&b\u00a0c"},
		{"CDATA", "<urlset><url><loc><![CDATA[https://shop.example/?a=1&amp;b=<]]]]><![CDATA[>]]></loc></url></urlset>", "https://shop.example/?a=1&amp;b=<]]>"},
		{"a comment within", "<urlset><url><loc>https://shop<!-- <loc>no</loc> <!DOCTYPE x> --->.example/<?php ??></loc></url></urlset>", "https://shop.example/"},
		{"a warning in front", "Warning: cannot modify header in /srv/a.php on line 7\n" + `<?xml version="1.0" encoding="ISO-8859-1"?>` + "<urlset><url><loc>https://shop.example/\xe9</loc></url></urlset>", "https://shop.example/é"},
		{"a warning in markup", "<br />\n<b>Warning</b>: x in <b>/srv/a.php</b> on line <b>7</b><br>\n" + `<?xml version="1.0"?>` + list, loc},
		{"gzip", string(compress(t, list)), loc},
		{"gzip twice", string(compress(t, string(compress(t, list)))), loc},
		{"gzip in two members", string(compress(t, list[:40])) + string(compress(t, list[40:])), loc},
		{"gzip and padding", string(compress(t, list)) + "\x00\x00\x00", loc},
		{"a gzipped list and padding", string(compress(t, loc+"\n")) + "\x00\x00\x00", loc},
		{"a gzipped list of UTF-16", string(compress(t, utf16Text("\ufeff"+loc+"\r\n"))), loc},
		{"something behind the root", list + "<!DOCTYPE x><<<", loc},
	} {
		t.Run(row.name, func(t *testing.T) {
			_, entries, _, err := readAll(t, strings.NewReader(row.body), Bound{})
			if err != nil || locs(entries) != row.want {
				t.Errorf("Read gave %q, %v, want %q", locs(entries), err, row.want)
			}
			_, entries, _, err = readAll(t, iotest.OneByteReader(strings.NewReader(row.body)), Bound{})
			if err != nil || locs(entries) != row.want {
				t.Errorf("octet by octet, Read gave %q, %v, want %q", locs(entries), err, row.want)
			}
		})
	}
}

func TestLinesAreCountedWhateverEndsThem(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r"} {
		body := strings.Join([]string{"<urlset>", "<!-- a", "b -->", "<url>", "</loc>"}, end)
		_, _, _, err := readAll(t, strings.NewReader(body), Bound{})
		if err == nil || !strings.Contains(err.Error(), "line 5") {
			t.Errorf("with %q: %v, want line 5", end, err)
		}
	}
}

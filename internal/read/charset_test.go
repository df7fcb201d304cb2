package read

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
)

func TestCharset(t *testing.T) {
	in := func(e encoding.Encoding, s string) string {
		b, err := e.NewEncoder().String(s)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	latin := in(charmap.Windows1252, "<title>Käse €</title>")
	const moscow = "Российская Федерация является крупнейшим государством мира. Столица страны находится в городе Москва, где проживает более двенадцати миллионов человек."
	pad := strings.Repeat(" ", 2000)
	for _, tt := range []struct{ name, header, body, charset, by, title string }{
		{"a mark beats the header", "text/html; charset=windows-1252", "\xEF\xBB\xBF<title>Käse</title>", "utf-8", "bom", "Käse"},
		{"UTF-16 by its mark", "text/html", "\xFF\xFE" + in(unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "<title>Käse</title>"), "utf-16le", "bom", "Käse"},
		{"the header beats the meta", "text/html; charset=windows-1252", "<meta charset=utf-8>" + latin, "windows-1252", "header", "Käse €"},
		{"iso-8859-1 means windows-1252", "text/html; charset=ISO-8859-1", latin, "windows-1252", "header", "Käse €"},
		{"single quotes", "text/html; charset='windows-1252'", latin, "windows-1252", "header", "Käse €"},
		{"doubled", "text/html; charset=windows-1252; charset=utf-8", latin, "windows-1252", "header", "Käse €"},
		{"a label nobody knows", "text/html; charset=none", "<meta charset=windows-1252>" + latin, "windows-1252", "meta", "Käse €"},
		{"a meta", "text/html", "<!-- <meta charset=utf-8> --><META x=y CharSet = 'windows-1252'>" + latin, "windows-1252", "meta", "Käse €"},
		{"a meta of the older kind", "text/html", `<meta content="text/html; charset = &quot;" http-equiv=x><meta http-equiv="Content-Type" content="text/html; charset=shift_jis">` + in(japanese.ShiftJIS, "<title>日本</title>"), "shift_jis", "meta", "日本"},
		{"a meta past 1,024 octets", "text/html", pad + "<meta charset=windows-1252>" + latin, "windows-1252", "meta", "Käse €"},
		{"a meta in a text of a tag", "text/html", `<p title="<meta charset=koi8-r>"></p class='<meta charset=koi8-r>'><meta charset=windows-1252>` + latin, "windows-1252", "meta", "Käse €"},
		{"a comment of no text", "text/html", `<!--><meta charset=windows-1252><!-- -->` + latin, "windows-1252", "meta", "Käse €"},
		{"what is no comment ends at once", "text/html", `<!x "><meta charset=windows-1252><?y <meta charset=koi8-r>` + latin, "windows-1252", "meta", "Käse €"},
		{"a charset given twice", "text/html", `<meta charset=windows-1252 charset=koi8-r>` + latin, "windows-1252", "meta", "Käse €"},
		{"utf-16 in a meta means UTF-8", "text/html", "<meta charset=utf-16><title>Käse</title>", "utf-8", "meta", "Käse"},
		{"an XML declaration", "text/html", `<?xml version="1.0" encoding="windows-1252"?>` + latin, "windows-1252", "xml", "Käse €"},
		{"UTF-8 undeclared, past 1,024 octets of ASCII", "text/html", pad + "<title>Käse</title>", "utf-8", "valid", "Käse"},
		{"undeclared and nothing to go by", "text/html", "<p>\xff\xfe\xfd</p>", "windows-1252", "default", ""},
		{"undeclared Cyrillic", "text/html", in(charmap.Windows1251, "<title>Привет</title><p>"+moscow), "windows-1251", "guess", "Привет"},
		{"undeclared, after much ASCII", "text/html", strings.Repeat("<br>", 20000) + in(charmap.Windows1251, "<title>Привет</title><p>"+moscow), "windows-1251", "guess", "Привет"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := pageOf(t, tt.body, "Content-Type: "+tt.header)
			if r.Charset != tt.charset || r.CharsetBy != tt.by || r.Title != tt.title {
				t.Errorf("%s by %s, title %q; want %s by %s, %q", r.Charset, r.CharsetBy, r.Title, tt.charset, tt.by, tt.title)
			}
		})
	}
}

func TestUTF8IsReadWhereItStands(t *testing.T) {
	body := []byte("\xEF\xBB\xBF<title>Käse</title>")
	text, _, _ := decode(body, nil)
	if !bytes.Equal(text, body[3:]) || &text[0] != &body[3] {
		t.Error("a body in UTF-8 was copied")
	}
}

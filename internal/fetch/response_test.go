package fetch

import (
	"net/http"
	"testing"
)

func TestTheTypeAndItsCharsetAreReadAsWritten(t *testing.T) {
	for text, want := range map[string][2]string{
		"text/html":                                       {"text/html", ""},
		"Text/HTML; Charset=ISO-8859-1":                   {"text/html", "ISO-8859-1"},
		`text/html;charset="utf-8"`:                       {"text/html", "utf-8"},
		`text/html; boundary="a;charset=x"; charset=koi8`: {"text/html", "koi8"},
		`text/html; charset="a\"b"`:                       {"text/html", `a"b`},
		"text/html; charset = utf-8 ; x":                  {"text/html", "utf-8"},
		"text/html;; charset=utf-8; charset=latin1":       {"text/html", "utf-8"},
		"text/html; charset":                              {"text/html", ""},
		`text/html; charset="utf-8`:                       {"text/html", "utf-8"},
		"text/html charset=utf-8":                         {"text/html charset=utf-8", ""},
		"":                                                {"", ""},
	} {
		r := &Response{Header: http.Header{"Content-Type": {text}}}
		if media, charset := r.ContentType(); media != want[0] || charset != want[1] {
			t.Errorf("ContentType of %q = %q, %q, want %q, %q", text, media, charset, want[0], want[1])
		}
	}
}

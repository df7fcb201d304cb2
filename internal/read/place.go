package read

import (
	"strconv"
	"strings"

	"golang.org/x/net/html/atom"
)

// A Place says where an element stands. The zero value is no place.
type Place struct {
	text string // the whole path, or that of the parent when name is set
	name atom.Atom
	n    int32
}

// String gives the XPath, or "" when there is no place.
func (p Place) String() string {
	if p.name == 0 {
		return p.text
	}
	return p.text + "/" + p.name.String() + "[" + strconv.Itoa(int(p.n)) + "]"
}

func (t *tracker) path(id atom.Atom, n int32, s space) string {
	b := make([]byte, 0, 64)
	if t.part == inBody {
		b = append(b, "/html/body"...)
	} else {
		b = append(b, "/html/head"...)
	}
	for _, f := range t.frames {
		b = t.step(b, f.name, f.n, f.space)
	}
	return string(t.step(b, id, n, s))
}

// step writes one step. An element of svg or math, and one whose name is no XPath
// name, is found by name(): in a page's tree a plain name means HTML's elements.
func (t *tracker) step(b []byte, id atom.Atom, n int32, s space) []byte {
	name := id.String()
	if id == atom.Foreignobject {
		name = "foreignObject" // the only element of svg written otherwise that HTML may stand in
	}
	if id&ownName != 0 {
		for own, known := range t.names {
			if known == id {
				name = own
				break
			}
		}
	}
	b = append(b, '/')
	if s == inHTML && isName(name) {
		b = append(b, name...)
	} else {
		quote := "'"
		if strings.Contains(name, "'") {
			quote = `"`
		}
		b = append(b, "*[name()="+quote...)
		b = append(b, name...)
		b = append(b, quote+"]"...)
	}
	b = append(b, '[')
	b = strconv.AppendInt(b, int64(n), 10)
	return append(b, ']')
}

func isName(s string) bool {
	for i, c := range []byte(s) {
		letter := 'a' <= c && c <= 'z' || c == '_'
		if !letter && (i == 0 || !('0' <= c && c <= '9' || c == '-' || c == '.')) {
			return false
		}
	}
	return s != ""
}

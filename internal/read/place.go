package read

import (
	"strconv"

	"golang.org/x/net/html/atom"

	"curtsy/internal/tree"
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

// path gives a whole place; "" when a name in it is one that no XPath can quote, whose
// number among all its siblings is not counted here.
func (t *tracker) path(id atom.Atom, n int32, s space) string {
	b := make([]byte, 0, 64)
	if t.part == inBody {
		b = append(b, "/html/body"...)
	} else {
		b = append(b, "/html/head"...)
	}
	ok := true
	for i := range t.frames {
		f := &t.frames[i]
		if b, ok = t.step(b, f.name, f.n, f.space); !ok {
			return ""
		}
	}
	if b, ok = t.step(b, id, n, s); !ok {
		return ""
	}
	return string(b)
}

func (t *tracker) step(b []byte, id atom.Atom, n int32, s space) ([]byte, bool) {
	name := id.String()
	if id == atom.Foreignobject && s == inSVG {
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
	return tree.AppendStep(append(b, '/'), name, s == inHTML, n)
}

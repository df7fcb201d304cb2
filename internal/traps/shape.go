package traps

import (
	"bytes"
	"slices"
	"strings"

	"curtsy/address"
)

// Shape is what an address has in common with its like: its path with digits folded to N
// and long tokens to *, and the names of its query's parameters, folded as well, sorted,
// each once. "/p/17?b=1&a=2" is of the shape "/p/N?a&b".
func Shape(a address.Address) string {
	return string(appendShape(nil, a).text)
}

// Family is the wider shape that the shapes of one endless space fall under, if it may be
// one: of an address with a long token, its path up to the first, "/s/*", which may be all
// of its shape; else of one with two parameters or more, or with a numbered one, its path
// with any query, "/list?*". An address's family follows from its shape.
func Family(a address.Address) (family string, has bool) {
	text, has := appendShape(nil, a).family(nil)
	return string(text), has
}

// A folded is an address that was folded.
type folded struct {
	text  []byte // its shape, behind what stood before it
	begin int    // where it begins
	star  int    // where its path's first long token ends; 0: there is none
	query int    // where its path ends
	names int    // how many parameters are different
}

// family appends the family to dst.
func (f folded) family(dst []byte) (_ []byte, has bool) {
	switch {
	case f.star > 0:
		return append(dst, f.text[f.begin:f.star]...), true
	case f.names >= 2:
		return append(append(dst, f.text[f.begin:f.query]...), "?*"...), true
	}
	return dst, false
}

// appendShape appends the shape of a to dst.
func appendShape(dst []byte, a address.Address) folded {
	f := folded{begin: len(dst)}
	path, query := cutQuery(a.Target())
	f.text, f.star = appendFolded(dst, path)
	f.query = len(f.text)
	if query == "" {
		return f
	}
	var few [16]string // what has more is cut before it comes here, or pays for it
	names := few[:0]
	for query != "" {
		var one string
		if at := strings.IndexAny(query, "&;"); at >= 0 {
			one, query = query[:at], query[at+1:]
		} else {
			one, query = query, ""
		}
		if name, _, _ := strings.Cut(one, "="); name != "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	mark := byte('?')
	last := f.text[len(f.text):]
	for _, name := range names {
		at := len(f.text)
		f.text, _ = appendFolded(append(f.text, mark), name)
		if f.names > 0 && bytes.Equal(f.text[at+1:], last) {
			f.text = f.text[:at]
			continue
		}
		last = f.text[at+1:]
		f.names++
		if string(last) != name { // x1 stands for x2 as well
			f.names++
		}
		mark = '&'
	}
	return f
}

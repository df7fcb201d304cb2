package read

import (
	"golang.org/x/net/html/atom"

	"curtsy/internal/tree"
)

// What HTML implies about where elements end (WHATWG HTML 13.2.6), as far as the
// place of what stands after them depends on it.

// closeImplied closes what a start tag closes by standing where it does, and opens
// the table parts it implies.
func (t *tracker) closeImplied(name atom.Atom) {
	if len(t.frames) == 0 {
		return
	}
	switch name {
	case atom.Li:
		t.closeAmong(atom.Li, 0)
	case atom.Dd, atom.Dt:
		t.closeAmong(atom.Dd, atom.Dt)
	case atom.Option:
		t.closeTop(atom.Option)
	case atom.Optgroup:
		t.closeTop(atom.Option)
		t.closeTop(atom.Optgroup)
	case atom.A, atom.Button, atom.Nobr:
		if t.has(name) {
			t.popTo(name)
		}
	case atom.Rb, atom.Rt, atom.Rtc, atom.Rp:
		t.closeTop(atom.Rb)
		t.closeTop(atom.Rt)
		t.closeTop(atom.Rp)
	}
	if t.paras > 0 && tree.EndsParagraph(name) && t.has(atom.P) {
		t.popTo(atom.P)
	}
	if tree.IsHeading(name) && len(t.frames) > 0 && tree.IsHeading(t.top().name) {
		t.pop()
	}
	if t.tables > 0 {
		t.closeTableParts(name)
	}
}

// closeTableParts keeps a table's rows and cells one inside the other.
func (t *tracker) closeTableParts(name atom.Atom) {
	switch name {
	case atom.Td, atom.Th:
		t.popWithin(atom.Td, atom.Th)
		switch t.top().name {
		case atom.Table:
			t.open(atom.Tbody, nil, inHTML, false)
			t.open(atom.Tr, nil, inHTML, false)
		case atom.Tbody, atom.Thead, atom.Tfoot:
			t.open(atom.Tr, nil, inHTML, false)
		}
	case atom.Tr:
		t.popWithin(atom.Tr, 0)
		if t.top().name == atom.Table {
			t.open(atom.Tbody, nil, inHTML, false)
		}
	case atom.Tbody, atom.Thead, atom.Tfoot, atom.Caption, atom.Colgroup:
		for len(t.frames) > 0 && t.top().name != atom.Table {
			t.pop()
		}
	}
}

// popWithin closes the innermost element of two names, if it stands in the
// innermost table, and a caption or column group left open there.
func (t *tracker) popWithin(a, b atom.Atom) {
	for i := len(t.frames) - 1; i >= 0; i-- {
		t.steps++
		switch name := t.frames[i].name; name {
		case a, b, atom.Caption, atom.Colgroup:
			for len(t.frames) > i {
				t.pop()
			}
			return
		case atom.Table, atom.Template:
			return
		}
	}
}

// closeTop closes the innermost element if it bears the name.
func (t *tracker) closeTop(name atom.Atom) {
	if top := t.top(); top != nil && top.name == name {
		t.pop()
	}
}

// closeAmong closes the innermost open element of two names; a list inside one
// starts afresh, and so does anything that is neither text-like nor a plain box.
func (t *tracker) closeAmong(a, b atom.Atom) {
	for i := len(t.frames) - 1; i >= 0; i-- {
		t.steps++
		name := t.frames[i].name
		if name == a || name == b {
			for len(t.frames) > i {
				t.pop()
			}
			return
		}
		if name != atom.Address && name != atom.Div && name != atom.P && isSpecial(name) {
			return
		}
	}
}

// bars says whether an open element keeps an end tag from reaching outwards.
func bars(open, end atom.Atom) bool {
	switch open {
	case atom.Table, atom.Template:
		return end != atom.Template
	case atom.Td, atom.Th, atom.Caption:
		switch end {
		case atom.Table, atom.Tr, atom.Tbody, atom.Thead, atom.Tfoot:
			return false
		}
		return true
	case atom.Applet, atom.Marquee, atom.Object:
		return true
	case atom.Button:
		return end == atom.P
	case atom.Ol, atom.Ul:
		return end == atom.Li
	}
	return false
}

func belongsInHead(name atom.Atom) bool {
	switch name {
	case atom.Base, atom.Basefont, atom.Bgsound, atom.Link, atom.Meta, atom.Noframes, atom.Noscript, atom.Script,
		atom.Style, atom.Template, atom.Title:
		return true
	}
	return false
}

// isTablePart says whether a start tag means nothing outside a table.
func isTablePart(name atom.Atom) bool {
	switch name {
	case atom.Caption, atom.Col, atom.Colgroup, atom.Tbody, atom.Td, atom.Tfoot, atom.Th, atom.Thead, atom.Tr:
		return true
	}
	return false
}

// isSpecial says whether an element is one of those that a list's elements do not
// reach out of (WHATWG HTML 13.2.4.2, "special").
func isSpecial(name atom.Atom) bool {
	switch name {
	case atom.Applet, atom.Button, atom.Iframe, atom.Marquee, atom.Object, atom.Select, atom.Template, atom.Td, atom.Th,
		atom.Tr, atom.Tbody, atom.Thead, atom.Tfoot, atom.Caption, atom.Colgroup:
		return true
	}
	return tree.EndsParagraph(name)
}

// integrates says whether HTML may stand directly inside a foreign element. An
// annotation-xml that declares HTML is not told apart from one that does not.
func integrates(s space, name []byte) bool {
	switch s {
	case inSVG:
		switch string(name) {
		case "foreignobject", "desc", "title":
			return true
		}
	case inMath:
		switch string(name) {
		case "mi", "mo", "mn", "ms", "mtext":
			return true
		}
	}
	return false
}

// breaksOut says whether a start tag ends svg or math around it (13.2.6.5).
func breaksOut(name atom.Atom) bool {
	switch name {
	case atom.B, atom.Big, atom.Blockquote, atom.Body, atom.Br, atom.Center, atom.Code, atom.Dd, atom.Div, atom.Dl, atom.Dt,
		atom.Em, atom.Embed, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Head, atom.Hr, atom.I, atom.Img,
		atom.Li, atom.Listing, atom.Menu, atom.Meta, atom.Nobr, atom.Ol, atom.P, atom.Pre, atom.Ruby, atom.S, atom.Small,
		atom.Span, atom.Strong, atom.Strike, atom.Sub, atom.Sup, atom.Table, atom.Tt, atom.U, atom.Ul, atom.Var:
		return true
	}
	return false
}

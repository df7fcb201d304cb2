package tree

import "golang.org/x/net/html/atom"

// IsVoid says whether an element of a name has no content and no end tag, those
// included that HTML has given up and browsers still read (WHATWG HTML 13.2.6.4.7).
func IsVoid(name atom.Atom) bool {
	switch name {
	case atom.Area, atom.Base, atom.Basefont, atom.Bgsound, atom.Br, atom.Col, atom.Embed, atom.Frame, atom.Hr, atom.Image,
		atom.Img, atom.Input, atom.Keygen, atom.Link, atom.Meta, atom.Param, atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}

// IsHeading says whether a name is h1 to h6.
func IsHeading(name atom.Atom) bool {
	switch name {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return true
	}
	return false
}

// EndsParagraph says whether a start tag of a name ends a paragraph left open. A table
// does only on a page that has a doctype; it is counted among them.
func EndsParagraph(name atom.Atom) bool {
	switch name {
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Center, atom.Details, atom.Dialog, atom.Dir,
		atom.Div, atom.Dl, atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Header, atom.Hgroup, atom.Main,
		atom.Menu, atom.Nav, atom.Ol, atom.P, atom.Section, atom.Summary, atom.Ul, atom.H1, atom.H2, atom.H3, atom.H4,
		atom.H5, atom.H6, atom.Pre, atom.Listing, atom.Form, atom.Li, atom.Dd, atom.Dt, atom.Plaintext, atom.Hr, atom.Xmp,
		atom.Table:
		return true
	}
	return false
}

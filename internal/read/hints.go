package read

import "bytes"

// Hints say which vocabularies a page's tags may speak, noted in the one pass, so
// that a tree is built only for pages that need one. A hint may be false; a page that
// gets none has nothing of the kind. The zero value is none.
type Hints uint8

// The hints there are.
const (
	HintMicrodata    Hints = 1 << iota // an itemprop or an itemtype; without either an item says nothing
	HintRDFa                           // a typeof, a vocab, or a property with a prefix on what is no meta
	HintPrefixes                       // a prefix attribute, by which a meta's property may mean anything
	HintMicroformats                   // a class that is the root of a thing in microformats
)

// hint notes what the attributes of a start tag hint at. It looks at what stands
// before each "=", and reads no attribute: this is done for every tag of every page.
func (s *Source) hint(tag []byte, meta bool) {
	for at := 0; ; at++ {
		i := bytes.IndexByte(tag[at:], '=')
		if i < 0 {
			return
		}
		at += i
		end := at
		for end > 0 && isBlankOrSlash(tag[end-1]) {
			end--
		}
		if end == 0 {
			continue
		}
		switch tag[end-1] | 0x20 {
		case 'p', 'e':
			if endsWith(tag[:end], "itemprop") || endsWith(tag[:end], "itemtype") {
				s.Hints |= HintMicrodata
			}
		case 'f', 'b':
			if endsWith(tag[:end], "typeof") || endsWith(tag[:end], "vocab") {
				s.Hints |= HintRDFa
			}
		case 'y':
			if !meta && endsWith(tag[:end], "property") && bytes.IndexByte(valueAt(tag, at), ':') >= 0 {
				s.Hints |= HintRDFa
			}
		case 'x':
			if endsWith(tag[:end], "prefix") {
				s.Hints |= HintPrefixes
			}
		case 's':
			if s.Hints&HintMicroformats == 0 && endsWith(tag[:end], "class") && hasRoot(valueAt(tag, at)) {
				s.Hints |= HintMicroformats
			}
		}
	}
}

// endsWith says whether a tag, cut before a "=", ends in an attribute's name, given in
// lower case.
func endsWith(tag []byte, name string) bool {
	from := len(tag) - len(name)
	if from < 1 || !isBlankOrSlash(tag[from-1]) && tag[from-1] != '"' && tag[from-1] != '\'' {
		return false
	}
	for i, c := range tag[from:] {
		if c|0x20 != name[i] {
			return false
		}
	}
	return true
}

// valueAt gives the value behind the "=" at a place in a tag, as written.
func valueAt(tag []byte, equals int) []byte {
	b := skipBlanks(tag[equals+1:])
	if len(b) > 0 && (b[0] == '"' || b[0] == '\'') {
		value, _, _ := bytes.Cut(b[1:], b[:1])
		return value
	}
	end := bytes.IndexAny(b, " \t\n\r\f>")
	if end < 0 {
		end = len(b)
	}
	return b[:end]
}

// hasRoot says whether one of some classes is a root of microformats2, or of the
// classic microformats that are read.
func hasRoot(classes []byte) bool {
	for len(classes) > 0 {
		end := 0
		for end < len(classes) && !isBlankOrSlash(classes[end]) {
			end++
		}
		if end > 4 && (classes[0] == 'h' || classes[0] == 'v') && isRootOfAny(string(classes[:end])) {
			return true
		}
		classes = classes[min(end+1, len(classes)):]
	}
	return false
}

func isRootOfAny(class string) bool { return isRootClass(class) || classicRoot(class, nil) != "" }

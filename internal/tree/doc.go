// Package tree builds a page's tree and says where in it an element stands.
//
// In: a page's text in UTF-8. Out: a [Tree], which is what a browser's parser builds
// from it, with the XPath of any element and the text a person would read in it.
//
// The parser refuses pages nested more than 512 deep. Such a page is parsed again
// without the tags that stand too deep, and then without those of formatting, which
// a browser opens anew in every block; what was dropped is counted.
//
// What a name, an attribute or a place means is said here once for all who look at
// pages: names.go, shown.go, place.go.
//
// Invariants: nothing here recurses, so that depth costs no stack; the places given
// out for one page are bounded together; a tree is not changed, so that it may be
// read by several goroutines, but [Tree.Where] may not.
package tree

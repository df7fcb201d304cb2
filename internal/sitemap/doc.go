// Package sitemap reads sitemaps, streamed, out of hostile bytes.
//
// In: the body of an answer, after its Content-Encoding was undone. Out: one
// [Entry] after another, as written; the [Kind] of the file; and an [*Error] that
// says in its own sentence what was wrong and where, beside the entries already
// given.
//
// The bytes pass five readers, each of which holds a bounded piece of them: gzip
// is undone (source.go), the text is decoded to UTF-8 (charset.go) and cleaned of
// what no text may hold (clean.go), and then it is a list of lines (text.go) or
// markup, whose comments, instructions and declarations never reach the XML
// decoder (markup.go, xml.go).
//
// Invariants: memory does not grow with the file; every bound is reported;
// reading markup that was cut off gives the first of the entries that the whole
// gives; no document type is read, so no entity is ever expanded.
//
// The package resolves no address and judges none: a Loc may be relative, of
// another site or nonsense, and that is the caller's to say. It asks nothing, it
// keeps nothing, and it knows nothing of robots.txt.
package sitemap

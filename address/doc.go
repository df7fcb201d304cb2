// Package address writes each address one way and names its origin and site.
//
// In: the text of a link or an argument, and the address it stands on. Out: an
// [Address], or an [*Error] that says why there is none.
//
// Three keys come from an address and are never mixed: the [Address] itself (what
// has been seen), its [Origin] (whose robots.txt, whose login) and its [Site]
// (whose pace, whose budget, the scope of a crawl).
//
// One spelling: a reference is read as a browser reads it (the WHATWG URL
// standard), then escapes of unreserved octets are decoded once and the others
// written in capitals (RFC 3986 section 6.2.2), and the fragment, an empty query
// and a trailing dot of the host are dropped. The order of a query, a trailing
// slash and the case of a path are the site's own and are kept.
//
// Invariants, each with a test of the same words: parsing the text of an address
// gives the same address; resolving twice is resolving once; the fast path gives
// what the slow path gives; no password is in the text of an error; every bound
// is checked before the work it bounds.
//
// The package resolves no name, opens no connection and does not judge whether an
// address is on the public internet. Every other package uses it; it uses none of
// ours. All of it is safe for concurrent use.
package address

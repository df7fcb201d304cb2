// Package address writes each address one way and names its origin and site.
//
// In: the text of a link or an argument, and the address it stands on. Out: an
// [Address], or an [Error] that says why there is none.
//
// Three keys come from an address and are never mixed: the [Address] itself (what
// has been seen), its [Origin] (whose robots.txt, whose login) and its [Site]
// (whose pace, whose budget, the scope of a crawl).
//
// Invariant: parsing the text of an address gives the same address.
//
// The package resolves no name and opens no connection. Every other package uses
// it; it uses none of ours.
package address

// Package challenge recognises the pages with which a site asks a visitor to prove that it is no machine.
//
// In: a status, a header and the beginning of a body. Out: the kind of challenge page
// they are, if they are one. The kinds are one ordered table; adding one is one row.
//
// Invariants: a page that only speaks of challenges, or has one in a form of its own, is
// none: a row of the table asks for more than one sign, unless the sign is a header that
// nothing else carries. An ordinary page costs a look at its header and its size.
//
// Such a page is a refusal. Nothing here, or anywhere, solves one.
package challenge

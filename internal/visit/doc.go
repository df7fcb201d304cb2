// Package visit brings one address to an answer: hops, rungs, retries, each with its own turn.
//
// In: an address and [How] it is to be asked. Out: an [Answer]: the last response,
// the redirects before it, the times it was asked again, and the error when it gave
// no page.
//
// Invariants: every request — first, hop, retry, robots.txt — is judged by the
// robots.txt of its own origin and takes a turn of its own; a redirect that leaves
// the site is refused before the other site is asked; what belongs to one origin is
// sent to no other.
//
// The package keeps no order and reads no page. The root package makes one [Visitor]
// for all its runs; it is safe for concurrent use.
package visit

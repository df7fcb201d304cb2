// Package fetch makes one bounded, conditional, guarded HTTP request for one turn.
//
// In: a [Turn], which says what to ask for, and a [Request], which says how. Out: a
// [Response] with the decoded body, or a [*page.Error]. The turn is ended once in
// every case, when the last octet of the answer has come or the request has failed.
//
// Invariants:
//
//   - One request per Ask: nothing is repeated, no redirect is followed. A kept
//     connection that proves closed is [ErrStaleConnection], and asking again takes
//     another turn.
//   - Bounded: the answer's head, the body as it comes and as decoded, the time to
//     the first answer, the least speed of the body and the whole time.
//   - Guarded: the address dialled is judged at the moment it is dialled, so a name
//     that changes its mind between two look-ups gains nothing. Only what the operator
//     named, by Allow or Resolve, may be off the public internet or on a port other
//     than 80 and 443. Through a proxy only names and numbers in the address can be
//     judged, since the proxy does the looking up.
//   - Counted as dialled: [Fetcher.Machine] names the machine that the next request for an
//     address goes to. One address of a host is pinned, and the next one is taken only
//     after a connection to it could not be made.
//   - Sent as written: the request target is the address's, octet for octet.
//   - Nothing is read from the environment, and certificates are always verified.
//
// The package decodes codings (gzip, br, zstd, deflate), not charsets; it keeps no
// cookies, follows nothing and decides nothing about when to ask again. Header dates
// and Retry-After are read here because everything that comes with an answer is.
package fetch

// Package permit keeps each origin's robots.txt a day at most and issues permits from it.
//
// In: an address that would be asked now. Out: a [Permit], or the *page.Error that
// says which line of which robots.txt refuses it. A refusal costs no request and
// no wait.
//
// Invariants: an address is judged by the robots.txt of its own origin at the moment
// it would be asked (RFC 9309 section 2.3); a robots.txt that cannot be had refuses
// the origin, unless a good copy not older than 30 days is kept; no copy is used
// for longer than 24 hours without asking (section 2.4).
//
// The package opens no connection: it is given an [Asker], which takes a turn at the
// site like everybody else. It keeps copies between processes through [Copies].
package permit

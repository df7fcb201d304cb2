// Package gate lends each site one turn at a time and never sooner than it is owed.
//
// In: a [Pass], which says what may be asked and what delay its origin's robots.txt
// asks for. Out: a [Turn], the right to make one request to one site, or a
// [*page.Error] at once when the site asks for more patience than is allowed.
//
// Invariants, for every goroutine and process that shares a [Ledger]:
//
//   - One in flight: a site's turn is out at most once.
//   - Rest from the end: a turn starts no sooner than the site's delay after the end
//     of the last one, and jitter only adds to that.
//   - Retry-After is never shortened, and nothing is sent while it runs.
//   - Whoever waits for a rest holds no slot and no site.
//
// Order of waiting. The requests of one process for one site stand in a queue, and
// only its head looks at the clock, so a thousand waiters cost one timer. The head
// sleeps, takes a place, which is a share of the machine and of the domain and a slot
// of the gate, and tries the site; when another process has it, the place goes back
// before the head waits, because that wait is as long as a stranger's request. Having
// waited, it already holds the site when it asks for a place: that wait is short, since
// a place is only ever held by a request, never by a wait for a site, and it is what
// keeps a busy process from being shut out by a busier one.
//
// Time inside a process is monotonic: a wall clock that jumps ends no rest and no
// Retry-After sooner. Times from the ledger are wall times; when a request ended and
// until when its site asked to be left are placed on the monotonic clock once, when first
// read. Rests after failures, blocks, spreads and the operator's word stay wall times. A
// time that only a moved clock explains is clamped.
//
// The package makes no request and reads no robots.txt; what is kept where is the
// ledger's affair.
package gate

// Package write puts pages down: JSON Lines, which is also the state, and CSV.
//
// In: pages as they finish, each with its number. Out: their lines, in the order of
// the numbers or as they finish. A [Journal] is the file and what is known from it:
// [Create] begins one, [Resume] takes one up again, [Stream] keeps none.
//
// On resume nothing is replayed apart: the run is walked again from its seeds, and
// before an address is asked [Journal.Recall] says whether the state already holds
// its answer. So what a page leads to is decided anew by the same code, in the same
// order, and an answer finds its place even when its number has changed. Lines that
// stand where they belong stay where they are, octet for octet.
//
// Invariants: one process at a time writes a file. Every write is of whole lines,
// so that a process killed at any instant leaves at most one cut line, the last. A
// line is taken out of one file only once it is in another. A file that is not this
// run's is left as it was found.
//
// A finished page whose turn has not come stands in FILE.pending, beside the
// output; that file is gone after a clean end. docs/adr/005-the-output-is-the-state.md
// says why it is done this way.
//
// A Journal belongs to one goroutine. The package asks nothing and judges nothing.
package write

// Package traps knows the addresses a polite crawl does not follow, and sees when a space of them has no end.
//
// In: addresses found by links, and what their pages came to. Out: whether to follow one
// now, later or not at all, and why.
//
// [Of] knows by a table what costs a site much and brings nothing: searches, diffs, sorted
// lists. A [Tracker] learns the rest: addresses of one [Shape] may have so many out that
// were not read yet, and a shape whose pages bring nothing new is stopped. What is new is
// judged by a [Sketch] of a page's words.
//
// Invariants: a tracker's verdicts follow from the calls made to it and from nothing else
// (no clock, no chance, no order of a map), so that a resumed run decides as the first
// did; every address it is asked about is taken, left or waiting.
package traps

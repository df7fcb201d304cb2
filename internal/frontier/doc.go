// Package frontier numbers what is admitted and says what is next, in an order decided, not raced.
//
// In: addresses as seeds, lists, sitemaps and links give them, each with its
// [Found]. Out: each exactly once, as a [Taken], when its site is free, and the
// order in which lines are written.
//
// A run has lanes, fixed at its start. In a crawl kept to its sites each seed's
// site is a lane, independent of the others; with any site allowed, and in a
// batch, there is one lane. A lane numbers its addresses k = 0, 1, 2… as they are
// admitted; the run's number is n = k·lanes + lane, so that lanes interleave and a
// number is known at admission. A lane that ends early leaves its numbers unused.
//
// What a page admits is decided when its turn in its lane comes ([Frontier.Absorbing],
// [Frontier.Absorbed]), never when its answer happens to arrive. That, and nothing
// else, makes two runs alike whatever their concurrency.
//
// Invariants: an address is admitted once (exactly, never probably); a site has at
// most one address taken at a time; an address is taken only when it is certain to
// be among the first Pages of the run; the numbers of a lane have no gaps.
//
// A Frontier is owned by one goroutine. It asks nothing, waits for nothing, and
// judges neither robots.txt nor rights. Where addresses are kept is a [Queue]:
// in memory ([NewMemory]) or with their text in a file ([NewSpill]).
package frontier

// Package visible guesses what a page's own text says of its title, author, dates and price.
//
// In: a page's tree and its language. Out: guesses, each with the rule that found it and
// its place. They are guesses: they stand apart from what the page declares and never
// answer a question of its summary.
//
// [Rules] lists the rules in the order they are tried. A rule that finds two different
// answers gives none, and the next is tried: a guess that may be another thing's is
// worse than no guess. Nothing is read from comments, from lists of related things,
// from navigation, or from what the page hides.
//
// Invariants: a guess's value stands in the text of the element at its place; at most
// one guess for each question; the elements and texts looked at are bounded, whatever
// the page; nothing recurses and nothing is quadratic.
package visible

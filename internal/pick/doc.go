// Package pick gives the values that a CSS selector finds in a page, each with its place.
//
// In: a page's tree and a selector. Out: the matches in document order. Bounded in
// matches and in the length of each; the selector is the operator's own, never a page's.
//
// What one element says of itself (its name, class, attributes, text) is left to a
// library. What joins elements (combinators, positions, :not, :is, :has) is worked out
// here, once for all elements: the library goes back over a page's ancestors and
// siblings for each element, and a page of nested blocks would never come back from
// "a b c d e f".
//
// Invariants: the work for one page is bounded, and whoever asks may end it earlier by
// a context; nothing recurses over the page; templates are not looked into.
package pick

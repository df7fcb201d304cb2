// Package pick gives the values that a CSS selector finds in a page, each with its place.
//
// In: a page's tree and a selector. Out: the matches in document order. Bounded in
// matches and in the length of each; the selector is the operator's own, never a page's.
package pick

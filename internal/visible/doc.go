// Package visible guesses what a page's own text says of its title, author, dates and price.
//
// In: a page's tree. Out: guesses, each with the rule that found it and its place.
// They are guesses: they stand apart from what the page declares and never answer a
// question of its summary. A rule that finds two different answers gives none.
//
// Invariants: bounded in time, whatever the page; nothing recurses.
package visible

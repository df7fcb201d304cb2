// Package induce makes records of what a page repeats: lists, cards and tables.
//
// In: a page's tree. Out: records with the names of their columns and the place of
// every value, for pages that declare nothing in any vocabulary. What it makes is a
// guess about structure, never about meaning: columns are named by the page's own
// classes and headings, and no record of its kind answers a question of the summary.
//
// Invariants: bounded in rows, columns and time, whatever the page; nothing recurses.
package induce

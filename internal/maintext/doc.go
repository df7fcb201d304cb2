// Package maintext writes a page's main text, or all of it, as Markdown.
//
// In: a page's tree and the address its references are resolved against. Out: a
// [Text]: CommonMark with tables, code blocks, lists and links kept, and what it was
// taken from. Finding the main content and writing Markdown are two libraries' work;
// this package cleans what they are given and bounds it.
//
// Invariants: every link is an absolute http, https or mailto address; no script, no
// hidden part and no navigation reaches the text; spans of table cells are bounded.
package maintext

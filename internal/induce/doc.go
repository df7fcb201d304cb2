// Package induce makes records of what a page repeats: lists, cards and tables.
//
// In: a page's tree. Out: records with the names of their columns and the place of
// every value, for pages that declare nothing in any vocabulary. What it makes is a
// guess about structure, never about meaning: columns are named by the page's own
// classes and headings, and no record of its kind answers a question of the summary.
//
// A table with a header gives a record for each row. Tables and definition lists
// that pair names with values give one record each. Elements that stand at the same
// path of tags, in parents of the same classes, and are built alike are rows of one
// list, also when a grid is split over several parents. Of a list inside the rows of
// a list one is taken: the inner one when it holds most of what the outer one does,
// in rows with links or images. A row inside a row of its own class, as replies are,
// is a row of its own.
//
// Groups are ranked by the text, links and images they hold; the best three come, best
// first, the records of a group together in document order. There is no name for a
// group: its rows share their columns, and their places but for the numbers (replies
// stand deeper). A value that every row of a list has is no column.
//
// Left alone: what is hidden, navigation and menus, lists inside a header, footer or
// aside, single paragraphs, lists of short links, layout, and calendars of bare days.
//
// Invariants: bounded in rows, columns and time, whatever the page; nothing recurses;
// the same page gives the same records.
package induce

// Package summary answers the fixed questions about a page from what its readers found.
//
// In: the things a page declares and the tags that speak of the page as a whole,
// readers in their order of precedence. Out: a [page.Summary], each answer with the
// reader, the key and the place it came from, and the conflicts: questions that two
// readers answer with different meanings.
//
// What is believed before what is one table, [Questions], which docs/reading.md
// prints. A page is about one thing, or about none: a listing has no subject, and
// answers only what it says of itself.
//
// Invariants: every answer's value stands in the page, as declared; the normal form
// is beside it and never instead of it; price, currency and availability come from
// one offer.
package summary

// Package page says what one visit came to: status, links, records, or the error and its code.
//
// A [Page] is the unit of output. Its JSON is one line, the contract that
// docs/output.md describes and docs/schema/line.schema.json checks; reading a line
// back gives an equal Page.
//
// A page that could not be had is a page like any other: its Err is an [*Error]
// with one of the closed list of codes, so errors.Is(p.Err, page.RateLimited) is
// the whole matching API. Nil, or an [*Error], is all Err ever holds.
//
// The package makes no request and keeps no state.
package page

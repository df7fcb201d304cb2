// Package normal writes dates, amounts, currencies and article numbers in their standard forms, where their meaning is beyond doubt.
//
// In: a text as a page declares it, and the language of the page where that decides
// how it is read. Out: the standard form, and whether there is one. A text that
// could mean two things has none: 03/04/2025, 1,299 and a bare $ stay as they are.
//
// Sources: RFC 3339 and ISO 8601 for dates, ISO 4217 for currencies, the GS1 General
// Specifications for check digits. The functions are pure.
package normal

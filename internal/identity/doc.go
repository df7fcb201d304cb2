// Package identity says who we are in the words of one request: User-Agent and From.
//
// In: an Agent, the operator's product token, version, page, contact and
// purpose, or the text of a User-Agent that says the same. Out: the two header
// values that every request carries.
//
// Invariants: what Check accepts is written in printable ASCII on one line,
// holds no word by which a server would take us for a browser, and reads back
// from its User-Agent as it was.
//
// The package reads no file and no environment, and does not decide whether an
// address may be asked: it only says whether the operator can be reached.
package identity

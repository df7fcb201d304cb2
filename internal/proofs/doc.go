// Package proofs shows the promises with real processes, real sockets and the sites' own logs.
//
// In: the binary, built once, and webs of simweb listening on loopback. Out: tests
// that start, stop and kill it as operators and machines do. Nothing is asked of the
// product: who asked, when, and how long the site was left alone is read from the log
// the site kept, and who was who from the User-Agent. Beside it only what a person
// sees counts: the exit code, the words on the error stream, the file.
//
// Rests are held to without tolerance: they are counted from the end the site saw,
// which is never after the one the crawler saw.
//
// It imports no other package of ours, so that it cannot lean on what it judges, and
// holds no code that ships.
package proofs

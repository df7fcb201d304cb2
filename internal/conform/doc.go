// Package conform holds the suites that every implementation of a seam must pass.
//
// In: a function that opens an implementation. Out: failures, in the words of the
// promise that is broken. The interfaces live with their callers; what they promise
// beyond their signatures is written here, once, as code.
//
// Each suite opens two doors onto one thing: for what lives in one process they may
// be the same value, and for what is shared they stand for two processes. Suites run
// in testing/synctest bubbles, so what is opened must be closed by the test's
// cleanup.
package conform

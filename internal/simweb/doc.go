// Package simweb plays sites in memory or on loopback and keeps each one's access log, the judge in every test.
//
// In: sites as Go literals ([Site], [Page], the faults) or as a txtar text
// ([Parse]). Out: connections to them ([Web.Dial] in memory, [Web.Listen] on
// loopback), what each site saw ([Web.Log]) and what its owner would say of it
// ([Judge]), or who runs its machine or owns its domain ([JudgeMachines],
// [JudgeDomains]).
//
// Invariants: an entry's Arrival is when the request line was complete, its End
// when the last byte was handed over or the connection was gone. In a
// testing/synctest bubble both are exact. Nothing listens beyond loopback.
//
// The package imports nothing of ours, so that the judge cannot share the
// defendant's mistakes: it names sites, reads robots.txt and counts rests by code
// of its own, slow and plain. It speaks HTTP/1.1 only, plain and over TLS, and
// knows the names of its own sites alone ([Web.Lookup]).
package simweb

package simweb

// A Fault is something that goes wrong with an answer. The faults are the types
// of this package that say so; a page of [Page.Make] does the rest.
type Fault interface {
	// play gives the answer; the exchange ends the log's entry.
	play(x *exchange)
}

// A spreading fault answers for targets it makes up, beneath its own.
type spreading interface {
	below(key, target string) bool
}

// A faultWord is a fault's name in a txtar modifier and how its words are read.
type faultWord struct {
	word string
	read func(words) (Fault, error)
}

// faultWords are the faults there are, in the order of the documentation.
var faultWords = []faultWord{
	{"drop", readDrop},
}

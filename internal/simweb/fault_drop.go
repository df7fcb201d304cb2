package simweb

// Drop closes the connection without an answer. Text: (drop).
type Drop struct{}

func (Drop) play(x *exchange) { x.cut() }

func readDrop(w words) (Fault, error) { return Drop{}, w.none() }

package simweb

// Drop closes the connection without an answer. On a connection that was kept
// from before, net/http takes that for an idle timeout and asks again by itself.
// Text: (drop).
type Drop struct{}

func (Drop) play(x *exchange) { x.cut() }

func readDrop(w words) (Fault, error) { return Drop{}, w.none() }

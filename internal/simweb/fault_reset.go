package simweb

// Reset answers with a TCP reset. Text: (reset).
type Reset struct{}

func (Reset) play(x *exchange) { x.reset() }

func readReset(w words) (Fault, error) { return Reset{}, w.none() }

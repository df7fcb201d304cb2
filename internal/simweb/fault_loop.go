package simweb

import "strconv"

// Loop redirects in a circle of Hops, through its own target with a query.
// Zero: 1, to itself. Text: (loop) or (loop 3).
type Loop struct{ Hops int }

func (l Loop) below(key, target string) bool { return beneath(key, target, '?') }

func (l Loop) play(x *exchange) {
	hop := numberAfter(x.asked.Target, "?hop=") + 1
	to := x.asked.key
	if hop < l.Hops {
		to += "?hop=" + strconv.Itoa(hop)
	}
	Redirect{To: to}.play(x)
}

func readLoop(w words) (Fault, error) {
	var l Loop
	err := w.read(toNumber(&l.Hops))
	return l, err
}

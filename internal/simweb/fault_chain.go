package simweb

import "strconv"

// Chain redirects to ever new targets beneath its own: /x to /x/1 to /x/2. After
// Hops redirects the page itself answers; zero: never. Text: (chain) or (chain 6).
type Chain struct{ Hops int }

func (c Chain) below(key, target string) bool { return beneath(key, target, '/') }

func (c Chain) play(x *exchange) {
	hop := numberAfter(x.asked.Target, "/")
	if c.Hops > 0 && hop >= c.Hops {
		x.answer()
		return
	}
	x.page.Body = ""
	Redirect{To: x.asked.key + "/" + strconv.Itoa(hop+1)}.play(x)
}

func readChain(w words) (Fault, error) {
	var c Chain
	err := w.read(toNumber(&c.Hops))
	return c, err
}

package simweb

import "time"

// Drip sends the head at once and then the body a byte at a time, Every apart.
// Zero: 200 ms. Text: (drip) or (drip 1s).
type Drip struct{ Every time.Duration }

func (p Drip) play(x *exchange) {
	if p.Every <= 0 {
		p.Every = 200 * time.Millisecond
	}
	d := x.draft()
	x.keepBody(d.status)
	x.head(d.status, d.header)
	for _, b := range d.body {
		if !x.flush() || !x.pause(p.Every) {
			return
		}
		x.write([]byte{b})
	}
}

func readDrip(w words) (Fault, error) {
	var p Drip
	err := w.read(toDuration(&p.Every))
	return p, err
}

package simweb

import "time"

// Tired is a page that takes longer to answer while its site is asked quickly.
// The page's first After answers take Base. From then on an answer takes Slow,
// unless the request came Gap or more after the end of the site's request before
// it, whatever page that was for: then it takes Base again. A request that comes
// while another of the site is in flight has had no rest.
//
// Zero: a Base of 200 ms, a Slow of twice Base, tired from the first answer on,
// and no Gap is long enough. On a target that ends in "*" all its pages are one.
// Text: (tired), (tired 200ms 1s), (tired BASE SLOW AFTER GAP) as in
// (tired 200ms 1s 10 4s).
type Tired struct {
	Base, Slow time.Duration
	After      int
	Gap        time.Duration
}

func (f Tired) play(x *exchange) {
	if f.Base <= 0 {
		f.Base = 200 * time.Millisecond
	}
	if f.Slow <= 0 {
		f.Slow = 2 * f.Base
	}
	takes := f.Base
	if x.asked.Times >= f.After && (f.Gap <= 0 || x.rest < f.Gap) {
		takes = f.Slow
	}
	if x.pause(takes) {
		x.answer()
	}
}

func readTired(w words) (Fault, error) {
	var f Tired
	err := w.read(toDuration(&f.Base), toDuration(&f.Slow), toNumber(&f.After), toDuration(&f.Gap))
	return f, err
}

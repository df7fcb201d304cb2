package simweb

// Stall keeps the connection open and says nothing until the client leaves:
// nothing at all, or nothing more once the head and After bytes of the body are
// out. Text: (stall) or (stall 100).
type Stall struct{ After int64 }

func (s Stall) play(x *exchange) {
	if s.After > 0 {
		d := x.draft()
		x.head(d.status, d.header)
		x.write(d.body[:min(s.After, int64(len(d.body)))])
		x.flush()
	}
	x.stay()
}

func readStall(w words) (Fault, error) {
	var s Stall
	err := w.read(toSize(&s.After))
	return s, err
}

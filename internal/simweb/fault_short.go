package simweb

import "strconv"

// Short promises By bytes more than the body has, and closes the connection
// after the body. Zero: 100 bytes. Text: (short) or (short 1KiB).
type Short struct{ By int64 }

func (s Short) play(x *exchange) {
	if s.By <= 0 {
		s.By = 100
	}
	d := x.draft()
	d.header.Set("Content-Length", strconv.FormatInt(int64(len(d.body))+s.By, 10))
	x.keep = false
	x.send(d)
}

func readShort(w words) (Fault, error) {
	var s Short
	err := w.read(toSize(&s.By))
	return s, err
}

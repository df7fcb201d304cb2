package simweb

// Broken sends the body in chunks of which the last has no readable length.
// Text: (broken).
type Broken struct{}

func (Broken) play(x *exchange) {
	d := x.draft()
	d.header.Del("Content-Length")
	d.header.Set("Transfer-Encoding", "chunked")
	x.head(d.status, d.header)
	chunks{x}.Write(d.body)
	x.write([]byte("what comes now is no length\r\n"))
	x.cut()
}

func readBroken(w words) (Fault, error) { return Broken{}, w.none() }

package simweb

// Hangup answers well and keeps the connection, and closes it the moment the
// next request arrives on it. That request is in the log, without an answer. It
// is what a server's idle timeout does at the wrong instant, and what makes a
// client ask a second time by itself. Text: (hangup).
type Hangup struct{}

func (Hangup) play(x *exchange) {
	x.hangup = true
	x.answer()
}

func readHangup(w words) (Fault, error) { return Hangup{}, w.none() }

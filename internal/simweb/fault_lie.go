package simweb

import "net/http"

// Lie answers 304 to every request with a condition, whatever has changed. Its
// page has an ETag made from the body if it has no validator of its own. Text:
// (lie).
type Lie struct{}

func (Lie) play(x *exchange) {
	if x.page.ETag == "" && x.page.LastModified == "" {
		x.page.ETag = "auto"
	}
	if x.conditional() {
		x.page.Status = http.StatusNotModified
	} else if x.page.Status == 0 {
		x.page.Status = http.StatusOK
	}
	x.answer()
}

func readLie(w words) (Fault, error) { return Lie{}, w.none() }

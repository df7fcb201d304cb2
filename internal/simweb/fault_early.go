package simweb

import "net/http"

// Early sends Times interim answers of 103 (RFC 8297) before the page. Zero: 1.
// Text: (early) or (early 10).
type Early struct{ Times int }

func (e Early) play(x *exchange) {
	for range max(1, e.Times) {
		x.head(http.StatusEarlyHints, http.Header{"Link": {"</style.css>; rel=preload"}})
	}
	x.answer()
}

func readEarly(w words) (Fault, error) {
	var e Early
	err := w.read(toNumber(&e.Times))
	return e, err
}

package simweb

import (
	"fmt"
	"net/http"
)

// Raw sends the page's body as the whole answer, status line and all, octet for
// octet, and closes the connection. Text: (raw).
type Raw struct{}

func (Raw) play(x *exchange) {
	var status int
	fmt.Sscanf(x.page.Body, "HTTP/1.1 %d", &status)
	x.web.log.amend(x.entry, func(e *Entry) { e.Status, e.Answer = status, http.Header{} })
	x.write([]byte(x.page.Body))
	x.keep = false
}

func readRaw(w words) (Fault, error) { return Raw{}, w.none() }

package simweb

import (
	"fmt"
	"net/http"
	"strconv"
)

// Redirect sends the client to To, which is written into Location as it is: a
// path, or any address. Status zero: 302. Text: (redirect /b), (redirect 301
// https://other.example/).
type Redirect struct {
	To     string
	Status int
}

func (r Redirect) play(x *exchange) {
	if r.Status == 0 {
		r.Status = http.StatusFound
	}
	x.page.Status = r.Status
	d := x.draft()
	if d.header.Get("Location") == "" {
		d.header["Location"] = []string{r.To}
	}
	x.send(d)
}

func readRedirect(w words) (Fault, error) {
	var r Redirect
	if len(w) == 2 {
		status, err := strconv.Atoi(w[0])
		if err != nil || status < 300 || status > 399 {
			return nil, fmt.Errorf("%q: not a status from 300 to 399", w[0])
		}
		r.Status, w = status, w[1:]
	}
	if len(w) != 1 {
		return nil, fmt.Errorf("wants one address to go to")
	}
	r.To = w[0]
	return r, nil
}

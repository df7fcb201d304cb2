package simweb

import (
	"bytes"
	"net/http"
	"time"
)

// Endless sends a body without an end, 16 KiB Every so often (zero: as fast as
// it is read). It gives up at 1 GiB, so that a test that reads on comes to an
// end too. Text: (endless) or (endless 1s).
type Endless struct{ Every time.Duration }

const endlessBound = 1 << 30

func (e Endless) play(x *exchange) {
	h := x.header()
	h.Set("Transfer-Encoding", "chunked")
	x.dress(h)
	x.head(http.StatusOK, h)
	piece := bytes.Repeat([]byte("<p>and so on</p>\n"), 1000)[:16<<10]
	for range endlessBound / len(piece) {
		if _, err := (chunks{x}).Write(piece); err != nil || !x.flush() || !x.pause(e.Every) {
			return
		}
	}
	x.cut()
}

func readEndless(w words) (Fault, error) {
	var e Endless
	err := w.read(toDuration(&e.Every))
	return e, err
}

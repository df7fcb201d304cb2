package cli

import (
	"io"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// A bar is the one live line of a run on a terminal. Lines written to it stand
// above it. It uses no colour.
type bar struct {
	container *mpb.Progress
	line      *mpb.Bar
}

// newBar shows where p stands until it is closed.
func newBar(terminal io.Writer, p *progress) *bar {
	b := &bar{container: mpb.New(mpb.WithOutput(terminal), mpb.WithWidth(24), mpb.WithRefreshRate(200*time.Millisecond))}
	words := decor.Any(func(decor.Statistics) string {
		now := time.Now()
		s := p.stands(now)
		return " " + s.text(now)
	})
	filler := mpb.BarStyle().Lbound("[").Filler("=").Tip(">").Padding(" ").Rbound("]").Build()
	filled := mpb.BarFillerFunc(func(w io.Writer, s decor.Statistics) error {
		at := p.stands(time.Now())
		s.Total, s.Current = int64(max(at.known, 1)), int64(at.pages)
		return filler.Fill(w, s)
	})
	// A total that is never reached: the run says when it has ended.
	line, err := b.container.Add(1, filled, mpb.BarRemoveOnComplete(), mpb.AppendDecorators(words))
	if err == nil { // the only error is a container that has ended
		b.line = line
	}
	return b
}

// Write puts whole lines above the bar.
func (b *bar) Write(lines []byte) (int, error) { return b.container.Write(lines) }

// close takes the bar away and leaves the cursor at the beginning of its line.
func (b *bar) close() {
	if b.line != nil {
		b.line.Abort(true)
	}
	b.container.Wait()
}

package curtsy

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestATimeToStartByThatMovedIsNotTheRunsEnd: a visit begun before what was done earlier
// had been replayed had less time than the run has, and is taken again.
func TestATimeToStartByThatMovedIsNotTheRunsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &engine{open: 1}
		e.start.By = time.Now().Add(time.Minute)
		if err := e.ended(result{}); err != nil || e.late || len(e.resting) != 1 {
			t.Errorf("with a minute left: %v, late %v, %d wait", err, e.late, len(e.resting))
		}
		e.open = 1
		time.Sleep(time.Minute)
		if err := e.ended(result{}); err != nil || !e.late || len(e.resting) != 0 {
			t.Errorf("with none left: %v, late %v, %d wait", err, e.late, len(e.resting))
		}
	})
}

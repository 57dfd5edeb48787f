package convergent

import (
	"testing"

	"backfill/engine"
)

// Every time above 0 is one: a millisecond at least, or "every": 0.0004 would mean at every event, which only 0 does.
func TestEvery(t *testing.T) {
	for seconds, want := range map[float64]engine.Time{0: 0, 0.0001: 1, 0.0004999: 1, 0.0006: 1, 0.0016: 2, 1.5: 1500} {
		if got := everyOf(seconds); got != want {
			t.Errorf("%v s: %v, want %v", seconds, got, want)
		}
	}
}

package metrics

import (
	"reflect"
	"testing"

	"backfill/engine"
	"backfill/engine/metrics/metricstest"
	"backfill/engine/steps"
)

// Of two jobs of two processes on a node of four, of which each asks for 2000 of 6000 MB/s,
// both run from 300 to 700.
func TestConflictsOverTime(t *testing.T) {
	o := metricstest.Outcome(4, 1, []metricstest.Row{{Submit: 0, Start: 0, End: 700, Size: 2}, {Submit: 300, Start: 300, End: 1000, Size: 2}}, engine.Millisecond)
	o.Workload.Bandwidth = []int32{2000, 2000}
	o.Lanes = []engine.Lane{{Processors: 4}}
	o.Pieces, o.PieceEnd = []engine.Piece{{Processors: 2}, {Processors: 2}}, []int32{1, 2}
	o.Sharing = &engine.Sharing{Model: engine.SharedRate, Bandwidth: 6000, Scale: 1}
	series := OverTime(o)
	if want := []int32{0, 1, 0, 0}; !reflect.DeepEqual(series.Conflicts, steps.CountsOf(want)) {
		t.Errorf("at %v there are %v conflicts, want %v", series.At, series.Conflicts, want)
	}
}

package explain

import (
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/metrics"
	"backfill/engine/metrics/metricstest"
	"backfill/ui/timeline"
)

// A job of 30 s runs from 0 to 10 s, is suspended for another one, which runs from 10 to 40 s, and goes on from 40 to 60 s. It waits 30 s and
// lost nothing.
func TestSuspendedJobInWords(t *testing.T) {
	o := metricstest.Outcome(4, 1, []metricstest.Row{
		{Start: 40, End: 60, Size: 4, Stopped: []metricstest.Stop{{From: 0, To: 10, Preempted: true}}},
		{Submit: 10, Start: 10, End: 40, Size: 4},
	}, engine.Second)
	o.Stopped[0].Kept, o.Lost[0] = true, 0
	if got, want := Fate(o, 0, timeline.Clock{}).String(), "Waited 30 s in all, started first at 0, was preempted once, ended at 1 min."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if segments := SegmentsOf(o, 0); segments[0].End != engine.Suspended || segments[1].End != engine.Ended {
		t.Errorf("%+v", segments)
	}
	if l := timeline.Place(o); !slices.Contains(l.Marks, timeline.WasStopped) {
		t.Errorf("marks are %v", l.Marks)
	}
	if m := metrics.Of(o); m.Value("suspensions") != 1 || m.Value("restarts") != 0 || m.Value("preemptions") != 0.5 {
		t.Errorf("%v suspensions, %v restarts, %v preemptions", m.Value("suspensions"), m.Value("restarts"), m.Value("preemptions"))
	}
}

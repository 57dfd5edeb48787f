package reproduce

import (
	"math"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/policies"
	"backfill/policies/internal/reference"
	"backfill/policies/priority"
)

// readings of EASY, with the mean waits in s, as the gallery tells them: on KTH-SP2 and on SDSC-SP2, with events of one instant taken
// together and one after the other.
var readings = []struct {
	name                             string
	reading                          policies.Reading
	kth, kthInTurn, sdsc, sdscInTurn float64
}{
	{"all ends at the shadow time are counted", policies.Reading{}, 6835, 6837, 20571, 20498},
	{"a job past the head ends before the shadow time", policies.Reading{Before: true}, 6851, 6853, 21037, 21029},
	{"the first ends are counted with which the head fits", policies.Reading{Extra: policies.FirstEnds}, 6840, 6843, 20150, 20176},
	{"the first ends, and before", policies.Reading{Extra: policies.FirstEnds, Before: true}, 6849, 6847, 21277, 21253},
	{"no extra processors", policies.Reading{Extra: policies.NoExtra}, 8603, 8604, 34816, 35477},
	{"no extra processors, and before", policies.Reading{Extra: policies.NoExtra, Before: true}, 8583, 8584, 41954, 41976},
}

// meanWaits are those of a reading on a log, in s: batch and sequential.
func meanWaits(t *testing.T, w *engine.Workload, processors int32, r policies.Reading) (means [2]float64) {
	for i, order := range []engine.Order{engine.Batch, engine.Sequential} {
		o := reference.Simulate(t, w, processors, &policies.EASY{Reservations: 1, Reading: r}, engine.Options{Order: order})
		for j := range w.Jobs {
			means[i] += o.Wait(int32(j)).Seconds() / float64(len(w.Jobs))
		}
	}
	return means
}

// The strictest reading is known from a second program, job by job; all mean waits are those that are told.
func TestReadingsOfEASYOnLogs(t *testing.T) {
	for _, log := range believedLogs {
		w := reference.ReadLog(t, log.name+".swf.gz")
		strict := reference.Simulate(t, w, log.processors, &policies.EASY{Reservations: 1, Reading: policies.Reading{Extra: policies.NoExtra, Before: true}}, engine.Options{})
		besides := reference.Simulate(t, w, log.processors, &priority.Ordered{Priority: priority.Priority{Name: "fcfs"}, Committed: true, Besides: true}, engine.Options{})
		if !slices.Equal(strict.Start, besides.Start) {
			t.Errorf("%s: without extra processors and before the shadow time, other jobs start than by RLScheduler's procedure", log.name)
		}
		for _, r := range readings {
			want := [2]float64{r.sdsc, r.sdscInTurn}
			if log.kth {
				want = [2]float64{r.kth, r.kthInTurn}
			}
			for i, got := range meanWaits(t, w, log.processors, r.reading) {
				if math.Abs(got-want[i]) > 0.5 {
					t.Errorf("%s, %s: %.2f s, want %.0f s", log.name, r.name, got, want[i])
				}
			}
		}
	}
}

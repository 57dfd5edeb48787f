package reproduce

import (
	"fmt"
	"math"
	"testing"

	"backfill/engine"
	"backfill/policies"
	"backfill/policies/belief"
	"backfill/policies/internal/reference"
	"backfill/policies/queue"
)

// believed are the figures of pyss for relatives of EASY: the mean bounded slowdown, with at least 10 s of run time.
var believed = []struct {
	others    queue.Order
	belief    belief.Belief
	kth, sdsc float64
}{
	{queue.ByArrival, belief.Belief{}, 92.5765397336, 87.8703241922},
	{queue.ByArrival, belief.Belief{Predictor: belief.Clairvoyant}, 71.7223851124, 70.4779419668},
	{queue.ByArrival, belief.Belief{Predictor: belief.DoubleRequest}, 79.9302510862, 82.1352246510},
	{queue.ByArrival, belief.Belief{Predictor: belief.UserLastTwo}, 65.7235894400, 79.2120878729},
	{queue.ByArrival, belief.Belief{Predictor: belief.UserLastTwo, Corrector: belief.Steps}, 85.4429055860, 100.0182647061},
	{queue.ByArrival, belief.Belief{Predictor: belief.UserLastTwo, Corrector: belief.Doubling}, 76.9224423224, 83.9896266294},
	{queue.Shortest, belief.Belief{}, 69.4054005803, 84.8889445443},
	{queue.Shortest, belief.Belief{Predictor: belief.Clairvoyant}, 49.8477189313, 56.8362212695},
	{queue.Shortest, belief.Belief{Predictor: belief.DoubleRequest}, 58.9125322400, 77.9010408094},
	{queue.Shortest, belief.Belief{Predictor: belief.UserLastTwo}, 62.8568827273, 65.0636010533},
	{queue.Shortest, belief.Belief{Predictor: belief.UserLastTwo, Corrector: belief.Steps}, 63.5006771704, 79.3962818520},
	{queue.Shortest, belief.Belief{Predictor: belief.UserLastTwo, Corrector: belief.Doubling}, 64.5274742219, 98.0031571790},
}

// believedLogs are the logs of believed.
var believedLogs = []struct {
	name       string
	processors int32
	kth        bool
}{{"KTH-SP2-1996-filtered", 100, true}, {"SDSC-SP2-1998-filtered", 128, false}}

// slowdownOfEASY is the mean bounded slowdown of jobs under EASY with an order of the others and a belief, added up as pyss does.
func slowdownOfEASY(t *testing.T, w *engine.Workload, processors int32, others queue.Order, b belief.Belief) float64 {
	easy := &policies.EASY{Reservations: 1, Others: others, OnlyFitting: others == queue.ByArrival, Belief: &b}
	o := reference.Simulate(t, w, processors, easy, engine.Options{Order: engine.Sequential})
	sum := 0.0
	for j := range w.Jobs {
		run := (o.End[j] - o.Start[j]).Seconds()
		sum += max(1, (o.Wait(int32(j)).Seconds()+run)/max(run, 10))
	}
	return sum / float64(len(w.Jobs))
}

// All figures come out to ten significant digits.
func TestBeliefsEqualTheReference(t *testing.T) {
	for _, log := range believedLogs {
		w := reference.ReadLog(t, log.name+".swf.gz")
		for _, c := range believed {
			want := c.sdsc
			if log.kth {
				want = c.kth
			}
			if got := slowdownOfEASY(t, w, log.processors, c.others, c.belief); math.Abs(got-want) > 1e-9*want {
				t.Errorf("%s, %v: %.10f, want %.10f", log.name, fmt.Sprint(c.others, c.belief.Predictor, c.belief.Corrector), got, want)
			}
		}
	}
}

// Job by job: all waits, and what was first believed of each job and how often that was corrected.
func TestBelievedSchedulesEqualTheReference(t *testing.T) {
	for _, c := range []struct {
		reference string
		others    queue.Order
		belief    belief.Belief
	}{
		{"easy-clairvoyant-sequential", queue.ByArrival, belief.Belief{Predictor: belief.Clairvoyant}},
		{"easy-plus-plus-clairvoyant-sequential", queue.Shortest, belief.Belief{Predictor: belief.Clairvoyant}},
		{"easy-plus-plus-tsafrir-sequential", queue.Shortest, belief.Belief{Predictor: belief.UserLastTwo, Corrector: belief.Steps}},
	} {
		for log, processors := range map[string]int32{"KTH-SP2-1996-filtered": 100, "SDSC-SP2-1998-filtered": 128} {
			w := reference.ReadLog(t, log+".swf.gz")
			name := log + "." + c.reference
			b := c.belief // of this simulation
			easy := &policies.EASY{Reservations: 1, Others: c.others, OnlyFitting: c.others == queue.ByArrival, Belief: &b}
			o := reference.Simulate(t, w, processors, easy, engine.Options{Order: engine.Sequential})
			corrected := make([]int64, len(w.Jobs))
			for _, x := range o.Corrections {
				corrected[x.Job]++
			}
			compare := func(column string, of func(j int32) int64) {
				want := referenceColumn(t, name+".csv.gz", column)
				if len(want) != len(w.Jobs) {
					t.Fatalf("%s: %d jobs, %d in the reference", name, len(w.Jobs), len(want))
				}
				different := 0
				for j := range int32(len(w.Jobs)) {
					if got, want := of(j), want[w.JobNumber(j)]; got != want {
						if different++; different == 1 {
							t.Errorf("%s: %s of job %d is %d, want %d", name, column, w.JobNumber(j), got, want)
						}
					}
				}
				if different > 1 {
					t.Errorf("%s: %s differs for %d jobs", name, column, different)
				}
			}
			compare("wait", func(j int32) int64 { return int64(o.Wait(j) / engine.Second) })
			if c.belief.Predictor == belief.UserLastTwo {
				compare("prediction", func(j int32) int64 { return int64(o.Belief[j] / engine.Second) })
				compare("corrections", func(j int32) int64 { return corrected[j] })
			}
		}
	}
}

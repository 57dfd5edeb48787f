package reproduce

import (
	"math"
	"testing"

	"backfill/engine"
	"backfill/policies/internal/reference"
	"backfill/policies/priority"
)

// sequences are the rows, from zero, at which the ten sequences of RLScheduler's table begin.
var sequences = []int{1981, 2756, 4299, 8850, 3316, 2714, 5228, 7762, 4022, 7085}

// tableOfRLScheduler are average bounded slowdowns on lublin_256, without and with backfilling. In the columns WFP3 and UNICEP as they were
// published a waiting job has waited since its submission until -1 s; the others follow from its real wait.
var tableOfRLScheduler = []struct {
	priority      string
	noWait        bool
	without, with float64
}{
	{"fcfs", false, 7273.77, 235.82},
	{"wfp3", true, 19753.53, 133.87},
	{"unicep", true, 22274.74, 307.23},
	{"sjf", false, 277.35, 73.31},
	{"f1", false, 258.37, 75.07},
	{"wfp3", false, 337.34, 126.50},
	{"unicep", false, 381.71, 103.10},
}

// slowdownOfSequences is the average bounded slowdown of the sequences of w.
func slowdownOfSequences(t *testing.T, w *engine.Workload, by string, noWait, besides bool) (mean float64) {
	for _, first := range sequences {
		part := &engine.Workload{Jobs: w.Jobs[first : first+1024]}
		p := &priority.Ordered{Priority: priority.Priority{Name: by, MaxRequest: 400, NoWait: noWait}, Committed: true, Besides: besides}
		o := reference.Simulate(t, part, 256, p, engine.Options{Order: engine.Sequential})
		for j := range part.Jobs {
			run := part.Jobs[j].Run.Seconds()
			mean += max(1, (o.Wait(int32(j)).Seconds()+run)/max(run, 10)) / 1024 / float64(len(sequences))
		}
	}
	return mean
}

// All figures of the table come out to the last digit, those that should have been published too.
func TestTableOfRLScheduler(t *testing.T) {
	w := reference.ReadLog(t, "lublin_256.swf.gz")
	for _, row := range tableOfRLScheduler {
		for besides, want := range map[bool]float64{false: row.without, true: row.with} {
			if got := slowdownOfSequences(t, w, row.priority, row.noWait, besides); math.Abs(got-want) > 0.005000001 {
				t.Errorf("%s, no wait %v, others besides %v: %.4f, want %.2f", row.priority, row.noWait, besides, got, want)
			}
		}
	}
}

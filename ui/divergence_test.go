package ui

import (
	"testing"

	"backfill/engine"
	"backfill/ui/compare"
)

// In the textbook case all start jobs 1 and 2 at 0. EASY then starts job 5 at 2 min, before job 3 is due,
// which FCFS lets wait and conservative backfilling, too, for job 4 was promised 5 min. FCFS and conservative
// backfilling part when job 1 ends at 4 min: job 4 moves there.
func TestDivergenceOfTheTextbookCase(t *testing.T) {
	p, _ := firstVisit(t)
	runs := p.Shown.Results.Runs
	for _, c := range []struct {
		a, b int
		want compare.Divergence
	}{
		{0, 1, compare.Divergence{At: 2 * engine.Minute, How: compare.Starts, A: 4, B: 4, InB: true}},
		{1, 2, compare.Divergence{At: 2 * engine.Minute, How: compare.Starts, A: 4, B: 4}},
		{0, 2, compare.Divergence{At: 4 * engine.Minute, How: compare.Starts, A: 3, B: 3, InB: true}},
		{1, 1, compare.Divergence{At: engine.Never, A: engine.NoJob, B: engine.NoJob}},
	} {
		w := p.Workload()
		if got := compare.DivergenceOf(runs[c.a].Outcome, runs[c.b].Outcome, compare.PairJobs(w, w)); got != c.want {
			t.Errorf("%s and %s part so: %+v, want %+v", runs[c.a].Label, runs[c.b].Label, got, c.want)
		}
	}
}

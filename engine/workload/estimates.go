package workload

import (
	"fmt"
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/param"
)

var estimatesTransform = Transform{
	Description: param.Description{
		Kind:   "estimates",
		Name:   "Estimates",
		Doc:    "Changes the requested times by which the scheduler plans.",
		Source: "Chiang, Arpaci-Dusseau and Vernon, The impact of more accurate requested runtimes on production job scheduling performance, JSSPP 2002 (factor)",
		Params: []param.Param{
			{Name: "model", Kind: param.Choice, Choices: []string{"exact", "factor", "log"}, Default: "exact",
				Doc: "exact: the run time; factor: the run time times the factor, but never more than what was requested; log: as they are."},
			{Name: "factor", Kind: param.Number, Min: 1, Max: 1000, Default: 2.0, Doc: "For the model factor: how far estimates lie above run times at most."},
		},
	},
	Apply: applyEstimates,
}

// applyEstimates gives jobs new estimates: T, or min(R, kT) with run time T, request
// R and factor k, rounded to the millisecond. A request below the run time stays
// under factor, so that jobs that hit their limit still do. Cost: O(n).
func applyEstimates(v param.Values, w *engine.Workload, _ Inputs) (*engine.Workload, []string, error) {
	model, factor := v.Text("model"), v.Float("factor")
	if model == "log" {
		return w, []string{"estimates are as they were"}, nil
	}
	out := *w
	out.Jobs = slices.Clone(w.Jobs)
	changed := 0
	for i := range out.Jobs {
		j := &out.Jobs[i]
		estimate := j.Run
		if model == "factor" {
			// Run is below 2^50 ms and the factor at most 1000: no overflow.
			estimate = min(j.Estimate, engine.Time(math.Floor(float64(factor*float64(j.Run))+0.5)))
		}
		if estimate != j.Estimate {
			j.Estimate = estimate
			changed++
		}
	}
	what := "the run time"
	if model == "factor" {
		what = fmt.Sprintf("at most %v times the run time", factor)
	}
	return &out, []string{fmt.Sprintf("estimates are %s: %d of %d changed", what, changed, len(out.Jobs))}, nil
}

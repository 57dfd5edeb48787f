package transform

import (
	"fmt"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/engine/workload/table"
)

// First keeps the jobs that were submitted first.
var First = workload.Transform{
	Description: param.Description{
		Kind: "first",
		Name: "First jobs",
		Doc:  "Keeps the jobs that were submitted first.",
		Params: []param.Param{
			{Name: "jobs", Kind: param.Integer, Unit: "jobs", Min: 1, Max: 1e9, Default: int64(10_000), Doc: "How many to keep."},
		},
	},
	Apply: func(v param.Values, w *engine.Workload, _ workload.Inputs) (*engine.Workload, []string, error) {
		n, all := v.Int("jobs"), int64(len(w.Jobs))
		if n > all {
			return w, []string{fmt.Sprintf("the first %d jobs were asked for; all %d are kept", n, all)}, nil
		}
		note := fmt.Sprintf("the first %d of %d jobs are kept", n, all)
		if n == 1 {
			note = "the first of " + workload.Plural(int(all), "job") + " is kept"
		}
		return table.Rows(w, 0, int(n)), []string{note}, nil
	},
}

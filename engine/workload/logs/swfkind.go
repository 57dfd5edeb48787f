package logs

import (
	"strconv"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
)

// SWF replays a log in the Standard Workload Format.
var SWF = workload.Kind{
	Description: param.Description{
		Kind:   kindSWF,
		Name:   "Log (SWF)",
		Doc:    "Replays a log in the Standard Workload Format, plain or gzipped, as the Parallel Workloads Archive offers them.",
		Source: "Chapin et al., Benchmarks and standards for the evaluation of parallel job schedulers, JSSPP 1999; Parallel Workloads Archive",
		Params: []param.Param{
			{Name: "file", Kind: param.File, Required: true, Doc: "Name of the log."},
			linesParam,
		},
	},
	Make: func(v param.Values, in workload.Inputs) (*engine.Workload, *workload.Report, error) {
		if file := v.Text("file"); KindOf(file) != kindSWF {
			return nil, nil, &param.Error{Path: "/file", Value: strconv.Quote(file),
				Reason: "by its name a log in another format; the kind " + KindOf(file) + " reads it"}
		}
		return makeLog(v, in)
	},
}

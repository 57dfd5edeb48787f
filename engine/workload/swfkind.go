package workload

import (
	"backfill/engine"
	"backfill/engine/param"
)

var swfKind = Kind{
	Description: param.Description{
		Kind:   "swf",
		Name:   "Log (SWF)",
		Doc:    "Replays a log in the Standard Workload Format, plain or gzipped, as the Parallel Workloads Archive offers them.",
		Source: "Chapin et al., Benchmarks and standards for the evaluation of parallel job schedulers, JSSPP 1999; Parallel Workloads Archive",
		Params: []param.Param{
			{Name: "file", Kind: param.File, Required: true, Doc: "Name of the log."},
		},
	},
	Make: func(v param.Values, in Inputs) (*engine.Workload, *Report, error) { return makeLog(v, in, ReadSWF) },
}

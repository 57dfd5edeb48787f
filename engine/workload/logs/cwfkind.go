package logs

import (
	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
)

// CWF replays a workload in the Cloud Workload Format.
var CWF = workload.Kind{
	Description: param.Description{
		Kind:   kindCWF,
		Name:   "Log (CWF)",
		Doc:    "Replays a workload in the Cloud Workload Format, plain or gzipped: a log with requested starts and elastic commands.",
		Source: workload.ElasticSource,
		Params: []param.Param{
			{Name: "file", Kind: param.File, Required: true, Doc: "Name of the file."},
			workload.MaxCommands,
			linesParam,
		},
	},
	Make: func(v param.Values, in workload.Inputs) (*engine.Workload, *workload.Report, error) {
		w, report, err := makeLog(v, in)
		if err == nil {
			w.MaxCommands = int32(v.Int("maxCommands"))
		}
		return w, report, err
	},
}

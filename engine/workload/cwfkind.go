package workload

import (
	"backfill/engine"
	"backfill/engine/param"
)

var cwfKind = Kind{
	Description: param.Description{
		Kind:   kindCWF,
		Name:   "Log (CWF)",
		Doc:    "Replays a workload in the Cloud Workload Format, plain or gzipped: a log with requested starts and elastic commands.",
		Source: elasticSource,
		Params: []param.Param{
			{Name: "file", Kind: param.File, Required: true, Doc: "Name of the file."},
			maxCommandsParam,
		},
	},
	Make: func(v param.Values, in Inputs) (*engine.Workload, *Report, error) {
		w, report, err := makeLog(v, in, ReadCWF)
		if err == nil {
			w.MaxCommands = int32(v.Int("maxCommands"))
		}
		return w, report, err
	},
}

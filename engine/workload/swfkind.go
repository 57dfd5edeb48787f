package workload

import (
	"fmt"
	"io"

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

// makeLog reads the file that the parameter "file" names.
func makeLog(v param.Values, in Inputs, read func(io.Reader, string) (*engine.Workload, *Report, error)) (*engine.Workload, *Report, error) {
	name := v.Text("file")
	f, err := in.Open(name)
	if err != nil {
		return nil, nil, &param.Error{Path: "/file", Value: name, Reason: fmt.Sprintf("the file cannot be opened: %v", err)}
	}
	defer f.Close()
	return read(f, name)
}

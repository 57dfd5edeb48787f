package policies

import (
	"fmt"
	"slices"
	"testing"

	"backfill/engine"
)

// With many waiting jobs on many nodes, an earlier slot is looked for only where a job may have gained enough. If decisions are recorded, every
// reservation is dropped and made anew instead, and jobs start when and where they start otherwise.
func TestEarlierSlotsAreThoseMadeAnew(t *testing.T) {
	for _, choice := range []string{"firstFit", "bestFit"} {
		for _, rows := range []string{
			`{"share": 0.6, "memory": 2}, {"share": 0.2, "most": 8, "gpus": 1, "nodes": 1, "memory": 3}, {"share": 0.2, "least": 9, "memory": 1}`,
			`{"share": 0.5, "partitions": [1], "taskProcessors": 2}, {"share": 0.2, "partitions": [2], "gpus": 1, "mostNodes": 64}, {"share": 0.1, "partitions": [1, 2]},
				{"share": 0.1, "whole": true, "partitions": [1]}, {"share": 0.1, "nodeMemory": 20, "partitions": [2]}`,
		} {
			plan, w := compileOn(t, fmt.Sprintf(`{"kind": "partitions", "choice": %q, "nodes": [{"name": "n[1-40]", "processors": 8, "memory": 32, "gpus": "2"}],
				"partitions": [{"name": "batch", "nodes": "n[1-30]"}, {"name": "gpu", "nodes": "n[21-40]"}]}`, choice),
				fmt.Sprintf(`"workload": {"kind": "lublin", "jobs": 500, "processors": 128, "load": 3, "transform": [{"kind": "estimates", "model": "tsafrir"},
					{"kind": "demand", "rows": [%s]}]}, "policies": [{"kind": "conservative"}]`, rows), "")
			var want *engine.Outcome
			for _, record := range []bool{true, false} {
				o, err := engine.Simulate(w, plan.Machine(), Conservative{Compress: true}, engine.Options{RecordAll: record})
				if err != nil {
					t.Fatal(err)
				}
				if record {
					want = o
				} else if !slices.Equal(o.Start, want.Start) || !slices.Equal(o.Pieces, want.Pieces) {
					t.Errorf("%s, %s:\nstarts %v\nwant   %v", choice, rows, o.Start, want.Start)
				}
			}
		}
	}
}

package transform

import (
	"fmt"
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
)

// TooWide says what becomes of jobs that are wider than the machine.
var TooWide = workload.Transform{
	Description: param.Description{
		Kind: "tooWide",
		Name: "Too wide jobs",
		Doc:  "Says what becomes of jobs that need more processors than the machine has.",
		Params: []param.Param{
			{Name: "rule", Kind: param.Choice, Choices: []string{"refuse", "clip"}, Default: "refuse",
				Doc: "refuse: they are counted and never run, as without this transformation; clip: they run as long on all processors."},
		},
	},
	Apply: applyTooWide,
}

// applyTooWide clips sizes to the scenario's machine, or leaves them to be refused
// by it. Cost: O(n).
func applyTooWide(v param.Values, w *engine.Workload, in workload.Inputs) (*engine.Workload, []string, error) {
	rule := v.Text("rule")
	if in.Processors == 0 {
		if rule == "refuse" {
			return w, nil, nil
		}
		return nil, nil, &param.Error{Path: "/rule", Value: rule, Reason: "the machine is not one pool of processors; refuse is accepted"}
	}
	wide := wider(w, in.Processors)
	what := fmt.Sprintf("%s %s more than the machine's %d processors", workload.SomeJobs(wide, len(w.Jobs)), workload.Verb(wide, "needs", "need"), in.Processors)
	if rule == "refuse" {
		return w, []string{what + workload.Verb(wide, " and is refused", " and are refused")}, nil
	}
	if wide > 0 {
		out := *w
		out.Jobs = slices.Clone(w.Jobs)
		for i := range out.Jobs {
			out.Jobs[i].Processors = min(out.Jobs[i].Processors, in.Processors)
		}
		w = &out
	}
	return w, []string{what + workload.Verb(wide, " and runs", " and run") + " on all of them"}, nil
}

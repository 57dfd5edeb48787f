package experiment

import (
	"fmt"
	"slices"
	"strings"

	"backfill/engine"
	"backfill/engine/machine/multicluster"
	"backfill/engine/machine/nodes"
	"backfill/engine/scenario"
)

// withoutEffect says which attributes of the jobs of w matter on no machine of the plan, and which
// parameters of the machine count for nothing.
func withoutEffect(p *scenario.Plan, w *engine.Workload) []string {
	var notes []string
	nowhere := func(matters func(m engine.Machine) bool) bool {
		return !slices.ContainsFunc(p.Points, func(at scenario.Point) bool { return matters(at.Machine()) })
	}
	if slices.ContainsFunc(w.Components, func(widths []int32) bool { return widths != nil }) &&
		nowhere(func(m engine.Machine) bool { _, ok := m.(*multicluster.Machine); return ok }) {
		notes = append(notes, "components of jobs have no effect: the machine is not a multicluster")
	}
	if (w.Bandwidth != nil || w.Network != nil) &&
		nowhere(func(m engine.Machine) bool { n, ok := m.(*nodes.Machine); return ok && n.Sharing.Slows(w) }) {
		notes = append(notes, "the bandwidth that jobs ask for slows none of them down on this machine")
	}
	if (slices.ContainsFunc(w.Licences, func(needs engine.Licences) bool { return needs != 0 }) || slices.Contains(w.Checkpoints, true) ||
		slices.ContainsFunc(w.Benchmark, func(speed int32) bool { return speed > 0 })) &&
		nowhere(func(m engine.Machine) bool { return m.Offers()&engine.Farms != 0 }) {
		notes = append(notes, "licences, benchmarks and checkpoints of jobs have no effect: the machine is not a farm")
	}
	isSlurm := func(q scenario.PlannedPolicy) bool { return q.Kind.Kind == "slurm" }
	if slices.ContainsFunc(w.Demands, func(d engine.Demand) bool { return d.Licences != nil || d.MostTasks > 0 || d.Nice != 0 || d.Once }) && !slices.ContainsFunc(p.Policies, isSlurm) {
		notes = append(notes, "licences that jobs hold, how many tasks of an array run at once, nice and once have no effect: the policy slurm alone knows them")
	}
	if note := Acting(p); note != "" {
		notes = append(notes, note)
	}
	if !slices.ContainsFunc(p.Scenario.Sweep, func(a scenario.Axis) bool { return a.Path == "/machine" }) {
		if names, beside := p.Idle(); len(names) > 0 {
			notes = append(notes, fmt.Sprintf("parameters of the machine that have no effect beside %s: %s", beside, strings.Join(names, ", ")))
		}
	}
	return notes
}

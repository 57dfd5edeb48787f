package answers

import (
	"strings"
	"testing"

	"backfill/engine/param"
	"backfill/engine/scenario"
)

// What of a cluster is not simulated is told of the policies that there are.
func TestNotSimulated(t *testing.T) {
	policy := func(kind, label string) scenario.PlannedPolicy {
		return scenario.PlannedPolicy{Label: label, Kind: &scenario.PolicyKind{Description: param.Description{Kind: kind}}}
	}
	log, slurm, changed, fcfs := policy("recorded", "As recorded"), policy("slurm", "Slurm as configured"), policy("slurm", "Slurm as changed"), policy("fcfs", "FCFS")
	const listed = "without what is listed below, and without reservations and changes by hand but for those among "
	for _, c := range []struct {
		policies []scenario.PlannedPolicy
		want     string // "": nothing is told
	}{
		{[]scenario.PlannedPolicy{fcfs}, ""},
		{[]scenario.PlannedPolicy{log}, ""},
		{[]scenario.PlannedPolicy{fcfs, log}, "the other policies are simulated without them"},
		{[]scenario.PlannedPolicy{slurm, log}, "“Slurm as configured” is simulated " + listed + "its actions"},
		{[]scenario.PlannedPolicy{slurm, fcfs, log}, "the policies other than “Slurm as configured” are simulated without them, and that one " + listed + "its actions"},
		{[]scenario.PlannedPolicy{slurm, changed, fcfs, log}, "the policies other than “Slurm as configured” and “Slurm as changed” are simulated without them, and those " + listed + "their actions"},
	} {
		plan := &scenario.Plan{Scenario: &scenario.Scenario{}, Parts: scenario.Parts{Policies: c.policies}}
		plan.Scenario.Workload.Kind = "accounting"
		got := notSimulatedOf(plan)
		if c.want == "" && got != "" || c.want != "" && !strings.Contains(got, "; "+c.want+", so that jobs may wait less here than they would there. Simulations begin with an empty cluster;") {
			t.Errorf("of %d policies it says %q, want %q", len(c.policies), got, c.want)
		}
	}
	if got := notSimulatedOf(nil); got != "" {
		t.Errorf("of nothing it says %q", got)
	}
}

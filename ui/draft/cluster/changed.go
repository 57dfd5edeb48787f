package cluster

import (
	"fmt"
	"slices"

	"backfill/engine/machine/slurmconf"
	"backfill/engine/machine/slurmconf/change"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/ui/draft"
)

// Changed says how the configuration of the cluster is changed from one experiment to another: its machine of partitions, and the first
// policy slurm, as far as both experiments have them. of is the configuration of which the experiments were made, with its names; nil: they are
// not at hand. policy is the label of that policy, "" if there is none in both.
func Changed(f draft.Form, before, after *scenario.Scenario, of *slurmconf.Cluster, names *slurmconf.Names) (c *change.Change, policy string) {
	was, is := f.Read(before), f.Read(after)
	var a, b change.Side
	if before.Machine.Kind == "partitions" && after.Machine.Kind == "partitions" {
		a.Machine, b.Machine = checked(f.Machine("partitions"), before.Machine), checked(f.Machine("partitions"), after.Machine)
	}
	if at := slices.IndexFunc(is.Policies, func(c draft.Choice) bool { return c.Kind == SlurmKind }); at >= 0 {
		if from := f.PairPolicies(&was, &is)[at]; from >= 0 {
			policy = f.Labels(&is)[at]
			a.Policy, b.Policy = checked(f.Policy(SlurmKind), before.Policies[from].Part), checked(f.Policy(SlurmKind), after.Policies[at].Part)
		}
	}
	if of != nil && !madeOf(a.Machine, names) {
		of = nil
	}
	if of == nil && names != nil {
		others := *names
		others.Nodes = nil // the machine has names of its own
		names = &others
	}
	return change.Between(a, b, of, names), policy
}

// madeOf says whether partitions have the names that a machine has which is made of a configuration with these names.
func madeOf(machine param.Values, names *slurmconf.Names) bool {
	if machine == nil || names == nil {
		return false
	}
	return !slices.ContainsFunc(machine.Rows("partitions"), func(row param.Values) bool {
		return !row.Has("number") || row.Text("name") != fmt.Sprintf("p%d", row.Int("number")) || names.Partitions[int(row.Int("number"))] == ""
	})
}

// checked are the values of a part of a scenario that was compiled.
func checked(about *param.Description, p scenario.Part) param.Values {
	v, err := param.Check("", about.Params, p.Fields)
	if err != nil {
		return nil
	}
	return v
}

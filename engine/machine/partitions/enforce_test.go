package partitions

import (
	"testing"

	"backfill/engine"
)

// Four nodes of 4 processors: partition 1, a, has them all; 2, b, the first two, for 10 minutes at most; 3, c, all, for 10 minutes and on two nodes at most.
// What is refused is what sbatch of Slurm 22.05.8 refused on such a cluster under NO, YES, UP and ALL: a job of 20 minutes is over the limits of b and c, one
// on three nodes over that of c and more than b has, 12 processors are more than the 8 of b. Twelve on the two nodes of c, which have 8, no partition can
// hold; but a can, and even ALL does not look at what the nodes of c have.
func TestEnforcePartLimits(t *testing.T) {
	const timeOfB, timeOfC = "asking for more than the time limit of b, 00:10:00", "asking for more than the time limit of c, 00:10:00"
	for _, c := range []struct {
		of       []int32
		minutes  engine.Time
		demand   engine.Demand
		tasks    int32
		none     string // why it never runs under NO, "" if it does
		any, all string // the same, under ANY and ALL
	}{
		{of: []int32{2}, minutes: 20, tasks: 1, none: timeOfB + " (PartitionTimeLimit)", any: timeOfB + " (EnforcePartLimits=ANY)", all: timeOfB + " (EnforcePartLimits=ALL)"},
		{of: []int32{1, 2}, minutes: 20, tasks: 1, all: timeOfB + " (EnforcePartLimits=ALL)"},
		{of: []int32{2, 1}, minutes: 20, tasks: 1, all: timeOfB + " (EnforcePartLimits=ALL)"},
		{of: []int32{2, 3}, minutes: 20, tasks: 1, none: timeOfB + " (PartitionTimeLimit) and " + timeOfC + " (PartitionTimeLimit)",
			any: timeOfB + " and " + timeOfC + " (EnforcePartLimits=ANY)", all: timeOfB + " and " + timeOfC + " (EnforcePartLimits=ALL)"},
		{of: []int32{1, 2}, minutes: 10, tasks: 1},
		{of: []int32{1, 3}, minutes: 5, tasks: 3, demand: engine.Demand{Nodes: 3}, all: "asking for at least 3 of at most 2 nodes in c (EnforcePartLimits=ALL)"},
		{of: []int32{1, 2}, minutes: 5, tasks: 3, demand: engine.Demand{Nodes: 3}, all: "asking for more nodes than can be used together in b (EnforcePartLimits=ALL)"},
		{of: []int32{1, 2}, minutes: 5, tasks: 12, all: "asking for more processors than there are on the nodes of b (EnforcePartLimits=ALL)"},
		{of: []int32{1, 3}, minutes: 5, tasks: 12},
		{of: []int32{2}, minutes: 5, tasks: 12, none: "asking for more processors than there are on the nodes of b", any: "asking for more processors than there are on the nodes of b",
			all: "asking for more processors than there are on the nodes of b"},
	} {
		for enforce, why := range map[Enforcement]string{EnforceNone: c.none, EnforceAny: c.any, EnforceAll: c.all} {
			config := Config{Choice: Slurm, Enforce: enforce, Partitions: []Partition{{Name: "a", Number: 1, Nodes: []int32{0, 1, 2, 3}},
				{Name: "b", Number: 2, Nodes: []int32{0, 1}, MaxTime: 10 * engine.Minute}, {Name: "c", Number: 3, Nodes: []int32{0, 1, 2, 3}, MaxNodes: 2, MaxTime: 10 * engine.Minute}}}
			for range 4 {
				config.Nodes = append(config.Nodes, Node{Name: "n", Processors: 4})
			}
			m, d := New(config), c.demand
			if d.Partitions = c.of; len(c.of) == 1 {
				d.Partitions = nil
			}
			m.Begin(&engine.Workload{Jobs: []engine.Job{{Processors: c.tasks, Estimate: c.minutes * engine.Minute}}, Partition: c.of[:1], Demand: []int32{0}, Demands: []engine.Demand{d}})
			if m.CanEver(0) != (why == "") {
				t.Errorf("%d: %v for %d min, %d tasks: it can run: %v", enforce, c.of, c.minutes, c.tasks, m.CanEver(0))
			} else if why != "" && m.WhyNever(0) != why {
				t.Errorf("%d: %v for %d min, %d tasks: %q, want %q", enforce, c.of, c.minutes, c.tasks, m.WhyNever(0), why)
			}
			if lets := m.Offers()&engine.LetsWait != 0; lets != (enforce == EnforceNone) {
				t.Errorf("%d: jobs wait for ever: %v", enforce, lets)
			}
		}
	}
}

// Package inferred makes a machine of what an accounting log tells was in use at once: by node, where the log names the nodes of its runs,
// and by partition. It also hands the numbers of a log to the configuration of its cluster. It knows records and names, not what is simulated.
// Nothing of the machine that it makes names a node.
package inferred

import (
	"backfill/engine/machine/slurmconf"
	"backfill/engine/workload/accounting"
)

// Machine is what a log tells of its cluster. It is a lower bound: nothing is known of what was never in use.
type Machine struct {
	// Cluster has the nodes on which runs were, without names, in the order of these, and the partitions in which they were; nil if the log
	// does not tell on which nodes.
	Cluster *slurmconf.Cluster
	TooMany bool // nodes for a machine, or in the lists of the log: that is why there is no Cluster

	Most       Use   // that was in use at once in all
	Partitions []Use // most that was in use at once in each, by their numbers from 1
	Runs       int   // that started
	Unplaced   int   // of which the log does not tell the nodes, or not as many as they had
	Several    int   // on several nodes
}

// Use is an amount of what runs are given.
type Use struct {
	Processors, GPUs int64
	Memory           int64 // KB
}

// raise makes it at least as much as another one.
func (u *Use) raise(to Use) {
	*u = Use{max(u.Processors, to.Processors), max(u.GPUs, to.GPUs), max(u.Memory, to.Memory)}
}

// Of makes a machine of a log that was just read; a copy does not tell of memory and GPUs by node. O(n log n) for n nodes of all runs.
//
// A node has at least what runs had that were there at once. What a run on one node had there is known. Of a run on several nodes it is known
// in all: one processor was on each of them, with its share of the memory, and beyond that only sums count. The nodes of such a run have,
// all together, what was in use there at once, and those that would have least get what is missing, in whole
// units, so that they are as alike as can be. If
// the nodes of each run are alike, and nothing is given to two runs at once, no node has more than the real one.
func Of(l *accounting.Log) *Machine {
	s := &sweep{log: l, machine: &Machine{Partitions: make([]Use, len(l.Legend[accounting.Partitions]))}}
	s.readLists()
	s.readRuns()
	s.goThrough()
	s.equalise()
	s.describe()
	return s.machine
}

package policies

import (
	"backfill/engine"
	"backfill/engine/param"
)

// heads counts, in one call, the waiting jobs that are heads of each partition. A job is a head of all partitions in which it may run, so
// that some have more heads than they need.
type heads struct {
	of []int32 // by partition
}

// begin makes it known that no partition has a head.
func (h *heads) begin(s *engine.State) {
	if n := s.Partitions(); len(h.of) != n {
		h.of = make([]int32, n)
	}
	clear(h.of)
}

// wants says whether one of the partitions in which job j may run has fewer than so many heads.
func (h *heads) wants(s *engine.State, j int32, heads int) bool {
	for _, p := range s.MayRunIn(j) {
		if int(h.of[p]) < heads {
			return true
		}
	}
	return false
}

// add makes job j a head of all partitions in which it may run.
func (h *heads) add(s *engine.State, j int32) {
	for _, p := range s.MayRunIn(j) {
		h.of[p]++
	}
}

// headsParam is the parameter that says whose heads there are.
func headsParam(doc string) param.Param {
	return param.Param{Name: "heads", Kind: param.Choice, Choices: []string{"queue", "partition"}, Default: "queue", Doc: doc}
}

// byPartition says whether every partition has a head of its own.
func byPartition(v param.Values) bool { return v.Text("heads") == "partition" }

// headsDemand is what heads need of the machine.
func headsDemand(v param.Values) engine.Capability {
	if byPartition(v) {
		return engine.Partitions
	}
	return 0
}

package partitions

import (
	"testing"

	"backfill/engine"
	"backfill/engine/machine/bitset"
)

// What jobs get on two nodes with 4 processors, 8000 MB and 2 GPUs each, and what they ask for where there is no room.
func TestAmounts(t *testing.T) {
	both, one := bitset.New(2), bitset.New(2)
	both.Add(0, 2)
	one.Add(0, 1)
	for _, c := range []struct {
		name       string
		processors int32
		demand     engine.Demand
		got, asked Amounts
	}{
		{"by processor", 6, engine.Demand{AllGPUs: 3}, Amounts{6, 2, 3, 6000}, Amounts{6, 1, 3, 6000}},
		{"by node", 2, engine.Demand{Nodes: 2, MostNodes: 2, NodeMemory: 3000, NodeGPUs: 1}, Amounts{2, 2, 2, 6000}, Amounts{2, 2, 2, 6000}},
		{"whole nodes", 5, engine.Demand{Whole: true}, Amounts{8, 2, 4, 16000}, Amounts{5, 1, 0, 5000}},
	} {
		m := New(Config{Choice: Slurm, GPUTypes: []string{"a100"}, Partitions: []Partition{{Name: "p", Nodes: []int32{0, 1}}},
			Nodes: []Node{{Name: "a", Processors: 4, Memory: 8000, GPUs: [MaxGPUTypes]int32{2}}, {Name: "b", Processors: 4, Memory: 8000, GPUs: [MaxGPUTypes]int32{2}}}})
		m.Begin(&engine.Workload{Jobs: []engine.Job{{Processors: c.processors}}, Memory: []int64{1000 * 1024}, Demand: []int32{0}, Demands: []engine.Demand{c.demand}})
		trial := NewTrial(m)
		trial.Begin(0, 0, both)
		if fits := trial.Fits(); !fits || !trial.Found() || trial.Amounts() != c.got {
			t.Errorf("%s: fits %v with %+v, want %+v", c.name, fits, trial.Amounts(), c.got)
		}
		trial.Begin(0, 0, one)
		if fits := trial.Fits(); fits || trial.Found() || trial.Amounts() != c.asked {
			t.Errorf("%s: on one node fits %v with %+v, want %+v", c.name, fits, trial.Amounts(), c.asked)
		}
	}
}

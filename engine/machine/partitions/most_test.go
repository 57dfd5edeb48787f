package partitions

import (
	"testing"

	"backfill/engine"
)

// Nodes n1 and n2 have 16 processors, 64,000 MB and 4 GPUs, n3 the same without GPUs, n4 has 4 processors and 8,000 MB: 52 processors and 8 GPUs in all. Tasks of
// three processors fit five times on each of the first three and once on the last, which is 48 processors. Four processors of one node have 16,000 MB each.
func TestAtMost(t *testing.T) {
	for _, c := range []struct {
		processors int32
		memory     int64 // MB by processor
		demand     engine.Demand
		why, most  string
	}{
		{65, 0, engine.Demand{}, "asking for more processors than there are on the nodes of batch", "52 processors"},
		{51, 0, engine.Demand{TaskProcessors: 3}, "asking for more processors than there are on the nodes of batch", "48 processors"},
		{40, 0, engine.Demand{Nodes: 2, MostNodes: 2}, "asking for more processors than there are on 2 nodes of batch", "32 processors"},
		{5, 0, engine.Demand{Nodes: 5}, "asking for more nodes than can be used together in batch", "4 nodes"},
		{4, 0, engine.Demand{Nodes: 4, NodeMemory: 9000}, "asking for more memory than there is on the nodes of batch", "8000 MB on each node"},
		{4, 20_000, engine.Demand{MostNodes: 1}, "asking for more memory than there is on the nodes of batch", "16000 MB for each processor"},
		{1, 0, engine.Demand{NodeGPUs: 5}, "asking for more GPUs than there are on the nodes of batch", "4 GPUs on each node"},
		{4, 0, engine.Demand{AllGPUs: 9}, "asking for more GPUs than there are on the nodes of batch", "8 GPUs"},
		{1, 0, engine.Demand{NodeGPUs: 1, GPUType: "v100"}, "asking for more GPUs than there are on the nodes of batch", ""},
		{1, 0, engine.Demand{Features: []string{"fast"}}, "asking for features that no node has in batch", ""},
		{9, 0, engine.Demand{Nodes: 9, MostNodes: 8}, "asking for at least 9 of at most 8 nodes in batch", ""},
		{3, 0, engine.Demand{Nodes: 4}, "asking for at least 4 nodes in batch with only 3 tasks", ""},
	} {
		for _, choice := range []Choice{FirstFit, Slurm} {
			if choice == Slurm && c.demand.TaskProcessors > 0 {
				continue // which divides a task between nodes, see TestSlurmChoice
			}
			gpus := [MaxGPUTypes]int32{4}
			m := New(Config{Choice: choice, GPUTypes: []string{"a100"}, Partitions: []Partition{{Name: "batch", Nodes: []int32{0, 1, 2, 3}}},
				Nodes: []Node{{Name: "n1", Processors: 16, Memory: 64000, GPUs: gpus}, {Name: "n2", Processors: 16, Memory: 64000, GPUs: gpus}, {Name: "n3", Processors: 16, Memory: 64000}, {Name: "n4", Processors: 4, Memory: 8000}}})
			m.Begin(&engine.Workload{Jobs: []engine.Job{{Processors: c.processors}}, Memory: []int64{1024 * c.memory}, Demand: []int32{0}, Demands: []engine.Demand{c.demand}})
			if m.CanEver(0) || m.WhyNever(0) != c.why || m.AtMost(0) != c.most {
				t.Errorf("choice %d: %s: %q at most, want %s: %q", choice, m.WhyNever(0), m.AtMost(0), c.why, c.most)
			}
		}
	}
}

// MaxTime as slurm.conf has it: an hour and a half, and two days. Where nodes are chosen as by Slurm, so is the reason told that squeue shows.
func TestWhyNeverTellsMaxTime(t *testing.T) {
	m := New(Config{Choice: Slurm, Nodes: []Node{{Name: "n1", Processors: 4}}, Partitions: []Partition{{Name: "batch", Nodes: []int32{0}, MaxTime: engine.Hour}}})
	m.Begin(&engine.Workload{Jobs: []engine.Job{{Processors: 1, Run: 1, Estimate: 2 * engine.Hour}}})
	if got := m.WhyNever(0); got != "asking for more than the time limit of batch, 01:00:00 (PartitionTimeLimit)" {
		t.Errorf("under Slurm: %q", got)
	}
	for most, want := range map[engine.Time]string{90 * engine.Minute: "01:30:00", 2 * engine.Day: "2-00:00:00"} {
		m := New(Config{Nodes: []Node{{Name: "n1", Processors: 4}}, Partitions: []Partition{{Name: "batch", Nodes: []int32{0}, MaxTime: most}}})
		m.Begin(&engine.Workload{Jobs: []engine.Job{{Processors: 1, Run: most, Estimate: most + engine.Second}}})
		if want := "asking for more than the time limit of batch, " + want; m.CanEver(0) || m.WhyNever(0) != want || m.AtMost(0) != "" {
			t.Errorf("%q, %q, want %q", m.WhyNever(0), m.AtMost(0), want)
		}
	}
}

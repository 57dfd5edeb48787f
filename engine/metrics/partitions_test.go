package metrics

import (
	"fmt"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/partitions"
	"backfill/engine/steps"
)

// startsAll starts whoever fits, in the order of arrival.
type startsAll struct{}

func (startsAll) Schedule(s *engine.State) {
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		if p, ok := s.Fits(j); ok {
			s.Start(j, p)
		}
	}
}

// Nodes n1 and n2 have 8 processors, 4 GB and 2 GPUs each, n3 has 8 processors and counts no memory. Partition 1 is n1 and n2, partition 2 is
// n2 and n3 and gives whole nodes.
//
// Job 0, partition 1, one task of 3 processors for a job of 2, 1.5 GB on its node: n1, 3 processors, 1536 MB, from 0 to 10 s.
// Job 1, partition 1, 6 processors on two nodes, 100 MB by processor, 1 GPU on each: n1 gives the 5 that it has left, n2 the sixth:
// 600 MB, 2 GPUs, from 0 to 20 s.
// Job 2, partitions 1 and 2 tried in this order, 8 processors on one node: no node of partition 1 is empty, so that it runs on n3, whole, by
// partition 2; what it asks of memory, 50 MB by processor, is not counted there. From 0 to 30 s.
// Job 3, partition 2, 2 processors, 30 MB by processor: it gets a whole node, the first that is empty: n2 at 20 s, 8 processors, of which it has
// asked for 60 MB. From 20 to 25 s.
// Job 4 asks for 9 GPUs and is refused.
func TestWhatJobsTakeOfPartitions(t *testing.T) {
	node := func(name string, memory int32) partitions.Node {
		return partitions.Node{Name: name, Processors: 8, Memory: memory, GPUs: [partitions.MaxGPUTypes]int32{2}}
	}
	m := partitions.New(partitions.Config{
		Nodes: []partitions.Node{node("n1", 4096), node("n2", 4096), node("n3", 0)}, GPUTypes: []string{""},
		Partitions: []partitions.Partition{{Name: "shared", Number: 1, Nodes: []int32{0, 1}}, {Name: "whole", Number: 2, Nodes: []int32{1, 2}, Whole: true}},
	})
	job := func(run engine.Time, processors int32) engine.Job {
		return engine.Job{Run: run * engine.Second, Estimate: run * engine.Second, Processors: processors}
	}
	w := &engine.Workload{
		Jobs:   []engine.Job{job(10, 2), job(20, 6), job(30, 8), job(5, 2), job(1, 1)},
		Memory: []int64{-1, 100 * 1024, 50 * 1024, 30 * 1024, -1},
		Demand: []int32{0, 1, 2, 3, 4},
		Demands: []engine.Demand{
			{Partitions: []int32{1}, TaskProcessors: 3, NodeMemory: 1536}, {Partitions: []int32{1}, Nodes: 2, MostNodes: 2, NodeGPUs: 1},
			{Partitions: []int32{1, 2}, Nodes: 1, MostNodes: 1}, {Partitions: []int32{2}}, {Partitions: []int32{1}, AllGPUs: 9},
		},
	}
	o, err := engine.Simulate(w, m, startsAll{}, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := []int32{0, 0, 1, 1, engine.NoPartition}; !slices.Equal(o.Partition, want) {
		t.Errorf("jobs ran in %v, want %v", o.Partition, want)
	}
	if got := fmt.Sprint(o.Partitions); got != "[{shared 1 [0 1]} {whole 2 [1 2]}]" {
		t.Errorf("partitions %s", got)
	}
	processors, memory := o.Taken()
	if want := []int32{3, 6, 8, 8, 0}; !slices.Equal(processors, want) {
		t.Errorf("jobs take %v processors, want %v", processors, want)
	}
	if want := []int32{1536, 600, 0, 60, 0}; !slices.Equal(memory, want) {
		t.Errorf("jobs take %v MB, want %v", memory, want)
	}
	s := OverTime(o)
	for name, c := range map[string]struct {
		got  steps.Counts
		want string
	}{
		"processors": {s.Busy, "0:17 10:14 20:16 25:8 30:0 "},
		"memory":     {s.Memory, "0:2136 10:600 20:60 25:0 30:0 "},
		"GPUs":       {s.GPUs, "0:2 10:2 20:0 25:0 30:0 "},
	} {
		if got := told(s.At, c.got); got != c.want {
			t.Errorf("%s over time %s, want %s", name, got, c.want)
		}
	}
	// On n2 and n3: a processor of job 1 and 8 of job 2, then 8 of job 3 and 8 of job 2.
	if got, want := told(BusyOn(o, o.Partitions[1].Lanes)), "0:9 10:9 20:16 25:8 30:0 "; got != want {
		t.Errorf("processors of partition whole over time %s, want %s", got, want)
	}
}

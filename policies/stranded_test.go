package policies

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/partitions"
	"backfill/engine/metrics"
	"backfill/policies/internal/reference"
)

// Node 0 has 8 processors, 16 MB and 4 GPUs, node 1 has 4 processors and 8 MB. Job 0 takes 6 processors of node 0 until 10. Job 1, a task of
// 4 processors with a GPU, waits from 1 to 10: it can use neither the 2 processors and 4 GPUs that are free on node 0 nor node 1, where there
// are no GPUs. So from 1 to 10 all 6 free processors are stranded, and all 4 GPUs; nobody asks for memory. Job 3 takes a processor of node 1
// from 11 to 15. Job 2 waits from 12 to 15 for two nodes with 4 processors and 6 MB on each: node 0 has 4 processors for it, all that are free,
// but 10 of 16 MB would be left over, and on node 1 are 3 processors and 8 MB of no use. In all:
//
//	processors  6 of 6 for 9 ms, 3 of 7 for 3 ms: 63/75
//	memory      18 of 24 for 3 ms
//	GPUs        4 of 4 for 9 ms
func TestStrandedByHand(t *testing.T) {
	w := reference.Jobs([4]int{0, 10, 10, 6}, [4]int{1, 10, 10, 4}, [4]int{12, 5, 5, 8}, [4]int{11, 4, 4, 1})
	w.Jobs[2], w.Jobs[3] = w.Jobs[3], w.Jobs[2]
	w.Demands = []engine.Demand{{}, {TaskProcessors: 4, NodeGPUs: 1}, {Features: []string{"b"}}, {Nodes: 2, TaskProcessors: 4, NodeMemory: 6}}
	w.Demand = []int32{0, 1, 2, 3}
	config := onePartition(partitions.FirstFit, partitions.Node{Processors: 8, Memory: 16, GPUs: [partitions.MaxGPUTypes]int32{4}},
		partitions.Node{Processors: 4, Memory: 8, Features: []string{"b"}})
	config.GPUTypes = []string{""}
	o, err := engine.Simulate(w, partitions.New(config), FCFS{}, engine.Options{Stranded: true})
	if err != nil {
		t.Fatal(err)
	}
	want := []engine.StrandedStep{{At: 0}, {At: 1, Of: engine.FreeAmounts{{Free: 6, Stranded: 6}, {}, {Free: 4, Stranded: 4}}}, {At: 10},
		{At: 12, Of: engine.FreeAmounts{{Free: 7, Stranded: 3}, {Free: 24, Stranded: 18}, {}}}, {At: 15}}
	if !slices.Equal(o.Stranded, want) {
		t.Errorf("free and stranded %v, want %v", o.Stranded, want)
	}
	m := metrics.Of(o)
	for name, want := range map[string]float64{"strandedProcessors": 63.0 / 75, "strandedMemory": 0.75, "strandedGpus": 1} {
		if got := m.Value(name); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	// Only job 0 ends before the last arrival, at 10: nobody has asked for memory by then.
	steady, batches := metrics.Steady(o, 0, 1)
	for _, m := range append(batches, steady) {
		if p, gpus, memory := m.Value("strandedProcessors"), m.Value("strandedGpus"), m.Value("strandedMemory"); p != 1 || gpus != 1 || !math.IsNaN(memory) {
			t.Errorf("until 10, %v, %v and %v are stranded", p, gpus, memory)
		}
	}
	if o, err = engine.Simulate(w, partitions.New(config), FCFS{}, engine.Options{}); err != nil || o.Stranded != nil {
		t.Errorf("unasked, %v is told, %v", o.Stranded, err)
	}
}

// On nodes with memory and GPUs in partitions that overlap, as much is free and as much of it stranded, at every millisecond, as the plain
// simulator counts by putting jobs on nodes; the metrics are the quotients of the sums.
func TestStrandedEqualsThePlainCount(t *testing.T) {
	told := [3]int{} // instants at which some, but not all, is stranded
	reference.EachTrial(t, 400, func(t *testing.T, c reference.Trial) {
		c.Options.Order, c.Options.Stranded = engine.Batch, true
		config := reference.RandomPartitions(rand.New(rand.NewPCG(c.Seed, 41)), &c)
		for _, p := range []engine.Policy{FCFS{}, &EASY{Reservations: 1}, Conservative{Compress: true}} {
			o, err := engine.Simulate(c.Workload, partitions.New(config), p, c.Options)
			if err != nil {
				t.Fatal(err)
			}
			plain := reference.Partitions{Workload: c.Workload, Config: config, Options: c.Options}
			starts, took := plain.Run(ruleOf(p))
			last := engine.Time(0)
			for _, end := range o.End {
				last = max(last, end)
			}
			var free, stranded [3]float64
			step := -1
			for at := range last {
				for step+1 < len(o.Stranded) && o.Stranded[step+1].At <= at {
					step++
				}
				got := engine.FreeAmounts{}
				if step >= 0 {
					got = o.Stranded[step].Of
				}
				want := plain.FreeAmounts(starts, took, at)
				if got != want {
					t.Fatalf("%T%v %v\non %+v\ndemands %v of %+v\nmemory %v, partitions %v, starts %v:\nat %d free and stranded %v, want %v", p, p, c, config,
						c.Workload.Demand, c.Workload.Demands, c.Workload.Memory, c.Workload.Partition, starts, at, got, want)
				}
				for i, amount := range want {
					free[i] += float64(amount.Free)
					stranded[i] += float64(amount.Stranded)
					if amount.Stranded > 0 && amount.Stranded < amount.Free {
						told[i]++
					}
				}
			}
			m := metrics.Of(o)
			for i, name := range []string{"strandedProcessors", "strandedMemory", "strandedGpus"} {
				got, want := m.Value(name), stranded[i]/free[i]
				if !(math.Abs(got-want) < 1e-12 || math.IsNaN(got) && free[i] == 0) {
					t.Errorf("%v: %s is %v, want %v", c, name, got, want)
				}
			}
		}
	})
	for i, instants := range told {
		if instants < reference.Trials(2000) {
			t.Errorf("of resource %d a part is stranded at %d instants only: the trials are too easy", i, instants)
		}
	}
}

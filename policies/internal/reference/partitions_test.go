package reference

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/hosts"
	"backfill/engine/machine/partitions"
)

// demanding gives each job of w a demand.
func demanding(w *engine.Workload, demands ...engine.Demand) *engine.Workload {
	w.Demands = demands
	for j := range demands {
		w.Demand = append(w.Demand, int32(j))
	}
	return w
}

// one is a machine of one partition.
func one(part partitions.Partition, types []string, nodes ...partitions.Node) partitions.Config {
	for n := range nodes {
		part.Nodes = append(part.Nodes, int32(n))
	}
	return partitions.Config{Nodes: nodes, Partitions: []partitions.Partition{part}, GPUTypes: types}
}

// gpus are so many of the first types.
func gpus(by ...int32) (list [partitions.MaxGPUTypes]int32) {
	copy(list[:], by)
	return list
}

// wantStarts runs w under a rule, and returns what the jobs took.
func wantStarts(t *testing.T, w *engine.Workload, config partitions.Config, rule Rule, want ...engine.Time) [][]Took {
	t.Helper()
	p := Partitions{Workload: w, Config: config}
	starts, pieces := p.Run(rule)
	if !slices.Equal(starts, want) {
		t.Errorf("starts %v, want %v", starts, want)
	}
	return pieces
}

// wantPieces compares what job j took.
func wantPieces(t *testing.T, pieces [][]Took, j int, want ...Took) {
	t.Helper()
	if !slices.Equal(pieces[j], want) {
		t.Errorf("job %d took %+v, want %+v", j, pieces[j], want)
	}
}

// A node of 4 processors and 10 MB. Job 0 takes 6 MB until 10. Job 1 needs 3 MB on each of 2 processors, 6 MB, and is promised 10, though
// 3 processors are free. Job 2, of 4 MB until 12, is just what is left beside both. Job 3 needs 1 KB, which counts as 1 MB: none is left
// until 12.
func TestMemoryBindsByHand(t *testing.T) {
	w := Jobs([4]int{0, 10, 10, 1}, [4]int{1, 10, 10, 2}, [4]int{2, 10, 10, 1}, [4]int{3, 1, 1, 1})
	w.Memory = []int64{6 * 1024, 3 * 1024, 4 * 1024, 1}
	pieces := wantStarts(t, w, one(partitions.Partition{}, nil, partitions.Node{Processors: 4, Memory: 10}), Rule{Reservations: 1}, 0, 10, 2, 12)
	wantPieces(t, pieces, 1, Took{Processors: 2, Memory: 6})
	wantPieces(t, pieces, 3, Took{Processors: 1, Memory: 1})
}

// Node 0 has 2 big GPUs and 1 small one, node 1 has 1 and 2; both have 2 processors. Job 0 wants 2 big ones on a node, which only node 0 has.
// Job 1 is one task, which gets one node, and no node has the 4 GPUs that it wants: refused. Job 2 gets the 3 of node 1. Job 3 wants 4 in
// all: 3 of one and 1 of the other node, both free at 10. Job 4 wants 2 small ones on a node: those of node 1, free at 5, of which job 3
// will take none, since it takes big ones first. Job 5 wants 1 big one: at 5 node 1 has one, but no processor beside jobs 3 and 4 from 10
// on. At 10 job 3 takes the big ones; at 15 it ends.
func TestGPUsByHand(t *testing.T) {
	w := demanding(Jobs([4]int{0, 10, 10, 2}, [4]int{0, 1, 1, 1}, [4]int{0, 5, 5, 2}, [4]int{1, 5, 5, 2}, [4]int{2, 20, 20, 1}, [4]int{3, 20, 20, 1}),
		engine.Demand{NodeGPUs: 2, GPUType: "big"}, engine.Demand{AllGPUs: 4}, engine.Demand{AllGPUs: 3}, engine.Demand{AllGPUs: 4},
		engine.Demand{NodeGPUs: 2, GPUType: "small"}, engine.Demand{NodeGPUs: 1, GPUType: "big"})
	config := one(partitions.Partition{}, []string{"big", "small"}, partitions.Node{Processors: 2, GPUs: gpus(2, 1)}, partitions.Node{Processors: 2, GPUs: gpus(1, 2)})
	pieces := wantStarts(t, w, config, Rule{Reservations: 1}, 0, -1, 0, 10, 5, 15)
	wantPieces(t, pieces, 0, Took{Node: 0, Processors: 2, GPUs: gpus(2)})
	wantPieces(t, pieces, 2, Took{Node: 1, Processors: 2, GPUs: gpus(1, 2)})
	wantPieces(t, pieces, 3, Took{Node: 0, Processors: 1, GPUs: gpus(2, 1)}, Took{Node: 1, Processors: 1, GPUs: gpus(1)})
	wantPieces(t, pieces, 4, Took{Node: 1, Processors: 1, GPUs: gpus(0, 2)})
	wantPieces(t, pieces, 5, Took{Node: 0, Processors: 1, GPUs: gpus(1)})
}

// Jobs 0 and 1 take 3 processors that lie together, each on one of two nodes of 4. The 2 that are left do not lie together: job 2 must wait
// until 10, job 3 gets one on each. Job 4, of 5 processors by 2, has three tasks, which get 6: two on node 0 and one on
// node 1.
func TestFragmentsByHand(t *testing.T) {
	w := demanding(Jobs([4]int{0, 10, 10, 3}, [4]int{0, 10, 10, 3}, [4]int{1, 5, 5, 2}, [4]int{2, 5, 5, 2}, [4]int{20, 5, 5, 5}),
		engine.Demand{TaskProcessors: 3}, engine.Demand{TaskProcessors: 3}, engine.Demand{TaskProcessors: 2}, engine.Demand{}, engine.Demand{TaskProcessors: 2})
	pieces := wantStarts(t, w, one(partitions.Partition{}, nil, partitions.Node{Processors: 4}, partitions.Node{Processors: 4}), Rule{Reservations: 1}, 0, 0, 10, 2, 20)
	wantPieces(t, pieces, 0, Took{Node: 0, Processors: 3})
	wantPieces(t, pieces, 1, Took{Node: 1, Processors: 3})
	wantPieces(t, pieces, 3, Took{Node: 0, Processors: 1}, Took{Node: 1, Processors: 1})
	wantPieces(t, pieces, 4, Took{Node: 0, Processors: 4}, Took{Node: 1, Processors: 2})
}

// Partition 1 has both nodes of 2 processors, partition 2, of a higher tier, only node 1. Job 0 has all until 10. Then those that wait go by
// the tier of their first partition: job 2, in partition 2, before job 1, which arrived first in partition 1; so does job 3, which may run
// in either, and gets node 0, since job 2 has node 1. Job 1 needs both nodes, which are free at 17. Under conservative backfilling job 1 keeps
// what it was promised when it arrived, and the others come behind it at 15.
func TestOverlapAndTiersByHand(t *testing.T) {
	config := partitions.Config{
		Nodes:      []partitions.Node{{Processors: 2}, {Processors: 2}},
		Partitions: []partitions.Partition{{Number: 1, Nodes: []int32{0, 1}}, {Number: 2, Nodes: []int32{1}, Tier: 5}},
	}
	w := demanding(Jobs([4]int{0, 10, 10, 4}, [4]int{1, 5, 5, 4}, [4]int{2, 5, 5, 2}, [4]int{3, 7, 7, 2}),
		engine.Demand{}, engine.Demand{}, engine.Demand{}, engine.Demand{Partitions: []int32{1, 2}})
	w.Partition = []int32{1, 1, 2, -1}
	for _, rule := range []Rule{{}, {Reservations: 1}} {
		pieces := wantStarts(t, w, config, rule, 0, 17, 10, 10)
		wantPieces(t, pieces, 2, Took{Node: 1, Processors: 2})
		wantPieces(t, pieces, 3, Took{Node: 0, Processors: 2})
	}
	wantStarts(t, w, config, Rule{Conservative: true, Compress: true}, 0, 10, 15, 15)
}

// A partition of two nodes of 4 processors for jobs of up to 100 ms, up to 2 nodes, account 7 and QOS 3. Node 0 has the feature ib, 8 MB and
// a big GPU; on node 1 memory is not counted.
func TestLimitsByHand(t *testing.T) {
	config := one(partitions.Partition{Number: 1, MaxTime: 100, MaxNodes: 2, Accounts: []int32{7}, QOS: []int32{3}, Default: true}, []string{"big", "small"},
		partitions.Node{Processors: 4, Memory: 8, Features: []string{"ib"}, GPUs: gpus(1)}, partitions.Node{Processors: 4})
	for _, c := range []struct {
		what       string
		estimate   engine.Time
		processors int32
		group, qos int32
		demand     engine.Demand
		want       bool
	}{
		{"the whole machine", 100, 8, 7, 3, engine.Demand{}, true},
		{"too long", 101, 1, 7, 3, engine.Demand{}, false},
		{"another account", 100, 1, 8, 3, engine.Demand{}, false},
		{"an unknown QOS", 100, 1, 7, -1, engine.Demand{}, false},
		{"too wide", 100, 9, 7, 3, engine.Demand{}, false},
		{"more nodes than are allowed", 100, 3, 7, 3, engine.Demand{Nodes: 3}, false},
		{"more nodes than tasks", 100, 1, 7, 3, engine.Demand{Nodes: 2}, false},
		{"too wide for so few nodes", 100, 6, 7, 3, engine.Demand{MostNodes: 1}, false},
		{"a task wider than nodes", 100, 5, 7, 3, engine.Demand{TaskProcessors: 5}, false},
		{"a feature that no node has", 100, 1, 7, 3, engine.Demand{Features: []string{"ib", "ssd"}}, false},
		{"GPUs that no node has", 100, 1, 7, 3, engine.Demand{NodeGPUs: 1, GPUType: "small"}, false},
		{"GPUs of no known type", 100, 1, 7, 3, engine.Demand{NodeGPUs: 1, GPUType: "huge"}, false},
		{"no GPUs of no known type", 100, 1, 7, 3, engine.Demand{GPUType: "huge"}, true},
		{"much memory, where it is not counted", 100, 1, 7, 3, engine.Demand{NodeMemory: 9}, true},
		{"much memory, where it is counted", 100, 1, 7, 3, engine.Demand{NodeMemory: 9, Features: []string{"ib"}}, false},
		{"an unknown partition", 100, 1, 7, 3, engine.Demand{Partitions: []int32{4}}, true},
	} {
		w := demanding(Jobs([4]int{0, 1, int(c.estimate), int(c.processors)}), c.demand)
		w.Group, w.QOS = []int32{c.group}, []int32{c.qos}
		p := Partitions{Workload: w, Config: config}
		if got := p.Ever(0); got != c.want {
			t.Errorf("%s: can run: %v, want %v", c.what, got, c.want)
		}
	}
}

// Three nodes alike, which are given whole. Job 2, on the third, ends at 6 instead of 30. Job 3, of two nodes, was promised 10, when job 1
// ends; without compression it keeps that. Job 4 comes at 6 for 20 ms: until 10 two nodes are free, then one. It gets node 0, the first that
// is free, and job 3 nodes 1 and 2. If names were promised, job 3 would have nodes 0 and 1, and job 4 node 2.
func TestGroupsByHand(t *testing.T) {
	node := partitions.Node{Processors: 4}
	w := Jobs([4]int{0, 2, 2, 1}, [4]int{0, 10, 10, 1}, [4]int{0, 6, 30, 1}, [4]int{3, 5, 5, 8}, [4]int{6, 20, 20, 1})
	pieces := wantStarts(t, w, one(partitions.Partition{Whole: true}, nil, node, node, node), Rule{Conservative: true}, 0, 0, 0, 10, 6)
	wantPieces(t, pieces, 3, Took{Node: 1, Processors: 4}, Took{Node: 2, Processors: 4})
	wantPieces(t, pieces, 4, Took{Node: 0, Processors: 4})
}

// Nodes of 2, 3, 6 and 4 processors, all free.
//
// First fit: 6 processors are reached with nodes 0, 1 and 2. On at most two nodes, an equal part is 3, which node 1 is the first to have,
// then node 2. For 9 on two nodes an equal part is 5, which only node 2 has: the most room comes first, nodes 2 and 3. If node 0 weighs
// more, it is the last. Best fit: 4 fit on node 3 with none left over. 8 fit nowhere: node 2 takes 6, then node 0 is the tightest for 2. On
// at least two nodes, 4 go to node 2, which has as much room as node 3 and comes first, but for one that is left for node 0.
func TestChoicesByHand(t *testing.T) {
	for _, c := range []struct {
		choice     partitions.Choice
		weight     int32
		processors int
		demand     engine.Demand
		want       []Took
	}{
		{partitions.FirstFit, 0, 6, engine.Demand{}, []Took{{Node: 0, Processors: 2}, {Node: 1, Processors: 3}, {Node: 2, Processors: 1}}},
		{partitions.FirstFit, 0, 6, engine.Demand{MostNodes: 2}, []Took{{Node: 1, Processors: 3}, {Node: 2, Processors: 3}}},
		{partitions.FirstFit, 0, 9, engine.Demand{MostNodes: 2}, []Took{{Node: 2, Processors: 6}, {Node: 3, Processors: 3}}},
		{partitions.FirstFit, 1, 2, engine.Demand{}, []Took{{Node: 1, Processors: 2}}},
		{partitions.BestFit, 0, 4, engine.Demand{}, []Took{{Node: 3, Processors: 4}}},
		{partitions.BestFit, 0, 8, engine.Demand{}, []Took{{Node: 2, Processors: 6}, {Node: 0, Processors: 2}}},
		{partitions.BestFit, 0, 4, engine.Demand{Nodes: 2}, []Took{{Node: 2, Processors: 3}, {Node: 0, Processors: 1}}},
	} {
		config := one(partitions.Partition{}, nil, partitions.Node{Processors: 2, Weight: c.weight}, partitions.Node{Processors: 3}, partitions.Node{Processors: 6}, partitions.Node{Processors: 4})
		config.Choice = c.choice
		wantPieces(t, wantStarts(t, demanding(Jobs([4]int{0, 1, 1, c.processors}), c.demand), config, Rule{}, 0), 0, c.want...)
	}
}

// A node of 4 processors, 10 MB and 2 GPUs. Job 0 has the GPUs until 5, job 1 has 8 MB until 20. Job 2 wants both GPUs and 4 MB: the shadow
// time is 20, by memory, not 5. Job 3 has a GPU from 5 to 20 exactly. Job 4 would have one until 21 and must wait for the end of job 2. Job
// 5, of 2 MB, may run past 20: 10 - 4 are left then.
func TestShadowTimeByMemoryByHand(t *testing.T) {
	w := demanding(Jobs([4]int{0, 5, 5, 1}, [4]int{0, 20, 20, 1}, [4]int{1, 10, 10, 1}, [4]int{2, 15, 15, 1}, [4]int{3, 16, 16, 1}, [4]int{4, 30, 30, 1}),
		engine.Demand{NodeGPUs: 2}, engine.Demand{NodeMemory: 8}, engine.Demand{NodeGPUs: 2, NodeMemory: 4}, engine.Demand{NodeGPUs: 1}, engine.Demand{NodeGPUs: 1}, engine.Demand{NodeMemory: 2})
	config := one(partitions.Partition{}, []string{"big"}, partitions.Node{Processors: 4, Memory: 10, GPUs: gpus(2)})
	wantStarts(t, w, config, Rule{Reservations: 1}, 0, 0, 20, 5, 30, 4)
}

// rules are those that the plain simulators of clusters and of partitions know.
var rules = []Rule{{}, {Reservations: 1}, {Reservations: 2}, {Reservations: 3}, {Conservative: true}, {Conservative: true, Compress: true}}

// One partition of one-processor nodes is a pool of processors, with any choice, also if jobs get whole nodes.
func TestOneProcessorNodesAreThePlainCluster(t *testing.T) {
	EachTrial(t, 300, func(t *testing.T, c Trial) {
		config := one(partitions.Partition{Whole: c.Seed%3 == 0}, nil, slices.Repeat([]partitions.Node{{Processors: 1}}, int(c.Processors))...)
		config.Choice = partitions.Choice(c.Seed % 2)
		for _, rule := range rules {
			cluster := Cluster{Workload: c.Workload, Processors: c.Processors, Options: c.Options}
			want := cluster.Run(rule)
			p := Partitions{Workload: c.Workload, Config: config, Options: c.Options}
			if got, _ := p.Run(rule); !slices.Equal(got, want) {
				t.Errorf("%+v, %v:\nstarts %v\nwant   %v", rule, c, got, want)
			}
		}
	})
}

// One node with memory is one host.
func TestOneNodeIsThePlainHost(t *testing.T) {
	EachTrial(t, 500, func(t *testing.T, c Trial) {
		if c.Options.Kill == engine.KillNever {
			c.Options.Kill = engine.KillAtEstimate
		}
		r := rand.New(rand.NewPCG(c.Seed, 32))
		memory := 1 + r.Int32N(12)
		plain := Hosts{Jobs: c.Workload.Jobs, Hosts: []hosts.Host{{Processors: c.Processors, Memory: memory}}, Reservations: 1 + r.IntN(3),
			Order: func(a, b Standing) int { return cmp.Compare(a.Submit, b.Submit) }}
		if c.Options.Kill == engine.KillAfterGrace {
			plain.Grace = c.Options.Grace
		}
		for j := range c.Workload.Jobs {
			c.Workload.Memory = append(c.Workload.Memory, []int64{-1, 0, 300, 1024, 1700}[r.IntN(5)])
			plain.Memory = append(plain.Memory, c.Workload.MemoryNeed(int32(j)))
		}
		config := one(partitions.Partition{}, nil, partitions.Node{Processors: c.Processors, Memory: memory})
		config.Choice = partitions.Choice(r.IntN(2))
		p := Partitions{Workload: c.Workload, Config: config, Options: c.Options}
		want := plain.Run()
		if got, _ := p.Run(Rule{Reservations: plain.Reservations}); !slices.Equal(got, want) {
			t.Errorf("%d MB, memory %v, %d reservations, %v:\nstarts %v\nwant   %v", memory, c.Workload.Memory, plain.Reservations, c, got, want)
		}
	})
}

// Whatever the rule, no node ever gives more than it has, and every job has its processors, in one partition, within the number of nodes that it asks for.
func TestPartitionsHoldWhatTheyGive(t *testing.T) {
	jobs, refused := 0, 0
	var spread, delayed [2]int // jobs on several nodes, and that waited, with GPUs and without
	EachTrial(t, 500, func(t *testing.T, c Trial) {
		r := rand.New(rand.NewPCG(c.Seed, 31))
		config := RandomPartitions(r, &c)
		w := c.Workload
		for _, rule := range rules {
			p := Partitions{Workload: w, Config: config, Options: c.Options}
			starts, pieces := p.Run(rule)
			last := engine.Time(0)
			for j, start := range starts {
				jobs++
				last = max(last, start)
				if start < 0 {
					refused++
					continue
				}
				d, processors, withGPUs := w.DemandOf(int32(j)), int32(0), 0
				perTask := max(d.TaskProcessors, 1)
				tasks := (w.Jobs[j].Processors + perTask - 1) / perTask
				for _, took := range pieces[j] {
					processors += took.Processors
					if took.GPUs != gpus() {
						withGPUs = 1
					}
				}
				if len(pieces[j]) > 1 {
					spread[withGPUs]++
				}
				if start > w.Jobs[j].Submit {
					delayed[withGPUs]++
				}
				inOne := slices.ContainsFunc(config.Partitions, func(part partitions.Partition) bool {
					whole := d.Whole || part.Whole
					return !slices.ContainsFunc(pieces[j], func(took Took) bool { return !slices.Contains(part.Nodes, took.Node) }) &&
						(processors == tasks*perTask || whole && processors >= w.Jobs[j].Processors)
				})
				if n := int32(len(pieces[j])); !inOne || n < d.Nodes || d.MostNodes > 0 && n > d.MostNodes {
					t.Errorf("%+v, %v on %+v: job %d took %+v, demands %+v", rule, c, config, j, pieces[j], d)
				}
			}
			for at := range last + 1 {
				free := slices.Clone(config.Nodes)
				for j, start := range starts {
					if start < 0 || at < start || at >= start+p.realRun(int32(j)) {
						continue
					}
					for _, took := range pieces[j] {
						node := &free[took.Node]
						node.Processors -= took.Processors
						node.Memory -= took.Memory
						for kind := range node.GPUs {
							node.GPUs[kind] -= took.GPUs[kind]
						}
					}
				}
				if slices.ContainsFunc(free, func(n partitions.Node) bool { return n.Processors < 0 || n.Memory < 0 || slices.Min(n.GPUs[:]) < 0 }) {
					t.Fatalf("%+v, %v on %+v: at %d more is taken than there is: %+v", rule, c, config, at, free)
				}
			}
		}
	})
	share := float64(refused) / float64(jobs)
	few := Trials(500)
	if share < 0.05 || share > 0.35 || min(spread[0], spread[1], delayed[0], delayed[1]) < few {
		t.Errorf("of %d jobs %d are refused; without and with GPUs %v lie on several nodes and %v waited: the trials are too easy", jobs, refused, spread, delayed)
	}
}

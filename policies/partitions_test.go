package policies

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/hosts"
	"backfill/engine/machine/partitions"
	"backfill/policies/internal/reference"
	"backfill/policies/queue"
)

// plainOnPartitions are the policies that the plain simulator of partitions knows.
func plainOnPartitions() []engine.Policy {
	return []engine.Policy{FCFS{}, &EASY{Reservations: 1}, &EASY{Reservations: 2}, &EASY{Reservations: 3}, &EASY{Reservations: 1, Others: queue.Shortest},
		&PartitionFCFS{}, &EASY{Reservations: 1, ByPartition: true}, &EASY{Reservations: 2, ByPartition: true}, &EASY{Reservations: 1, Others: queue.Shortest, ByPartition: true},
		Conservative{Compress: true}, Conservative{Compress: false}}
}

// onePartition is a machine of one partition.
func onePartition(choice partitions.Choice, nodes ...partitions.Node) partitions.Config {
	part := partitions.Partition{Name: "all"}
	for n := range nodes {
		part.Nodes = append(part.Nodes, int32(n))
	}
	return partitions.Config{Nodes: nodes, Partitions: []partitions.Partition{part}, Choice: choice}
}

// onLanes is how many processors a job has on each lane.
func onLanes(pieces []engine.Piece) map[int32]int32 {
	on := map[int32]int32{}
	for _, piece := range pieces {
		on[piece.Lane] += piece.Processors
	}
	return on
}

// On nodes with memory and GPUs in partitions that overlap, jobs start when and where the plain simulator starts them.
func TestPartitionsEqualThePlainSimulator(t *testing.T) {
	differ := map[string]int{} // worlds in which heads of partitions do what those of the queue do not
	reference.EachTrial(t, 1500, func(t *testing.T, c reference.Trial) {
		c.Options.Order = engine.Batch
		config := reference.RandomPartitions(rand.New(rand.NewPCG(c.Seed, 31)), &c)
		ofQueue := map[reference.Rule][]engine.Time{}
		for _, p := range plainOnPartitions() {
			o, err := engine.Simulate(c.Workload, partitions.New(config), p, c.Options)
			if err != nil {
				t.Fatal(err)
			}
			if rule := ruleOf(p); !rule.ByPartition {
				ofQueue[rule] = o.Start
			} else if rule.ByPartition = false; !slices.Equal(o.Start, ofQueue[rule]) {
				differ[fmt.Sprintf("%+v", rule)]++
			}
			plain := reference.Partitions{Workload: c.Workload, Config: config, Options: c.Options}
			starts, took := plain.Run(ruleOf(p))
			if !slices.Equal(o.Start, starts) {
				t.Fatalf("%T%v %v\non %+v\ndemands %v of %+v\nmemory %v, partitions %v, groups %v, QOS %v:\nstarts %v\nwant   %v", p, p, c, config,
					c.Workload.Demand, c.Workload.Demands, c.Workload.Memory, c.Workload.Partition, c.Workload.Group, c.Workload.QOS, o.Start, starts)
			}
			for i, j := range o.StartOrder {
				var want []engine.Piece
				for _, on := range took[j] {
					want = append(want, engine.Piece{Lane: on.Node, Processors: on.Processors})
				}
				got, wanted := onLanes(o.PiecesOf(i)), onLanes(want)
				for lane := range config.Nodes {
					if lane := int32(lane); got[lane] != wanted[lane] {
						t.Fatalf("%T%v %v\non %+v\ndemands %v of %+v\nmemory %v, partitions %v, groups %v, QOS %v:\njob %d, started at %d, has %v\nwant %+v", p, p, c, config,
							c.Workload.Demand, c.Workload.Demands, c.Workload.Memory, c.Workload.Partition, c.Workload.Group, c.Workload.QOS, j, starts[j], got, took[j])
					}
				}
			}
			for j, start := range o.Start {
				if refused := o.State[j] == engine.Refused; refused != (start < 0) {
					t.Errorf("%T%v %v: job %d starts at %d, refused: %v", p, p, c, j, start, refused)
				}
			}
		}
	})
	for rule, worlds := range differ {
		if worlds < reference.Trials(20) {
			t.Errorf("%s: heads of partitions make a difference in %d worlds only", rule, worlds)
		}
	}
	if len(differ) != 4 && !testing.Short() { // of few worlds none may differ under a rule
		t.Errorf("heads of partitions make a difference in %v", differ)
	}
}

// One partition of one-processor nodes is a cluster, job by job.
func TestOneProcessorNodesAreACluster(t *testing.T) {
	reference.EachTrial(t, 1000, func(t *testing.T, c reference.Trial) {
		c.Unit = 1
		if c.Seed%2 == 0 {
			reference.Crowd(rand.New(rand.NewPCG(c.Seed, 33)), &c)
		}
		nodes := slices.Repeat([]partitions.Node{{Processors: 1}}, int(c.Processors))
		for _, p := range plainOnPartitions() {
			want := c.Run(t, p, false).Start
			for _, choice := range []partitions.Choice{partitions.FirstFit, partitions.BestFit} {
				o, err := engine.Simulate(c.Workload, partitions.New(onePartition(choice, nodes...)), p, c.Options)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(o.Start, want) {
					t.Errorf("%T%v, choice %d, %v:\nstarts %v\nwant   %v", p, p, choice, c, o.Start, want)
				}
			}
		}
	})
}

// One node with memory is one host.
func TestOneNodeIsOneHost(t *testing.T) {
	reference.EachTrial(t, 1000, func(t *testing.T, c reference.Trial) {
		r := rand.New(rand.NewPCG(c.Seed, 34))
		memory := 1 + r.Int32N(12)
		for range c.Workload.Jobs {
			c.Workload.Memory = append(c.Workload.Memory, []int64{-1, 0, 300, 1024, 1700}[r.IntN(5)])
		}
		node := partitions.Node{Processors: c.Processors, Memory: memory}
		for _, p := range plainOnPartitions() {
			want, err := engine.Simulate(c.Workload, hosts.New([]hosts.Host{{Processors: c.Processors, Memory: memory}}, hosts.FirstFit), p, c.Options)
			if err != nil {
				t.Fatal(err)
			}
			for _, choice := range []partitions.Choice{partitions.FirstFit, partitions.BestFit} {
				o, err := engine.Simulate(c.Workload, partitions.New(onePartition(choice, node)), p, c.Options)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(o.Start, want.Start) {
					t.Errorf("%T%v, choice %d, %d MB, memory %v, %v:\nstarts %v\nwant   %v", p, p, choice, memory, c.Workload.Memory, c, o.Start, want.Start)
				}
			}
		}
	})
}

package policies

import (
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/partitions"
	"backfill/policies/internal/reference"
	"backfill/policies/queue"
)

// headsCase runs jobs, each in one partition, on nodes of 4 processors under a policy, and the plain simulator beside it.
func headsCase(t *testing.T, w *engine.Workload, in []int32, nodes int, parts [][]int32, p engine.Policy, want ...engine.Time) *engine.Outcome {
	t.Helper()
	config := partitions.Config{Nodes: slices.Repeat([]partitions.Node{{Processors: 4}}, nodes)}
	for i, on := range parts {
		config.Partitions = append(config.Partitions, partitions.Partition{Number: int32(i), Nodes: on})
	}
	w.Partition = in
	o, err := engine.Simulate(w, partitions.New(config), p, engine.Options{RecordAll: true})
	if err != nil {
		t.Fatal(err)
	}
	plain := reference.Partitions{Workload: w, Config: config}
	if starts, _ := plain.Run(ruleOf(p)); !slices.Equal(o.Start, want) || !slices.Equal(starts, want) {
		t.Errorf("%T%v: starts %v, of the plain simulator %v, want %v", p, p, o.Start, starts, want)
	}
	return o
}

// rulesAt are the rules of the decisions at an instant, by job; 0 for jobs of which nothing is decided.
func rulesAt(o *engine.Outcome, at engine.Time) []engine.Rule {
	rules := make([]engine.Rule, len(o.Start))
	for _, d := range o.Decisions {
		if d.At <= at && at <= d.Until {
			rules[d.Job] = d.Rule
		}
	}
	return rules
}

// Partition 0 has a node of 4 processors, partition 1 has another one.
//
//	job  partition  submit  run  size
//	 0       0         0     10    3
//	 1       0         1     10    2   head of partition 0: 1 is free there until 10
//	 2       1         2     10    2
//	 3       0         3     20    1
//	 4       1         4      5    3   head of partition 1: 2 are free there until 12
//	 5       1         5     20    2
//
// FCFS with one head: everybody waits for job 1 until 10, then jobs 1, 2 and 3 start, job 4 when job 2 ends, at 20, and job 5 when job 4
// ends. With heads of partitions, job 2 starts at 2 and ends at 12, when job 4 starts; job 5 follows it, and job 3 follows job 1.
//
// EASY with one head: job 1 is promised 10; job 3 is extra beside it, and so is job 5, which keeps job 4 waiting until 25. With heads of
// partitions, job 4 is promised 12; job 5 would delay it and starts when it ends.
func TestAHeadHoldsUpItsPartitionOnly(t *testing.T) {
	w := reference.Jobs([4]int{0, 10, 10, 3}, [4]int{1, 10, 10, 2}, [4]int{2, 10, 10, 2}, [4]int{3, 20, 20, 1}, [4]int{4, 5, 5, 3}, [4]int{5, 20, 20, 2})
	in, parts := []int32{0, 0, 1, 0, 1, 1}, [][]int32{{0}, {1}}
	headsCase(t, w, in, 2, parts, FCFS{}, 0, 10, 10, 10, 20, 25)
	headsCase(t, w, in, 2, parts, &EASY{Reservations: 1}, 0, 10, 2, 3, 25, 5)
	o := headsCase(t, w, in, 2, parts, &PartitionFCFS{}, 0, 10, 2, 10, 12, 17)
	if got, want := rulesAt(o, 5), []engine.Rule{0, engine.PartitionHead, 0, engine.BehindHeads, engine.PartitionHead, engine.BehindHeads}; !slices.Equal(got, want) {
		t.Errorf("at 5 the rules are %v, want %v", got, want)
	}
	for _, d := range o.Decisions {
		if blocker := map[int32]int32{3: 1, 5: 4}[d.Job]; d.Rule == engine.BehindHeads && d.Blocker != blocker {
			t.Errorf("job %d waits behind job %d, want %d", d.Job, d.Blocker, blocker)
		}
	}
	o = headsCase(t, w, in, 2, parts, &EASY{Reservations: 1, ByPartition: true}, 0, 10, 2, 3, 12, 17)
	if got, want := rulesAt(o, 5), []engine.Rule{0, engine.HeadBlocked, 0, 0, engine.Reserved, engine.WouldDelay}; !slices.Equal(got, want) {
		t.Errorf("at 5 the rules are %v, want %v", got, want)
	}
}

// Three nodes of 4 processors: partition 0 has the first two, partition 1 the last two, so that the second node is in both.
//
//	job  partition  submit  run  size
//	 0       0         0     10    6   the first node, and 2 of the second
//	 1       1         1     10    8   head of partition 1: needs both of its nodes, of the second one 2 are free
//	 2       0         2     20    2   2 of the second node are free
//	 3       0         3      5    2
//
// FCFS: nobody of partition 0 waits, so that job 2 takes the second node until 22, and job 1 waits so long. Job 3 is head of partition 0
// then and starts on the first node at 10.
//
// EASY: job 1, which came first, is promised the second node at 10. Job 2 would be there until 22, and is promised the first node at 10
// as head of partition 0. Job 3 ends at 8.
func TestNodesOfTwoPartitionsGoToWhoeverIsFirst(t *testing.T) {
	w := reference.Jobs([4]int{0, 10, 10, 6}, [4]int{1, 10, 10, 8}, [4]int{2, 20, 20, 2}, [4]int{3, 5, 5, 2})
	in, parts := []int32{0, 1, 0, 0}, [][]int32{{0, 1}, {1, 2}}
	headsCase(t, w, in, 3, parts, FCFS{}, 0, 10, 10, 10)
	o := headsCase(t, w, in, 3, parts, &PartitionFCFS{}, 0, 22, 2, 10)
	if got, want := rulesAt(o, 3), []engine.Rule{0, engine.PartitionHead, 0, engine.PartitionHead}; !slices.Equal(got, want) {
		t.Errorf("at 3 the rules are %v, want %v", got, want)
	}
	o = headsCase(t, w, in, 3, parts, &EASY{Reservations: 1, ByPartition: true}, 0, 10, 10, 3)
	if got, want := rulesAt(o, 2), []engine.Rule{0, engine.HeadBlocked, engine.Reserved, 0}; !slices.Equal(got, want) {
		t.Errorf("at 2 the rules are %v, want %v", got, want)
	}
}

// Partitions that share no node, each with heads of its own, are clusters, job by job.
func TestPartitionsApartAreClusters(t *testing.T) {
	reference.EachTrial(t, 1000, func(t *testing.T, c reference.Trial) {
		r := rand.New(rand.NewPCG(c.Seed, 36))
		c.Options.Kill, c.Options.Order = engine.KillAtEstimate, engine.Batch
		var config partitions.Config
		var sizes []int32
		for p := range int32(2 + r.IntN(2)) {
			part := partitions.Partition{Number: p}
			for range 1 + r.Int32N(c.Processors) {
				part.Nodes = append(part.Nodes, int32(len(config.Nodes)))
				config.Nodes = append(config.Nodes, partitions.Node{Processors: 1})
			}
			config.Partitions, sizes = append(config.Partitions, part), append(sizes, int32(len(part.Nodes)))
		}
		of := make([]engine.Workload, len(sizes))
		rows := make([][]int32, len(sizes))
		for j, job := range c.Workload.Jobs {
			p := r.Int32N(int32(len(sizes)))
			c.Workload.Partition = append(c.Workload.Partition, p)
			of[p].Jobs, rows[p] = append(of[p].Jobs, job), append(rows[p], int32(j))
		}
		for _, pair := range [][2]engine.Policy{{FCFS{}, &PartitionFCFS{}}, {&EASY{Reservations: 1}, &EASY{Reservations: 1, ByPartition: true}},
			{&EASY{Reservations: 2}, &EASY{Reservations: 2, ByPartition: true}},
			{&EASY{Reservations: 1, Others: queue.LargestArea}, &EASY{Reservations: 1, Others: queue.LargestArea, ByPartition: true}}} {
			want := make([]engine.Time, len(c.Workload.Jobs))
			for p, size := range sizes {
				if len(of[p].Jobs) == 0 {
					continue
				}
				for i, start := range reference.Simulate(t, &of[p], size, pair[0], c.Options).Start {
					want[rows[p][i]] = start
				}
			}
			o, err := engine.Simulate(c.Workload, partitions.New(config), pair[1], c.Options)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(o.Start, want) {
				t.Fatalf("%T%v on %v, partitions %v, %v:\nstarts %v\nwant   %v", pair[1], pair[1], sizes, c.Workload.Partition, c, o.Start, want)
			}
		}
	})
}

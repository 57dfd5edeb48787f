package reference

import (
	"math/rand/v2"

	"backfill/engine"
	"backfill/engine/machine/partitions"
)

// RandomPartitions is a small machine, and gives the jobs of c demands that most of them, but not all, can have met there. Some machines
// are one partition of one-processor nodes, some are one node.
func RandomPartitions(r *rand.Rand, c *Trial) partitions.Config {
	config := partitions.Config{Choice: partitions.Choice(r.IntN(2)), GPUTypes: []string{"big", "small"}[:r.IntN(3)]}
	nodes, kind := 1+r.IntN(8), r.IntN(8)
	if kind == 0 {
		nodes = 1
	}
	hasMemory, weights := r.IntN(3) > 0, 1+r.Int32N(2)
	for n := range nodes {
		if n > 0 && r.IntN(3) > 0 { // so that some are alike
			config.Nodes = append(config.Nodes, config.Nodes[r.IntN(n)])
			continue
		}
		node := partitions.Node{Processors: 1 + r.Int32N(6), Weight: r.Int32N(weights), Features: some(r, "ib", "ssd")}
		if r.IntN(4) == 0 || kind == 1 {
			node.Processors = 1
		}
		if hasMemory && r.IntN(8) > 0 {
			node.Memory = 2 + r.Int32N(8)
		}
		for g := range config.GPUTypes {
			node.GPUs[g] = r.Int32N(4) * r.Int32N(2)
		}
		config.Nodes = append(config.Nodes, node)
	}
	parts := 1 + r.IntN(3)
	if kind <= 1 {
		parts = 1
	}
	numbers := r.Perm(5)
	for i := range parts {
		config.Partitions = append(config.Partitions, randomPartition(r, nodes, int32(numbers[i])))
	}
	if len(c.Workload.Jobs) > 25 {
		c.Workload.Jobs = c.Workload.Jobs[:25]
	}
	demandRandomly(r, c.Workload, config)
	return config
}

// some are some of the words, nil if none.
func some(r *rand.Rand, words ...string) (list []string) {
	for _, word := range words {
		if r.IntN(3) == 0 {
			list = append(list, word)
		}
	}
	return list
}

// seldom is a number from least to most, mostly 0.
func seldom(r *rand.Rand, least, most int32) int32 {
	if r.IntN(4) > 0 {
		return 0
	}
	return least + r.Int32N(most-least+1)
}

// randomPartition is a partition of some of the nodes, most often of most.
func randomPartition(r *rand.Rand, nodes int, number int32) partitions.Partition {
	part := partitions.Partition{Number: number, Tier: r.Int32N(3), MaxTime: engine.Time(seldom(r, 8, 30)), MinNodes: seldom(r, 1, 2), MaxNodes: seldom(r, 1, 4),
		Whole: r.IntN(3) == 0, Default: r.IntN(2) == 0}
	all := r.IntN(2) == 0
	for n := range nodes {
		if all || r.IntN(3) > 0 {
			part.Nodes = append(part.Nodes, int32(n))
		}
	}
	if part.Nodes == nil {
		part.Nodes = []int32{r.Int32N(int32(nodes))}
	}
	if r.IntN(4) == 0 {
		part.Accounts = []int32{r.Int32N(3), 3}
	}
	if r.IntN(4) == 0 {
		part.QOS = []int32{r.Int32N(2), 2}
	}
	return part
}

// demandRandomly gives the jobs of w what they ask for. A job that the machine refuses gets other demands, up to a few times.
func demandRandomly(r *rand.Rand, w *engine.Workload, config partitions.Config) {
	n := len(w.Jobs)
	total, widest := int32(0), int32(0)
	for _, node := range config.Nodes {
		total += node.Processors
		widest = max(widest, node.Processors)
	}
	w.Demand, w.Partition, w.Group, w.QOS, w.Memory = make([]int32, n), make([]int32, n), make([]int32, n), make([]int32, n), make([]int64, n)
	memory, gpus, few := r.IntN(3) > 0, r.IntN(3) > 0, r.IntN(3)
	p := Partitions{Workload: w, Config: config}
	for j := range w.Jobs {
		for range 6 {
			w.Jobs[j].Processors = 1 + r.Int32N(widest+1)
			if r.IntN(3) == 0 {
				w.Jobs[j].Processors = 1 + r.Int32N(total)
			}
			w.Partition[j], w.Group[j], w.QOS[j], w.Memory[j] = r.Int32N(6)-1, r.Int32N(5)-1, r.Int32N(4)-1, -1
			if memory {
				w.Memory[j] = []int64{-1, 0, 400, 1024, 1500, 3000}[r.IntN(6)]
			}
			w.Demand[j] = -1
			if r.IntN(4) >= few {
				w.Demand[j] = int32(len(w.Demands))
				w.Demands = append(w.Demands, randomDemand(r, config, memory, gpus))
			}
			if p.Ever(int32(j)) {
				break
			}
		}
	}
	if r.IntN(8) == 0 { // columns that are not known at all
		w.Partition, w.Group, w.QOS, w.Memory = nil, nil, nil, nil
	}
}

// randomDemand asks for a few of all things that can be asked for.
func randomDemand(r *rand.Rand, config partitions.Config, memory, gpus bool) engine.Demand {
	d := engine.Demand{Nodes: seldom(r, 1, 3), MostNodes: seldom(r, 1, 4), TaskProcessors: seldom(r, 1, 3), Whole: r.IntN(10) == 0}
	if memory {
		d.NodeMemory = seldom(r, 1, 6)
	}
	if gpus && len(config.GPUTypes) > 0 {
		d.NodeGPUs, d.AllGPUs = seldom(r, 1, 2), seldom(r, 1, 4)
		if r.IntN(3) == 0 {
			d.GPUType = config.GPUTypes[r.IntN(len(config.GPUTypes))]
		}
	}
	if r.IntN(3) == 0 {
		d.Features = some(r, "ib", "ssd")
	}
	for r.IntN(3) == 0 {
		d.Partitions = append(d.Partitions, r.Int32N(6))
	}
	return d
}

package reference

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"backfill/engine"
	"backfill/engine/machine/farm"
	"backfill/engine/machine/hosts"
	"backfill/engine/machine/multicluster"
	"backfill/engine/machine/nodes"
	"backfill/engine/machine/partitions"
)

// Crowd lets the jobs of c come together and run longer, so that more arrive between two ends.
func Crowd(r *rand.Rand, c *Trial) {
	closer, longer := engine.Time(1+r.IntN(4)), engine.Time(1+r.IntN(3))
	for j := range c.Workload.Jobs {
		job := &c.Workload.Jobs[j]
		job.Submit /= closer
		job.Run *= longer
		job.Estimate *= longer
	}
}

// SplitJobs gives the jobs of c new sizes and some of them up to four components.
func SplitJobs(r *rand.Rand, c *Trial) {
	c.Workload.Components = make([][]int32, len(c.Workload.Jobs))
	for j := range c.Workload.Jobs {
		left := 1 + r.Int32N(16)
		c.Workload.Jobs[j].Processors = left
		n := 1 + r.Int32N(4)
		if n == 1 || n > left {
			continue
		}
		var widths []int32
		for k := range n - 1 {
			widths = append(widths, 1+r.Int32N(left-(n-1-k)))
			left -= widths[k]
		}
		widths = append(widths, left)
		slices.SortFunc(widths, func(a, b int32) int { return int(b - a) })
		c.Workload.Components[j] = widths
	}
}

// MachineKinds are the kinds of machines that MachineOf makes.
var MachineKinds = []string{"cluster", "hosts", "multicluster", "nodes", "farm", "partitions"}

// RandomMachine is one of each kind but partitions, the last one, in turn, with jobs that need what it gives.
func RandomMachine(r *rand.Rand, c *Trial) (engine.Machine, string) {
	return MachineOf(MachineKinds[c.Seed%5], r, c)
}

// PartitionsText is what a message says of a machine with partitions and of what its jobs need there.
func PartitionsText(config partitions.Config, w *engine.Workload) string {
	return fmt.Sprintf("%+v, demands %v of %+v, memory %v, partitions %v, groups %v, QOS %v", config, w.Demand, w.Demands, w.Memory, w.Partition, w.Group, w.QOS)
}

// MachineOf is a random machine of a kind, with jobs that need what it gives.
func MachineOf(kind string, r *rand.Rand, c *Trial) (engine.Machine, string) {
	switch kind {
	case "partitions":
		config := RandomPartitions(r, c)
		return partitions.New(config), PartitionsText(config, c.Workload)
	case "farm":
		return randomFarm(r, c)
	case "cluster":
		return engine.NewCluster(c.Processors, c.Unit), "cluster"
	case "hosts":
		return RandomHosts(r, *c), "hosts"
	case "multicluster":
		SplitJobs(r, c)
		size := make([]int32, 1+r.IntN(5))
		for i := range size {
			size[i] = 1 + r.Int32N(9)
		}
		rule, share, slowdown := multicluster.Rule(r.IntN(3)), r.IntN(3) == 0, []float64{1, 1.5}[r.IntN(2)]
		return multicluster.New(size, rule, share, slowdown), fmt.Sprintf("clusters %v, rule %d, share %v, slowdown %v, components %v", size, rule, share, slowdown, c.Workload.Components)
	}
	config := SharingTrial(c, engine.SharingModel(r.IntN(3)))
	if r.IntN(3) == 0 {
		config.Memory = 2 + r.Int32N(12)
		for range c.Workload.Jobs {
			c.Workload.Memory = append(c.Workload.Memory, r.Int64N(4)*1024)
		}
	}
	return nodes.New(config), fmt.Sprintf("%+v, memory %v", config, c.Workload.Memory)
}

// randomFarm is one of up to six computers, with licences and deadlines of the jobs of c.
func randomFarm(r *rand.Rand, c *Trial) (engine.Machine, string) {
	config := farm.Config{Benchmark: 10, Copies: []int32{1 + r.Int32N(3), 1 + r.Int32N(3)}, Overhead: engine.Time(r.IntN(3))}
	for range 1 + r.IntN(6) {
		config.Computers = append(config.Computers, farm.Computer{Processors: 1 + r.Int32N(12), Speed: 5 + r.Int32N(15), Licences: engine.Licences(r.IntN(4)), Suspends: r.IntN(2) == 0})
	}
	w := c.Workload
	for _, job := range w.Jobs {
		w.Licences = append(w.Licences, engine.Licences(r.IntN(4)&r.IntN(4)))
		w.Deadline = append(w.Deadline, job.Submit+engine.Time(r.IntN(60)))
		w.Checkpoints = append(w.Checkpoints, r.IntN(3) == 0)
	}
	return farm.New(config), fmt.Sprintf("%+v, licences %v, deadlines %v, checkpoints %v", config, w.Licences, w.Deadline, w.Checkpoints)
}

// RandomHosts are up to four hosts with memory, and jobs that need some.
func RandomHosts(r *rand.Rand, c Trial) *hosts.Machine {
	var list []hosts.Host
	for range 1 + r.IntN(4) {
		list = append(list, hosts.Host{Processors: 1 + r.Int32N(c.Processors), Memory: 1 + r.Int32N(40)})
	}
	for range c.Workload.Jobs {
		c.Workload.Memory = append(c.Workload.Memory, 1024*int64(r.IntN(4)))
	}
	return hosts.New(list, hosts.Choice(r.IntN(2)))
}

// SharingTrial is a random machine with jobs that ask for bandwidth.
func SharingTrial(c *Trial, model engine.SharingModel) nodes.Config {
	r := rand.New(rand.NewPCG(c.Seed, 11))
	for j := range c.Workload.Jobs {
		job := &c.Workload.Jobs[j]
		job.Processors = 1 + r.Int32N(9)
		job.Run *= 100
		job.Estimate *= 100
		job.Submit *= 50
		c.Workload.Bandwidth = append(c.Workload.Bandwidth, []int32{-1, 500, 1000, 2000}[r.IntN(4)])
		c.Workload.Network = append(c.Workload.Network, r.Int32N(400))
	}
	return nodes.Config{Count: 2 + r.Int32N(20), PerNode: 1 + r.Int32N(5), Selection: nodes.Selection(r.IntN(5)),
		Sharing: engine.Sharing{Model: model, Bandwidth: 2000 + r.Int32N(4000), Network: r.Int32N(2) * 700, Scale: []float64{1, 0.5, 2.75}[r.IntN(3)]}}
}

package accounting

import (
	"fmt"
	"math"

	"backfill/engine"
)

// demandKey is what a demand is made of.
type demandKey struct {
	least, most, memory, gpus, all, gpuType, partitions int32
	licences, throttle, nice, leastLimit                int32
	once, whole                                         bool
}

// demand is the place in the workload's list of what a job asked for beside so many processors, as far as the log tells; -1: nothing.
//
// A job that was given as many nodes as it had asked for gets as many; one that was given more, or never ran, may get any number. GPUs that are not as
// many on each node count in all. Memory counts by processor where it can be divided by the processors, and otherwise by node.
func (m *maker) demand(r *Record, processors int32) int32 {
	k := demandKey{least: r.LeastNodes, gpuType: r.GPUType, partitions: r.Partitions, licences: r.Licences, throttle: r.Throttle, nice: r.Nice, leastLimit: r.LeastLimit, once: r.Once, whole: r.Whole}
	nodes := max(r.Nodes, 0)
	if k.least == 0 {
		k.least = nodes
	}
	if r.Started() && nodes <= k.least {
		k.most = k.least
	}
	if nodes = max(nodes, k.least, 1); r.GPUs > 0 && r.GPUs%nodes == 0 && k.most > 0 {
		k.gpus = r.GPUs / nodes
	} else {
		k.all = r.GPUs
	}
	if r.Memory > 0 && (nodes == 1 || r.Memory%(1024*int64(processors)) != 0) {
		k.memory = int32(min((r.Memory+1024*int64(nodes)-1)/(1024*int64(nodes)), math.MaxInt32))
	}
	if k == (demandKey{}) {
		return -1
	}
	at, known := m.demands[k]
	if !known {
		if m.demands == nil {
			m.demands = map[demandKey]int32{}
		}
		at = int32(len(m.w.Demands))
		m.demands[k] = at
		d := engine.Demand{Nodes: k.least, MostNodes: k.most, NodeMemory: k.memory, NodeGPUs: k.gpus, AllGPUs: k.all, GPUType: GPUTypeName(k.gpuType),
			MostTasks: k.throttle, Nice: k.nice, Once: k.once, Whole: k.whole, LeastTime: engine.Time(k.leastLimit) * engine.Second}
		if k.partitions > 0 {
			d.Partitions = m.log.PartitionLists[k.partitions-1]
		}
		if k.licences > 0 {
			d.Licences = m.log.LicenceLists[k.licences-1]
		}
		m.w.Demands = append(m.w.Demands, d)
	}
	return at
}

// GPUTypeName is what the type of GPUs with a number in the legend is called where names are not told; "" for 0.
func GPUTypeName(number int32) string {
	if number <= 0 {
		return ""
	}
	return fmt.Sprintf("type-%d", number)
}

package reference

import (
	"slices"

	"backfill/engine"
	"backfill/engine/machine/partitions"
)

// FreeAmounts are what is free at an instant, after the decisions there, and what of it no waiting job could use, of jobs that start at
// these instants and take so much. Piece by piece, jobs like each of those that wait are put on each node, until no more find room.
func (p *Partitions) FreeAmounts(starts []engine.Time, pieces [][]Took, at engine.Time) (amounts engine.FreeAmounts) {
	var running []lease
	var waiting []int32
	for j, start := range starts {
		switch {
		case start < 0 || at < p.Workload.Jobs[j].Submit:
		case at < start:
			waiting = append(waiting, int32(j))
		case at < start+p.realRun(int32(j)):
			running = append(running, lease{int32(j), pieces[j], start, start + p.realRun(int32(j))})
		}
	}
	for n, free := range p.freeAt(at, running) {
		var used partitions.Node // the most that one of them could use, of each resource
		for _, j := range waiting {
			for _, part := range p.partitionsOf(j) {
				use := p.fill(j, part, int32(n), free)
				used.Processors = max(used.Processors, use.Processors)
				used.Memory = max(used.Memory, use.Memory)
				for kind, count := range use.GPUs {
					used.GPUs[kind] = max(used.GPUs[kind], count)
				}
			}
		}
		add := func(of int, free, used int32) {
			amounts[of].Free += int64(free)
			amounts[of].Stranded += int64(free - used)
		}
		add(engine.OfProcessors, free.Processors, used.Processors)
		add(engine.OfMemory, free.Memory, used.Memory)
		for kind := range free.GPUs {
			add(engine.OfGPUs, free.GPUs[kind], used.GPUs[kind])
		}
	}
	asks := func(what func(d *demand) bool) bool {
		return slices.ContainsFunc(waiting, func(j int32) bool {
			d := p.demandOf(j, &p.Config.Partitions[0])
			return what(&d)
		})
	}
	if len(waiting) == 0 {
		amounts[engine.OfProcessors] = engine.FreeAmount{}
	}
	if !asks(func(d *demand) bool { return d.NodeMemory > 0 || d.memory > 0 }) {
		amounts[engine.OfMemory] = engine.FreeAmount{}
	}
	if !asks(func(d *demand) bool { return d.NodeGPUs > 0 || d.allGPUs > 0 }) {
		amounts[engine.OfGPUs] = engine.FreeAmount{}
	}
	return amounts
}

// leastOn is the fewest tasks, and GPUs, that a job can have on a node of a partition: what the roomiest others that it may have leave over.
func (p *Partitions) leastOn(d *demand, part *partitions.Partition) (tasks, gpus int32) {
	endless := *d
	endless.tasks = engine.MaxProcessors
	var rooms, counts []int32
	for n, node := range p.Config.Nodes {
		if room := p.room(&endless, part, int32(n), node); room > 0 {
			rooms, counts = append(rooms, room), append(counts, d.gpus(node.GPUs))
		}
	}
	left := func(all int32, on []int32) int32 {
		slices.SortFunc(on, func(a, b int32) int { return int(b - a) })
		for _, most := range on[:min(len(on), int(d.most-1))] {
			all -= most
		}
		return max(1, all)
	}
	tasks = left(d.tasks, rooms)
	switch {
	case d.NodeGPUs > 0:
		gpus = d.NodeGPUs
	case d.allGPUs > 0:
		gpus = left(d.allGPUs, counts)
	}
	return tasks, gpus
}

// fill puts one piece of job j after the other on a node, then one task after the other, then GPUs.
func (p *Partitions) fill(j int32, part *partitions.Partition, n int32, free partitions.Node) (used partitions.Node) {
	d := p.demandOf(j, part)
	d.tasks = engine.MaxProcessors
	if p.room(&d, part, n, free) == 0 {
		return used
	}
	d = p.demandOf(j, part)
	least, leastGPUs := p.leastOn(&d, part)
	counted := p.Config.Nodes[n].Memory != 0
	processors, kilobytes, gpus := free.Processors, int64(free.Memory)*1024, d.gpus(free.GPUs)
	task := func() bool {
		if processors < d.perTask || counted && kilobytes < d.memory*int64(d.perTask) {
			return false
		}
		processors -= d.perTask
		if counted {
			kilobytes -= d.memory * int64(d.perTask)
		}
		return true
	}
	pieces, tasks := int32(0), int32(0)
	for {
		before, was := processors, kilobytes
		ok := gpus >= leastGPUs && (!counted || kilobytes >= int64(d.NodeMemory)*1024)
		if counted {
			kilobytes -= int64(d.NodeMemory) * 1024
		}
		for i := int32(0); ok && i < least; i++ {
			ok = task()
		}
		if !ok {
			processors, kilobytes = before, was
			break
		}
		gpus -= leastGPUs
		pieces++
		tasks += least
	}
	if pieces == 0 {
		return used
	}
	if p.givenWhole(n) || d.whole {
		return free
	}
	for tasks < pieces*(d.tasks-(d.least-1)) && task() {
		tasks++
	}
	taken := d.gpus(free.GPUs) - gpus
	if d.allGPUs > 0 {
		taken = min(d.gpus(free.GPUs), pieces*d.allGPUs)
	}
	used.Processors = free.Processors - processors
	if counted {
		used.Memory = free.Memory - int32(kilobytes/1024)
	}
	for kind, count := range free.GPUs {
		if d.gpuType == -1 || d.gpuType == kind {
			used.GPUs[kind] = min(taken, count)
		}
	}
	return used
}

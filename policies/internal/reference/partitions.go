package reference

import (
	"cmp"
	"slices"

	"backfill/engine"
	"backfill/engine/machine/partitions"
)

// Partitions is a second simulator of nodes and partitions, written from the definition alone, to
// be obviously right: it steps through every millisecond and holds lists of what runs and of what
// is reserved, which it reads anew for every question. It takes events in batches, chooses nodes by
// first or best fit, and knows neither commands nor followers nor dedicated jobs.
type Partitions struct {
	Workload *engine.Workload
	Config   partitions.Config
	Options  engine.Options

	group []int32 // of each node: the first node of its group
	order []int32 // the nodes in node order, those of a group side by side

	now      engine.Time
	waiting  []int32 // in the order of the queue
	running  []lease
	reserved []lease
	start    []engine.Time
	pieces   [][]Took
	wake     engine.Time
}

// Took is what a job takes on one node.
type Took struct {
	Node       int32 // place in Config.Nodes; of what is promised, any node of the group
	Processors int32
	Memory     int32 // MB
	GPUs       [partitions.MaxGPUTypes]int32
}

// lease is what a job holds, or is promised, from one instant to another.
type lease struct {
	job      int32
	took     []Took
	from, to engine.Time
}

// prepare finds the groups and puts the nodes into order.
func (p *Partitions) prepare() {
	p.group, p.order = nil, nil
	for n := range int32(len(p.Config.Nodes)) {
		first := n
		for m := range n {
			if p.givenWhole(n) && p.givenWhole(m) && p.alike(m, n) {
				first = m
				break
			}
		}
		p.group = append(p.group, first)
		p.order = append(p.order, n)
	}
	slices.SortFunc(p.order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(p.Config.Nodes[a].Weight, p.Config.Nodes[b].Weight), cmp.Compare(p.group[a], p.group[b]), cmp.Compare(a, b))
	})
}

// givenWhole says whether node n can only be given as a whole.
func (p *Partitions) givenWhole(n int32) bool {
	for _, part := range p.Config.Partitions {
		if slices.Contains(part.Nodes, n) && !part.Whole {
			return p.Config.Nodes[n].Processors == 1
		}
	}
	return true
}

// alike says whether two nodes are equal in all but their names.
func (p *Partitions) alike(m, n int32) bool {
	a, b := p.Config.Nodes[m], p.Config.Nodes[n]
	for _, part := range p.Config.Partitions {
		if slices.Contains(part.Nodes, m) != slices.Contains(part.Nodes, n) {
			return false
		}
	}
	return a.Processors == b.Processors && a.Memory == b.Memory && a.GPUs == b.GPUs && a.Weight == b.Weight &&
		hasAll(a.Features, b.Features) && hasAll(b.Features, a.Features)
}

// hasAll says whether all wanted words are among those that are there.
func hasAll(there, wanted []string) bool {
	for _, word := range wanted {
		if !slices.Contains(there, word) {
			return false
		}
	}
	return true
}

// demand is what a job asks of one partition.
type demand struct {
	*engine.Demand
	processors     int32 // in all
	perTask, tasks int32
	least, most    int32 // nodes
	memory         int64 // KB by processor, 0: none
	allGPUs        int32 // 0 if GPUs are asked for by node
	gpuType        int   // place of the type, -1: any, -2: one that the machine does not have
	whole          bool
}

// demandOf is what job j asks of a partition.
func (p *Partitions) demandOf(j int32, part *partitions.Partition) demand {
	d := demand{Demand: p.Workload.DemandOf(j), processors: p.Workload.Jobs[j].Processors}
	d.perTask = max(d.TaskProcessors, 1)
	d.tasks = (d.processors + d.perTask - 1) / d.perTask
	d.least = max(1, d.Nodes, part.MinNodes)
	d.most = d.tasks
	if d.MostNodes != 0 {
		d.most = min(d.most, d.MostNodes)
	}
	if part.MaxNodes != 0 {
		d.most = min(d.most, part.MaxNodes)
	}
	if p.Workload.Memory != nil && d.NodeMemory == 0 {
		d.memory = max(p.Workload.Memory[j], 0)
	}
	if d.NodeGPUs == 0 {
		d.allGPUs = d.AllGPUs
	}
	d.gpuType = -1
	if d.GPUType != "" {
		d.gpuType = slices.Index(p.Config.GPUTypes, d.GPUType)
		if d.gpuType < 0 {
			d.gpuType = -2
		}
	}
	d.whole = d.Whole || part.Whole
	return d
}

// gpus is how many GPUs of those that the job may use are among the given ones.
func (d *demand) gpus(by [partitions.MaxGPUTypes]int32) (sum int32) {
	for kind, count := range by {
		if d.gpuType == -1 || d.gpuType == kind {
			sum += count
		}
	}
	return sum
}

// known is the entry of job j in a column, -1 if the column is unknown.
func known(column []int32, j int32) int32 {
	if column == nil {
		return -1
	}
	return column[j]
}

// partitionsOf are the partitions in which job j may run by what it asks for and by their limits, in the order
// in which they are tried.
func (p *Partitions) partitionsOf(j int32) []*partitions.Partition {
	all := make([]*partitions.Partition, len(p.Config.Partitions))
	for i := range all {
		all[i] = &p.Config.Partitions[i]
	}
	which := func(is func(part *partitions.Partition) bool) (list []*partitions.Partition) {
		for _, part := range all {
			if is(part) {
				list = append(list, part)
			}
		}
		return list
	}
	named := p.Workload.DemandOf(j).Partitions
	list := which(func(part *partitions.Partition) bool { return slices.Contains(named, part.Number) })
	if len(list) == 0 {
		list = which(func(part *partitions.Partition) bool {
			return p.Workload.Partition != nil && part.Number == p.Workload.Partition[j]
		})
	}
	if len(list) == 0 {
		list = which(func(part *partitions.Partition) bool { return part.Default })
	}
	if len(list) == 0 {
		list = all
	}
	list = slices.DeleteFunc(list, func(part *partitions.Partition) bool {
		if !p.takes(part, j) {
			return true
		}
		_, ever := p.find(j, part, p.Config.Nodes)
		return !ever
	})
	slices.SortStableFunc(list, func(a, b *partitions.Partition) int { return cmp.Compare(b.Tier, a.Tier) })
	return list
}

// takes says whether the limits of a partition allow job j.
func (p *Partitions) takes(part *partitions.Partition, j int32) bool {
	switch d := p.demandOf(j, part); {
	case part.MaxTime != 0 && p.Workload.Jobs[j].Estimate > part.MaxTime:
	case part.Accounts != nil && !slices.Contains(part.Accounts, known(p.Workload.Group, j)):
	case part.QOS != nil && !slices.Contains(part.QOS, known(p.Workload.QOS, j)):
	case d.least > d.most:
	default:
		return true
	}
	return false
}

// room is how many tasks of a job a node has room for, where so much is free on it.
func (p *Partitions) room(d *demand, part *partitions.Partition, n int32, free partitions.Node) int32 {
	node := &p.Config.Nodes[n]
	counted := node.Memory != 0
	switch {
	case !slices.Contains(part.Nodes, n),
		!hasAll(node.Features, d.Features),
		d.gpus(free.GPUs) < d.NodeGPUs,
		d.allGPUs > 0 && d.gpus(free.GPUs) == 0,
		d.whole && (free.Processors != node.Processors || free.Memory != node.Memory || free.GPUs != node.GPUs),
		counted && d.NodeMemory > free.Memory:
		return 0
	}
	room := min(d.tasks, free.Processors/d.perTask)
	for counted && room > 0 && int64(room)*int64(d.perTask)*d.memory > 1024*int64(free.Memory) {
		room--
	}
	return room
}

// find says whether a partition holds job j where so much is free on each node, and what the job takes there.
func (p *Partitions) find(j int32, part *partitions.Partition, free []partitions.Node) ([]Took, bool) {
	d := p.demandOf(j, part)
	room := make([]int32, len(free))
	var with []int32 // nodes with room in node order
	for _, n := range p.order {
		room[n] = p.room(&d, part, n, free[n])
		if room[n] > 0 {
			with = append(with, n)
		}
	}
	byRoom := slices.Clone(with)
	slices.SortStableFunc(byRoom, func(a, b int32) int { return cmp.Compare(room[b], room[a]) })
	largest := int32(0)
	for _, n := range byRoom[:min(len(byRoom), int(d.most))] {
		largest += room[n]
	}
	if int32(len(with)) < d.least || largest < d.tasks {
		return nil, false
	}
	picked, ok := p.pick(&d, with, byRoom, room, free)
	if !ok {
		return nil, false
	}
	return p.take(&d, picked, room, free), true
}

// pick picks the nodes of a job that the partition has room for, unless GPUs in all are lacking: with are the nodes with room in node
// order, byRoom are the same with the most room first.
func (p *Partitions) pick(d *demand, with, byRoom, room []int32, free []partitions.Node) ([]int32, bool) {
	if p.Config.Choice == partitions.BestFit && d.allGPUs == 0 {
		return bestFit(d, with, room, free), true
	}
	// until picks nodes in the order of a list until there are enough, and says whether these are not too many.
	until := func(list []int32) ([]int32, bool) {
		rooms, gpus := int32(0), int32(0)
		for i, n := range list {
			rooms += room[n]
			gpus += d.gpus(free[n].GPUs)
			if count := int32(i + 1); count >= d.least && rooms >= d.tasks && gpus >= d.allGPUs {
				return list[:count], count <= d.most
			}
		}
		return nil, false
	}
	part := (d.tasks + d.most - 1) / d.most
	if d.allGPUs > 0 {
		byGPUs := slices.DeleteFunc(slices.Clone(with), func(n int32) bool { return room[n] < part })
		slices.SortStableFunc(byGPUs, func(a, b int32) int { return cmp.Compare(d.gpus(free[b].GPUs), d.gpus(free[a].GPUs)) })
		picked, ok := until(byGPUs)
		if first, few := until(with); ok && few && p.Config.Choice == partitions.FirstFit {
			return first, true
		}
		return picked, ok
	}
	if picked, ok := until(with); ok {
		return picked, true
	}
	if picked, ok := until(slices.DeleteFunc(slices.Clone(with), func(n int32) bool { return room[n] < part })); ok {
		return picked, true
	}
	return until(byRoom)
}

// bestFit picks one node after the other: one that has room for all that is left, with the fewest free processors, else that with the
// most room.
func bestFit(d *demand, with, room []int32, free []partitions.Node) (picked []int32) {
	left := d.tasks
	for count := int32(1); ; count++ {
		best := engine.NoJob
		if d.least <= count { // this node may be the last
			for _, n := range with {
				if !slices.Contains(picked, n) && room[n] >= left && (best < 0 || free[n].Processors < free[best].Processors) {
					best = n
				}
			}
			if best >= 0 {
				return append(picked, best)
			}
		}
		for _, n := range with {
			if !slices.Contains(picked, n) && (best < 0 || room[n] > room[best]) {
				best = n
			}
		}
		picked = append(picked, best)
		left -= min(room[best], left-max(d.least-count, 0))
	}
}

// take is what a job takes on the nodes that were picked, in their order.
func (p *Partitions) take(d *demand, picked, room []int32, free []partitions.Node) []Took {
	tasks := make([]int32, len(picked))
	left := d.tasks
	for i := range picked {
		tasks[i], left = 1, left-1
	}
	for i, n := range picked {
		if more := min(left, room[n]-1); more > 0 {
			tasks[i], left = 1+more, left-more
		}
	}
	gpus := d.allGPUs // still to take, if they are counted in all
	var list []Took
	for i, n := range picked {
		node := &p.Config.Nodes[n]
		if d.whole {
			list = append(list, Took{Node: n, Processors: node.Processors, Memory: node.Memory, GPUs: node.GPUs})
			continue
		}
		took := Took{Node: n, Processors: tasks[i] * d.perTask}
		if node.Memory != 0 && d.NodeMemory > 0 {
			took.Memory = d.NodeMemory
		} else if node.Memory != 0 {
			took.Memory = int32((d.memory*int64(took.Processors) + 1023) / 1024)
		}
		want := d.NodeGPUs
		if want == 0 {
			want = min(gpus, d.gpus(free[n].GPUs))
			gpus -= want
		}
		for kind, count := range free[n].GPUs {
			if d.gpuType == -1 || d.gpuType == kind {
				took.GPUs[kind] = min(count, want)
				want -= took.GPUs[kind]
			}
		}
		list = append(list, took)
	}
	return list
}

// expected is when a running job is expected to end, seen from now.
func (p *Partitions) expected(l lease) engine.Time {
	end := l.from + p.Workload.Jobs[l.job].Estimate
	if end > p.now {
		return end
	}
	if p.Options.Kill == engine.KillAfterGrace {
		return end + p.Options.Grace
	}
	return p.now + 1
}

// leases are all that is held, as far as is known, and promised.
func (p *Partitions) leases() []lease {
	list := slices.Clone(p.running)
	for i := range list {
		list[i].to = p.expected(list[i])
	}
	return append(list, p.reserved...)
}

// freeAt is what is free on each node at an instant beside some leases. Of a group, the last nodes count as taken.
func (p *Partitions) freeAt(t engine.Time, leases []lease) []partitions.Node {
	free := slices.Clone(p.Config.Nodes)
	taken := make([]int, len(free)) // nodes, by group
	for _, l := range leases {
		if t < l.from || l.to <= t {
			continue
		}
		for _, took := range l.took {
			if p.givenWhole(took.Node) {
				taken[p.group[took.Node]]++
				continue
			}
			node := &free[took.Node]
			node.Processors -= took.Processors
			node.Memory -= took.Memory
			for kind := range node.GPUs {
				node.GPUs[kind] -= took.GPUs[kind]
			}
		}
	}
	for n, g := range slices.Backward(p.group) {
		if taken[g] > 0 {
			taken[g]--
			free[n] = partitions.Node{}
		}
	}
	return free
}

// least is the least that is free on each node in [from, to), of each resource by itself. What is taken grows only where a lease begins.
func (p *Partitions) least(from, to engine.Time, leases []lease) []partitions.Node {
	least := p.freeAt(from, leases)
	for t := from + 1; t < to; t++ {
		if !slices.ContainsFunc(leases, func(l lease) bool { return l.from == t }) {
			continue
		}
		for n, free := range p.freeAt(t, leases) {
			least[n].Processors = min(least[n].Processors, free.Processors)
			least[n].Memory = min(least[n].Memory, free.Memory)
			for kind := range free.GPUs {
				least[n].GPUs[kind] = min(least[n].GPUs[kind], free.GPUs[kind])
			}
		}
	}
	return least
}

// holds says whether some partition holds job j where so much is free, and what the job takes in the first that does.
func (p *Partitions) holds(j int32, free []partitions.Node) ([]Took, bool) {
	for _, part := range p.partitionsOf(j) {
		if took, ok := p.find(j, part, free); ok {
			return took, true
		}
	}
	return nil, false
}

// Ever says whether the empty machine can run job j.
func (p *Partitions) Ever(j int32) bool {
	p.prepare()
	_, ok := p.holds(j, p.Config.Nodes)
	return ok
}

// fits says whether job j fits beside what runs and is promised, if it starts at an instant and runs for its estimate.
func (p *Partitions) fits(j int32, at engine.Time) ([]Took, bool) {
	return p.holds(j, p.least(at, at+p.Workload.Jobs[j].Estimate, p.leases()))
}

// fitsNow says whether job j fits beside what runs now, whatever comes.
func (p *Partitions) fitsNow(j int32) ([]Took, bool) {
	return p.holds(j, p.freeAt(p.now, slices.DeleteFunc(p.leases(), func(l lease) bool { return l.from > p.now })))
}

// reserve promises job j its earliest start.
func (p *Partitions) reserve(j int32) {
	leases := p.leases()
	for t := p.now; ; t++ {
		if t > p.now && !slices.ContainsFunc(leases, func(l lease) bool { return l.to == t }) {
			continue
		}
		if took, ok := p.fits(j, t); ok {
			p.reserved = append(p.reserved, lease{j, took, t, t + p.Workload.Jobs[j].Estimate})
			return
		}
	}
}

// reservation is what job j was promised, false if nothing.
func (p *Partitions) reservation(j int32) (lease, bool) {
	i := slices.IndexFunc(p.reserved, func(l lease) bool { return l.job == j })
	if i < 0 {
		return lease{}, false
	}
	return p.reserved[i], true
}

func (p *Partitions) drop(j int32) {
	p.reserved = slices.DeleteFunc(p.reserved, func(l lease) bool { return l.job == j })
}

// launch starts job j, which takes so much: of each group the first nodes that are free.
func (p *Partitions) launch(j int32, took []Took) {
	var busy []int32
	for _, l := range p.running {
		for _, t := range l.took {
			busy = append(busy, t.Node)
		}
	}
	took = slices.Clone(took)
	for i := range took {
		if !p.givenWhole(took[i].Node) {
			continue
		}
		n := slices.IndexFunc(p.order, func(n int32) bool { return p.group[n] == p.group[took[i].Node] && !slices.Contains(busy, n) })
		took[i].Node = p.order[n]
		busy = append(busy, p.order[n])
	}
	p.drop(j)
	p.waiting = slices.DeleteFunc(p.waiting, func(k int32) bool { return k == j })
	p.running = append(p.running, lease{job: j, took: took, from: p.now})
	p.start[j], p.pieces[j] = p.now, took
}

// firstCome starts jobs in the order of the queue until one does not fit.
func (p *Partitions) firstCome() {
	for len(p.waiting) > 0 {
		took, ok := p.fitsNow(p.waiting[0])
		if !ok {
			return
		}
		p.launch(p.waiting[0], took)
	}
}

// firstComeByPartition starts jobs in the order of the queue. One that does not fit closes the partitions in which it may run.
func (p *Partitions) firstComeByPartition() {
	closed := map[*partitions.Partition]bool{}
	for _, j := range slices.Clone(p.waiting) {
		in := p.partitionsOf(j)
		if !slices.ContainsFunc(in, func(part *partitions.Partition) bool { return !closed[part] }) {
			continue
		}
		if took, ok := p.fitsNow(j); ok {
			p.launch(j, took)
			continue
		}
		for _, part := range in {
			closed[part] = true
		}
	}
}

// easy is backfilling with k reservations, in all or for each partition.
func (p *Partitions) easy(rule Rule) {
	heads := map[*partitions.Partition]int{}
	var others []int32
	for _, j := range slices.Clone(p.waiting) {
		in := p.partitionsOf(j)
		isHead := len(p.reserved) < rule.Reservations
		if rule.ByPartition {
			isHead = slices.ContainsFunc(in, func(part *partitions.Partition) bool { return heads[part] < rule.Reservations })
		}
		if rule.Shortest && !isHead {
			others = append(others, j)
		} else if took, ok := p.fits(j, p.now); ok {
			p.launch(j, took)
		} else if isHead {
			p.reserve(j)
			for _, part := range in {
				heads[part]++
			}
		}
	}
	slices.SortStableFunc(others, func(a, b int32) int {
		return cmp.Compare(p.Workload.Jobs[a].Estimate, p.Workload.Jobs[b].Estimate)
	})
	for _, j := range others {
		if took, ok := p.fits(j, p.now); ok {
			p.launch(j, took)
		}
	}
	p.reserved = nil
}

// conservative is backfilling with a reservation for every job.
func (p *Partitions) conservative(compress, ended, overran bool) {
	if overran {
		p.reserved = nil
	}
	for _, j := range slices.Clone(p.waiting) {
		promise, held := p.reservation(j)
		if !held || compress && ended && promise.from > p.now {
			p.drop(j)
			p.reserve(j)
			promise, _ = p.reservation(j)
		}
		if promise.from <= p.now {
			p.launch(j, promise.took)
		}
	}
	p.wake = engine.Never
	for _, l := range p.reserved {
		p.wake = min(p.wake, l.from)
	}
	// The end of an overdue job calls by itself.
	for _, l := range p.running {
		if p.Options.Kill == engine.KillNever && p.now >= l.from+p.Workload.Jobs[l.job].Estimate && p.wake == p.now+1 {
			p.wake = engine.Never
		}
	}
}

// tier is the tier of the first partition of job j.
func (p *Partitions) tier(j int32) int32 { return p.partitionsOf(j)[0].Tier }

// realRun is how long job j runs.
func (p *Partitions) realRun(j int32) engine.Time {
	job := &p.Workload.Jobs[j]
	switch p.Options.Kill {
	case engine.KillAtEstimate:
		return min(job.Run, job.Estimate)
	case engine.KillAfterGrace:
		return min(job.Run, job.Estimate+p.Options.Grace)
	}
	return job.Run
}

// Run returns the start of every job, -1 for those that are refused, and what each took, node by node in the order in which these were
// picked.
func (p *Partitions) Run(rule Rule) ([]engine.Time, [][]Took) {
	jobs := p.Workload.Jobs
	p.prepare()
	p.waiting, p.running, p.reserved, p.wake = nil, nil, nil, engine.Never
	p.start = slices.Repeat([]engine.Time{-1}, len(jobs))
	p.pieces = make([][]Took, len(jobs))
	ever, left := make([]bool, len(jobs)), 0
	for j := range jobs {
		if ever[j] = p.Ever(int32(j)); ever[j] {
			left++
		}
	}
	overdue := false // a job outlived its estimate since the last call
	for p.now = 0; left > 0; p.now++ {
		ended, overran, arrived := false, false, false
		kept := []lease{}
		for _, l := range p.running {
			switch over := p.now - l.from - jobs[l.job].Estimate; {
			case p.now == l.from+p.realRun(l.job):
				ended = true
				left--
				// It overran in the instant in which it ended, if no call was in between.
				overran = overran || over > 0 && p.Options.Kill == engine.KillNever
				continue
			case over == 0 && p.Options.Kill == engine.KillAfterGrace:
				overdue = true
			case over >= 0 && p.Options.Kill == engine.KillNever:
				overdue = true
			}
			kept = append(kept, l)
		}
		p.running = kept
		for j := range jobs {
			if ever[j] && jobs[j].Submit == p.now {
				p.waiting = append(p.waiting, int32(j))
				arrived = true
			}
		}
		if arrived {
			slices.SortStableFunc(p.waiting, func(a, b int32) int { return cmp.Compare(p.tier(b), p.tier(a)) })
		}
		if !ended && !arrived && p.wake != p.now {
			continue
		}
		overran = overran || overdue
		overdue = false
		switch {
		case rule.Conservative:
			p.conservative(rule.Compress, ended, overran)
		case rule.Reservations == 0 && rule.ByPartition:
			p.firstComeByPartition()
		case rule.Reservations == 0:
			p.firstCome()
		default:
			p.easy(rule)
		}
	}
	return p.start, p.pieces
}

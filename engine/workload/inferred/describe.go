package inferred

import (
	"cmp"
	"math"
	"slices"

	"backfill/engine/machine/slurmconf"
	"backfill/engine/workload/accounting"
)

// equalise gives the nodes of each list, all together, what was in use there at once: those get it that would have least. Small lists, which
// tell most, come first.
func (s *sweep) equalise() {
	order := make([]*list, 0, len(s.lists))
	for i := range s.lists {
		if len(s.lists[i].nodes) > 1 {
			order = append(order, &s.lists[i])
		}
	}
	slices.SortStableFunc(order, func(a, b *list) int { return cmp.Compare(len(a.nodes), len(b.nodes)) })
	var has []int64
	for _, l := range order {
		for kind := range l.most {
			has = has[:0]
			for _, n := range l.nodes {
				has = append(has, max(s.most[n][kind], l.each[kind]))
			}
			least := level(has, l.most[kind])
			for _, n := range l.nodes {
				s.most[n][kind] = max(s.most[n][kind], l.each[kind], least)
			}
		}
	}
}

// level is the smallest number such that amounts, each raised to it, add up to sum. It sorts them.
func level(has []int64, sum int64) int64 {
	slices.Sort(has)
	above := int64(0) // of those that are not raised
	for _, n := range has {
		above += n
	}
	if above >= sum {
		return 0
	}
	for i, n := range has {
		above -= n
		raised := int64(i) + 1
		if i+1 == len(has) || above+raised*has[i+1] >= sum {
			return (sum - above + raised - 1) / raised
		}
	}
	return 0
}

// describe makes the cluster.
func (s *sweep) describe() {
	if s.nodes == 0 {
		return
	}
	legend := &s.log.Legend
	c := &slurmconf.Cluster{Settings: map[string]string{}}
	for n := range s.nodes {
		c.Nodes = append(c.Nodes, nodeOf(&s.most[n], legend[accounting.GPUTypes]))
	}
	nodes := make([][]bool, len(legend[accounting.Partitions])+1) // by the number of the partition; 0: of runs that name none
	for i := range s.runs {
		r := &s.runs[i]
		if r.list < 0 {
			continue
		}
		p := max(r.partition, 0)
		if nodes[p] == nil {
			nodes[p] = make([]bool, len(c.Nodes))
		}
		for _, n := range s.lists[r.list].nodes {
			nodes[p][n] = true
		}
	}
	for i := range nodes {
		p := (i + 1) % len(nodes) // runs that name none come last
		if nodes[p] == nil {
			continue
		}
		part := slurmconf.Partition{Up: true, Tier: 1, MaxTime: slurmconf.Unlimited, DefaultTime: slurmconf.Unlimited, MaxNodes: slurmconf.Unlimited}
		if p > 0 {
			part.Name = legend[accounting.Partitions][p-1]
		}
		for n, is := range nodes[p] {
			if is {
				part.Nodes = append(part.Nodes, int32(n))
			}
		}
		c.Partitions = append(c.Partitions, part)
	}
	s.machine.Cluster = c
}

// nodeOf is a node that has so much, at least one processor. GPUs whose type is not told are of the first type that is told there.
func nodeOf(a *amounts, types []string) slurmconf.Node {
	const most = 1 << 20
	n := slurmconf.Node{Processors: int32(min(max(a[processors], 1), most)), Memory: (a[memory] + 1023) / 1024, Weight: 1}
	typed := int64(0)
	for i, count := range a[untyped+1:] {
		if count > 0 && i < len(types) {
			n.GPUs = append(n.GPUs, slurmconf.GPUs{Type: types[i], Count: int32(min(count, math.MaxInt32))})
			typed += count
		}
	}
	switch more := min(a[untyped], math.MaxInt32) - typed; {
	case more > 0 && typed > 0:
		n.GPUs[0].Count += int32(more)
	case more > 0:
		n.GPUs = append(n.GPUs, slurmconf.GPUs{Count: int32(more)})
	}
	return n
}

package partitions

import (
	"cmp"
	"slices"
)

// resources are processors, memory in MB, and GPUs by type, of a node or for a job there; of a group of nodes that are only given as a
// whole the first entry counts nodes, and the others are 0.
type resources [2 + MaxGPUTypes]int32

const processors, memory, firstGPU = 0, 1, 2

// add adds what is given or, with sign -1, takes it away.
func (r *resources) add(by *resources, sign int32) { r.addFirst(by, sign, len(r)) }

// addFirst adds the first entries, with sign 1 or -1. Where the others are 0, it is add.
func (r *resources) addFirst(by *resources, sign int32, kinds int) {
	for i := range r[:kinds] {
		r[i] += sign * by[i]
	}
}

// set makes the first entries those of another one. A copy of all is far slower in WebAssembly.
func (r *resources) set(to *resources, kinds int) {
	for i := range r[:kinds] {
		r[i] = to[i]
	}
}

// equal says whether the first entries are those of another one.
func (r *resources) equal(to *resources, kinds int) bool {
	for i := range r[:kinds] {
		if r[i] != to[i] {
			return false
		}
	}
	return true
}

// within says whether what is free is enough.
func (r *resources) within(free *resources) bool {
	for i := range r {
		if r[i] > free[i] {
			return false
		}
	}
	return true
}

// lower makes each of the first entries as small as that of the other.
func (r *resources) lower(to *resources, kinds int) {
	for i := range r[:kinds] {
		r[i] = min(r[i], to[i])
	}
}

// share is what a job takes of a group.
type share struct {
	group     int32
	partition int32 // in which it runs there, an index of Config.Partitions
	amounts   resources
}

// group is a node, or several that are alike and only ever given as a whole: what runs and what is promised there counts nodes. Which of
// them a job gets is decided when it starts.
type group struct {
	nodes    []int32 // in node order
	each     resources
	features []string
	memory   bool // is counted
	whole    bool
}

// all is what the group has when nothing runs.
func (g *group) all() resources {
	if g.whole {
		return resources{int32(len(g.nodes))}
	}
	return g.each
}

// processors are those in amounts of the group.
func (g *group) processors(amounts *resources) int32 {
	if g.whole {
		return amounts[0] * g.each[0]
	}
	return amounts[0]
}

// groupsOf puts nodes that are alike together. They are in the order in which they are taken: by weight. Slurm
// looks at which nodes are neighbours, so for its choice none are alike, and every node is the group of the same number.
func groupsOf(c Config) []group {
	in := make([]string, len(c.Nodes)) // by node: its partitions
	shared := make([]bool, len(c.Nodes))
	for p := range c.Partitions {
		for _, n := range c.Partitions[p].Nodes {
			in[n] += string(rune(p)) + ","
			shared[n] = shared[n] || !c.Partitions[p].Whole
		}
	}
	order := make([]int32, len(c.Nodes))
	for n := range order {
		order[n] = int32(n)
	}
	if c.Choice != Slurm {
		slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(c.Nodes[a].Weight, c.Nodes[b].Weight) })
	}
	type key struct {
		each       resources
		weight     int32
		partitions string
		features   string
	}
	var groups []group
	places := map[key]int{}
	for _, n := range order {
		node := &c.Nodes[n]
		g := group{nodes: []int32{n}, each: resources{processors: node.Processors, memory: node.Memory}, features: node.Features, memory: node.Memory > 0,
			whole: c.Choice != Slurm && (node.Processors == 1 || !shared[n])}
		copy(g.each[firstGPU:], node.GPUs[:])
		k := key{g.each, node.Weight, in[n], ""}
		for _, word := range slices.Sorted(slices.Values(node.Features)) {
			k.features += word + ","
		}
		if at, known := places[k]; known && g.whole {
			groups[at].nodes = append(groups[at].nodes, n)
			continue
		}
		places[k] = len(groups)
		groups = append(groups, g)
	}
	return groups
}

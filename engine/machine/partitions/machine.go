package partitions

import (
	"slices"

	"backfill/engine"
	"backfill/engine/machine/bitset"
	"backfill/engine/machine/freelist"
)

// What the engine asks of partitions beside engine.Machine.
var (
	_ engine.Scattered      = (*Machine)(nil)
	_ engine.Tiered         = (*Machine)(nil)
	_ engine.Partitioned    = (*Machine)(nil)
	_ engine.Bounding       = (*Machine)(nil)
	_ engine.Stranding      = (*Machine)(nil)
	_ engine.ReservedPieces = (*forecast)(nil)
)

// Machine is made of nodes, over which partitions lie. One processor of a node is like the other, and so are GPUs of one type.
type Machine struct {
	Config
	groups []group // in node order
	first  []int32 // node of each group

	workload *engine.Workload
	jobs     []engine.Job
	classes  []class // of jobs that ask for the same
	class    []int32 // by job
	lists    map[string]*candidates
	empty    []resources // of each group, when nothing runs

	free       []resources // of each group
	vacant     bitset.Set  // groups on which a processor, or a node, is free
	everywhere bitset.Set  // all groups
	idle       int32       // processors
	taken      []bool      // by node, of those that are only given as a whole
	freed      []int32     // groups that jobs have left, one after the other
	forgotten  int         // of these, those that are not in the list any more
	chooser    chooser
	shares     [][]share // by job: by the last answer of Fits or StartsNow or, while it runs, what it holds
	spare      freelist.Lists[share]
	whole      [][]int32 // by job that runs: the nodes that it has of groups that are given as a whole
	stranded   *stranded // nil: nobody asks for it
}

// New makes a machine. Every partition has at least one node, and the nodes have up to engine.MaxProcessors processors in all.
func New(c Config) *Machine {
	m := &Machine{Config: c, groups: groupsOf(c)}
	for g := range m.groups {
		m.first = append(m.first, m.groups[g].nodes[0])
	}
	return m
}

func (m *Machine) Begin(w *engine.Workload) {
	m.workload, m.jobs = w, w.Jobs
	m.empty = make([]resources, len(m.groups))
	for g := range m.groups {
		m.empty[g] = m.groups[g].all()
	}
	m.free, m.vacant = slices.Clone(m.empty), bitset.New(int32(len(m.groups)))
	for g := range m.free {
		m.noteVacant(int32(g))
	}
	m.everywhere = bitset.New(int32(len(m.groups)))
	m.everywhere.Add(0, int32(len(m.groups)))
	m.idle, m.freed, m.forgotten = m.Processors(), m.freed[:0], 0
	m.taken = make([]bool, len(m.Nodes))
	m.shares, m.whole, m.spare = make([][]share, len(w.Jobs)), make([][]int32, len(w.Jobs)), nil
	m.stranded = nil
	m.classify()
}

func (m *Machine) Processors() int32 {
	sum := int32(0)
	for i := range m.Nodes {
		sum += m.Nodes[i].Processors
	}
	return sum
}

func (m *Machine) Unit() int32 { return 1 }

func (m *Machine) Free() int32 { return m.idle }

// Offers: first and best fit find nodes whenever there are some, the choice of Slurm does not always. Which nodes are chosen changes as
// others fill up.
func (m *Machine) Offers() engine.Capability {
	if m.Choice == Slurm {
		c := engine.Estimates | engine.OneSpeed | engine.Partitions | engine.NodesAsSlurm
		if m.Enforce == EnforceNone {
			c |= engine.LetsWait
		}
		return c
	}
	return engine.Estimates | engine.OneSpeed | engine.Partitions | engine.Monotone
}

func (m *Machine) CanEver(j int32) bool { return len(m.classes[m.class[j]].places) > 0 }

// Tier is that of the first partition in which job j may run.
func (m *Machine) Tier(j int32) int32 {
	if places := m.classes[m.class[j]].places; len(places) > 0 {
		return m.Partitions[places[0].partition].Tier
	}
	return 0
}

func (m *Machine) PartitionCount() int { return len(m.Partitions) }

func (m *Machine) PartitionList() []engine.Partition {
	list := make([]engine.Partition, len(m.Partitions))
	for i := range m.Partitions {
		p := &m.Partitions[i]
		list[i] = engine.Partition{Name: p.Name, Number: p.Number, Lanes: p.Nodes}
	}
	return list
}

func (m *Machine) RunsIn(j int32) int32 { return m.shares[j][0].partition }

// MayRunIn lists the partitions in which job j may run, in the order in which they are tried.
func (m *Machine) MayRunIn(j int32) []byte { return m.classes[m.class[j]].partitions }

func (m *Machine) Fits(j int32) (engine.Placement, bool) {
	c := &m.classes[m.class[j]]
	if m.isRefused(c) {
		return 0, false
	}
	if !m.find(j, c) {
		c.refusal = m.refused(c)
		return 0, false
	}
	return 0, true
}

// find chooses nodes for job j, of class c, in the first of its partitions that holds it, where so much is free in each group, and notes
// them for its start.
func (m *Machine) find(j int32, c *class) bool {
	for i := range c.places {
		if m.chooser.choose(m, c, &c.places[i], m.free, m.vacant) {
			m.assign(j, m.chooser.shares)
			return true
		}
	}
	return false
}

// assign notes what job j takes when it starts.
func (m *Machine) assign(j int32, shares []share) {
	if m.shares[j] == nil {
		m.shares[j] = m.spare.Take()
	}
	m.shares[j] = append(m.shares[j][:0], shares...)
}

func (m *Machine) Place(j int32, _ engine.Placement) {
	if len(m.shares[j]) == 0 {
		panic("partitions: a job was started for which no nodes were found")
	}
	if m.stranded != nil {
		m.stranded.waits(m.class[j], -1)
	}
	for _, s := range m.shares[j] {
		if !s.amounts.within(&m.free[s.group]) {
			panic("partitions: a job was started on nodes without room")
		}
		m.free[s.group].add(&s.amounts, -1)
		m.noteVacant(s.group)
		if m.stranded != nil {
			m.stranded.touch(s.group)
		}
		g := &m.groups[s.group]
		m.idle -= g.processors(&s.amounts)
		if !g.whole {
			continue
		}
		left := s.amounts[0]
		for _, n := range g.nodes {
			if left == 0 {
				break
			}
			if !m.taken[n] {
				m.taken[n] = true
				m.whole[j] = append(m.whole[j], n)
				left--
			}
		}
	}
}

func (m *Machine) Release(j int32) {
	for _, s := range m.shares[j] {
		m.free[s.group].add(&s.amounts, 1)
		m.noteVacant(s.group)
		m.idle += m.groups[s.group].processors(&s.amounts)
		m.freed = append(m.freed, s.group)
		if m.stranded != nil {
			m.stranded.touch(s.group)
		}
	}
	for _, n := range m.whole[j] {
		m.taken[n] = false
	}
	m.spare.Give(m.shares[j])
	m.shares[j], m.whole[j] = nil, nil
	if len(m.freed) > mostFreed {
		m.forgetRefusals()
	}
}

// noteVacant notes whether something of a group is free.
func (m *Machine) noteVacant(g int32) {
	if m.vacant.Remove(g, 1); m.free[g][0] > 0 {
		m.vacant.Add(g, 1)
	}
}

func (m *Machine) Lanes() []engine.Lane {
	lanes := make([]engine.Lane, len(m.Nodes))
	for i := range m.Nodes {
		n := &m.Nodes[i]
		lanes[i] = engine.Lane{Kind: "node", Name: n.Name, Processors: n.Processors, Memory: n.Memory}
		for _, gpus := range n.GPUs {
			lanes[i].GPUs += gpus
		}
	}
	return lanes
}

// AppendPieces appends a piece for each node of running job j.
func (m *Machine) AppendPieces(list []engine.Piece, j int32) []engine.Piece {
	for _, n := range m.whole[j] {
		list = append(list, engine.Piece{Lane: n, Processors: m.Nodes[n].Processors, First: -1})
	}
	return m.appendPieces(list, m.shares[j], false)
}

// appendPieces appends a piece for each node of shares; of those of a group that is given as a whole its first ones, or none.
func (m *Machine) appendPieces(list []engine.Piece, shares []share, whole bool) []engine.Piece {
	for _, s := range shares {
		g := &m.groups[s.group]
		switch {
		case !g.whole:
			list = append(list, engine.Piece{Lane: g.nodes[0], Processors: s.amounts[0], First: -1})
		case whole:
			for _, n := range g.nodes[:s.amounts[0]] {
				list = append(list, engine.Piece{Lane: n, Processors: g.each[0], First: -1})
			}
		}
	}
	return list
}

// SameRoom says whether jobs i and j have room in the same places.
func (m *Machine) SameRoom(i, j int32) bool { return m.class[i] == m.class[j] }

// hasAll says whether every one of the words is among the features.
func hasAll(features, words []string) bool {
	for _, word := range words {
		if !slices.Contains(features, word) {
			return false
		}
	}
	return true
}

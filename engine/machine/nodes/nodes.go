// Package nodes is a machine of numbered processors on nodes, whose processes share memory, bandwidth
// and network. It knows which processors a job gets and how much its neighbours slow it down.
package nodes

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"backfill/engine"
	"backfill/engine/machine/bitset"
	"backfill/engine/machine/freelist"
)

// What the engine asks of nodes beside engine.Machine.
var (
	_ engine.Shared         = (*Machine)(nil)
	_ engine.VariableRate   = (*Machine)(nil)
	_ engine.ReservedPieces = (*forecast)(nil)
)

// Selection says which free processors of the machine a job gets.
type Selection uint8

const (
	// LowestFirst are the free processors with the lowest numbers.
	LowestFirst Selection = iota
	// FirstContiguous is the first run of free processors that is long enough. It may
	// begin within a node.
	FirstContiguous
	// NextFree are the free processors that follow the last one given out. Behind the machine's
	// last processor comes its first.
	NextFree
	// NodeCyclic goes through the first processor of each node in turn, then through the second
	// of each, and takes the free ones until there are enough.
	NodeCyclic
	// AnyFree are free processors at random, by the seed of the workload.
	AnyFree
)

// Machine is made of numbered processors on nodes. The processors of a node share its resources.
// A job gets certain processors; one process runs on each.
//
// Where the processes on a node ask for more of a resource than it has, all of them run slower,
// as engine.Sharing says.
//
// Source: Guim, Corbalan, Labarta: Modeling the impact of resource sharing in backfilling
// policies using the Alvio simulator, MASCOTS 2007.
type Machine struct {
	Config
	nodes int32

	jobs    []engine.Job
	seed    uint64  // for AnyFree
	memory  []int64 // KB per process, nil: unknown
	free    bitset.Set
	idle    int32
	left    []int32         // memory of each node, MB
	next    int32           // for NextFree
	usable  bitset.Set      // while processors are selected
	counts  []int32         // by node, for the same
	spans   [][]bitset.Span // by job: its processors, by the last answer of Fits or StartsNow or, while it runs, its own
	found   []bitset.Span   // while processors are selected
	spare   freelist.Lists[bitset.Span]
	sharing *sharing // nil: the model is off
}

// Config describes the machine.
type Config struct {
	Count     int32 // processors
	PerNode   int32 // of each node; the last one may have fewer
	Memory    int32 // MB of each node, 0: any job's memory fits
	Selection Selection
	Sharing   engine.Sharing
}

// New makes a machine of 1 to MaxProcessors processors.
func New(c Config) *Machine {
	return &Machine{Config: c, nodes: (c.Count + c.PerNode - 1) / c.PerNode}
}

func (m *Machine) Begin(w *engine.Workload) {
	m.jobs, m.seed, m.memory = w.Jobs, w.Seed, nil
	if m.Memory > 0 {
		m.memory = w.Memory
	}
	m.free, m.usable = bitset.New(m.Count), bitset.New(m.Count)
	m.free.Add(0, m.Count)
	m.idle, m.next = m.Count, 0
	m.left, m.counts = make([]int32, m.nodes), make([]int32, m.nodes)
	for n := range m.left {
		m.left[n] = m.Memory
	}
	m.spans = make([][]bitset.Span, len(w.Jobs))
	m.sharing = newSharing(m, w)
}

func (m *Machine) Processors() int32 { return m.Count }

func (m *Machine) Unit() int32 { return 1 }

func (m *Machine) Free() int32 { return m.idle }

// Offers: whether a job has room depends only on which processors are free, and taking some never
// makes room. The first processors in a fixed order, or the first long enough run, stay the first
// when others are taken. Memory counts node by node and only leaves out the last processors of a
// node. NextFree begins elsewhere after each start, and AnyFree draws again.
func (m *Machine) Offers() engine.Capability {
	if m.Selection == NextFree || m.Selection == AnyFree {
		return engine.AnySize | engine.Estimates | engine.OneSpeed | engine.Monotone
	}
	return engine.AnySize | engine.Estimates | engine.OneSpeed | engine.Monotone | engine.FirmPlaces
}

// perProcess is the memory that a process of job j needs, MB.
func (m *Machine) perProcess(j int32) int32 {
	if m.memory == nil || m.memory[j] <= 0 {
		return 0
	}
	return int32((min(m.memory[j], 1<<40) + 1023) / 1024)
}

// capacity is how many processes of job j fit on a node with so much memory left, at most
// as many as it has processors.
func (m *Machine) capacity(j, left int32) int32 {
	if need := m.perProcess(j); need > 0 {
		return min(m.PerNode, left/need)
	}
	return m.PerNode
}

func (m *Machine) CanEver(j int32) bool {
	if m.Selection == FirstContiguous && m.perProcess(j) > 0 {
		all := bitset.New(m.Count)
		all.Add(0, m.Count)
		_, ok := m.contiguous(j, all, slices.Repeat([]int32{m.Memory}, int(m.nodes)), nil)
		return ok
	}
	most := m.capacity(j, m.Memory)
	whole := m.Count / m.PerNode
	return int64(m.jobs[j].Processors) <= int64(whole)*int64(most)+int64(min(most, m.Count%m.PerNode))
}

func (m *Machine) Fits(j int32) (engine.Placement, bool) {
	if m.jobs[j].Processors > m.idle {
		return 0, false
	}
	return 0, m.find(j, m.free, m.left)
}

// find chooses processors as selectFrom does, for job j to run on.
func (m *Machine) find(j int32, free bitset.Set, left []int32) bool {
	var ok bool
	if m.found, ok = m.selectFrom(j, free, left, m.found[:0]); ok {
		m.assign(j, m.found)
	}
	return ok
}

// assign notes where job j is to run.
func (m *Machine) assign(j int32, spans []bitset.Span) {
	if m.spans[j] == nil {
		m.spans[j] = m.spare.Take()
	}
	m.spans[j] = append(m.spans[j][:0], spans...)
}

// selectFrom chooses processors for job j among free, where each node has so much memory left,
// and appends them to spans. O(processors / 64 + spans), for a job with memory O(processors), of
// a contiguous run times its nodes.
func (m *Machine) selectFrom(j int32, free bitset.Set, left []int32, spans []bitset.Span) ([]bitset.Span, bool) {
	size := m.jobs[j].Processors
	if m.perProcess(j) > 0 {
		if m.Selection == FirstContiguous {
			return m.contiguous(j, free, left, spans)
		}
		free = m.withMemory(j, free, left)
	}
	if m.Selection != FirstContiguous && free.Count() < size {
		return spans, false
	}
	switch m.Selection {
	case FirstContiguous:
		first := free.Run(size)
		if first < 0 {
			return spans, false
		}
		return append(spans, bitset.Span{First: first, Count: size}), true
	case NextFree:
		spans, size = free.Take(m.next, m.Count, size, spans)
		spans, _ = free.Take(0, m.next, size, spans)
	case NodeCyclic:
		spans = m.cyclic(free, size, spans)
	case AnyFree:
		spans = m.random(j, free, size, spans)
	default:
		spans, _ = free.Take(0, m.Count, size, spans)
	}
	return spans, true
}

// room is the size of the largest job that finds processors among free, if memory does not count.
func (m *Machine) room(free bitset.Set) int32 {
	if m.Selection == FirstContiguous {
		return free.Longest()
	}
	return free.Count()
}

// Lacks looks for processors as Fits does.
func (m *Machine) Lacks(j int32) engine.Room {
	if _, ok := m.selectFrom(j, m.free, m.left, nil); ok {
		return engine.Room{}
	}
	return engine.Room{Processors: m.room(m.free), Component: m.jobs[j].Processors}
}

// contiguous appends the first run of processors among free whose nodes have memory for all
// processes of job j.
func (m *Machine) contiguous(j int32, free bitset.Set, left []int32, spans []bitset.Span) ([]bitset.Span, bool) {
	size := m.jobs[j].Processors
	for first := int32(0); first+size <= m.Count; first++ {
		if run := append(spans, bitset.Span{First: first, Count: size}); free.HasAll(run[len(spans)]) && m.hold(j, run[len(spans):], left) {
			return run, true
		}
	}
	return spans, false
}

// hold says whether nodes with so much memory left have enough for the processes of job j on
// spans.
func (m *Machine) hold(j int32, spans []bitset.Span, left []int32) bool {
	for node, count := range m.onNodes(spans) {
		if m.capacity(j, left[node]) < count {
			return false
		}
	}
	return true
}

// withMemory is free without the surplus processors of each node: more than the processes of job
// j for which the node has memory.
func (m *Machine) withMemory(j int32, free bitset.Set, left []int32) bitset.Set {
	copy(m.usable, free)
	for n := range m.nodes {
		most := m.capacity(j, left[n])
		for p := n * m.PerNode; p < min(m.Count, (n+1)*m.PerNode); p++ {
			if m.usable.Has(p) {
				if most--; most < 0 {
					m.usable.Remove(p, 1)
				}
			}
		}
	}
	return m.usable
}

// cyclic takes size of the free processors by their place on the node. There are enough.
// O(processors).
func (m *Machine) cyclic(free bitset.Set, size int32, spans []bitset.Span) []bitset.Span {
	clear(m.counts)
	for place := int32(0); place < m.PerNode && size > 0; place++ {
		for n := int32(0); n < m.nodes && size > 0; n++ {
			if p := n*m.PerNode + place; p < m.Count && free.Has(p) {
				m.counts[n]++
				size--
			}
		}
	}
	for n, count := range m.counts {
		first := int32(n) * m.PerNode
		spans, _ = free.Take(first, min(m.Count, first+m.PerNode), count, spans)
	}
	return spans
}

// random takes size of the free processors at random. The choice depends only on the job, the
// free processors and the workload's seed.
func (m *Machine) random(j int32, free bitset.Set, size int32, spans []bitset.Span) []bitset.Span {
	r := rand.New(rand.NewPCG(m.seed, uint64(j)))
	candidates := free.Count()
	for p := int32(0); size > 0; p++ {
		if !free.Has(p) {
			continue
		}
		if r.Int32N(candidates) < size { // Knuth: The art of computer programming, 3.4.2, algorithm S
			spans = bitset.Extend(spans, bitset.Span{First: p, Count: 1})
			size--
		}
		candidates--
	}
	return spans
}

func (m *Machine) Place(j int32, _ engine.Placement) {
	if len(m.spans[j]) == 0 {
		panic("nodes: a job was started for which no processors were found")
	}
	for _, s := range m.spans[j] {
		if !m.free.HasAll(s) {
			panic("nodes: a job was started on processors that are not free")
		}
		m.free.Remove(s.First, s.Count)
	}
	m.account(j, -1)
	if last := m.spans[j][len(m.spans[j])-1]; m.Selection == NextFree {
		m.next = (last.First + last.Count) % m.Count
	}
	if m.sharing != nil {
		m.sharing.started(j)
	}
}

func (m *Machine) Release(j int32) {
	for _, s := range m.spans[j] {
		m.free.Add(s.First, s.Count)
	}
	m.account(j, 1)
	if m.sharing != nil {
		m.sharing.left(j)
	}
	m.spare.Give(m.spans[j])
	m.spans[j] = nil
}

// account gives back the processors and the memory of job j, sign 1, or takes them, -1.
func (m *Machine) account(j, sign int32) {
	m.idle += sign * m.jobs[j].Processors
	if need := m.perProcess(j); need > 0 {
		for n, count := range m.onNodes(m.spans[j]) {
			m.left[n] += sign * need * count
		}
	}
}

// onNodes goes through the nodes of spans with the number of their processors in each. A
// node may come several times.
func (m *Machine) onNodes(spans []bitset.Span) func(yield func(node, count int32) bool) {
	return func(yield func(node, count int32) bool) {
		for _, s := range spans {
			for p := s.First; p < s.First+s.Count; {
				node := p / m.PerNode
				end := min(s.First+s.Count, (node+1)*m.PerNode)
				if !yield(node, end-p) {
					return
				}
				p = end
			}
		}
	}
}

func (m *Machine) Lanes() []engine.Lane {
	lanes := make([]engine.Lane, m.nodes)
	for n := range lanes {
		lanes[n] = engine.Lane{Kind: "node", Name: fmt.Sprintf("node %d", n+1), Processors: min(m.PerNode, m.Count-int32(n)*m.PerNode), Memory: m.Memory}
	}
	return lanes
}

// AppendPieces appends a piece for each node and run of processors of running job j.
func (m *Machine) AppendPieces(list []engine.Piece, j int32) []engine.Piece {
	return m.appendPieces(list, m.spans[j])
}

// appendPieces appends the pieces of a job on the given processors.
func (m *Machine) appendPieces(list []engine.Piece, spans []bitset.Span) []engine.Piece {
	for _, s := range spans {
		p := s.First
		for node, count := range m.onNodes([]bitset.Span{s}) {
			list = append(list, engine.Piece{Lane: node, Processors: count, First: p})
			p += count
		}
	}
	return list
}

package reference

import (
	"slices"

	"backfill/engine"
	"backfill/engine/machine/nodes"
)

// Nodes is a second machine of numbered processors, without sharing, written to
// be obviously right: every question is answered from lists of what is held.
type Nodes struct {
	Multicluster // for what each job holds; a processor is a cluster of its own
	config       nodes.Config
	next         int
}

// NewNodes makes an empty machine of the given nodes.
func NewNodes(c nodes.Config) *Nodes {
	m := &Nodes{config: c}
	m.Size = slices.Repeat([]int32{1}, int(c.Count))
	m.earliest = m.firstSlot
	return m
}

// choose selects processors for job j among the free ones by the words of the description.
func (m *Nodes) choose(j int32, free []int32) ([]int, bool) {
	var available []int
	for p, n := range free {
		if n > 0 {
			available = append(available, p)
		}
	}
	size := int(m.w.Jobs[j].Processors)
	if len(available) < size {
		return nil, false
	}
	switch m.config.Selection {
	case nodes.FirstContiguous:
		for i := 0; i+size <= len(available); i++ {
			if available[i+size-1]-available[i] == size-1 {
				return available[i : i+size], true
			}
		}
		return nil, false
	case nodes.NextFree:
		at, _ := slices.BinarySearch(available, m.next)
		available = slices.Concat(available[at:], available[:at])
	case nodes.NodeCyclic:
		place := func(p int) int { return p % int(m.config.PerNode) }
		slices.SortStableFunc(available, func(a, b int) int { return place(a) - place(b) })
	}
	return available[:size], true
}

func (m *Nodes) Forecast() engine.Forecast { return m }

func (m *Nodes) CanEver(j int32) bool { return m.w.Jobs[j].Processors <= m.config.Count }

func (m *Nodes) at(from, to engine.Time) []int32 {
	free := slices.Clone(m.Size)
	for _, h := range slices.Concat(m.running, m.reserved) {
		if h.from < to && from < h.to {
			for _, p := range h.clusters {
				free[p] = 0
			}
		}
	}
	return free
}

func (m *Nodes) Fits(j int32) (engine.Placement, bool) {
	free := slices.Clone(m.Size)
	for _, h := range m.running {
		for _, p := range h.clusters {
			free[p] = 0
		}
	}
	chosen, ok := m.choose(j, free)
	m.found[j] = chosen
	return 0, ok
}

func (m *Nodes) StartsNow(j int32) (engine.Placement, bool) {
	free := m.at(m.now, m.now+m.w.Jobs[j].Estimate)
	for _, h := range m.running { // what runs holds what it has, whatever is expected
		for _, p := range h.clusters {
			free[p] = 0
		}
	}
	chosen, ok := m.choose(j, free)
	m.found[j] = chosen
	return 0, ok
}

func (m *Nodes) firstSlot(j int32) holding {
	length := m.w.Jobs[j].Estimate
	if _, ok := m.StartsNow(j); ok {
		return holding{j, m.found[j], m.now, m.now + length}
	}
	var ends []engine.Time // nowhere else is there more room
	for _, h := range slices.Concat(m.running, m.reserved) {
		if h.to > m.now {
			ends = append(ends, h.to)
		}
	}
	slices.Sort(ends)
	for _, t := range ends {
		if chosen, ok := m.choose(j, m.at(t, t+length)); ok {
			return holding{j, chosen, t, t + length}
		}
	}
	panic("a job that never fits")
}

func (m *Nodes) Started(j int32, p engine.Placement, end engine.Time) {
	m.Multicluster.Started(j, p, end)
	m.moveOn(j)
}

func (m *Nodes) Place(j int32, p engine.Placement) {
	if m.holds(m.running, j) < 0 {
		m.Multicluster.Place(j, p)
		m.moveOn(j)
	}
}

// moveOn puts next behind the last processor that job j got, in the order of choice.
func (m *Nodes) moveOn(j int32) {
	held := m.running[m.holds(m.running, j)].clusters
	m.next = (held[len(held)-1] + 1) % int(m.config.Count)
}

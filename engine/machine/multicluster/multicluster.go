// Package multicluster is a machine of several clusters, in which the components of a job run at the
// same time. It knows the rules by which components get clusters.
package multicluster

import (
	"fmt"
	"math"
	"slices"

	"backfill/engine"
)

// What the engine asks of clusters beside engine.Machine.
var (
	_ engine.Scattered      = (*Machine)(nil)
	_ engine.VariableRate   = (*Machine)(nil)
	_ engine.ReservedPieces = (*forecast)(nil)
)

// Rule says in which clusters the components of a job are placed. They are taken
// the widest first; ties go to the cluster that comes first in the list.
type Rule uint8

const (
	// WorstFit is the cluster with the most processors free.
	WorstFit Rule = iota
	// BestFit is the cluster with the fewest processors free among those with room.
	BestFit
	// FirstFit is the first cluster with room.
	FirstFit
)

// MaxClusters is the largest number of clusters.
const MaxClusters = 64

// Machine is made of several clusters. Each component of a job runs in one of
// them, all at the same time, and no two in the same one unless clusters may be shared.
//
// With distinct clusters every rule finds room whenever there is any. Clusters wide enough for
// the widest component are wide enough for all others, so whichever of them it takes, the others
// lose nothing.
//
// Source: Ngubiri and van Vliet, Group-wise performance evaluation of processor
// co-allocation in multi-cluster systems, JSSPP 2007, section 3.
type Machine struct {
	size     []int32
	rule     Rule
	share    bool
	slowdown float64 // of the run time of a job that runs in several clusters

	jobs       []engine.Job
	components [][]int32
	free       []int32
	idle       int32
	left       []int32 // while components that may share clusters are placed

	// Job j's components are entries first[j] to first[j+1] of clusters, by the last answer of
	// Fits or StartsNow or, for a running job, where they run.
	first    []int32
	clusters []uint8

	placed []int32       // since the last Settle
	end    []engine.Time // of running jobs; nil without slowdown
}

// New makes a machine of 1 to MaxClusters clusters of at least one processor
// each, MaxProcessors in all. slowdown is at least 1.
func New(size []int32, rule Rule, share bool, slowdown float64) *Machine {
	return &Machine{size: slices.Clone(size), rule: rule, share: share, slowdown: slowdown}
}

func (m *Machine) Begin(w *engine.Workload) {
	m.jobs, m.components = w.Jobs, w.Components
	m.free, m.left = slices.Clone(m.size), make([]int32, len(m.size))
	m.idle = m.Processors()
	m.first = make([]int32, len(w.Jobs)+1)
	for j := range w.Jobs {
		n := int32(1)
		if w.Components != nil && w.Components[j] != nil {
			n = int32(len(w.Components[j]))
		}
		m.first[j+1] = m.first[j] + n
	}
	m.clusters = make([]uint8, m.first[len(w.Jobs)])
	if m.slowdown > 1 {
		m.end = make([]engine.Time, len(w.Jobs))
	}
}

func (m *Machine) Processors() int32 {
	sum := int32(0)
	for _, n := range m.size {
		sum += n
	}
	return sum
}

func (m *Machine) Unit() int32 { return 1 }

func (m *Machine) Free() int32 { return m.idle }

// Offers: with distinct clusters the rules find room whenever there is any, so fewer free
// processors never help. With shared clusters they may fail with more free processors and succeed
// with fewer. When clusters fill up, the first one with room stays the first, but another one may
// become the fullest or the emptiest.
func (m *Machine) Offers() engine.Capability {
	switch {
	case m.share:
		return engine.Estimates | engine.OneSpeed
	case m.rule == FirstFit:
		return engine.Estimates | engine.OneSpeed | engine.Monotone | engine.FirmPlaces
	}
	return engine.Estimates | engine.OneSpeed | engine.Monotone
}

// widths are the widths of the components of job j. For a job of one component they are in
// single, which the next call overwrites.
func (m *Machine) widths(j int32, single *[1]int32) []int32 {
	if m.components != nil && m.components[j] != nil {
		return m.components[j]
	}
	single[0] = m.jobs[j].Processors
	return single[:]
}

// assigned is the place of job j's components in clusters.
func (m *Machine) assigned(j int32) []uint8 { return m.clusters[m.first[j]:m.first[j+1]] }

func (m *Machine) CanEver(j int32) bool { return m.assign(j, m.size, m.assigned(j)) }

func (m *Machine) Fits(j int32) (engine.Placement, bool) {
	if m.jobs[j].Processors > m.idle {
		return 0, false
	}
	return 0, m.assign(j, m.free, m.assigned(j))
}

// assign chooses clusters for the components of job j, given the free processors of each, and
// says whether all find room. O(components * clusters).
func (m *Machine) assign(j int32, free []int32, clusters []uint8) bool {
	var single [1]int32
	if m.share {
		copy(m.left, free)
		free = m.left
	}
	used := uint64(0)
	for i, width := range m.widths(j, &single) {
		c := m.rule.choose(free, used, width)
		if c < 0 {
			return false
		}
		clusters[i] = uint8(c)
		if m.share {
			free[c] -= width
		} else {
			used |= 1 << c
		}
	}
	return true
}

// Lacks looks for clusters as assign does.
func (m *Machine) Lacks(j int32) engine.Room {
	var single [1]int32
	free := slices.Clone(m.free)
	for _, width := range m.widths(j, &single) {
		c := m.rule.choose(free, 0, width)
		if c < 0 {
			return engine.Room{Processors: slices.Max(free), Component: width}
		}
		if free[c] -= width; !m.share {
			free[c] = 0
		}
	}
	return engine.Room{}
}

// choose is the cluster, among the unused ones, for a component of the given width; -1 if there
// is none.
func (r Rule) choose(free []int32, used uint64, width int32) int {
	best := -1
	switch r {
	case WorstFit:
		most := width - 1
		for c, n := range free {
			if n > most && used&(1<<c) == 0 {
				best, most = c, n
			}
		}
	case BestFit:
		least := int32(math.MaxInt32)
		for c, n := range free {
			if n >= width && n < least && used&(1<<c) == 0 {
				best, least = c, n
			}
		}
	case FirstFit:
		for c, n := range free {
			if n >= width && used&(1<<c) == 0 {
				return c
			}
		}
	}
	return best
}

// Place gives job j the clusters that were found for it last.
func (m *Machine) Place(j int32, _ engine.Placement) {
	m.take(j, 1)
	if m.end != nil {
		m.placed = append(m.placed, j)
	}
}

func (m *Machine) Release(j int32) { m.take(j, -1) }

// take takes what job j needs from its clusters, sign 1, or gives it back, -1.
func (m *Machine) take(j, sign int32) {
	var single [1]int32
	clusters := m.assigned(j)
	for i, width := range m.widths(j, &single) {
		c := clusters[i]
		if m.free[c] -= sign * width; m.free[c] < 0 {
			panic("multicluster: a job was started in a cluster without room")
		}
		m.idle -= sign * width
	}
}

// Settle lists the jobs placed since it was last called. On a machine that slows jobs down, their
// ends are not known before.
func (m *Machine) Settle(now engine.Time) []int32 {
	for _, j := range m.placed {
		run := m.jobs[j].Run
		if clusters := m.assigned(j); slices.ContainsFunc(clusters[1:], func(c uint8) bool { return c != clusters[0] }) {
			run = engine.Time(float64(float64(run)*m.slowdown) + 0.5)
		}
		m.end[j] = now + run
	}
	settled := m.placed
	m.placed = m.placed[:0]
	return settled
}

// EndOf is when running job j ends if it is not killed.
func (m *Machine) EndOf(j int32) engine.Time { return m.end[j] }

// Varies says whether jobs are slowed down at all.
func (m *Machine) Varies() bool { return m.end != nil }

func (m *Machine) Lanes() []engine.Lane {
	lanes := make([]engine.Lane, len(m.size))
	for i, n := range m.size {
		lanes[i] = engine.Lane{Kind: "cluster", Name: fmt.Sprintf("cluster %d", i+1), Processors: n}
	}
	return lanes
}

// AppendPieces appends the pieces of running job j, one for each component.
func (m *Machine) AppendPieces(list []engine.Piece, j int32) []engine.Piece {
	var single [1]int32
	clusters := m.assigned(j)
	for i, width := range m.widths(j, &single) {
		list = append(list, engine.Piece{Lane: int32(clusters[i]), Processors: width, First: -1})
	}
	return list
}

package nodes

import (
	"math"
	"slices"

	"backfill/engine"
)

// sharing keeps, for each running job and each of its nodes, how much work is left there.
//
// Work is counted in units of 1/workUnit ms and rounded to a unit at every change of a rate, so a
// job is off by at most 1 ms in two thousand changes.
//
// Source: Guim, Corbalan, Labarta, equations (2) and (3). As printed, they have a quotient upside
// down and a 1 too many.
type sharing struct {
	engine.Sharing
	machine            *Machine
	bandwidth, network []int32 // MB/s that a process of a job asks for, nil: none

	nodes   []sharedNode
	changed []int32 // nodes on which jobs have started or left since the last settle
	parts   [][]part
	spare   freeLists[part]
	start   []engine.Time
	end     []engine.Time
	settled []int32 // jobs whose end may have moved
	mark    []bool  // by job: it is among them
}

// sharedNode is a node with what runs on it.
type sharedNode struct {
	bandwidth, network int64       // asked for by its processes
	factor             float64     // 1 + penalty
	since              engine.Time // when factor took that value
	residents          []resident
	changed            bool
}

// resident is a job that runs on a node, with the index of its part there.
type resident struct{ job, part int32 }

// part is a job on one of its nodes.
type part struct {
	node  int32
	count int32 // processes
	left  int64 // work left, in 1/workUnit ms; under FirstOrder the extension so far
}

const workUnit = 1 << 10

func newSharing(m *Machine, w *engine.Workload) *sharing {
	s := m.Sharing
	if !s.Slows(w) {
		return nil
	}
	n := len(w.Jobs)
	shared := &sharing{Sharing: s, machine: m, nodes: make([]sharedNode, m.nodes),
		parts: make([][]part, n), start: make([]engine.Time, n), end: make([]engine.Time, n), mark: make([]bool, n)}
	if s.Bandwidth > 0 {
		shared.bandwidth = w.Bandwidth
	}
	if s.Network > 0 {
		shared.network = w.Network
	}
	for i := range shared.nodes {
		shared.nodes[i].factor = 1
	}
	return shared
}

// Varies says whether jobs slow each other down.
func (m *Machine) Varies() bool { return m.sharing != nil }

// Shares is what the processes on a node share, nil if they do not slow each other down.
func (m *Machine) Shares() *engine.Sharing {
	if m.sharing == nil {
		return nil
	}
	return &m.sharing.Sharing
}

// Settle lists the jobs on nodes on which others have started or left.
func (m *Machine) Settle(now engine.Time) []int32 { return m.sharing.settle(now) }

// EndOf is when running job j ends if nothing changes.
func (m *Machine) EndOf(j int32) engine.Time { return m.sharing.end[j] }

// started notes that job j runs from now on. The instant is given to settle.
func (s *sharing) started(j int32) {
	parts := s.spare.take()
	for node, count := range s.machine.onNodes(s.machine.spans[j]) {
		// Spans ascend, at most once around the machine.
		if n := len(parts); n > 0 && parts[n-1].node == node {
			parts[n-1].count += count
		} else if n > 0 && parts[0].node == node {
			parts[0].count += count
		} else {
			parts = append(parts, part{node: node, count: count})
		}
	}
	s.parts[j] = parts
	s.start[j] = engine.Never
	for i, p := range parts {
		node := &s.nodes[p.node]
		node.residents = append(node.residents, resident{j, int32(i)})
		s.load(p, j, 1)
	}
}

// left notes that job j no longer runs.
func (s *sharing) left(j int32) {
	for _, p := range s.parts[j] {
		node := &s.nodes[p.node]
		i := slices.IndexFunc(node.residents, func(r resident) bool { return r.job == j })
		node.residents = slices.Delete(node.residents, i, i+1)
		s.load(p, j, -1)
	}
	s.spare.give(s.parts[j])
	s.parts[j] = nil
}

// load adds what the processes of part p of job j ask for to its node, sign 1, or takes it
// away, -1.
func (s *sharing) load(p part, j int32, sign int64) {
	node := &s.nodes[p.node]
	if s.bandwidth != nil {
		node.bandwidth += sign * int64(p.count) * int64(max(s.bandwidth[j], 0))
	}
	if s.network != nil {
		node.network += sign * int64(p.count) * int64(max(s.network[j], 0))
	}
	if !node.changed {
		node.changed = true
		s.changed = append(s.changed, p.node)
	}
}

// factor is 1 + penalty of a node.
func (s *sharing) factor(node *sharedNode) float64 {
	return 1 + s.Penalty(node.bandwidth, node.network)
}

// settle brings the work on the nodes that have changed up to now, and lists the jobs whose end
// may have moved. O(jobs on those nodes, times nodes of each).
func (s *sharing) settle(now engine.Time) []int32 {
	for _, j := range s.settled {
		s.mark[j] = false
	}
	s.settled = s.settled[:0]
	for _, n := range s.changed {
		node := &s.nodes[n]
		node.changed = false
		for _, r := range node.residents {
			j := r.job
			if s.start[j] == engine.Never {
				s.start[j] = now
				for i := range s.parts[j] {
					if s.parts[j][i].left = 0; s.Model == engine.SharedRate {
						s.parts[j][i].left = int64(s.machine.jobs[j].Run) * workUnit
					}
				}
			} else if node.since < now {
				s.advance(&s.parts[j][r.part], j, node, now)
			}
			if !s.mark[j] {
				s.mark[j] = true
				s.settled = append(s.settled, j)
			}
		}
		node.factor, node.since = s.factor(node), now
	}
	s.changed = s.changed[:0]
	for _, j := range s.settled {
		s.end[j] = s.endOf(j, now)
	}
	return s.settled
}

// advance brings part p of job j up to now, from when its node took its factor.
func (s *sharing) advance(p *part, j int32, node *sharedNode, now engine.Time) {
	from := max(node.since, s.start[j])
	if s.Model == engine.SharedRate {
		p.left = max(0, p.left-nearest(float64(now-from)*workUnit/node.factor))
		return
	}
	if now = min(now, s.start[j]+s.machine.jobs[j].Run); now > from {
		p.left += nearest(float64(float64(now-from)*workUnit) * (node.factor - 1))
	}
}

// endOf is when job j ends if no factor changes after now.
func (s *sharing) endOf(j int32, now engine.Time) engine.Time {
	end := now
	for _, p := range s.parts[j] {
		node := &s.nodes[p.node]
		from := max(node.since, s.start[j])
		if s.Model == engine.SharedRate {
			end = max(end, from+roundedUp(nearest(float64(p.left)*node.factor)))
			continue
		}
		regular := s.start[j] + s.machine.jobs[j].Run
		extension := p.left
		if regular > from {
			extension += nearest(float64(float64(regular-from)*workUnit) * (node.factor - 1))
		}
		end = max(end, regular+roundedUp(extension))
	}
	return end
}

// nearest is x, which is not negative, to the nearest whole number.
func nearest(x float64) int64 { return int64(math.Floor(x + 0.5)) }

// roundedUp is work at full speed as a time.
func roundedUp(work int64) engine.Time { return engine.Time((work + workUnit - 1) / workUnit) }

package nodes

import (
	"slices"

	"backfill/engine"
	"backfill/engine/machine/freelist"
)

// sharing keeps, for each running job and each of its nodes, how much work is left there.
//
// Jobs end when exact fractions say, rounded up to the millisecond, however often speeds change. Work left is a whole number of units of
// 2^-63 ms and loses speed times length, a product of whole numbers. Only the speed is rounded, to 2^-62 of full speed. So the end of a
// job that runs for t, under penalties up to p, is off by at most (1 + p) t 2^-62: below 2^-20 ms, a nanosecond, as long as (1 + p) t is
// below 2^42 ms, 139 years. For this not to make an end a millisecond late, up to 2^-20 ms above a whole millisecond counts as that
// one. A job can therefore end a millisecond early only if its exact end is less than 2^-19 ms above a whole one, and late never. With
// four processors to a node and the published demands even that cannot be: exact ends are multiples of 1/262,080 ms then.
//
// Under FirstOrder the same holds of the extension.
//
// Source: Guim, Corbalan, Labarta, equations (2) and (3). As printed, they have a quotient upside
// down and a 1 too many.
type sharing struct {
	engine.Sharing
	machine            *Machine
	scale              work    // Scale in units of 2^-63
	bandwidth, network []int32 // MB/s that a process of a job asks for, nil: none

	nodes   []sharedNode
	changed []int32 // nodes on which jobs have started or left since the last settle
	parts   [][]part
	spare   freelist.Lists[part]
	start   []engine.Time
	end     []engine.Time
	settled []int32 // jobs whose end may have moved
	mark    []bool  // by job: it is among them
}

// sharedNode is a node with what runs on it.
type sharedNode struct {
	bandwidth, network int64       // asked for by its processes
	penalty            work        // in units of 2^-63
	speed              uint64      // work done in a millisecond, from 1 to fullSpeed
	since              engine.Time // when these took their values
	residents          []resident
	changed            bool
}

// resident is a job that runs on a node, with the index of its part there.
type resident struct{ job, part int32 }

// part is a job on one of its nodes.
type part struct {
	node  int32
	count int32 // processes
	left  work  // work left; under FirstOrder the extension so far
}

func newSharing(m *Machine, w *engine.Workload) *sharing {
	s := m.Sharing
	if !s.Slows(w) {
		return nil
	}
	n := len(w.Jobs)
	shared := &sharing{Sharing: s, machine: m, scale: scaleOf(s.Scale), nodes: make([]sharedNode, m.nodes),
		parts: make([][]part, n), start: make([]engine.Time, n), end: make([]engine.Time, n), mark: make([]bool, n)}
	if s.Bandwidth > 0 {
		shared.bandwidth = w.Bandwidth
	}
	if s.Network > 0 {
		shared.network = w.Network
	}
	for i := range shared.nodes {
		shared.nodes[i].speed = fullSpeed
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
	parts := s.spare.Take()
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
	s.spare.Give(s.parts[j])
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

// weigh finds the penalty and the speed of a node by what its processes ask for. It is what Penalty says, to more digits.
func (s *sharing) weigh(node *sharedNode) {
	node.penalty = work{}
	for _, r := range [...]struct{ asked, capacity int64 }{{node.bandwidth, int64(s.Bandwidth)}, {node.network, int64(s.Network)}} {
		if r.capacity > 0 && r.asked > r.capacity {
			node.penalty = node.penalty.plus(s.scale.times(uint64(r.asked - r.capacity)).by(uint64(r.capacity)))
		}
	}
	node.speed = speedAt(node.penalty)
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
					if s.parts[j][i].left = (work{}); s.Model == engine.SharedRate {
						s.parts[j][i].left = workOf(s.machine.jobs[j].Run)
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
		s.weigh(node)
		node.since = now
	}
	s.changed = s.changed[:0]
	for _, j := range s.settled {
		s.end[j] = s.endOf(j, now)
	}
	return s.settled
}

// advance brings part p of job j up to now, from when its node took its speed.
func (s *sharing) advance(p *part, j int32, node *sharedNode, now engine.Time) {
	from := max(node.since, s.start[j])
	if s.Model == engine.SharedRate {
		p.left = p.left.minus(work{0, node.speed}.times(uint64(now - from)))
		return
	}
	if now = min(now, s.start[j]+s.machine.jobs[j].Run); now > from {
		p.left = p.left.plus(node.penalty.times(uint64(now - from)))
	}
}

// endOf is when job j ends if no speed changes after now.
func (s *sharing) endOf(j int32, now engine.Time) engine.Time {
	end := now
	for _, p := range s.parts[j] {
		node := &s.nodes[p.node]
		from := max(node.since, s.start[j])
		if s.Model == engine.SharedRate {
			end = max(end, from+p.left.takes(node.speed))
			continue
		}
		regular := s.start[j] + s.machine.jobs[j].Run
		extension := p.left
		if regular > from {
			extension = extension.plus(node.penalty.times(uint64(regular - from)))
		}
		end = max(end, regular+extension.takes(fullSpeed))
	}
	return end
}
